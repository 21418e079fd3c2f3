"""What an engine is to the benchmark, and the listing that finds all of them.

An engine is one module of `benchmarks.peers.engines` that defines `ENGINE`. The module is imported
by interpreters that need not have the engine's library, nor open-aoe, so libraries are imported
inside its functions, and this module needs NumPy only.
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

#: Computing in float32 throughout, and what an engine does that may also use narrower numbers.
FLOAT32, MIXED = "f32", "mixed"
PRECISIONS = (FLOAT32, MIXED)


class AbsentError(Exception):
    """An engine cannot take part: it is not installed or has no way to run this model."""


@dataclass(frozen=True, slots=True)
class Job:
    """What an engine is to run, all paths absolute.

    `folder`: exists, and keeps what the engine prepares for this model and number of threads.
    `budget`: seconds to tune for, None to leave as it is. `repository`: open-aoe's. `builders`: a
    Python file with the torch modules, see `benchmarks.peers.models`.
    """

    model: Path
    threads: int
    folder: Path
    precision: str = FLOAT32
    budget: float | None = None
    repository: Path | None = None
    builders: Path | None = None


def nothing_to_prepare(job: Job) -> None:
    """For engines that a model is simply opened with."""


@dataclass(frozen=True, slots=True)
class Engine:
    """One way to run a model, by the name that tables show.

    `open`: the model as a function from inputs to outputs, in the model's order, NumPy arrays both.
    `version`: of the library. `prepare`: what takes long and is kept in the job's folder: tuning,
    ahead-of-time compilation. All three may raise `AbsentError`. `tunes`: whether the job's budget
    means anything to it.
    """

    name: str
    open: Callable[[Job], Run]
    version: Callable[[], str]
    prepare: Callable[[Job], None] = nothing_to_prepare
    precisions: tuple[str, ...] = (FLOAT32,)
    tunes: bool = False


def engine_named(module: str) -> Engine:
    """The engine that a module of `benchmarks.peers.engines` defines."""
    engine = importlib.import_module(f"benchmarks.peers.engines.{module}").ENGINE
    assert isinstance(engine, Engine)
    return engine


def engine_modules() -> list[str]:
    """The names of the modules that define engines, as options take them."""
    folder = Path(__file__).parent / "engines"
    return sorted(item.name for item in pkgutil.iter_modules([str(folder)]))
