"""Writes arithmetic, reshapes and slices as nodes, for rules that compute tables or weights."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, constant_of, shape_of

#: An operand of a formula. Numbers and arrays become constants of the formula's dtype.
Term: TypeAlias = "onnx_ir.Value | float | np.ndarray"


class Formula:
    """Makes pointwise nodes over values of one dtype."""

    def __init__(self, build: Builder, dtype: onnx_ir.DataType) -> None:
        self.build, self.dtype = build, dtype

    def __call__(self, op_type: str, *terms: Term) -> onnx_ir.Value:
        """The output of an ONNX operator applied to terms."""
        return self.build.infer(op_type, *(self._value(term) for term in terms))

    def clip(self, term: Term, lowest: float, highest: float) -> onnx_ir.Value:
        """A term clamped between two numbers."""
        return self("Min", self("Max", term, lowest), highest)

    def inside(self, term: Term, lowest: float, highest: float) -> onnx_ir.Value:
        """Whether a term lies between two numbers, as bool."""
        return self("And", self("GreaterOrEqual", term, lowest), self("LessOrEqual", term, highest))

    def where(self, condition: onnx_ir.Value, term: Term, other: Term) -> onnx_ir.Value:
        """A choice between two terms."""
        return self("Where", condition, term, other)

    def number(self, condition: onnx_ir.Value) -> onnx_ir.Value:
        """A bool as 1 or 0."""
        return self.build.cast(condition, self.dtype)

    def _value(self, term: Term) -> onnx_ir.Value:
        if isinstance(term, onnx_ir.Value):
            return term
        return self.build.constant(np.asarray(term, self.dtype.numpy()))


def reshaped(build: Builder, value: onnx_ir.Value, *shape: int) -> onnx_ir.Value:
    """`value` in another shape; one −1 stands for the remaining size."""
    if -1 in shape:
        rest = int(np.prod([size for size in shape if size != -1]))
        whole = int(np.prod(shape_of(value)))
        shape = tuple(whole // rest if size == -1 else size for size in shape)
    return build.reshape(value, shape)


def sliced(build: Builder, value: onnx_ir.Value, axis: int, start: int, stop: int) -> onnx_ir.Value:
    """A slice of a value along an axis; of a constant, a constant."""
    array = constant_of(value)
    if array is None or (start, stop) == (0, array.shape[axis]):
        return build.piece(value, axis, start, stop)
    places = (slice(None),) * axis + (slice(start, stop),)
    return build.constant(np.asarray(array[places], order="C"))


def transposed(build: Builder, value: onnx_ir.Value, order: tuple[int, ...]) -> onnx_ir.Value:
    """A value with its dimensions in another order."""
    shape = shape_of(value)
    return build.make("Transpose", [value], tuple(shape[d] for d in order), perm=order)


def interpolated_in(image: onnx_ir.DataType) -> onnx_ir.DataType:
    """The element type in which images are interpolated: float32, or float64 for those of it and of
    integers that float32 does not have. Places in an image need more bits than 16.
    """
    long = image.is_integer() and image.itemsize >= 4
    wide = long or image == onnx_ir.DataType.DOUBLE
    return onnx_ir.DataType.DOUBLE if wide else onnx_ir.DataType.FLOAT
