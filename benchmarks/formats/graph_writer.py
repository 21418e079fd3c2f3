"""Writes a GraphDef of TensorFlow node by node, without TensorFlow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from aoe.frontends.tensorflow.messages import MESSAGES, type_number


class GraphWriter:
    """A GraphDef. Each function adds a node and returns its name."""

    def __init__(self) -> None:
        """An empty graph."""
        self._message: Any = MESSAGES["Graph"]()
        self._names: set[str] = set()

    def input(self, name: str, shape: Sequence[int]) -> str:
        """A placeholder of float32."""
        node = self._added("Placeholder", name, ())
        node.attr["dtype"].type = type_number(np.dtype(np.float32))
        self._shape(node.attr["shape"].shape, shape)
        return str(node.name)

    def constant(self, value: object, dtype: type = np.float32) -> str:
        """A constant."""
        array: np.ndarray = np.ascontiguousarray(value, dtype)
        node = self._added("Const", "constant", ())
        number = type_number(array.dtype)
        node.attr["dtype"].type = number
        tensor = node.attr["value"].tensor
        tensor.dtype, tensor.tensor_content = number, array.tobytes()
        self._shape(tensor.tensor_shape, array.shape)
        return str(node.name)

    def node(self, op: str, *operands: str, **attributes: object) -> str:
        """A node of an operator; attributes are numbers, texts, truth values and whole numbers."""
        node = self._added(op, op, operands)
        for key, value in attributes.items():
            attribute = node.attr[key]
            match value:
                case bool():
                    attribute.b = value
                case int():
                    attribute.i = value
                case float():
                    attribute.f = value
                case str():
                    attribute.s = value.encode()
                case Sequence():
                    attribute.list.i.extend(value)
                case _:
                    raise TypeError(f"no attribute: {value!r}")
        return str(node.name)

    def data(self) -> bytes:
        """The content of a `.pb` file."""
        return bytes(self._message.SerializeToString())

    def _added(self, op: str, name: str, operands: Sequence[str]) -> Any:
        unused = name
        while unused in self._names:
            unused = f"{name}_{len(self._names)}"
        self._names.add(unused)
        return self._message.node.add(name=unused, op=op, input=operands)

    @staticmethod
    def _shape(message: Any, sizes: Sequence[int]) -> None:
        message.dim.extend(MESSAGES["Dim"](size=int(size)) for size in sizes)
