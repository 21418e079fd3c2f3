"""Writes graphs of training as models that `aoe --model_path` tunes.

The ranges of inputs of integers, such as labels or indices of words, are written beside a model,
because other numbers would not do.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.atomic_file import replace_file
from aoe.errors import AoeError, not_written
from aoe.frontends.model_folder import EXAMPLES

#: The least and the greatest value of each input of integers, by its name.
Ranges: TypeAlias = Mapping[str, tuple[int, int]]


def ranges_of(arrays: Iterable[tuple[str, np.ndarray]]) -> Ranges:
    """The ranges of those of some inputs that are integers."""
    return {
        name: (int(array.min()), int(array.max()))
        for name, array in arrays
        if array.dtype.kind in "iu" and array.size
    }


def write_model(folder: Path, name: str, model: onnx_ir.Model) -> None:
    """Writes a model as `<name>.onnx`, without ranges of inputs from before. Raises `AoeError` if
    that is impossible.
    """
    write_source(folder / f"{name}.onnx", onnx_ir.to_proto(model).SerializeToString())


def write_source(path: Path, data: bytes) -> None:
    """Writes a model in the form of its framework. Raises as `write_model` does."""
    _remove(path.with_name(f"{path.stem}{EXAMPLES}"))
    _write(path, data)


def write_ranges(folder: Path, name: str, ranges: Ranges) -> None:
    """Writes ranges of inputs beside a model. Raises as `write_model` does."""
    if ranges:
        described = {key: {"range": list(limits)} for key, limits in ranges.items()}
        _write(folder / f"{name}{EXAMPLES}", json.dumps(described, indent=1).encode())


def remove_others(folder: Path, names: Sequence[str]) -> None:
    """Removes models with other names from a folder that is ours, and their ranges. Raises as
    `write_model` does.
    """
    for path in folder.glob("*.onnx"):
        if path.stem not in names:
            _remove(path)
            _remove(folder / f"{path.stem}{EXAMPLES}")


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
        raise AoeError(not_written(path, error)) from error
