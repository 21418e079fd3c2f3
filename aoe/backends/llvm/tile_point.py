"""Points of a register tile: the elements that one instruction computes.

Users are `aoe.backends.llvm.register_tile_code` and `aoe.backends.llvm.memory_code`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chunk:
    """A vector along the vector axis.

    Attributes:
        start: The offset of its first element from the position.
        lanes: The number of lanes.
        active: The number of lanes in use, from the first one on.
    """

    start: int
    lanes: int
    active: int

    @property
    def mask(self) -> str:
        """The active lanes as a typed i1 constant."""
        bits = ", ".join(f"i1 {int(lane < self.active)}" for lane in range(self.lanes))
        return f"<{self.lanes} x i1> <{bits}>" if self.lanes > 1 else "i1 1"


@dataclass(frozen=True, slots=True)
class Point:
    """An element, or a vector of elements, of a register tile.

    Attributes:
        offsets: Pairs of axis name and offset from the position.
        chunk: The vector along the vector axis; None for a scalar.
    """

    offsets: tuple[tuple[str, int], ...]
    chunk: Chunk | None
