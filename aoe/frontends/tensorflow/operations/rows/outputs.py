"""Rows whose number depends on data as outputs of a model: only those that are there."""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.operations.rows.distinct import are_first, places_of
from aoe.frontends.tensorflow.operations.rows.masked_rows import holds
from aoe.frontends.tensorflow.values import (
    Complex,
    DenseTexts,
    Distinct,
    DistinctPlaces,
    Held,
    MaskedRows,
    Missing,
    Resource,
    Rows,
    TensorList,
)

#: What an output may be that is no tensor. Nodes that no other uses may give it.
NO_TENSORS = (Missing, TensorList, Resource, Complex)


def output_of(context: Context, value: Held) -> Operand:
    """A value as an output of the model. Its shape is the largest that there can be.

    Raises:
        UnsupportedNodeError: It is no tensor.
    """
    if isinstance(value, Rows | DenseTexts):
        return value.value
    if isinstance(value, MaskedRows):
        rows = [context.plain(part.value) for part in value.parts]
        flags = [holds(context, part.mask) for part in value.parts]
        return chosen(context, _joined(context, rows), _joined(context, flags), 0)
    if isinstance(value, Distinct):
        return chosen(context, context.plain(value.value), are_first(context, value.first), 0)
    if isinstance(value, DistinctPlaces):
        return places_of(context, value)
    if isinstance(value, Complex):
        raise UnsupportedNodeError("it is complex; give its real and imaginary part")
    return context.plain(value)


def chosen(context: Context, x: Operand, marks: Operand, axis: int) -> onnx_ir.Value:
    """The marked rows or columns, with the largest shape that there can be."""
    found = context.builder.open_node("Compress", x, marks, axis=axis)
    found.shape = onnx_ir.Shape(shape_of(x))
    return found


def _joined(context: Context, parts: Sequence[Operand]) -> Operand:
    return parts[0] if len(parts) == 1 else context.node("Concat", *parts, axis=0)
