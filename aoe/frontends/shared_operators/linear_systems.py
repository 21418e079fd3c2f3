"""Systems of linear equations and Cholesky factors, as loops over the columns of a matrix.

A loop has one iteration for each column, which changes the whole matrix: n iterations of
n × (n + m) elements for n unknowns and m right sides. All functions take matrices of shape
[batches, n, n].

Source: Golub and Van Loan, "Matrix Computations", sections 3.1, 3.4 and 4.2; Gauss-Jordan
elimination with partial pivoting.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import GraphBuilder, Iteration, Operand, dtype_of, shape_of

#: The largest matrices whose determinant is unrolled.
_UNROLLED = 64


def solution(builder: GraphBuilder, matrix: Operand, right: Operand) -> onnx_ir.Value:
    """X of `matrix` X = `right`, [batches, n, m]. A singular matrix gives no finite numbers."""
    size = shape_of(matrix)[-1]
    whole = builder.node("Concat", matrix, right, axis=2)
    reduced, order, _ = _eliminated(builder, whole, size, singular=False)
    unknowns = builder.node(
        "Slice", reduced, _vector(size), _vector(shape_of(whole)[2]), _vector(2)
    )
    return builder.node(
        "GatherND", unknowns, builder.node("Unsqueeze", order, _vector(2)), batch_dims=1
    )


def pivots(builder: GraphBuilder, matrix: Operand) -> tuple[onnx_ir.Value, onnx_ir.Value]:
    """The pivots of an elimination, whose product is the determinant but for its sign, [batches,
    n]; and the sign of the exchanges of rows, 1 or -1, [batches]. Pivots of a singular matrix are 0
    from its rank on.
    """
    size = shape_of(matrix)[-1]
    _, order, found = _eliminated(builder, matrix, size, singular=True)
    places = builder.node("Cast", order, to=int(onnx_ir.DataType.from_numpy(dtype_of(matrix))))
    rows, columns = (builder.node("Unsqueeze", places, _vector(axis)) for axis in (1, 2))
    signs = builder.node("Sign", builder.node("Sub", rows, columns))
    is_pair = np.triu(np.ones((size, size), bool), 1)
    signs = builder.node("Where", is_pair, signs, np.asarray(1, dtype_of(matrix)))
    return found, builder.node("ReduceProd", signs, _vector(1, 2), keepdims=0)


def determinant(builder: GraphBuilder, matrix: Operand) -> onnx_ir.Value:
    """The determinant of each matrix, [batches]: one operator for small ones, which is unrolled."""
    if shape_of(matrix)[-1] <= _UNROLLED:
        return builder.node("Det", matrix)
    found, sign = pivots(builder, matrix)
    return builder.node("Mul", builder.node("ReduceProd", found, _vector(1), keepdims=0), sign)


def _eliminated(
    builder: GraphBuilder, whole: Operand, size: int, singular: bool
) -> tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value]:
    """A matrix whose first `size` columns are those of a permutation, the row of the 1 in each of
    these columns, and the pivots, both [batches, size]. `singular`: whether a pivot of 0 leaves its
    column as it is, instead of numbers that are not finite.
    """
    batches = shape_of(whole)[0]
    zero, one, least = (np.asarray(number, dtype_of(whole)) for number in (0, 1, -1))
    numbers = np.arange(size)

    def iteration(
        inner: GraphBuilder, number: onnx_ir.Value, states: Sequence[onnx_ir.Value]
    ) -> Iteration:
        rows, free = states
        column = inner.node("Gather", rows, number, axis=2)
        magnitude = inner.node("Where", free, inner.node("Abs", column), least)
        place = inner.node("ArgMax", magnitude, axis=1, keepdims=1)
        is_pivot = inner.node("Equal", place, numbers)
        mask = inner.node("Unsqueeze", is_pivot, _vector(2))
        row = inner.node("ReduceSum", inner.node("Where", mask, rows, zero), _vector(1), keepdims=1)
        pivot = inner.node("Gather", row, number, axis=2)
        divisor = pivot
        if singular:
            divisor = inner.node("Where", inner.node("Equal", pivot, zero), one, pivot)
        scaled = inner.node("Div", row, inner.node("Unsqueeze", divisor, _vector(2)))
        factors = inner.node("Unsqueeze", column, _vector(2))
        others = inner.node("Sub", rows, inner.node("Mul", factors, scaled))
        after = inner.node("Where", mask, scaled, others)
        left = inner.node("And", free, inner.node("Not", is_pivot))
        return Iteration([after, left], [place, pivot])

    states = [whole, np.ones((batches, size), bool)]
    (reduced, _), (order, found) = builder.loop(size, states, iteration)
    by_batch = [
        builder.node("Reshape", builder.node("Transpose", item, perm=[1, 0, 2]), shape)
        for item in (order, found)
        for shape in [_vector(batches, size)]
    ]
    return reduced, by_batch[0], by_batch[1]


def triangular_solution(
    builder: GraphBuilder, matrix: Operand, right: Operand, lower: bool
) -> onnx_ir.Value:
    """X of `matrix` X = `right`, where only one triangle of the matrix counts, [batches, n, m]."""
    batches, size, _ = shape_of(right)

    def iteration(
        inner: GraphBuilder, number: onnx_ir.Value, states: Sequence[onnx_ir.Value]
    ) -> Iteration:
        if not lower:
            number = inner.node("Sub", np.asarray(size - 1), number)
        column = inner.node("Gather", matrix, number, axis=2)
        pivot = inner.node("Gather", column, number, axis=1)
        pivot = inner.node("Reshape", pivot, _vector(batches, 1))
        unknown = inner.node("Div", inner.node("Gather", states[0], number, axis=1), pivot)
        factors, row = (
            inner.node("Unsqueeze", item, _vector(axis))
            for item, axis in ((column, 2), (unknown, 1))
        )
        rest = inner.node("Sub", states[0], inner.node("Mul", factors, row))
        return Iteration([rest], [unknown])

    _, (rows,) = builder.loop(size, [right], iteration)
    if not lower:
        order = np.arange(size)[::-1].copy()
        rows = builder.node("Gather", rows, order, axis=0)
    return builder.node("Transpose", rows, perm=[1, 0, 2])


def cholesky(builder: GraphBuilder, matrix: Operand) -> onnx_ir.Value:
    """The lower triangular factor L with L Lᵀ = `matrix`, of which only the lower triangle counts.
    It has NaN where the matrix is not positive definite.
    """
    batches, size, _ = shape_of(matrix)
    zero, numbers = np.asarray(0, dtype_of(matrix)), np.arange(size)

    def iteration(
        inner: GraphBuilder, number: onnx_ir.Value, states: Sequence[onnx_ir.Value]
    ) -> Iteration:
        column = inner.node("Gather", states[0], number, axis=2)
        pivot = inner.node(
            "Reshape", inner.node("Gather", column, number, axis=1), _vector(batches, 1)
        )
        scaled = inner.node("Div", column, inner.node("Sqrt", pivot))
        is_below = inner.node("LessOrEqual", number, numbers)
        scaled = inner.node("Where", is_below, scaled, zero)
        one, other = (inner.node("Unsqueeze", scaled, _vector(axis)) for axis in (1, 2))
        return Iteration([inner.node("Sub", states[0], inner.node("Mul", one, other))], [scaled])

    _, (columns,) = builder.loop(size, [matrix], iteration)
    return builder.node("Transpose", columns, perm=[1, 2, 0])


def _vector(*numbers: int) -> np.ndarray:
    return np.asarray(numbers, np.int64)
