"""Builds messages of TensorFlow's graphs, for tests that need no TensorFlow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx_ir

from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.registry import frontend_for
from aoe.frontends.tensorflow.messages import MESSAGES

TYPES = {
    np.dtype("f4"): 1,
    np.dtype("f8"): 2,
    np.dtype("i4"): 3,
    np.dtype("i8"): 9,
    np.dtype("?"): 10,
}


def graph(*nodes: Any) -> Any:
    """A GraphDef."""
    return MESSAGES["Graph"](node=nodes)


def node(op: str, name: str, *inputs: str, **attributes: object) -> Any:
    """A NodeDef. Attributes are numbers, texts, lists of whole numbers, or types."""
    made = MESSAGES["Node"](name=name, op=op, input=inputs)
    for key, value in attributes.items():
        _set(made.attr[key], value)
    return made


def placeholder(name: str, *shape: int, dtype: type = np.float32) -> Any:
    """An input; -1 stands for an open size."""
    made = node("Placeholder", name, dtype=np.dtype(dtype))
    made.attr["shape"].shape.dim.extend(MESSAGES["Dim"](size=size) for size in shape)
    return made


def constant(name: str, value: object, dtype: type = np.float32) -> Any:
    """A constant."""
    array: np.ndarray = np.asarray(value, dtype)
    made = node("Const", name, dtype=array.dtype)
    tensor = made.attr["value"].tensor
    tensor.dtype = TYPES[array.dtype]
    tensor.tensor_shape.dim.extend(MESSAGES["Dim"](size=size) for size in array.shape)
    tensor.tensor_content = array.tobytes()
    return made


def write(folder: Path, *nodes: Any) -> Path:
    """A frozen graph as a file."""
    path = folder / "model.pb"
    path.write_bytes(graph(*nodes).SerializeToString())
    return path


def read(path: Path, outputs: tuple[str, ...] = (), **shapes: tuple[int, ...]) -> onnx_ir.Model:
    """What the reader makes of a file."""
    origin = ModelOrigin(path, outputs=outputs)
    return frontend_for(origin).read(origin, shapes)


def _set(attribute: Any, value: object) -> None:
    match value:
        case bool():
            attribute.b = value
        case int():
            attribute.i = value
        case float():
            attribute.f = value
        case str():
            attribute.s = value.encode()
        case np.dtype():
            attribute.type = TYPES[value]
        case Sequence():
            attribute.list.i.extend(value)
        case _:
            raise TypeError(f"no attribute: {value!r}")
