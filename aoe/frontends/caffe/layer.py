"""What a function of a layer type is given and what it gives, and the table of these functions.

A function takes a `Layer` and gives one operand for each top. It raises `UnsupportedNodeError` for
a layer that it cannot compute exactly as Caffe does. Definitions are those of BVLC's Caffe 1.0 and,
for SSD, of weiliu89/caffe (branch ssd).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import prod
from types import MappingProxyType
from typing import Any, TypeAlias, overload

import numpy as np
import onnx_ir

from aoe.errors import counted
from aoe.frontends.caffe.weights import Weights
from aoe.frontends.graph_builder import (
    Attribute,
    GraphBuilder,
    Operand,
    UnsupportedNodeError,
    shape_of,
)
from aoe.frontends.node_writer import reshaped
from aoe.operators.axes import axis_from_front

#: Why layers of a type that nothing is known of are refused.
UNKNOWN = "not a known type of layer (see custom operators in the documentation)"
#: Elements of the largest constant that a reader makes.
LARGEST_CONSTANT = 1 << 25
#: Layers that only the fork MobileNet-YOLO has. Others in a network with one are of that fork, too.
_OF_MOBILENET_YOLO = frozenset({"YoloDetectionOutput", "Yolov3DetectionOutput"})


class Layer:
    """A layer while it is read.

    Attributes:
        message: Its message in the network.
        builder: Takes the nodes of the layer.
        inputs: Its bottoms.
    """

    def __init__(
        self,
        message: Any,
        builder: GraphBuilder,
        inputs: Sequence[Operand],
        weights: Weights,
        kinds: Collection[str],
    ) -> None:
        """`weights` and `kinds`: the weights and the types of layers of the network."""
        self.message = message
        self.builder = builder
        self.inputs = tuple(inputs)
        self._weights = weights
        self._kinds = kinds
        self._used = 0

    @property
    def tops(self) -> int:
        """The number of its tops."""
        return len(self.message.top)

    @property
    def is_of_mobilenet_yolo(self) -> bool:
        """Whether the network is one of the fork MobileNet-YOLO."""
        return not _OF_MOBILENET_YOLO.isdisjoint(self._kinds)

    def parameter(self, name: str) -> Any:
        """A message of parameters, with its defaults if the layer has none."""
        return getattr(self.message, f"{name}_param")

    def number(self, name: str, field: str) -> int:
        """A number of its parameters that has no default, above 0. Raises `ValueError` without."""
        found = int(getattr(self.parameter(name), field))
        if not found:
            raise ValueError(f"{name}_param needs {field}, a number above 0")
        return found

    def shape(self, number: int = 0) -> tuple[int, ...]:
        """The shape of a bottom."""
        return shape_of(self.inputs[number])

    def axis(self, axis: int, number: int = 0) -> int:
        """An axis of a bottom, counted from the front. Raises `ValueError` if there is no such."""
        return axis_from_front(axis, len(self.shape(number)))

    def blob(self, position: int, shape: Sequence[int]) -> np.ndarray:
        """One of its weights. Raises `ModelError` if it is missing or has another shape."""
        self._used = max(self._used, position + 1)
        return self._weights.blob(self.message, position, tuple(int(size) for size in shape))

    def blobs(self) -> tuple[np.ndarray, ...]:
        """All of its weights, in their own shapes."""
        found = self._weights.blobs(self.message)
        self._used = len(found)
        return found

    def check_blobs(self) -> None:
        """Raises `UnsupportedNodeError` if the file has weights that were not used."""
        held = self._weights.number(self.message)
        if held > self._used:
            raise UnsupportedNodeError(
                f"the file of weights has {counted(held, 'blob')} for it, not {self._used}"
            )

    def node(
        self, op_type: str, *operands: Operand | None, **attributes: Attribute | None
    ) -> onnx_ir.Value:
        """A new node, see `GraphBuilder.node`."""
        return self.builder.node(op_type, *operands, **attributes)

    @overload
    def reshaped(self, operand: onnx_ir.Value, shape: Sequence[int]) -> onnx_ir.Value: ...

    @overload
    def reshaped(self, operand: Operand, shape: Sequence[int]) -> Operand: ...

    def reshaped(self, operand: Operand, shape: Sequence[int]) -> Operand:
        """An operand in another shape of as many elements."""
        sizes = tuple(int(size) for size in shape)
        if prod(sizes) != prod(shape_of(operand)) or any(size < 0 for size in sizes):
            raise ValueError(f"shape {list(shape_of(operand))} does not become {list(sizes)}")
        if shape_of(operand) == sizes:
            return operand
        if isinstance(operand, np.ndarray):
            return operand.reshape(sizes)
        return reshaped(self.builder, operand, sizes)


Function: TypeAlias = Callable[[Layer], "Operand | Sequence[Operand]"]
_FUNCTIONS: dict[str, Function] = {}
_REASONS: dict[str, str] = {}


def layer(*types: str) -> Callable[[Function], Function]:
    """Registers the function of some types of layers."""

    def register(function: Function) -> Function:
        _FUNCTIONS.update(dict.fromkeys(types, function))
        return function

    return register


def refused(reason: str, *types: str) -> None:
    """Registers types of layers that are refused, with a reason."""
    _REASONS.update(dict.fromkeys(types, reason))


def functions() -> Mapping[str, Function]:
    """The functions by the type of the layer."""
    return MappingProxyType(_FUNCTIONS)


def reason_against(kind: str) -> str | None:
    """Why layers of a type are refused; None if they are read."""
    if kind in _FUNCTIONS:
        return None
    return _REASONS.get(kind, UNKNOWN)


def check_fields(given: Any, names: Sequence[str]) -> None:
    """Raises `UnsupportedNodeError` if a message has other fields than these, which another fork of
    Caffe gives a layer of nearly the same name.
    """
    strange = [field.name for field, _ in given.ListFields() if field.name not in names]
    if strange:
        raise UnsupportedNodeError(f"{', '.join(strange)} is of another layer of that name")


def integers(values: Sequence[int]) -> np.ndarray:
    """Shapes, axes and positions as nodes take them."""
    return np.asarray(list(values), np.int64)


def scalar(value: float) -> np.ndarray:
    """A number as float32."""
    return np.asarray(value, np.float32)


def row_counts(layer: Layer, there: Operand) -> Operand:
    """The number of elements that there are in each row, as Ascend gives it: rows × 8 of int32,
    where only the first of 8 has a meaning. The others are 0.

    Args:
        layer: Takes the nodes.
        there: 1 for elements that there are, 0 for others, rows × elements.
    """
    whole = layer.node("Cast", there, to=6)
    number = layer.node("ReduceSum", whole, integers([1]), keepdims=1)
    return layer.node("Concat", number, np.zeros((shape_of(there)[0], 7), np.int32), axis=1)
