"""What operators are given to build nodes with: values in either layout, and calls of functions.

Convolutions and pools compute channels first. Their results stay so as long as what reads them is
indifferent to the layout: arithmetic, reductions, concatenations. They are transposed where a
reader needs channels last, once for all readers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from math import prod

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import (
    Attribute,
    GraphBuilder,
    Operand,
    UnsupportedNodeError,
    shape_of,
)
from aoe.frontends.layout import Layouts, NchwView
from aoe.frontends.node_writer import reshaped
from aoe.frontends.tensorflow.messages import MOST_ELEMENTS
from aoe.frontends.tensorflow.recurrent_layer import Layer
from aoe.frontends.tensorflow.values import (
    Complex,
    DenseTexts,
    Distinct,
    DistinctCount,
    DistinctPlaces,
    Held,
    MaskedCount,
    MaskedRows,
    Missing,
    OutsideTexts,
    Resource,
    Rows,
    SameCount,
    Slice,
    SpaceToBatch,
    Tensor,
    TensorList,
)
from aoe.operators.axes import axis_from_front

#: Calls a function of the model with values.
Call = Callable[[str, Sequence[Held]], "tuple[Held, ...]"]

#: Why nodes are refused that need more of rows than each of them.
OF_MASK = "it needs the number of elements for which a condition holds, which depends on data"
OF_DIFFERENT = "it needs the number of different elements, which depends on data"
OF_ROWS = "it needs the number of rows, which depends on data"
#: Why nodes of complex numbers are refused.
OF_COMPLEX = "it computes complex numbers; take their real and imaginary parts before"


class Context:
    """The graph that is built, the values of variables, and calls.

    Attributes:
        builder: The graph.
        layouts: Brings tensors into a layout, once each.
        variables: Values of variables by name.
        tables: Keys and values of tables by name.
        call: Calls a function of the model.
        restores: Whether variables get their values now.
        steps: Whether what is read is a training step, which changes variables.
        layers: Recurrent layers with variable weights, by what one operator gives for all steps.
        repeated: How many nodes were built once more, as those of loops are.
    """

    def __init__(self, builder: GraphBuilder, call: Call) -> None:
        """`call`: calls a function of the model."""
        self.builder = builder
        self.variables: dict[str, Held] = {}
        self.tables: dict[str, tuple[np.ndarray, ...]] = {}
        self.call = call
        self.restores = self.steps = False
        self.layers: dict[onnx_ir.Value, Layer] = {}
        self.repeated = 0
        self.layouts = Layouts(builder)
        self._slices: dict[Slice, onnx_ir.Value] = {}
        self._slice_of: dict[onnx_ir.Value, Slice] = {}
        self._spread: dict[int, tuple[SpaceToBatch, onnx_ir.Value]] = {}
        #: Makes the value of a `SpaceToBatch`, which convolutions did not take.
        self.moved: Callable[[Context, SpaceToBatch], Tensor] | None = None

    @contextmanager
    def inside(self, builder: GraphBuilder) -> Iterator[None]:
        """What is built inside becomes part of another graph, the body of a loop."""
        before = self.builder, self.layouts, self._slices, self._slice_of, self._spread
        self.builder, self.layouts = builder, Layouts(builder)
        self._slices, self._slice_of, self._spread = {}, {}, {}
        try:
            yield
        finally:
            self.builder, self.layouts, self._slices, self._slice_of, self._spread = before

    def node(
        self, kind: str, *operands: Operand | None, **attributes: Attribute | None
    ) -> onnx_ir.Value:
        """The output of a new node of ONNX."""
        return self.builder.node(kind, *operands, **attributes)

    # What a held value is for operators that take tensors.

    def tensor(self, value: Held) -> Tensor:
        """A value as a tensor. Raises `UnsupportedNodeError` for a list or a variable."""
        if isinstance(value, SpaceToBatch):
            assert self.moved is not None
            return self.moved(self, value)
        if isinstance(value, Rows):
            raise UnsupportedNodeError(OF_ROWS)
        if isinstance(value, DenseTexts):
            raise UnsupportedNodeError("it needs the length of texts, which depends on data")
        if isinstance(value, Distinct | DistinctPlaces | DistinctCount):
            raise UnsupportedNodeError(OF_DIFFERENT)
        if isinstance(value, MaskedRows | MaskedCount):
            raise UnsupportedNodeError(OF_MASK)
        if isinstance(value, SameCount):
            return value.value
        if isinstance(value, Complex):
            raise UnsupportedNodeError(OF_COMPLEX)
        if isinstance(value, Missing):
            raise UnsupportedNodeError(f"an operand has no value: {value.why}")
        if isinstance(value, OutsideTexts):
            raise UnsupportedNodeError("it computes with strings")
        if isinstance(value, TensorList | Resource):
            raise UnsupportedNodeError("a list or a variable is used as a tensor")
        return value

    def plain(self, value: Held) -> Operand:
        """A value with its axes in TensorFlow's order."""
        return self.layouts.to_nhwc(self.tensor(value))

    def first(self, value: Held) -> Operand:
        """A value of three dimensions or more with channels first."""
        return self.layouts.to_nchw(self.tensor(value))

    def is_first(self, *values: Held) -> bool:
        """Whether one of the values is held channels first."""
        return any(isinstance(value, NchwView) for value in values)

    def aligned(self, values: Sequence[Held]) -> tuple[tuple[Operand, ...], bool]:
        """Operands that broadcast to each other, and whether they are channels first."""
        return self.layouts.together([self.tensor(value) for value in values])

    def wrapped(self, value: onnx_ir.Value, first: bool) -> Tensor:
        """A result of operands that `aligned` gave."""
        return NchwView(value) if first else value

    def elementwise(self, kind: str, *values: Held, **attributes: Attribute | None) -> Tensor:
        """A node that computes each element alone, in whichever layout the operands have."""
        operands, first = self.aligned(values)
        return self.wrapped(self.node(kind, *operands, **attributes), first)

    def reshaped(self, value: Operand, shape: Sequence[int]) -> Operand:
        """A value with its elements in the same order and another shape."""
        if tuple(shape) == shape_of(value):
            return value
        if isinstance(value, np.ndarray):
            return value.reshape(tuple(shape))
        return reshaped(self.builder, value, shape)

    def item(self, item: Tensor | Slice | None) -> Tensor | None:
        """An item of a list as a tensor."""
        if not isinstance(item, Slice):
            return item
        if item not in self._slices:
            self._slices[item] = self.node("Gather", item.whole, np.asarray(item.index), axis=0)
            self._slice_of[self._slices[item]] = item
        return self._slices[item]

    def slice_of(self, value: onnx_ir.Value) -> Slice | None:
        """Which slice of a list a value is."""
        return self._slice_of.get(value)


