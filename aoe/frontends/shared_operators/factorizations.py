"""Factors of matrices by elimination and by reflections, as loops over the columns.

All functions take matrices of shape [batches, rows, columns].

Source: Golub and Van Loan, "Matrix Computations", sections 3.4 and 5.2. Signs are those of LAPACK
and Eigen: a reflection turns a column against the sign of its first element.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import GraphBuilder, Iteration, Operand, dtype_of, shape_of


def lower_upper(builder: GraphBuilder, matrix: Operand) -> tuple[onnx_ir.Value, onnx_ir.Value]:
    """Both factors of square matrices in one, the upper one with the diagonal, and the rows of the
    matrix that the rows of the product are, int64 of shape [batches, rows].
    """
    batches, size, _ = shape_of(matrix)
    numbers = np.arange(size)
    rows, columns = numbers[:, None], numbers[None, :]
    least = np.asarray(-1, dtype_of(matrix))

    def iteration(
        inner: GraphBuilder, number: onnx_ir.Value, states: Sequence[onnx_ir.Value]
    ) -> Iteration:
        values, order = states
        column = inner.node("Abs", inner.node("Gather", values, number, axis=2))
        free = inner.node("GreaterOrEqual", numbers, number)
        place = inner.node("ArgMax", inner.node("Where", free, column, least), axis=1, keepdims=1)
        own = inner.node("Where", inner.node("Equal", place, numbers), number, numbers)
        chosen = inner.node("Where", inner.node("Equal", number, numbers), place, own)
        index = inner.node("Unsqueeze", chosen, _vector(2))
        values, order = (
            inner.node("GatherND", item, index, batch_dims=1) for item in (values, order)
        )
        row = inner.node("Unsqueeze", inner.node("Gather", values, number, axis=1), _vector(1))
        pivot = inner.node("Gather", row, number, axis=2)
        column = inner.node("Gather", values, number, axis=2)
        factors = inner.node("Unsqueeze", inner.node("Div", column, pivot), _vector(2))
        others = inner.node("Sub", values, inner.node("Mul", factors, row))
        below = inner.node("Greater", rows, number)
        behind = inner.node("And", below, inner.node("Greater", columns, number))
        under = inner.node("And", below, inner.node("Equal", columns, number))
        kept = inner.node("Where", behind, others, values)
        return Iteration([inner.node("Where", under, factors, kept), order], [])

    start = np.broadcast_to(numbers, (batches, size)).copy()
    (factors, order), _ = builder.loop(size, [matrix, start], iteration)
    return factors, order


def orthogonal_upper(builder: GraphBuilder, matrix: Operand) -> tuple[onnx_ir.Value, onnx_ir.Value]:
    """Q of shape [batches, rows, rows] and R of the shape of the matrix, which is Q R."""
    batches, height, width = shape_of(matrix)
    dtype = dtype_of(matrix)
    zero, two = np.asarray(0, dtype), np.asarray(2, dtype)
    one = np.asarray(1, dtype)
    numbers = np.arange(height)

    def iteration(
        inner: GraphBuilder, number: onnx_ir.Value, states: Sequence[onnx_ir.Value]
    ) -> Iteration:
        upper, orthogonal = states
        column = inner.node("Gather", upper, number, axis=2)
        is_own = inner.node("Equal", numbers, number)
        is_below = inner.node("Greater", numbers, number)
        first = inner.node(
            "ReduceSum", inner.node("Where", is_own, column, zero), _vector(1), keepdims=1
        )
        tail = inner.node("Where", is_below, column, zero)
        rest = inner.node("ReduceSum", inner.node("Mul", tail, tail), _vector(1), keepdims=1)
        length = inner.node("Sqrt", inner.node("Add", inner.node("Mul", first, first), rest))
        turned = inner.node(
            "Where",
            inner.node("GreaterOrEqual", first, zero),
            inner.node("Neg", length),
            length,
        )
        normal = inner.node("Where", is_own, inner.node("Sub", first, turned), tail)
        square = inner.node("ReduceSum", inner.node("Mul", normal, normal), _vector(1), keepdims=1)
        # A column that is zero below the diagonal is not turned.
        still = inner.node("Equal", rest, zero)
        scale = inner.node("Div", two, inner.node("Where", still, one, square))
        scale = inner.node("Unsqueeze", inner.node("Where", still, zero, scale), _vector(2))
        across, down = (inner.node("Unsqueeze", normal, _vector(axis)) for axis in (1, 2))
        part = inner.node("Mul", scale, inner.node("MatMul", across, upper))
        upper = inner.node("Sub", upper, inner.node("Mul", down, part))
        part = inner.node("Mul", scale, inner.node("MatMul", orthogonal, down))
        return Iteration(
            [upper, inner.node("Sub", orthogonal, inner.node("Mul", part, across))], []
        )

    eye = np.broadcast_to(np.eye(height, dtype=dtype), (batches, height, height)).copy()
    iterations = min(height, width)
    (upper, orthogonal), _ = builder.loop(iterations, [matrix, eye], iteration)
    is_upper = numbers[:, None] <= np.arange(width)
    return orthogonal, builder.node("Where", is_upper, upper, zero)


def _vector(*numbers: int) -> np.ndarray:
    return np.asarray(numbers, np.int64)
