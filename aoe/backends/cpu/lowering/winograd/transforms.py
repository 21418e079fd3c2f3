"""The matrices of Winograd's minimal filtering F(m×m, 3×3), by the names that policies give them.
`winograd.py` applies them (Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks",
CVPR 2016).
"""

from __future__ import annotations

from dataclasses import dataclass

Matrix = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Transform:
    """The matrices of F(m×m, 3×3).

    Attributes:
        outputs: m, the side of an output tile.
        input: Bᵀ.
        weights: G.
        output: Aᵀ.
        padded: Pixels at each side of an input tile that are always padding and not read. Not 0
            only if a tile is a whole image.
    """

    outputs: int
    input: Matrix
    weights: Matrix
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


TRANSFORMS = {
    # An image of two pixels a side with padding around it. One of the four points of a side is
    # saved, since the matrix of its taps has the same number twice on the diagonal.
    "whole2x2": Transform(
        2,
        ((1, 1), (0, 1), (1, 0)),
        ((0, 1, 0), (0, -1, 1), (1, -1, 0)),
        ((1, 1, 0), (1, 0, 1)),
        padded=1,
    ),
    "f2x2": Transform(
        2,
        ((1, 0, -1, 0), (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, 0, -1)),
        ((1, 0, 0), (0.5, 0.5, 0.5), (0.5, -0.5, 0.5), (0, 0, 1)),
        ((1, 1, 1, 0), (0, 1, -1, -1)),
    ),
    "f3x3": Transform(
        3,
        (
            (2, -1, -2, 1, 0),
            (0, -2, -1, 1, 0),
            (0, 2, -3, 1, 0),
            (0, -1, 0, 1, 0),
            (0, 2, -1, -2, 1),
        ),
        (
            (1 / 2, 0, 0),
            (-1 / 2, -1 / 2, -1 / 2),
            (-1 / 6, 1 / 6, -1 / 6),
            (1 / 6, 1 / 3, 2 / 3),
            (0, 0, 1),
        ),
        ((1, 1, 1, 1, 0), (0, 1, -1, 2, 0), (0, 1, 1, 4, 1)),
    ),
    "f4x4": Transform(
        4,
        (
            (4, 0, -5, 0, 1, 0),
            (0, -4, -4, 1, 1, 0),
            (0, 4, -4, -1, 1, 0),
            (0, -2, -1, 2, 1, 0),
            (0, 2, -1, -2, 1, 0),
            (0, 4, 0, -5, 0, 1),
        ),
        (
            (1 / 4, 0, 0),
            (-1 / 6, -1 / 6, -1 / 6),
            (-1 / 6, 1 / 6, -1 / 6),
            (1 / 24, 1 / 12, 1 / 6),
            (1 / 24, -1 / 12, 1 / 6),
            (0, 0, 1),
        ),
        ((1, 1, 1, 1, 1, 0), (0, 1, -1, 2, -2, 0), (0, 1, 1, 4, 4, 0), (0, 1, -1, 8, -8, 1)),
    ),
}
