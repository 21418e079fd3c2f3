"""Diagonals of matrices: matrices made of them, taken out of matrices, and put into them.

Several diagonals are rows of one tensor, the uppermost first. A shorter one is aligned to the left
or the right, and padded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.tensorflow.context import Context, bounded, whole_number, whole_numbers
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.table import OperationTable
from aoe.frontends.tensorflow.values import Held

TABLE = OperationTable()


@dataclass(frozen=True, slots=True)
class _Band:
    """Neighbouring diagonals of a matrix.

    Attributes:
        lowest: The number of the lowest one; 0 is the main diagonal, 1 the one above it.
        highest: The number of the highest one.
        rows: Rows of the matrix.
        columns: Columns of the matrix.
        align: How diagonals above the main one are aligned, and those below it: `LEFT_RIGHT` and so
            on.
    """

    lowest: int
    highest: int
    rows: int
    columns: int
    align: str

    @property
    def length(self) -> int:
        """Elements of the longest diagonal."""
        return min(self.rows + min(self.highest, 0), self.columns - max(self.lowest, 0))

    def places(self) -> np.ndarray:
        """The element of the flat matrix that each element of the diagonals is, -1 for padding;
        int64 of shape [diagonals, length].
        """
        bounded([self.highest - self.lowest + 1, self.length])
        found = np.full((self.highest - self.lowest + 1, self.length), -1, np.int64)
        above, below = self.align.split("_")
        for number, row in zip(range(self.highest, self.lowest - 1, -1), found, strict=True):
            first = max(-number, 0) * self.columns + max(number, 0)
            count = min(self.rows + min(number, 0), self.columns - max(number, 0))
            left = (number >= 0 and above == "LEFT") or (number <= 0 and below == "LEFT")
            start = 0 if left else self.length - count
            row[start : start + count] = first + np.arange(count) * (self.columns + 1)
        return found

    def sources(self) -> np.ndarray:
        """The element of the flat diagonals that each element of the matrix is, -1 for none; int64
        of shape [rows, columns].
        """
        bounded([self.rows, self.columns])
        places = self.places().reshape(-1)
        found = np.full(self.rows * self.columns, -1, np.int64)
        found[places[places >= 0]] = np.flatnonzero(places >= 0)
        return found.reshape(self.rows, self.columns)


def _limits(values: Sequence[Held], place: int) -> tuple[int, int]:
    """The lowest and the highest diagonal that an operand names; the main one without it."""
    if len(values) <= place:
        return 0, 0
    found = whole_numbers(values[place], "diagonals")
    if not 1 <= len(found) <= 2 or found[0] > found[-1]:
        raise ValueError(f"its diagonals {found} are not the lowest and the highest")
    return found[0], found[-1]


def _alignment(node: Node) -> str:
    """How shorter diagonals are aligned: version 3 says it."""
    align = node.text("align", "RIGHT_LEFT") if node.op.endswith("V3") else "LEFT_LEFT"
    sides = {"LEFT", "RIGHT"}
    if align.count("_") != 1 or not set(align.split("_")) <= sides:
        raise ValueError(f"its align {align!r} is none of LEFT_RIGHT, LEFT_LEFT and so on")
    return align


def _band(node: Node, limits: tuple[int, int], rows: int, columns: int) -> _Band:
    lowest, highest = limits
    inside = (-rows < lowest and highest < columns) or limits == (0, 0)
    if not inside:
        raise ValueError(f"a matrix of {rows} × {columns} has not the diagonals {limits}")
    return _Band(lowest, highest, rows, columns, _alignment(node))


def _chosen(context: Context, x: Operand, axes: int, places: np.ndarray, other: Operand) -> Operand:
    """Elements of the last axes of a tensor by their numbers, and another value for -1."""
    rest = shape_of(x)[: len(shape_of(x)) - axes]
    flat = context.reshaped(x, (*rest, int(np.prod(shape_of(x)[len(rest) :]))))
    inside = np.maximum(places, 0)
    bounded([*rest, places.size])
    if isinstance(flat, np.ndarray) and isinstance(other, np.ndarray):
        return np.where(places >= 0, np.take(flat, inside, -1), other).astype(flat.dtype)
    found = context.node("Gather", flat, inside, axis=len(rest))
    return found if (places >= 0).all() else context.node("Where", places >= 0, found, other)


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
    rows, columns = _sizes(values, limits, shape_of(diagonals)[-1])
    band = _band(node, limits, rows, columns)
    axes = _axes_of_diagonals(diagonals, band)
    return _chosen(
        context, diagonals, axes, band.sources(), _padding(context, values, 4, diagonals)
    )


def _sizes(values: Sequence[Held], limits: tuple[int, int], length: int) -> tuple[int, int]:
    """The rows and columns of a matrix that is made; -1 stands for as few as can be, square if both
    are -1.
    """
    rows, columns = (
        whole_number(values[place], "size") if len(values) > place else -1 for place in (2, 3)
    )
    fewest = (length - min(limits[1], 0), length + max(limits[0], 0))
    if rows == columns == -1:
        return max(fewest), max(fewest)
    return fewest[0] if rows == -1 else rows, fewest[1] if columns == -1 else columns


def _axes_of_diagonals(diagonals: Operand, band: _Band) -> int:
    """How many of the last axes the diagonals have. Raises `ValueError` for other sizes."""
    axes = 1 if band.lowest == band.highest else 2
    wanted = (band.highest - band.lowest + 1, band.length)[-axes:]
    if shape_of(diagonals)[-axes:] != wanted:
        raise ValueError(f"its diagonals have the shape {shape_of(diagonals)}, not {wanted}")
    return axes


@TABLE.add("MatrixSetDiag", "MatrixSetDiagV2", "MatrixSetDiagV3")
def _replaced(context: Context, node: Node, values: Sequence[Held]) -> Held:
    matrix, diagonals = (context.plain(value) for value in values[:2])
    *rest, rows, columns = shape_of(matrix)
    band = _band(node, _limits(values, 2), rows, columns)
    sources = band.sources()
    bounded([*rest, rows, columns])
    axes = _axes_of_diagonals(diagonals, band)
    return _chosen(context, diagonals, axes, sources, matrix)
