"""Diagonals of matrices: matrices made of them, taken out of matrices, and put into them
(`aoe.frontends.shared_operators.diagonals`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.shared_operators.diagonals import (
    Band,
    axes_of,
    band_of,
    chosen,
    limits_of,
    sizes_of,
)
from aoe.frontends.tensorflow.context import Context, bounded, whole_number, whole_numbers
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Held

TABLE = OperationTable()


def _limits(values: Sequence[Held], place: int) -> tuple[int, int]:
    """The lowest and the highest diagonal that an operand names; the main one without it."""
    if len(values) <= place:
        return 0, 0
    return limits_of(whole_numbers(values[place], "diagonals"))


def _band(node: Node, limits: tuple[int, int], rows: int, columns: int) -> Band:
    """The diagonals. Version 3 says how shorter ones are aligned."""
    align = node.text("align", "RIGHT_LEFT") if node.op.endswith("V3") else "LEFT_LEFT"
    band = band_of(limits, rows, columns, align)
    bounded([band.count, band.length])
    return band


def _chosen(context: Context, x: Operand, axes: int, places: np.ndarray, other: Operand) -> Operand:
    """Elements of the last axes of a tensor by their numbers, and another value for -1."""
    rest = shape_of(x)[: len(shape_of(x)) - axes]
    flat = context.reshaped(x, (*rest, int(np.prod(shape_of(x)[len(rest) :]))))
    bounded([*rest, places.size])
    if isinstance(flat, np.ndarray) and isinstance(other, np.ndarray):
        inside = np.take(flat, np.maximum(places, 0), -1)
        return np.where(places >= 0, inside, other).astype(flat.dtype)
    return chosen(context.node, flat, places, other)


def _padding(context: Context, values: Sequence[Held], place: int, like: Operand) -> Operand:
    """The value of padding that an operand gives, else 0."""
    if len(values) > place:
        return context.plain(values[place])
    return np.asarray(0, dtype_of(like))


@TABLE.add("MatrixDiagPart", "MatrixDiagPartV2", "MatrixDiagPartV3", "DiagPart")
def _taken(context: Context, node: Node, values: Sequence[Held]) -> Held:
    matrix = context.plain(values[0])
    *rest, rows, columns = shape_of(matrix)
    if node.op == "DiagPart" and rest:
        raise UnsupportedNodeError("its operand has more than two dimensions")
    band = _band(node, _limits(values, 1), rows, columns)
    places = band.places()
    places = places[0] if band.lowest == band.highest else places
    return _chosen(context, matrix, 2, places, _padding(context, values, 2, matrix))


@TABLE.add("MatrixDiag", "MatrixDiagV2", "MatrixDiagV3", "Diag")
def _matrix(context: Context, node: Node, values: Sequence[Held]) -> Held:
    diagonals = context.plain(values[0])
    if node.op == "Diag" and len(shape_of(diagonals)) != 1:
        raise UnsupportedNodeError("its diagonal has more than one dimension")
    limits = _limits(values, 1)
    given = [whole_number(value, "size") for value in values[2:4]]
    asked_rows, asked_columns, *_ = *given, -1, -1
    rows, columns = sizes_of((asked_rows, asked_columns), limits, shape_of(diagonals)[-1])
    bounded([rows, columns])
    band = _band(node, limits, rows, columns)
    axes = axes_of(diagonals, band)
    return _chosen(
        context, diagonals, axes, band.sources(), _padding(context, values, 4, diagonals)
    )


@TABLE.add("MatrixSetDiag", "MatrixSetDiagV2", "MatrixSetDiagV3")
def _replaced(context: Context, node: Node, values: Sequence[Held]) -> Held:
    matrix, diagonals = (context.plain(value) for value in values[:2])
    *rest, rows, columns = shape_of(matrix)
    band = _band(node, _limits(values, 2), rows, columns)
    bounded([*rest, rows, columns])
    sources, axes = band.sources(), axes_of(diagonals, band)
    return _chosen(context, diagonals, axes, sources, matrix)
