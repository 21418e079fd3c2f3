"""OneHot, Trilu and EyeLike become comparisons of index vectors.

Comparisons fuse with the operators around them.
"""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    integers_of,
    operand,
    scalar_of,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for

#: Elements of the largest matrix that EyeLike makes.
_LARGEST_MATRIX = 1 << 28


@rule_for("OneHot")
def one_hot(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """OneHot becomes a comparison of indices that selects one of its two values.

    Negative indices count from the end. Indices out of range select nothing.
    """
    indices, values = operand(node, 0), operand(node, 2)
    depth = scalar_of(operand(node, 1))
    if depth is None or not has_shape(indices, values):
        return None
    assert indices is not None
    assert values is not None
    shape, rank = shape_of(indices), len(shape_of(indices)) + 1
    axis = integer(node, "axis", -1) % rank
    if indices.dtype == onnx_ir.DataType.UINT64:  # int64 would have the last as negative numbers
        indices = build.infer("Min", indices, build.constant(np.asarray(depth, np.uint64)))
    indices = build.cast(indices, onnx_ir.DataType.INT64)
    indices = build.reshape(indices, (*shape[:axis], 1, *shape[axis:]))
    numbers = np.arange(int(depth)).reshape(-1, *([1] * (rank - 1 - axis)))
    counted = build.infer("Equal", indices, build.constant(numbers))
    counted_back = build.infer("Equal", indices, build.constant(numbers - int(depth)))
    chosen = build.infer("Or", counted, counted_back)
    off, on = (build.piece(values, 0, item, item + 1) for item in (0, 1))
    return build.infer("Where", chosen, on, off)


@rule_for("Trilu")
def triangle(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Trilu becomes a comparison of row and column that selects its input or zero."""
    value, shift = operand(node, 0), operand(node, 1)
    diagonal = (0,) if shift is None else integers_of(shift)
    if diagonal is None or value is None or not has_shape(value):
        return None
    rows, columns = shape_of(value)[-2:]
    first = build.constant(np.arange(rows).reshape(rows, 1) + diagonal[0])
    column = build.constant(np.arange(columns))
    upper = bool(integer(node, "upper", 1))
    dropped = build.infer("Greater" if upper else "Less", first, column)
    return build.infer("Where", dropped, build.scalar(0, value), value)


@rule_for("EyeLike")
def identity_matrix(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """EyeLike becomes a constant."""
    value = operand(node, 0)
    if value is None or not has_shape(value):
        return None
    assert value.dtype is not None
    rows, columns = shape_of(value)
    if prod((rows, columns)) > _LARGEST_MATRIX:
        return None
    dtype = onnx_ir.DataType(integer(node, "dtype", int(value.dtype)))
    return build.constant(np.eye(rows, columns, integer(node, "k", 0)).astype(dtype.numpy()))


RULES: tuple[Rule, ...] = (one_hot, triangle, identity_matrix)
