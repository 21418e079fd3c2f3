"""Evaluation points of minimal filtering in one dimension, and the matrices that belong to them.

m outputs of a window of r taps come from m + r − 1 products, one for each of so many points (Toom
and Cook's algorithm, transposed; R. Blahut, Fast Algorithms for Signal Processing, ch. 5). A point
is a fraction, or None for infinity. The matrices of
`aoe.backends.cpu.lowering.winograd.one_dimensional` and
`aoe.backends.cpu.lowering.winograd.fitted_tiles`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

#: None is infinity.
Point = Fraction | None


def phases_of(taps: int, stride: int, outputs: int, most_points: int) -> list[tuple[int, int]]:
    """First taps and numbers of taps of the phases of a window: those of every `stride`-th pixel,
    and as few consecutive parts of these as need at most `most_points` points for `outputs`
    outputs each. Those of the most taps come first.
    """
    most = most_points - outputs + 1
    found = []
    for begin in range(min(stride, taps)):
        left, first = ceil((taps - begin) / stride), begin
        for parts in range(ceil(left / most), 0, -1):
            count = ceil(left / parts)
            found.append((first, count))
            first, left = first + stride * count, left - count
    return sorted(found, key=lambda phase: -phase[1])


def powers(point: Point, count: int) -> list[Fraction]:
    """1, p, p², …; at infinity all but the last are 0."""
    if point is None:
        return [Fraction(0)] * (count - 1) + [Fraction(1)]
    return [point**j for j in range(count)]


def input_rows(points: Sequence[Point]) -> list[tuple[list[Fraction], Fraction]]:
    """For each point what the inputs are multiplied by, and the scale by which this or the weights
    of that point have to be divided.
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
