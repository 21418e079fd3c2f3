"""What nodes of ONNX are written with where several formats share an operator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Attribute, Operand, shape_of

#: The lowest index: a slice with a negative step that ends there includes the first element.
_FIRST = np.iinfo(np.int64).min


class NodeWriter(Protocol):
    """What writes nodes: the builder of a reader, or that of a graph of torch."""

    def node(
        self, op_type: str, *operands: Operand | None, **attributes: Attribute
    ) -> onnx_ir.Value:
        """The output of a new node of ONNX."""
        ...


def reshaped(writer: NodeWriter, value: Operand, shape: Sequence[int]) -> onnx_ir.Value:
    """The value in another shape with as many elements."""
    kept = {"allowzero": 1} if 0 in shape else {}  # a 0 else means the size before
    return writer.node("Reshape", value, np.asarray(shape, np.int64), **kept)


def flipped(writer: NodeWriter, value: Operand, axes: Sequence[int]) -> onnx_ir.Value:
    """A value in reverse along some axes."""
    count = len(axes)
    bounds = ([-1] * count, [_FIRST] * count, list(axes), [-1] * count)
    return writer.node("Slice", value, *(np.asarray(item, np.int64) for item in bounds))


def sized(writer: NodeWriter, value: Operand, axis: int, size: int) -> Operand:
    """A value whose axis, counted from the front, is cut to a size, or filled up with zeros."""
    shape = shape_of(value)
    if shape[axis] > size:
        bounds = ([0], [size], [axis])
        return writer.node("Slice", value, *(np.asarray(item, np.int64) for item in bounds))
    if shape[axis] < size:
        ends = [size - shape[axis] if place == axis else 0 for place in range(len(shape))]
        return writer.node("Pad", value, np.asarray([0] * len(shape) + ends, np.int64))
    return value
