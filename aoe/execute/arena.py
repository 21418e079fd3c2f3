"""Packs buffers that live at different times into one arena.

One buffer after another goes where memory is free while it lives, into the tightest gap: the
largest first (Pisarchyk & Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020),
or in order of use if that needs less. For real models that is at or near the lower bound, the most
bytes alive at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aoe.runtime.plan import aligned


@dataclass(frozen=True, slots=True)
class Lifetime:
    """A buffer of `bytes` bytes, in use from step `first` to step `last`, both included."""

    bytes: int
    first: int
    last: int


def pack(lifetimes: Mapping[int, Lifetime]) -> tuple[dict[int, int], int]:
    """A 64-byte aligned offset for every buffer, and the arena's size in bytes."""
    by_use = sorted(lifetimes, key=lambda number: (lifetimes[number].first, number))
    by_size = sorted(by_use, key=lambda number: -lifetimes[number].bytes)
    return min((_place(lifetimes, order) for order in (by_size, by_use)), key=lambda item: item[1])


def _place(lifetimes: Mapping[int, Lifetime], order: Sequence[int]) -> tuple[dict[int, int], int]:
    """What `pack` returns, buffers placed in the given order."""
    first, last, sizes, offsets = np.zeros((4, len(order)), np.int64)
    for place, number in enumerate(order):
        lifetime = lifetimes[number]
        at_once = np.flatnonzero(
            (first[:place] <= lifetime.last) & (last[:place] >= lifetime.first)
        )
        starts, stops = offsets[at_once], offsets[at_once] + sizes[at_once]
        neighbours = sorted(zip(starts.tolist(), stops.tolist(), strict=True))
        size = aligned(lifetime.bytes)
        first[place], last[place], sizes[place] = lifetime.first, lifetime.last, size
        offsets[place] = _best_fit(neighbours, size)
    found = dict(zip(order, offsets.tolist(), strict=True))
    return found, int((offsets + sizes).max(initial=0))


def _best_fit(taken: Sequence[tuple[int, int]], size: int) -> int:
    """The start of the tightest gap of `size` between the taken ranges, or where they all end."""
    best, best_gap, end = -1, 0, 0
    for start, stop in taken:
        gap = start - end
        if gap >= size and (best < 0 or gap < best_gap):
            best, best_gap = end, gap
        end = max(end, stop)
    return best if best >= 0 else end
