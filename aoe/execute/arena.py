"""Packs buffers that live at different times into one arena.

Greedy by size: the largest buffer first, each at the lowest place that is free while it lives, in
the tightest gap (Pisarchyk & Lee, "Efficient Memory Management for Deep Neural Net Inference",
2020). For real models that is at or near the lower bound, the most bytes alive at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aoe.runtime.plan import aligned


@dataclass(frozen=True, slots=True)
class Lifetime:
    """A buffer of `bytes` bytes, in use from step `first` to step `last`, both included."""

    bytes: int
    first: int
    last: int

    def overlaps(self, other: Lifetime) -> bool:
        """Whether there is a step that needs both."""
        return self.first <= other.last and other.first <= self.last


def pack(lifetimes: Mapping[int, Lifetime]) -> tuple[dict[int, int], int]:
    """A 64-byte aligned offset for every buffer, and the arena's size in bytes."""
    offsets: dict[int, int] = {}
    largest_first = sorted(
        lifetimes.items(), key=lambda item: (-item[1].bytes, item[1].first, item[0])
    )
    for number, lifetime in largest_first:
        neighbours = sorted(
            (offsets[other], offsets[other] + aligned(lifetimes[other].bytes))
            for other in offsets
            if lifetimes[other].overlaps(lifetime)
        )
        offsets[number] = _best_fit(neighbours, aligned(lifetime.bytes))
    ends = (offsets[number] + aligned(item.bytes) for number, item in lifetimes.items())
    return offsets, max(ends, default=0)


def _best_fit(taken: Sequence[tuple[int, int]], size: int) -> int:
    """The start of the tightest gap of `size` between the taken ranges, or where they all end."""
    best, best_gap, end = -1, 0, 0
    for start, stop in taken:
        gap = start - end
        if gap >= size and (best < 0 or gap < best_gap):
            best, best_gap = end, gap
        end = max(end, stop)
    return best if best >= 0 else end
