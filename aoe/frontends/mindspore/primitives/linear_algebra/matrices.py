"""Inverses, determinants, factors and diagonals of matrices."""

from __future__ import annotations

import math

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import (
    Operand,
    UnsupportedNodeError,
    dtype_of,
    shape_of,
)
from aoe.frontends.mindspore.arguments import flag, of_rank, operand, whole, wholes
from aoe.frontends.mindspore.emitter import MOST_MADE, Emitter, ints
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives
from aoe.frontends.shared_operators.diagonals import (
    Band,
    axes_of,
    band_of,
    chosen,
    limits_of,
    sizes_of,
)
from aoe.frontends.shared_operators.factorizations import orthogonal_upper
from aoe.frontends.shared_operators.linear_systems import cholesky, determinant, solution

PRIMITIVES = Primitives()


def _batches(emit: Emitter, x: Item) -> tuple[onnx_ir.Value, tuple[int, ...]]:
    """Matrices as [batches, rows, columns], and the shape of the batches."""
    value = of_rank(x, "operand", 2)
    *batch, rows, columns = shape_of(value)
    shaped = emit.reshaped(value, (math.prod(batch), rows, columns))
    return emit.builder.value(shaped), tuple(batch)


def _squares(emit: Emitter, x: Item) -> tuple[onnx_ir.Value, tuple[int, ...]]:
    """As `_batches`, of square matrices."""
    matrices, batch = _batches(emit, x)
    _, rows, columns = shape_of(matrices)
    if rows != columns:
        raise UnsupportedNodeError(f"its matrices are {rows} × {columns}, not square")
    return matrices, batch


@PRIMITIVES.reads("MatrixInverse")
def _inverse(emit: Emitter, x: Item, adjoint: Item = False) -> Item:
    """The inverses of square matrices, or of their transposes."""
    matrices, batch = _squares(emit, x)
    shape = shape_of(matrices)
    turned = _transposed(emit, matrices) if flag(adjoint, "adjoint") else matrices
    eye = np.broadcast_to(np.eye(shape[-1], dtype=dtype_of(matrices)), shape).copy()
    return emit.reshaped(solution(emit.builder, turned, eye), (*batch, *shape[1:]))


@PRIMITIVES.reads("MatrixDeterminant")
def _determinant(emit: Emitter, x: Item) -> Item:
    matrices, batch = _squares(emit, x)
    return emit.reshaped(determinant(emit.builder, matrices), batch)


@PRIMITIVES.reads("Cholesky")
def _factor(emit: Emitter, input_x: Item, upper: Item = False) -> Item:
    """The lower triangular factor, or its transpose."""
    matrices, batch = _squares(emit, input_x)
    found: Operand = cholesky(emit.builder, matrices)
    found = _transposed(emit, found) if flag(upper, "upper") else found
    return emit.reshaped(found, (*batch, *shape_of(found)[1:]))


@PRIMITIVES.reads("Qr")
def _orthogonal_factors(emit: Emitter, x: Item, full_matrices: Item = False) -> Item:
    """Columns and rows that no product needs are left out unless `full_matrices` asks for them."""
    matrices, batch = _batches(emit, x)
    _, height, width = shape_of(matrices)
    orthogonal: Operand
    upper: Operand
    orthogonal, upper = orthogonal_upper(emit.builder, matrices)
    count = height if flag(full_matrices, "full_matrices") else min(height, width)
    if count < height:
        orthogonal = emit.node("Slice", orthogonal, ints([0]), ints([count]), ints([2]))
        upper = emit.node("Slice", upper, ints([0]), ints([count]), ints([1]))
    return (
        emit.reshaped(orthogonal, (*batch, height, count)),
        emit.reshaped(upper, (*batch, count, width)),
    )


def _transposed(emit: Emitter, matrices: Operand) -> Operand:
    return emit.transposed(matrices, (0, 2, 1))


@PRIMITIVES.reads("MatrixDiagV3")
def _matrix(
    emit: Emitter,
    x: Item,
    k: Item,
    num_rows: Item,
    num_cols: Item,
    padding_value: Item,
    align: Item = "RIGHT_LEFT",
) -> Item:
    """Matrices with given diagonals, and another value elsewhere."""
    diagonals = of_rank(x, "diagonal", 1)
    limits = limits_of(wholes(k, "k"))
    asked = whole(num_rows, "num_rows"), whole(num_cols, "num_cols")
    band = _band(limits, sizes_of(asked, limits, shape_of(diagonals)[-1]), align)
    axes = axes_of(diagonals, band)
    return _chosen(emit, diagonals, axes, band.sources(), operand(padding_value))


@PRIMITIVES.reads("MatrixDiagPartV3")
def _taken(
    emit: Emitter,
    x: Item,
    k: Item,
    padding_value: Item,
    align: Item = "RIGHT_LEFT",
    *,
    max_length: Item = None,
) -> Item:
    """Diagonals of matrices, and another value behind or in front of shorter ones."""
    del max_length  # a limit of memory
    matrix = of_rank(x, "matrix", 2)
    band = _band(limits_of(wholes(k, "k")), shape_of(matrix)[-2:], align)
    places = band.places()
    places = places[0] if band.lowest == band.highest else places
    return _chosen(emit, matrix, 2, places, operand(padding_value))


@PRIMITIVES.reads("MatrixSetDiagV3")
def _replaced(
    emit: Emitter,
    x: Item,
    diagonal: Item,
    k: Item,
    align: Item = "RIGHT_LEFT",
    *,
    max_length: Item = None,
) -> Item:
    """Matrices with other diagonals."""
    del max_length  # a limit of memory
    matrix, diagonals = of_rank(x, "matrix", 2), of_rank(diagonal, "diagonal", 1)
    band = _band(limits_of(wholes(k, "k")), shape_of(matrix)[-2:], align)
    axes = axes_of(diagonals, band)
    return _chosen(emit, diagonals, axes, band.sources(), matrix)


def _band(limits: tuple[int, int], shape: tuple[int, ...], align: Item) -> Band:
    rows, columns = shape
    if rows * columns > MOST_MADE:
        raise UnsupportedNodeError(f"its matrices are {rows} × {columns}")
    return band_of(limits, rows, columns, str(align))


def _chosen(emit: Emitter, x: Operand, axes: int, places: np.ndarray, other: Operand) -> Operand:
    """Elements of the last axes of a tensor by their numbers, and another value for -1."""
    rest = shape_of(x)[: len(shape_of(x)) - axes]
    flat = emit.reshaped(x, (*rest, math.prod(shape_of(x)[len(rest) :])))
    return chosen(emit.node, flat, places, emit.cast(other, dtype_of(x)))