def integers(values: object) -> np.ndarray:
    """Whole numbers as ONNX takes sizes and axes."""
    assert hasattr(values, "__iter__")
    return np.asarray([int(value) for value in values], np.int64)


def whole_numbers(value: Held, what: str) -> list[int]:
    """The whole numbers of a value that must be known. Raises `UnsupportedNodeError` if it is
    not.
    """
    return [int(item) for item in required(value, what).reshape(-1)]


def whole_number(value: Held, what: str) -> int:
    """One whole number, likewise."""
    (number,) = whole_numbers(value, what)
    return number


def required(value: Held, what: str) -> np.ndarray:
    """The array of a value that must be known. Raises `UnsupportedNodeError` if it is not."""
    if not isinstance(value, np.ndarray):
        raise UnsupportedNodeError(f"its {what} depends on the data of an input")
    return value


#: An axis counted from the first. Raises `ValueError` if there is none of this number.
axis_of = partial(axis_from_front, scalars=True)


def bounded(shape: Sequence[int]) -> tuple[int, ...]:
    """A shape of an array that is made. Raises `UnsupportedNodeError` for one that is too large."""
    if prod(shape) > MOST_ELEMENTS:
        raise UnsupportedNodeError(f"a constant of {prod(shape)} elements is too large")
    return tuple(int(size) for size in shape)
