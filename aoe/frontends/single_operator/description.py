"""Descriptions of operators. `description_json.py` reads them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np

from aoe.errors import first_of, quoted
from aoe.frontends.single_operator.enumerations import RESERVED, UNDEFINED

#: The value of an attribute. An element type is its number among Ascend's.
AttributeValue: TypeAlias = (
    "bool | int | float | str | tuple[int, ...] | tuple[float, ...] | tuple[str, ...]"
    " | tuple[tuple[int, ...], ...]"
)
#: The least and the greatest size of a dimension.
SizeRange: TypeAlias = tuple[int, int]
#: A size in a shape that is not known.
OPEN = -1
#: Characters of the longest name of a file, without its suffix.
LONGEST_NAME = 200
#: Most inputs that a message tells.
_MOST_TOLD = 4


@dataclass(frozen=True, eq=False)
class TensorDescription:
    """An input or output.

    Attributes:
        dtype: NumPy's name of its element type; None for an input that is left out.
        format: The order of its dimensions, one of `FORMATS`.
        shape: Its shape; `OPEN` for a size that is open.
        name: What it is called; None for the name in the operator's definition.
        group: The name of the group of inputs to which it belongs; None if that is not said.
        constant: Its elements if it is constant.
        shown: Numbers of type, format and sizes as given, for the name of a file.
        ranges: The least and the greatest size of each dimension that is open, in order.
    """

    dtype: str | None
    format: str
    shape: tuple[int, ...]
    name: str | None = None
    group: str | None = None
    constant: np.ndarray | None = None
    shown: tuple[int, ...] = ()
    ranges: tuple[SizeRange, ...] = ()

    @property
    def all_ranges(self) -> tuple[SizeRange, ...]:
        """The least and the greatest size of every dimension."""
        opened = iter(self.ranges)
        return tuple(next(opened) if size == OPEN else (size, size) for size in self.shape)

    def at(self, size_of: Callable[[SizeRange], int]) -> TensorDescription:
        """The tensor with a size in place of each range."""
        sizes = iter([size_of(item) for item in self.ranges])
        shape = tuple(next(sizes) if size == OPEN else size for size in self.shape)
        return replace(self, shape=shape, ranges=())

    @property
    def text(self) -> str:
        """Its type and shape, for messages."""
        return f"{self.dtype}{list(self.shape)}"

    def to_json(self) -> dict[str, Any]:
        """The description in JSON."""
        if self.dtype is None:
            return {"format": RESERVED, "type": UNDEFINED, "shape": []}
        made: dict[str, Any] = {
            "format": self.format,
            "type": self.dtype,
            "shape": list(self.shape),
        }
        if self.name is not None:
            made["name"] = self.name
        if self.group is not None:
            made["dynamic_input"] = self.group
        if self.ranges:
            made["shape_range"] = [list(item) for item in self.ranges]
        if self.constant is not None:
            wide = self.constant.astype(float) if self.dtype == "bfloat16" else self.constant
            made |= {"is_const": True, "const_value": wide.reshape(-1).tolist()}
        return made


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute.

    Attributes:
        kind: Its type as in the description, such as `list_int`.
        value: Its value.
    """

    kind: str
    value: AttributeValue

    def to_json(self, name: str) -> dict[str, Any]:
        """The description in JSON."""
        return {"name": name, "type": self.kind, "value": _lists(self.value)}


@dataclass(frozen=True, eq=False)
class OperatorDescription:
    """One operator.

    Attributes:
        op: Its type.
        inputs: Its inputs, in order.
        outputs: Its outputs, in order.
        attributes: Its attributes by name.
        name: The name of its offline model; None for one that is made of the description.
        domain: The domain of an operator of ONNX; None if the type decides.
        opset: The operator set of that domain; None for the latest that is known.
        index: Its place in its file.
        label: What messages call it.
    """

    op: str
    inputs: tuple[TensorDescription, ...]
    outputs: tuple[TensorDescription, ...]
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    name: str | None = None
    domain: str | None = None
    opset: int | None = None
    index: int = 0
    label: str = "the operator"

    def to_json(self) -> dict[str, Any]:
        """The description in JSON, without the name of a file."""
        made: dict[str, Any] = {
            "op": self.op,
            "input_desc": [item.to_json() for item in self.inputs],
            "output_desc": [item.to_json() for item in self.outputs],
            "attr": [self.attributes[name].to_json(name) for name in sorted(self.attributes)],
        }
        if self.domain is not None:
            made["domain"] = self.domain
        if self.opset is not None:
            made["opset"] = self.opset
        return made

    @property
    def given(self) -> tuple[TensorDescription, ...]:
        """The inputs that an inference is given, without those left out and constants."""
        return tuple(
            item for item in self.inputs if item.dtype is not None and item.constant is None
        )

    def inputs_text(self, names: Sequence[str]) -> str:
        """The types and shapes of its inputs in brackets, as the end of a message; `names` are what
        they are called. Empty without inputs.
        """
        pairs = zip(names, self.inputs, strict=True)
        texts = [f"{quoted(name)} is {item.text}" for name, item in pairs if item.dtype is not None]
        return f" ({first_of(texts, _MOST_TOLD)})" if texts else ""

    @property
    def is_open(self) -> bool:
        """Whether an input has an open size."""
        return any(item.ranges for item in self.inputs)

    def at(self, size_of: Callable[[SizeRange], int]) -> OperatorDescription:
        """The operator with a size in place of each range of its inputs."""
        return replace(self, inputs=tuple(item.at(size_of) for item in self.inputs))

    @property
    def key(self) -> str:
        """Type and digest of the description. Operators that are described equally have one key."""
        text = json.dumps(self.to_json(), sort_keys=True)
        return f"{self.op}_{hashlib.sha256(text.encode()).hexdigest()[:16]}"

    @property
    def file_name(self) -> str:
        """The name of its offline model without suffix, as ATC makes it."""
        if self.name is not None:
            return self.name
        numbers = [number for item in (*self.inputs, *self.outputs) for number in item.shown]
        name = "_".join([str(self.index), self.op, *map(str, numbers)])
        if len(name) <= LONGEST_NAME:
            return name
        digest = hashlib.sha256(name.encode()).hexdigest()[:16]
        return f"{name[: LONGEST_NAME - 17]}_{digest}"


def _lists(value: Any) -> Any:
    return [_lists(one) for one in value] if isinstance(value, tuple) else value
