"""Writes a prepared graph as `.onnx`, to be opened in Netron (`aoe --dump_graph DIR`).

`dump_annotations` adds what was decided about each node.
"""

from __future__ import annotations

import re
from pathlib import Path

import onnx_ir

from aoe.errors import UsageError

#: Weights of more bytes than this go into a file of their own. One ONNX file holds 2 GB at most.
MOST_BYTES = 1 << 30


def dump_graph(
    model: onnx_ir.Model, directory: Path, name: str, most_bytes: int = MOST_BYTES
) -> Path:
    """Writes `<name>_prepared.onnx`, with `….onnx.data` beside it for more than `most_bytes` of
    weights.

    Returns:
        The path of the file.

    Raises:
        UsageError: The directory cannot be written to.
    """
    path = dumped_path(directory, name)
    tensors = [value.const_value for value in model.graph.initializers.values()]
    size = sum(tensor.nbytes for tensor in tensors if tensor is not None)
    external = f"{path.name}.data" if size > most_bytes else None
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
    """The path that a model of this name is dumped to."""
    stem = re.sub(r"[^\w.-]+", "_", name)
    return directory / f"{stem}_prepared.onnx"
