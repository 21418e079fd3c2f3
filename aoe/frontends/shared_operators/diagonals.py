"""Diagonals of matrices, as MatrixDiagV3 of TensorFlow and MindSpore and its like number them.

Several diagonals are rows of one tensor, the uppermost first. A shorter one is aligned to the left
or the right, and padded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from aoe.frontends.graph_builder import Operand, shape_of

_SIDES = frozenset(("LEFT", "RIGHT"))


@dataclass(frozen=True, slots=True)
class Band:
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
    def count(self) -> int:
        """The number of diagonals."""
        return self.highest - self.lowest + 1

    @property
    def length(self) -> int:
        """Elements of the longest diagonal."""
        return min(self.rows + min(self.highest, 0), self.columns - max(self.lowest, 0))

    def places(self) -> np.ndarray:
        """The element of the flat matrix that each element of the diagonals is, -1 for padding;
        int64 of shape [diagonals, length].
        """
        found = np.full((self.count, self.length), -1, np.int64)
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
        places = self.places().reshape(-1)
        found = np.full(self.rows * self.columns, -1, np.int64)
        found[places[places >= 0]] = np.flatnonzero(places >= 0)
        return found.reshape(self.rows, self.columns)


def band_of(limits: tuple[int, int], rows: int, columns: int, align: str) -> Band:
    """Diagonals of a matrix. Raises `ValueError` where it has not all of them.

    Args:
        limits: The lowest and the highest one.
        rows: Rows of the matrix.
        columns: Columns of the matrix.
        align: As that of `Band`.
    """
    lowest, highest = limits
    if align.count("_") != 1 or not set(align.split("_")) <= _SIDES:
        raise ValueError(f"its align {align!r} is none of LEFT_RIGHT, LEFT_LEFT and so on")
    inside = (-rows < lowest and highest < columns) or limits == (0, 0)
    if not inside:
        raise ValueError(f"a matrix of {rows} × {columns} has not the diagonals {limits}")
    return Band(lowest, highest, rows, columns, align)


def limits_of(numbers: Sequence[int]) -> tuple[int, int]:
    """The lowest and the highest diagonal of one or two numbers. Raises `ValueError`."""
    if not 1 <= len(numbers) <= 2 or numbers[0] > numbers[-1]:
        raise ValueError(f"its diagonals {list(numbers)} are not the lowest and the highest")
    return numbers[0], numbers[-1]


def sizes_of(asked: tuple[int, int], limits: tuple[int, int], length: int) -> tuple[int, int]:
    """The rows and columns of a matrix that is made; -1 stands for as few as can be, square if both
    are -1.

    Args:
        asked: The rows and columns that are asked for, or -1.
        limits: The lowest and the highest diagonal.
        length: Elements of the longest diagonal.
    """
    rows, columns = asked
    fewest = (length - min(limits[1], 0), length + max(limits[0], 0))
    if rows == columns == -1:
        return max(fewest), max(fewest)
    return fewest[0] if rows == -1 else rows, fewest[1] if columns == -1 else columns


def axes_of(diagonals: Operand, band: Band) -> int:
    """How many of the last axes the diagonals have. Raises `ValueError` for other sizes."""
    axes = 1 if band.lowest == band.highest else 2
    wanted = (band.count, band.length)[-axes:]
    if shape_of(diagonals)[-axes:] != wanted:
        raise ValueError(f"its diagonals have the shape {shape_of(diagonals)}, not {wanted}")
    return axes


def chosen(
    node: Callable[..., Operand], flat: Operand, places: np.ndarray, other: Operand
) -> Operand:
    """Elements of the last axis of a tensor by their numbers, and another value for -1.

    Args:
        node: Makes a node of ONNX, as `GraphBuilder.node` does.
        flat: The tensor, whose matrices or diagonals are one axis.
        places: Those of `Band.places` or `Band.sources`.
        other: The other value, or as many as there are places.
    """
    found = node("Gather", flat, np.maximum(places, 0), axis=len(shape_of(flat)) - 1)
    return found if (places >= 0).all() else node("Where", places >= 0, found, other)
