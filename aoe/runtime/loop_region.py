"""Calls of a plan that are repeated, because a model has a loop with a computed end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from aoe.runtime.memory_location import Location, location_from_json, location_to_json


@dataclass(frozen=True, slots=True)
class CollectedRow:
    """What each iteration of a loop adds to a collection.

    Attributes:
        source: Where an iteration leaves the row.
        target: Where the collection begins.
        row_bytes: The size of a row.
        room: How many rows the collection has room for.
    """

    source: Location
    target: Location
    row_bytes: int
    room: int


@dataclass(frozen=True, slots=True)
class LoopRegion:
    """Calls that are repeated while a condition holds and a limit is not reached.

    Rows of a collection that no iteration writes are zero.

    Attributes:
        first: The number of the first call.
        end: The number of the first call behind it.
        limit: The largest number of iterations, an int64 that is read before the first one.
        enter: Whether there is a first iteration, a bool.
        goes_on: Whether there is a further one, a bool that each iteration computes.
        number: The number of the iteration, an int64 that is written before each one.
        count: The number of iterations, an int64 that is written at the end.
        rows: The rows that are collected.
    """

    first: int
    end: int
    limit: Location
    enter: Location
    goes_on: Location
    number: Location
    count: Location
    rows: tuple[CollectedRow, ...] = ()

    @property
    def scalars(self) -> tuple[Location, ...]:
        """The locations of single numbers."""
        return self.limit, self.enter, self.goes_on, self.number, self.count

    @property
    def locations(self) -> Iterator[Location]:
        """All locations that the loop itself reads or writes."""
        yield from self.scalars
        for row in self.rows:
            yield from (row.source, row.target)


def loop_to_json(loop: LoopRegion) -> dict[str, Any]:
    """The loop as JSON, for `loop_from_json`."""
    return {
        "first": loop.first,
        "end": loop.end,
        "scalars": [location_to_json(item) for item in loop.scalars],
        "rows": [
            [location_to_json(row.source), location_to_json(row.target), row.row_bytes, row.room]
            for row in loop.rows
        ],
    }


def loop_from_json(data: Any) -> LoopRegion:
    """The loop that `loop_to_json` wrote. Raises one of `aoe.errors.MALFORMED` otherwise."""
    limit, enter, goes_on, number, count = map(location_from_json, data["scalars"])
    rows = tuple(
        CollectedRow(location_from_json(source), location_from_json(target), int(size), int(room))
        for source, target, size, room in data["rows"]
    )
    if any(row.row_bytes < 0 or row.room < 0 for row in rows):
        raise ValueError("a size of a collection is below zero")
    first, end = int(data["first"]), int(data["end"])
    return LoopRegion(first, end, limit, enter, goes_on, number, count, rows)


def check_loops(loops: Sequence[LoopRegion], calls: int) -> None:
    """Raises `ValueError` for loops that are not made of calls, or that overlap without one being
    inside the other.

    Args:
        loops: The loops.
        calls: How many calls the plan has.
    """
    for loop in loops:
        if not 0 <= loop.first < loop.end <= calls:
            raise ValueError("a loop is not made of calls")
        for other in loops:
            if loop.first < other.first < loop.end < other.end:
                raise ValueError("loops overlap")
