"""Tiles of Winograd's minimal filtering fitted to an image, in one dimension: which points they and
the phases of a window need, and their matrices.

Tiles are m×m outputs, but in the last row and column of tiles just what is left of the image. A
tile of m' < m outputs needs only the first m' + r − 1 of the m + r − 1 points, with the same
weights: 14×14 outputs of a 3×3 window take 22² products for each pair of channels (4, 4, 4 and 2
outputs with 6, 6, 6 and 4 points), not 24². A window of stride 2 is, in each dimension, two windows
of stride 1, its *phases*, over the even and over the odd pixels; their products are summed up
before they are transformed back: for m = 4 outputs of three taps 5 + 4 products instead of 12. More
taps than there are points for are several phases, too: seven taps are four and three, for m = 3
outputs 6 + 5 products instead of 21. Of one tap a tile is one output, and nothing is transformed.

The layers and stages of such tiles: `aoe.backends.cpu.lowering.winograd.fitted`.
The matrices are those of `aoe.backends.cpu.lowering.winograd.evaluation_points`.
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

#: The points in order of use: what a smaller tile or a phase with fewer taps does without comes
#: last.
_POINTS: tuple[Point, ...] = (
    Fraction(0),
    Fraction(1),
    Fraction(-1),
    None,
    Fraction(2),
    Fraction(-2),
)
MOST_POINTS = len(_POINTS)


@dataclass(frozen=True, slots=True)
class Phase:
    """Taps `first`, `first` + stride, … of a window: how many, and their matrix G."""

    first: int
    taps: int
    weights: Matrix


@dataclass(frozen=True, slots=True)
class Run:
    """`count` tiles in a row, from tile `start` on, of `outputs` outputs each; Bᵀ for each phase
    and Aᵀ.
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
    """Points `first` to `first` + `count` − 1, which all concern the first `phases` phases and the
    first `tiles` tiles.
    """

    first: int
    count: int
    phases: int
    tiles: int


@dataclass(frozen=True, slots=True)
class Dimension:
    """One dimension of a layer: its image's size and padding, its stride, and how it is tiled."""

    size: int
    padding: int
    stride: int
    outputs: int
    phases: tuple[Phase, ...]
    runs: tuple[Run, ...]

    @property
    def tiles(self) -> int:
        """How many tiles there are."""
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
        """Products, zeros of phases that smaller tiles do without included."""
        return sum(span.count * span.phases * span.tiles for span in self.spans)

    @property
    def weights(self) -> int:
        """Transformed weights: points of all phases."""
        return sum(span.count * span.phases for span in self.spans)


@lru_cache(maxsize=256)
def dimension(
    size: int, padding: int, result: int, taps: int, stride: int, outputs: int
) -> Dimension:
    """`result` outputs in tiles of `outputs`, at most as many, of a window of `taps` taps."""
    parts = phases_of(taps, stride, outputs, MOST_POINTS)
    counts = [count for _, count in parts]
    phases = tuple(
        Phase(first, count, _floats(powers(p, count) for p in _POINTS[: outputs + count - 1]))
        for first, count in parts
    )
    whole, rest = divmod(result, outputs)
    runs = [_run(0, whole, outputs, counts)]
    if rest:
        runs.append(_run(whole, 1, rest, counts))
    return Dimension(size, padding, stride, outputs, phases, tuple(runs))


def _run(start: int, count: int, outputs: int, taps: Sequence[int]) -> Run:
    points = _POINTS[: outputs + taps[0] - 1]
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
