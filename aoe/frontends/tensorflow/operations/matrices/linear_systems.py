"""Inverses, solutions of linear systems, determinants and factors."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, dtype_of, shape_of
from aoe.frontends.shared_operators.factorizations import lower_upper, orthogonal_upper
from aoe.frontends.shared_operators.linear_systems import (
    cholesky,
    determinant,
    pivots,
    solution,
    triangular_solution,
)
from aoe.frontends.tensorflow.context import Context, bounded, integers
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.convolution import transposed
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Held

TABLE = OperationTable()


def _batches(context: Context, value: Held, square: bool = True) -> tuple[Operand, tuple[int, ...]]:
    """Matrices as [batches, rows, columns], and the shape of the batches."""
    found = context.builder.value(context.plain(value))
    *batch, rows, columns = shape_of(found)
    if square and rows != columns:
        raise ValueError(f"its matrices are {rows} × {columns}, not square")
    return context.reshaped(found, (prod(batch), rows, columns)), tuple(batch)


def _matrix_transposed(context: Context, matrix: Operand) -> Operand:
    return transposed(context, matrix, [0, 2, 1])


@TABLE.add("MatrixInverse")
def _inverse(context: Context, node: Node, values: Sequence[Held]) -> Held:
    matrix, batch = _batches(context, values[0])
    size = shape_of(matrix)[-1]
    if node.flag("adjoint"):
        matrix = _matrix_transposed(context, matrix)
    bounded([*shape_of(matrix), 2])
    eye = np.broadcast_to(np.eye(size, dtype=dtype_of(matrix)), shape_of(matrix)).copy()
    found = solution(context.builder, matrix, eye)
    return context.reshaped(found, (*batch, size, size))


@TABLE.add("MatrixSolve", "MatrixTriangularSolve")
def _solution(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """X of A X = B, or of Aᵀ X = B. Batches broadcast."""
    one, other = (context.builder.value(context.plain(value)) for value in values)
    batch = np.broadcast_shapes(shape_of(one)[:-2], shape_of(other)[:-2])
    (matrix, _), (right, _) = (
        _batches(context, _expanded(context, value, batch), square=value is one)
        for value in (one, other)
    )
    if shape_of(matrix)[1] != shape_of(right)[1]:
        raise ValueError("its matrix and its right side have different numbers of rows")
    adjoint = node.flag("adjoint")
    if adjoint:
        matrix = _matrix_transposed(context, matrix)
    if node.op == "MatrixSolve":
        found = solution(context.builder, matrix, right)
    else:
        lower = node.flag("lower", True) != adjoint
        found = triangular_solution(context.builder, matrix, right, lower)
    return context.reshaped(found, (*batch, *shape_of(right)[1:]))


def _expanded(context: Context, value: Operand, batch: Sequence[int]) -> Held:
    shape = bounded((*batch, *shape_of(value)[-2:]))
    return value if shape == shape_of(value) else context.node("Expand", value, integers(shape))


@TABLE.add("Cholesky")
def _factor(context: Context, node: Node, values: Sequence[Held]) -> Held:
    matrix, batch = _batches(context, values[0])
    return context.reshaped(cholesky(context.builder, matrix), (*batch, *shape_of(matrix)[1:]))


@TABLE.add("MatrixDeterminant")
def _determinant(context: Context, node: Node, values: Sequence[Held]) -> Held:
    matrix, batch = _batches(context, values[0])
    return context.reshaped(determinant(context.builder, matrix), batch)


@TABLE.add("LogMatrixDeterminant", outputs=("sign", "log_abs_determinant"))
def _log_determinant(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    matrix, batch = _batches(context, values[0])
    found, exchanges = pivots(context.builder, matrix)
    signs = context.node("ReduceProd", context.node("Sign", found), integers([1]), keepdims=0)
    sizes = context.node("Log", context.node("Abs", found))
    total = context.node("ReduceSum", sizes, integers([1]), keepdims=0)
    sign = context.node("Mul", signs, exchanges)
    return context.reshaped(sign, batch), context.reshaped(total, batch)


@TABLE.add("Lu", outputs=("lu", "p"))
def _triangular_factors(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    matrix, batch = _batches(context, values[0])
    size = shape_of(matrix)[-1]
    factors, order = lower_upper(context.builder, matrix)
    dtype = onnx_ir.DataType.from_numpy(node.dtype("output_idx_type", np.int32))
    return (
        context.reshaped(factors, (*batch, size, size)),
        context.reshaped(context.node("Cast", order, to=int(dtype)), (*batch, size)),
    )


@TABLE.add("Qr", outputs=("q", "r"))
def _orthogonal_factors(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """Columns and rows that no product needs are left out unless `full_matrices` asks for them."""
    matrix, batch = _batches(context, values[0], square=False)
    _, height, width = shape_of(matrix)
    bounded([*shape_of(matrix)[:2], height])
    orthogonal, upper = orthogonal_upper(context.builder, matrix)
    count = height if node.flag("full_matrices") else min(height, width)
    if count < height:
        orthogonal, upper = (
            context.node("Slice", item, integers([0]), integers([count]), integers([axis]))
            for item, axis in ((orthogonal, 2), (upper, 1))
        )
    return (
        context.reshaped(orthogonal, (*batch, height, count)),
        context.reshaped(upper, (*batch, count, width)),
    )
