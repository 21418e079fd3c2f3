"""Winograd tiles fitted to an image, in one dimension: the points that tiles and phases need, and
their matrices.

Tiles have m×m outputs, except that the last row and column of tiles have what remains of the image.
A tile of m' < m outputs needs the first m' + r − 1 of the m + r − 1 points, with the same weights.
For example, 14×14 outputs of a 3×3 window take 22² multiplications for each pair of channels (tiles
of 4, 4, 4 and 2 outputs with 6, 6, 6 and 4 points), not 24².

A window of stride 2 is, in each dimension, two windows of stride 1, its *phases*: one over the even
and one over the odd pixels. Their products are summed before the output transform. For m = 4
outputs of three taps that is 5 + 4 multiplications instead of 12. A window of more taps than there
are points has several phases, too: seven taps are four and three, and m = 3 outputs take 6 + 5
multiplications instead of 21. With one tap a tile is one output and nothing is transformed.

`fitted.py` has the layers and loop nests, `evaluation_points.py` the matrices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from aoe.backends.cpu.lowering.winograd.evaluation_points import (
    Point,
    input_rows,
    phases_of,
    powers,
)
from aoe.backends.cpu.lowering.winograd.transforms import Matrix

#: The points in order of use: those that smaller tiles and phases of fewer taps do not need come
#: last. Few points are the usual ones. Where there are more, pairs near 1 with a product near 1
#: make half the rounding error (`transforms.py`); 3/4 serves tiles of the first four better than
#: 5/8 does.
_FEW_POINTS: tuple[Point, ...] = (Fraction(0), Fraction(1), Fraction(-1), None)
_POINTS: tuple[Point, ...] = (
    Fraction(0),
    Fraction(3, 4),
    Fraction(-3, 4),
    None,
    Fraction(3, 2),
    Fraction(-3, 2),
)
MOST_POINTS = len(_POINTS)


@dataclass(frozen=True, slots=True)
class FittedPhase:
    """A phase of a window: every `stride`-th tap.

    Attributes:
        first: Its first tap.
        taps: Its number of taps.
        weights: Its matrix G.
    """

    first: int
    taps: int
    weights: Matrix


@dataclass(frozen=True, slots=True)
class Run:
    """Tiles of equal size, one after the other.

    Attributes:
        start: The first tile.
        count: How many tiles.
        outputs: Outputs of a tile.
        inputs: Bᵀ of each phase.
        output: Aᵀ.
    """

    start: int
    count: int
    outputs: int
    inputs: tuple[Matrix, ...]
    output: Matrix

    @property
    def points(self) -> int:
        """The points these tiles need, the first ones of all."""
        return len(self.output[0])


@dataclass(frozen=True, slots=True)
class Span:
    """Consecutive points that the same phases and tiles need.

    Attributes:
        first: The first point.
        count: How many points.
        phases: How many phases need them, the first ones of all.
        tiles: How many tiles need them, the first ones of all.
    """

    first: int
    count: int
    phases: int
    tiles: int


@dataclass(frozen=True, slots=True)
class FittedDimension:
    """One dimension of a layer.

    Attributes:
        size: Size of the image.
        padding: Padding in front of it.
        stride: Stride of the window.
        outputs: Outputs of a whole tile.
        phases: Phases of the window.
        runs: The tiles.
    """

    size: int
    padding: int
    stride: int
    outputs: int
    phases: tuple[FittedPhase, ...]
    runs: tuple[Run, ...]

    @property
    def tiles(self) -> int:
        """The number of tiles."""
        return self.runs[-1].start + self.runs[-1].count

    @property
    def points(self) -> int:
        """How many points there are."""
        return self.outputs + self.phases[0].taps - 1

    @property
    def spans(self) -> tuple[Span, ...]:
        """All points, cut where fewer phases or tiles need them."""
        needs = [
            (
                sum(point < self.outputs + phase.taps - 1 for phase in self.phases),
                sum(run.count for run in self.runs if point < run.points),
            )
            for point in range(self.points)
        ]
        spans, first = [], 0
        for (phases, tiles), alike in groupby(needs):
            count = len(list(alike))
            spans.append(Span(first, count, phases, tiles))
            first += count
        return tuple(spans)

    @property
    def products(self) -> int:
        """Multiplications, including zeros of phases that smaller tiles do not need."""
        return sum(span.count * span.phases * span.tiles for span in self.spans)

    @property
    def weights(self) -> int:
        """Transformed weights: the points of all phases."""
        return sum(span.count * span.phases for span in self.spans)


@lru_cache(maxsize=256)
def dimension(
    size: int, padding: int, result: int, taps: int, stride: int, outputs: int
) -> FittedDimension:
    """`result` outputs of a window of `taps` taps, in tiles of `outputs` outputs or fewer."""
    pieces = phases_of(taps, stride, outputs, MOST_POINTS)
    counts = [count for _, count in pieces]
    points = _FEW_POINTS if outputs + counts[0] - 1 <= len(_FEW_POINTS) else _POINTS
    phases = tuple(
        FittedPhase(first, count, _floats(powers(p, count) for p in points[: outputs + count - 1]))
        for first, count in pieces
    )
    whole, rest = divmod(result, outputs)
    runs = [_run(points, 0, whole, outputs, counts)]
    if rest:
        runs.append(_run(points, whole, 1, rest, counts))
    return FittedDimension(size, padding, stride, outputs, phases, tuple(runs))


def _run(order: Sequence[Point], start: int, count: int, outputs: int, taps: Sequence[int]) -> Run:
    points = order[: outputs + taps[0] - 1]
    columns = [powers(point, outputs) for point in points]
    return Run(
        start,
        count,
        outputs,
        tuple(
            _floats(
                [value / scale for value in polynomial]
                for polynomial, scale in input_rows(points[: outputs + number - 1])
            )
            for number in taps
        ),
        _floats([column[j] for column in columns] for j in range(outputs)),
    )


def _floats(rows: Iterator[list[Fraction]]) -> Matrix:
    return tuple(tuple(float(value) for value in row) for row in rows)
