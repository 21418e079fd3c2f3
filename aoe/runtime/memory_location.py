"""Places in memory that a plan names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

#: Memory spaces a location can name: the caller's arrays, the file's constants, what `prepare` made
#: of them, and the arena.
SPACES = ("input", "output", "constant", "packed", "arena")


@dataclass(frozen=True, slots=True)
class Location:
    """A place in memory.

    Attributes:
        space: One of `SPACES`.
        index: The number of the array in `input` and `output`; 0 elsewhere.
        offset: In bytes.
    """

    space: str
    index: int
    offset: int


def location_to_json(location: Location) -> list[Any]:
    """The location as JSON, for `location_from_json`."""
    return [location.space, location.index, location.offset]


def location_from_json(data: Sequence[Any]) -> Location:
    """The location that `location_to_json` wrote. Raises `ValueError` for an unknown space."""
    space, index, offset = data
    if space not in SPACES:
        raise ValueError(f"no memory space {space!r}")
    return Location(space, int(index), int(offset))
