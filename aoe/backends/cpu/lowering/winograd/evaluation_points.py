"""Evaluation points of minimal filtering in one dimension, and the matrices that belong to them.

m outputs of a window of r taps take m + r − 1 multiplications, one for each evaluation point (the
algorithm of Toom and Cook, transposed; R. Blahut, Fast Algorithms for Signal Processing, ch. 5). A
point is a fraction, or None for infinity. Used by `one_dimensional.py` and `fitted_tiles.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

#: None is infinity.
Point = Fraction | None


def phases_of(taps: int, stride: int, outputs: int, most_points: int) -> list[tuple[int, int]]:
    """The phases of a window as (first tap, number of taps), those of the most taps first.

    A window of stride s is s windows of stride 1 over every s-th pixel. Each of them is cut into as
    few consecutive pieces as possible, so that none needs more than `most_points` points for
    `outputs` outputs.
    """
    most = most_points - outputs + 1
    found = []
    for begin in range(min(stride, taps)):
        left, first = ceil((taps - begin) / stride), begin
        for pieces in range(ceil(left / most), 0, -1):
            count = ceil(left / pieces)
            found.append((first, count))
            first, left = first + stride * count, left - count
    return sorted(found, key=lambda phase: -phase[1])


def powers(point: Point, count: int) -> list[Fraction]:
    """1, p, p², …; at infinity all but the last are 0."""
    if point is None:
        return [Fraction(0)] * (count - 1) + [Fraction(1)]
    return [point**j for j in range(count)]


def input_rows(points: Sequence[Point]) -> list[tuple[list[Fraction], Fraction]]:
    """For each point the coefficients of the inputs, and the scale that either they or the weights
    of that point are divided by.
    """
    finite = [point for point in points if point is not None]
    rows = []
    for point in points:
        polynomial, scale = [Fraction(1)], Fraction(1)
        for other in finite:
            if other != point:
                polynomial = _times_root(polynomial, other)
                scale *= 1 if point is None else point - other
        polynomial += [Fraction(0)] * (len(points) - len(polynomial))
        rows.append((polynomial, scale))
    return rows


def _times_root(polynomial: Sequence[Fraction], root: Fraction) -> list[Fraction]:
    """The polynomial times (x − root), lowest power first."""
    raised, scaled = [Fraction(0), *polynomial], [*polynomial, Fraction(0)]
    return [a - root * b for a, b in zip(raised, scaled, strict=True)]
