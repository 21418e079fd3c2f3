"""Writes a prepared graph as `.onnx`, to be opened in Netron (`aoe --dump_graph DIR`)."""

from __future__ import annotations

import re
from pathlib import Path

import onnx_ir

from aoe.errors import UsageError

#: Weights beyond this many bytes go into a file of their own; one ONNX file holds 2 GB at most.
_LARGE = 1 << 30


def dump_graph(model: onnx_ir.Model, directory: Path, name: str) -> Path:
    """The path of the file written: `<name>_prepared.onnx`, with `….onnx.data` beside it
    if there are over 1 GB of weights.

    Raises `UsageError` if the directory cannot be written to.
    """
    path = dumped_path(directory, name)
    tensors = [value.const_value for value in model.graph.initializers.values()]
    size = sum(tensor.nbytes for tensor in tensors if tensor is not None)
    external = f"{path.name}.data" if size > _LARGE else None
    try:
        directory.mkdir(parents=True, exist_ok=True)
        onnx_ir.save(model, path, external_data=external)
    except OSError as error:
        raise UsageError(
            f"--dump_graph: cannot write {path}: {error.strerror or error}; "
            "choose another directory"
        ) from error
    return path


def dumped_path(directory: Path, name: str) -> Path:
    """Where a model of this name is dumped."""
    stem = re.sub(r"[^\w.-]+", "_", name)
    return directory / f"{stem}_prepared.onnx"
