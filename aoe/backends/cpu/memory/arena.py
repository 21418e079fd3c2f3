"""Packs buffers that live at different times into one arena.

One buffer after another goes where memory is free while it lives, into the tightest gap: the
largest first (Pisarchyk & Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020),
or in order of use if that needs less. For real models that is at or near the lower bound, the most
bytes alive at once. `aoe.backends.cpu.memory.thread_arena` chooses among gaps by what several
threads wrote.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from aoe.runtime.plan import InterOpRegion, aligned


@dataclass(frozen=True, slots=True)
class Lifetime:
    """A buffer of `bytes` bytes, in use from step `first` to step `last`, both included. `lane`:
    one of several, by number, each of which has steps of its own, if these are run side by side; a
    buffer of a lane is only in use there. `section`: the number of what the lane is one of.
    """

    bytes: int
    first: int
    last: int
    section: int = -1
    lane: int = -1


def pack(lifetimes: Mapping[int, Lifetime]) -> tuple[dict[int, int], int]:
    """A 64-byte aligned offset for every buffer, and the arena's size in bytes."""
    by_use = sorted(lifetimes, key=lambda number: (lifetimes[number].first, number))
    by_size = sorted(by_use, key=lambda number: -lifetimes[number].bytes)
    orders = by_size, by_use
    return min((place(lifetimes, one, _tightest) for one in orders), key=lambda item: item[1])


def lanes_apart(
    lifetimes: Mapping[int, Lifetime], sections: Sequence[InterOpRegion]
) -> dict[int, Lifetime]:
    """The lifetimes of buffers whose steps are calls of a plan with these sections: what only one
    lane uses is that lane's, what else is in use in a section is so for all of it.
    """
    found = dict(lifetimes)
    for number, section in enumerate(sections):
        starts = [*accumulate((section.first, *section.lanes))]
        for name, alive in found.items():
            if alive.last < section.first or alive.first >= section.end:
                continue
            lane = bisect(starts, alive.first) - 1
            if alive.first >= section.first and alive.last < starts[lane + 1]:
                found[name] = replace(alive, section=number, lane=lane)
            else:
                first, last = min(alive.first, section.first), max(alive.last, section.end - 1)
                found[name] = replace(alive, first=first, last=last)
    return found


#: Chooses the start of a buffer: its number, its size and the ranges that are taken, in order.
Chooser = Callable[[int, int, Sequence[tuple[int, int]]], int]


def place(
    lifetimes: Mapping[int, Lifetime], order: Sequence[int], choose: Chooser
) -> tuple[dict[int, int], int]:
    """What `pack` returns, buffers placed in the given order, each where `choose` says."""
    first, last, sizes, offsets, section, lane = np.zeros((6, len(order)), np.int64)
    for position, number in enumerate(order):
        lifetime = lifetimes[number]
        before = slice(position)
        beside = (section[before] == lifetime.section) & (lane[before] != lifetime.lane)
        overlap = (first[before] <= lifetime.last) & (last[before] >= lifetime.first)
        at_once = np.flatnonzero(overlap | beside)
        starts, stops = offsets[at_once], offsets[at_once] + sizes[at_once]
        neighbours = sorted(zip(starts.tolist(), stops.tolist(), strict=True))
        size = aligned(lifetime.bytes)
        first[position], last[position] = lifetime.first, lifetime.last
        section[position], lane[position] = lifetime.section, lifetime.lane
        sizes[position] = size
        offsets[position] = choose(number, size, neighbours)
    found = dict(zip(order, offsets.tolist(), strict=True))
    return found, int((offsets + sizes).max(initial=0))


def gaps(taken: Sequence[tuple[int, int]], size: int) -> Iterator[tuple[int, int | None]]:
    """Where `size` bytes are free between the taken ranges: starts and ends, the last of which is
    open.
    """
    end = 0
    for start, stop in taken:
        if start - end >= size:
            yield end, start
        end = max(end, stop)
    yield end, None


def _tightest(number: int, size: int, taken: Sequence[tuple[int, int]]) -> int:
    """The start of the tightest gap, or where all taken ranges end."""
    closed = [(end - start, start) for start, end in gaps(taken, size) if end is not None]
    return min(closed)[1] if closed else max((stop for _, stop in taken), default=0)
