"""AOE's way to tune training offline: `aoe.torch.set_aoe("dump")`, a step, then
`aoe --job_type=2 --model_path=dump`.

Each graph that is compiled from then on is also written to the folder: the model as training
compiles it, so that what is tuned is found again. When the graph is first run, the ranges of its
inputs of integers, such as labels or indices of words, are written beside it, because other
numbers would not do.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import onnx_ir

from aoe.atomic_file import replace_file
from aoe.errors import AoeError
from aoe.frontends.model_folder import EXAMPLES

#: The least and the greatest value of each input of integers, by its name.
Ranges: TypeAlias = Mapping[str, tuple[int, int]]


class Dump:
    """Where this process writes graphs.

    Attributes:
        folder: The folder; None where nothing is written.
    """

    def __init__(self) -> None:
        self.folder: Path | None = None


@cache
def dump() -> Dump:
    """Where this process writes graphs."""
    return Dump()


def set_aoe(dump_path: Any = "./") -> None:
    """From now on, graphs of `torch.compile(model, backend="aoe")` are also written to a folder,
    which is made if it is not there. Call it before the first step.

    Args:
        dump_path: The folder.

    Raises:
        TypeError: It is no path.
        OSError: It cannot be made, or nothing can be written there.
    """
    path = Path(os.fspath(dump_path)).absolute()
    path.mkdir(parents=True, exist_ok=True)
    if not os.access(path, os.W_OK | os.X_OK):
        raise PermissionError(f"set_aoe({str(dump_path)!r}): this user may not write there")
    dump().folder = path


def write_model(folder: Path, name: str, model: onnx_ir.Model) -> None:
    """Writes a model as `<name>.onnx`, without ranges of inputs from before. Raises `AoeError` if
    that is impossible.
    """
    _remove(folder / f"{name}{EXAMPLES}")
    _write(folder / f"{name}.onnx", onnx_ir.to_proto(model).SerializeToString())


def write_ranges(folder: Path, name: str, ranges: Ranges) -> None:
    """Writes ranges of inputs beside a model. Raises as `write_model` does."""
    if ranges:
        described = {key: {"range": list(limits)} for key, limits in ranges.items()}
        _write(folder / f"{name}{EXAMPLES}", json.dumps(described, indent=1).encode())


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise AoeError(f"cannot remove {path}: {error.strerror or error}") from error


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, data)
    except OSError as error:
        raise AoeError(f"cannot write {path}: {error.strerror or error}") from error
