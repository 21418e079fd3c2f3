"""Det becomes Gaussian elimination with partial pivoting, unrolled for the size of the matrix.

Each step moves the row with the largest element of the first column to the top, by masks.

Source: Golub and Van Loan, "Matrix Computations", section 3.4.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, Rule, has_shape, is_floating, operand, shape_of
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules.reduction.arg_reductions import position_of_extreme

#: The largest matrices that are eliminated so: fourteen nodes for each row.
_LARGEST = 64


@rule_for("Det")
def determinant(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Det becomes the product of the pivots, negated for each exchange of rows."""
    value = operand(node, 0)
    if value is None or not has_shape(value, node.outputs[0]):
        return None
    size = shape_of(value)[-1]
    if not is_floating(value) or not 0 < size <= _LARGEST:
        return None
    result = None
    for left in range(size, 0, -1):
        pivot, value = _eliminated(build, value) if left > 1 else (value, value)
        result = pivot if result is None else build.infer("Mul", result, pivot)
    assert result is not None
    return build.reshape(result, shape_of(node.outputs[0]))


def _eliminated(build: Builder, matrix: onnx_ir.Value) -> tuple[onnx_ir.Value, onnx_ir.Value]:
    """The pivot (…, 1, 1) and the remaining matrix (…, n-1, n-1).

    The pivot is negated if rows were exchanged for it.
    """
    *batch, size, _ = shape_of(matrix)
    rank = len(batch) + 2
    row, column = rank - 2, rank - 1
    column_before = build.piece(matrix, column, 0, 1)
    magnitude = build.infer("Abs", column_before)
    chosen = position_of_extreme(build, magnitude, row, True, False, True, (*batch, 1, 1))
    is_pivot = build.infer("Equal", chosen, build.constant(np.arange(size).reshape(size, 1)))
    zero = build.scalar(0, matrix)
    masked = build.infer("Where", is_pivot, matrix, zero)
    top = build.infer("ReduceSum", masked, build.integers([row]), keepdims=1)
    exchanged = build.infer("Where", is_pivot, build.piece(matrix, row, 0, 1), matrix)
    below = build.piece(exchanged, row, 1, size)
    pivot = build.piece(top, column, 0, 1)
    singular = build.infer("Equal", pivot, zero)
    divisor = build.infer("Where", singular, build.scalar(1, matrix), pivot)
    factors = build.infer("Div", build.piece(below, column, 0, 1), divisor)
    update = build.infer("Mul", factors, build.piece(top, column, 1, size))
    rest = build.infer("Sub", build.piece(below, column, 1, size), update)
    stays = build.infer("Equal", chosen, build.integers([0]))
    negated = build.infer("Neg", pivot)
    return build.infer("Where", stays, pivot, negated), rest


RULES: tuple[Rule, ...] = (determinant,)
