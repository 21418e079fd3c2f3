"""The matrices of Winograd's minimal filtering F(m×m, 3×3), by the names that policies give them,
and of F(m×m, 2×2). `winograd.py` applies them (Lavin and Gray, "Fast Algorithms for Convolutional
Neural Networks", CVPR 2016).

The evaluation points of F(4×4, 3×3) are not the usual ±1 and ±2, whose powers differ much: pairs
near 1 with a product near 1 make half the rounding error for a few more multiplications in the
transforms (Barabasz et al., "Error Analysis and Improving the Accuracy of Winograd Convolution for
Deep Neural Networks", TOMS 2020). The numbers are exact in float32 but for those of the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from aoe.backends.cpu.lowering.winograd.evaluation_points import Point, input_rows, powers

Matrix = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Transform:
    """The matrices of F(m×m, r×r).

    Attributes:
        outputs: m, the side of an output tile.
        input: Bᵀ.
        weights: G without its scales, so that its numbers are exact.
        scales: What each row of G is multiplied by.
        output: Aᵀ.
        padded: Pixels at each side of an input tile that are always padding and not read. Not 0
            only if a tile is a whole image.
    """

    outputs: int
    input: Matrix
    weights: Matrix
    scales: tuple[float, ...]
    output: Matrix
    padded: int = 0

    @property
    def size(self) -> int:
        """The side of the part of an input tile that is read."""
        return len(self.input[0])

    @property
    def points(self) -> int:
        """Evaluation points of a side."""
        return len(self.input)


def with_points(outputs: int, points: Sequence[Point], taps: int = 3) -> Transform:
    """F(m×m, r×r) with these evaluation points, of which there are m + r − 1."""
    rows = input_rows(points)
    results = zip(*(powers(point, outputs) for point in points), strict=True)
    return Transform(
        outputs,
        _floats([row for row, _ in rows]),
        _floats([powers(point, taps) for point in points]),
        tuple(float(1 / scale) for _, scale in rows),
        _floats(list(results)),
    )


def _floats(rows: Sequence[Sequence[Fraction]]) -> Matrix:
    return tuple(tuple(float(number) for number in row) for row in rows)


def _of_pairs(*sizes: Fraction) -> tuple[Point, ...]:
    """Each of these numbers with both signs, and infinity."""
    return (*(sign * size for size in sizes for sign in (1, -1)), None)


_FIVE = _of_pairs(Fraction(3, 8), Fraction(5, 4))
_SIX = (Fraction(0), *_of_pairs(Fraction(5, 8), Fraction(3, 2)))

TRANSFORMS = {
    # An image of two pixels a side with padding around it. One of the four points of a side is
    # saved, since the matrix of its taps has the same number twice on the diagonal.
    "whole2x2": Transform(
        2,
        ((1, 1), (0, 1), (1, 0)),
        ((0, 1, 0), (0, -1, 1), (1, -1, 0)),
        (1, 1, 1),
        ((1, 1, 0), (1, 0, 1)),
        padded=1,
    ),
    "f2x2": Transform(
        2,
        ((1, 0, -1, 0), (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, 0, -1)),
        ((1, 0, 0), (1, 1, 1), (1, -1, 1), (0, 0, 1)),
        (1, 0.5, 0.5, 1),
        ((1, 1, 1, 0), (0, 1, -1, -1)),
    ),
    "f3x3": with_points(3, _FIVE),
    "f4x4": with_points(4, _SIX),
}

#: F(m×m, 2×2), by m. Infinity is the last point, which a window of a single tap does not need.
TWO_TAPS = {
    2: with_points(2, (Fraction(1), Fraction(-1), None), taps=2),
    3: with_points(3, (Fraction(0), Fraction(1), Fraction(-1), None), taps=2),
    4: with_points(4, _FIVE, taps=2),
    5: with_points(5, _SIX, taps=2),
}
