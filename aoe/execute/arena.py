"""Packs buffers that live at different times into one arena.

One buffer after another goes where memory is free while it lives, into the tightest gap: the
largest first (Pisarchyk & Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020),
or in order of use if that needs less. For real models that is at or near the lower bound, the most
bytes alive at once.
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
    by_use = sorted(lifetimes, key=lambda number: (lifetimes[number].first, number))
    by_size = sorted(by_use, key=lambda number: -lifetimes[number].bytes)
    return min((_place(lifetimes, order) for order in (by_size, by_use)), key=lambda item: item[1])


def _place(lifetimes: Mapping[int, Lifetime], order: Sequence[int]) -> tuple[dict[int, int], int]:
    offsets: dict[int, int] = {}
    size = 0
    for number in order:
        lifetime = lifetimes[number]
        neighbours = sorted(
            (offset, offset + aligned(lifetimes[other].bytes))
            for other, offset in offsets.items()
            if lifetimes[other].overlaps(lifetime)
        )
        offsets[number] = _best_fit(neighbours, aligned(lifetime.bytes))
        size = max(size, offsets[number] + aligned(lifetime.bytes))
    return offsets, size


def _best_fit(taken: Sequence[tuple[int, int]], size: int) -> int:
    """The start of the tightest gap of `size` between the taken ranges, or where they all end."""
    best, best_gap, end = -1, 0, 0
    for start, stop in taken:
        gap = start - end
        if gap >= size and (best < 0 or gap < best_gap):
            best, best_gap = end, gap
        end = max(end, stop)
    return best if best >= 0 else end
