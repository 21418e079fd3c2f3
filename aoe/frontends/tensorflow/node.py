"""A node of a GraphDef or of a function: its operands and attributes.

SavedModels leave out attributes that have their default values, so each reading of one names the
default of TensorFlow's operator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.tensorflow.messages import MESSAGES, numpy_type, shape_sizes


@dataclass(frozen=True, slots=True)
class Reference:
    """An operand as a node names it: `node`, `node:1` or, in functions, `node:output:1`.

    Attributes:
        node: The node, or the argument of a function.
        output: The name of its output; empty for none.
        index: The number of the result, or of the tensor in the named output.
    """

    node: str
    output: str = ""
    index: int = 0

    @staticmethod
    def parsed(text: str) -> Reference:
        """The reference of a text. Raises `ValueError` if it has another form."""
        parts = text.split(":")
        if len(parts) == 1:
            return Reference(text)
        if len(parts) == 2:
            return Reference(parts[0], "", int(parts[1]))
        name, output, index = parts
        return Reference(name, output, int(index))


class Node:
    """A node.

    Attributes:
        name: Its name.
        op: The type of its operator.
        operands: Its operands.
        controls: Names of the nodes that run before it.
    """

    __slots__ = ("_attributes", "controls", "name", "op", "operands")

    def __init__(self, message: Any) -> None:
        """`message`: a NodeDef. Raises `ValueError` for an input of no known form."""
        self.name: str = message.name
        self.op: str = message.op
        self.operands = tuple(
            Reference.parsed(text) for text in message.input if not text.startswith("^")
        )
        self.controls = tuple(
            text[1:].split(":")[0] for text in message.input if text.startswith("^")
        )
        self._attributes: Mapping[str, Any] = message.attr

    def __contains__(self, key: str) -> bool:
        return key in self._attributes

    def integer(self, key: str, default: int = 0) -> int:
        """An attribute that is a whole number."""
        found = self._find(key)
        return default if found is None else int(found.i)

    def number(self, key: str, default: float = 0.0) -> float:
        """An attribute that is a real number."""
        found = self._find(key)
        return default if found is None else float(found.f)

    def flag(self, key: str, default: bool = False) -> bool:
        """An attribute that is true or false."""
        found = self._find(key)
        return default if found is None else bool(found.b)

    def text(self, key: str, default: str = "") -> str:
        """An attribute that is text."""
        found = self._find(key)
        return default if found is None else str(found.s.decode())

    def integers(self, key: str, default: Sequence[int] = ()) -> list[int]:
        """An attribute that is a list of whole numbers."""
        found = self._find(key)
        return list(default) if found is None else [int(item) for item in found.list.i]

    def shape(self, key: str) -> tuple[int, ...] | None:
        """An attribute that is a shape; None if its rank is open."""
        found = self._find(key)
        return None if found is None else shape_sizes(found.shape)

    def dtype(self, key: str, default: np.dtype | type | None = None) -> np.dtype:
        """An attribute that is an element type."""
        found = self._find(key)
        if found is None or not found.type:
            if default is None:
                raise ValueError(f"it has no attribute {key}")
            return np.dtype(default)
        try:
            return numpy_type(found.type)
        except ValueError as error:
            raise UnsupportedNodeError(str(error)) from error

    def type_number(self, key: str) -> int:
        """TensorFlow's number of an attribute that is an element type; 0 if there is none."""
        found = self._find(key)
        return 0 if found is None else int(found.type)

    def tensor(self, key: str) -> Any:
        """An attribute that is a TensorProto."""
        found = self._find(key)
        if found is None:
            raise ValueError(f"it has no attribute {key}")
        return found.tensor

    def function(self, key: str) -> str:
        """An attribute that is a function, by its name."""
        found = self._find(key)
        return "" if found is None else str(found.func.name)

    def functions(self, key: str) -> list[str]:
        """An attribute that is a list of functions, by their names."""
        found = self._find(key)
        return [] if found is None else [str(item.name) for item in found.list.func]

    def value(self, key: str) -> int | float | str | list[int] | list[float]:
        """An attribute that is a number, a text or numbers; 0 also stands for an empty text and for
        no numbers. Raises `UnsupportedNodeError` for another.
        """
        found = self._find(key)
        others = ("type", "shape", "tensor", "func")
        if found is None or any(item.name in others for item, _ in found.ListFields()):
            raise UnsupportedNodeError(f"its attribute {key} is no number and no text")
        listed = list(found.list.i) or list(found.list.f)
        return listed or str(found.s.decode()) or int(found.i or found.b) or float(found.f)

    def definition(self) -> bytes:
        """The NodeDef without inputs. Raises `UnsupportedNodeError` if it has a parameter of
        the function.
        """
        message = MESSAGES["Node"](name=self.name, op=self.op)
        for key in self._attributes:
            message.attr[key].CopyFrom(self._find(key))
        return bytes(message.SerializeToString())

    def _find(self, key: str) -> Any:
        if key not in self._attributes:
            return None
        found = self._attributes[key]
        if found.placeholder:
            raise UnsupportedNodeError(f"its attribute {key} is a parameter of the function")
        return found
