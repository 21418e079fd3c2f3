"""Points of a register tile: which elements of it an instruction is about. Used by
`aoe.backends.cpu.codegen.register_tile_code` and what it loads and stores by
(`aoe.backends.cpu.codegen.memory_code`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chunk:
    """Part of the vector axis: from offset `start`, a vector of `lanes`, of which the first
    `active` count.
    """

    start: int
    lanes: int
    active: int

    @property
    def mask(self) -> str:
        """The active lanes as a typed constant of i1."""
        bits = ", ".join(f"i1 {int(lane < self.active)}" for lane in range(self.lanes))
        return f"<{self.lanes} x i1> <{bits}>" if self.lanes > 1 else "i1 1"


@dataclass(frozen=True, slots=True)
class Point:
    """An element (or vector of elements) of a register tile: offsets from the position, by axis."""

    offsets: tuple[tuple[str, int], ...]
    chunk: Chunk | None
