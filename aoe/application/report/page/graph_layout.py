"""Where the nodes and edges of a graph are drawn: in rows, each node below those that it reads.

The layout is that of Sugiyama, Tagawa and Toda ("Methods for Visual Understanding of Hierarchical
System Structures", 1981): rows by the longest path, way points where an edge passes a row, an order
within rows by barycentres, then positions. A position is as near to the median of the neighbours
above or below as the order allows, by isotonic regression. Work is bounded: an edge across many
rows has no way points and is drawn straight through.

It is computed here, before the page is written, so that a page of thousands of nodes opens at once.
Other layouts for Python call Graphviz, which users would have to install.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

#: Widths of a node and of a way point, and what is free between two; rows are 1 apart.
NODE_WIDTH, WAY_WIDTH, FREE = 3.6, 0.3, 0.55
#: An edge across more rows has no way points; nor have edges beyond this number of way points.
MOST_ROWS, MOST_WAY_POINTS = 60, 30_000
#: Passes over all rows that order nodes, and that place them.
ORDERING, PLACING = 6, 10
#: How much it counts that neighbours lie below one another: way points, nodes, or one of each.
STRAIGHT, CHAIN, BESIDE = 6.0, 2.0, 1.0
#: Positions that differ by less are the same.
SAME = 0.02


@dataclass(frozen=True, slots=True)
class GraphLayout:
    """A layout.

    Attributes:
        centres: The middle of each node.
        ways: The points of each edge in order, from node to node.
        size: The largest position across, and the largest row.
    """

    centres: tuple[Point, ...]
    ways: tuple[tuple[Point, ...], ...]
    size: Point


def layout_of(reads: Sequence[Sequence[int]]) -> GraphLayout:
    """The layout of a graph in topological order. `reads`: the nodes that each node reads."""
    if not reads:
        return GraphLayout((), (), (0.0, 0.0))
    grid = _Grid(reads)
    for number in range(ORDERING):
        grid.order(downwards=number % 2 == 0)
    grid.place()
    return grid.layout()


class _Grid:
    """Nodes and way points in rows. Way points have the numbers behind those of the nodes."""

    def __init__(self, reads: Sequence[Sequence[int]]) -> None:
        self.nodes = len(reads)
        self.row_of = _rows(reads)
        self.above: dict[int, list[int]] = defaultdict(list)
        self.below: dict[int, list[int]] = defaultdict(list)
        self.chains: list[list[int]] = []
        for node, sources in enumerate(reads):
            for source in sources:
                self.chains.append([source, *self._way(source, node), node])
        for chain in self.chains:
            for upper, lower in pairwise(chain):
                if self.row_of[lower] - self.row_of[upper] == 1:
                    self.below[upper].append(lower)
                    self.above[lower].append(upper)
        self.rows: list[list[int]] = [[] for _ in range(max(self.row_of) + 1)]
        for number, row in enumerate(self.row_of):
            self.rows[row].append(number)
        self.x = [0.0] * len(self.row_of)

    def _way(self, source: int, node: int) -> list[int]:
        """Way points in all rows between two nodes, or none at all."""
        first, last = self.row_of[source] + 1, self.row_of[node]
        room = MOST_WAY_POINTS - (len(self.row_of) - self.nodes)
        if last - first > min(MOST_ROWS, room):
            return []
        start = len(self.row_of)
        self.row_of += range(first, last)
        return [*range(start, len(self.row_of))]

    def order(self, downwards: bool) -> None:
        """Orders each row by the mean place of the neighbours in the row before."""
        rows = self.rows if downwards else self.rows[::-1]
        neighbours = self.above if downwards else self.below
        place: dict[int, float] = {}
        for row in rows:
            keys = {}
            for number, item in enumerate(row):
                known = [place[other] for other in neighbours[item] if other in place]
                keys[item] = sum(known) / len(known) if known else number / max(len(row), 1)
            row.sort(key=keys.__getitem__)
            # Places are relative: rows of different lengths lie below one another.
            place |= {item: (number + 0.5) / len(row) for number, item in enumerate(row)}

    def place(self) -> None:
        """Gives each node and way point its place across."""
        for row in self.rows:
            self._spread(row, [0.0] * len(row), [1.0] * len(row))
        for number in range(PLACING):
            downwards = number % 2 == 0
            neighbours = self.above if downwards else self.below
            for row in self.rows if downwards else self.rows[::-1]:
                wanted, weights = [], []
                for item in row:
                    pulls = [(self.x[other], self._pull(item, other)) for other in neighbours[item]]
                    wanted.append(weighted_median(pulls) if pulls else self.x[item])
                    weights.append(sum(pull for _, pull in pulls) or 0.1)
                self._spread(row, wanted, weights)

    def _pull(self, item: int, other: int) -> float:
        ways = (item >= self.nodes) + (other >= self.nodes)
        return (CHAIN, BESIDE, STRAIGHT)[ways]

    def _spread(
        self, row: Sequence[int], wanted: Sequence[float], weights: Sequence[float]
    ) -> None:
        """Places a row as near to the wanted places as its order and its widths allow."""
        shift, shifts = 0.0, []
        for number, item in enumerate(row):
            if number:
                shift += (self._width(row[number - 1]) + self._width(item)) / 2 + FREE
            shifts.append(shift)
        free = [place - moved for place, moved in zip(wanted, shifts, strict=True)]
        for item, place, moved in zip(row, isotonic(free, weights), shifts, strict=True):
            self.x[item] = place + moved

    def _width(self, item: int) -> float:
        return NODE_WIDTH if item < self.nodes else WAY_WIDTH

    def layout(self) -> GraphLayout:
        """The layout, with the leftmost place at 0."""
        left = min(self.x)
        points = [
            (round(x - left, 3), float(row)) for x, row in zip(self.x, self.row_of, strict=True)
        ]
        ways = tuple(_straightened([points[item] for item in chain]) for chain in self.chains)
        size = max(x for x, _ in points), max(y for _, y in points)
        return GraphLayout(tuple(points[: self.nodes]), ways, size)


def weighted_median(pulls: Sequence[tuple[float, float]]) -> float:
    """The place from which as much weight lies on either side; the middle of all such places.

    Unlike a mean, it leaves a chain of nodes straight where an edge joins it from one side.

    Args:
        pulls: Places and their weights, at least one.
    """
    half = sum(weight for _, weight in pulls) / 2
    held = 0.0
    ascending = sorted(pulls)
    for number, (place, weight) in enumerate(ascending):
        held += weight
        if held > half:
            return place
        if held == half:
            return (place + ascending[number + 1][0]) / 2
    return ascending[-1][0]


def isotonic(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The ascending numbers that are nearest to some values, in weighted distances: neighbours that
    are out of order share their median (pool adjacent violators).
    """
    pools: list[tuple[float, list[Point]]] = []
    for value, weight in zip(values, weights, strict=True):
        middle, held = value, [(value, weight)]
        while pools and pools[-1][0] > middle:
            held = pools.pop()[1] + held
            middle = weighted_median(held)
        pools.append((middle, held))
    return [middle for middle, held in pools for _ in held]


def _rows(reads: Sequence[Sequence[int]]) -> list[int]:
    """The row of each node. One that reads nothing lies right above the first that reads it."""
    rows: list[int] = []
    for sources in reads:
        rows.append(1 + max((rows[source] for source in sources), default=-1))
    first: dict[int, int] = {}
    for node, sources in enumerate(reads):
        for source in sources:
            first[source] = min(rows[node], first.get(source, rows[node]))
    for node, sources in enumerate(reads):
        if not sources and node in first:
            rows[node] = first[node] - 1
    return rows


def _straightened(points: Sequence[Point]) -> tuple[Point, ...]:
    """The points without those on a vertical line between their neighbours."""
    kept = [points[0]]
    for point, after in pairwise(points[1:]):
        if abs(point[0] - kept[-1][0]) > SAME or abs(after[0] - point[0]) > SAME:
            kept.append(point)
    return (*kept, points[-1])
