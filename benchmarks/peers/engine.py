"""Defines what an engine is, and lists all engines.

An engine is one module of `benchmarks.peers.engines` that defines `ENGINE`. Interpreters import it
that need not have the engine's library or open-aoe. So it imports libraries inside its functions,
and this module needs NumPy only.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

Feed: TypeAlias = Mapping[str, np.ndarray]
Run: TypeAlias = Callable[[Feed], list[np.ndarray]]

#: What an engine calls float32. open-aoe's default may store weights in 24 bits or multiply split
#: terms in bfloat16, as long as the outputs stay within its tolerance.
FLOAT32 = "f32"
#: Products of float32 numbers only, open-aoe's `force_fp32`. The peers do this at `FLOAT32`.
STRICT = "strict"
#: What an engine does that may also use narrower numbers.
MIXED = "mixed"
PRECISIONS = (FLOAT32, STRICT, MIXED)


class AbsentError(Exception):
    """An engine cannot take part: it is not installed, or it has no way to run this model."""


@dataclass(frozen=True, slots=True)
class Job:
    """What an engine is to run; all paths are absolute.

    Attributes:
        model: The `.onnx` file.
        threads: The number of threads.
        folder: An existing folder for what the engine prepares for this model and thread count.
        precision: One of `PRECISIONS`.
        budget: Seconds to tune for; None leaves the model as it is.
        repository: open-aoe's repository.
        builders: A Python file that builds torch modules, see `engines/torch_inductor.py`.
    """

    model: Path
    threads: int
    folder: Path
    precision: str = FLOAT32
    budget: float | None = None
    repository: Path | None = None
    builders: Path | None = None


def nothing_to_prepare(job: Job) -> None:
    """Does nothing: for engines that only open a model."""


@dataclass(frozen=True, slots=True)
class Engine:
    """One way to run a model. All three functions may raise `AbsentError`.

    Attributes:
        name: The name that tables show.
        open: Opens a model as a function of NumPy arrays; outputs come in the model's order.
        version: Returns the version of the library.
        prepare: Does what takes long and stays in the job's folder: tuning or compiling ahead.
        precisions: The precisions at which the engine has results of its own.
        tunes: Whether the engine uses the job's budget.
    """

    name: str
    open: Callable[[Job], Run]
    version: Callable[[], str]
    prepare: Callable[[Job], None] = nothing_to_prepare
    precisions: tuple[str, ...] = (FLOAT32,)
    tunes: bool = False


def engine_named(module: str) -> Engine:
    """Returns the engine that a module of `benchmarks.peers.engines` defines."""
    engine = importlib.import_module(f"benchmarks.peers.engines.{module}").ENGINE
    assert isinstance(engine, Engine)
    return engine


def engine_modules() -> list[str]:
    """Returns the names of the modules that define engines, as options take them."""
    folder = Path(__file__).parent / "engines"
    return sorted(item.name for item in pkgutil.iter_modules([str(folder)]))
