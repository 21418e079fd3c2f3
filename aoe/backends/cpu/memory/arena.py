"""Packs buffers with different live ranges into one arena.

Buffers are placed one by one into the tightest gap that is free during their live range. The order
is by size, largest first (Pisarchyk & Lee, "Efficient Memory Management for Deep Neural Net
Inference", 2020), or by first use if that needs less memory. For real models the result is at or
near the lower bound, the maximum of bytes alive at once. `aoe.backends.cpu.memory.thread_arena`
chooses among gaps by cache line ownership. `pack_apart` is for models whose buffers must not share
memory (`--disable_reuse_memory=1`).
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
    """The live range of a buffer.

    Branches of an inter-op region run in parallel, and each has its own steps. A buffer of a branch
    is used in that branch only.

    Attributes:
        bytes: The buffer's size.
        first: The first step that uses it.
        last: The last step that uses it, inclusive.
        region: The number of the inter-op region, -1 if the buffer is in none.
        branch: The number of the branch in that region, -1 if the buffer is in none.
    """

    bytes: int
    first: int
    last: int
    region: int = -1
    branch: int = -1


def pack(lifetimes: Mapping[int, Lifetime]) -> tuple[dict[int, int], int]:
    """Returns a 64-byte aligned offset for every buffer, and the arena's size in bytes."""
    by_use = sorted(lifetimes, key=lambda number: (lifetimes[number].first, number))
    by_size = sorted(by_use, key=lambda number: -lifetimes[number].bytes)
    orders = by_size, by_use
    return min((place(lifetimes, one, _tightest) for one in orders), key=lambda item: item[1])


def pack_apart(lifetimes: Mapping[int, Lifetime]) -> tuple[dict[int, int], int]:
    """Returns what `pack` does for buffers that share no memory, whenever they are used: one lies
    behind the other.
    """
    ends = [*accumulate((aligned(item.bytes) for item in lifetimes.values()), initial=0)]
    return dict(zip(lifetimes, ends[:-1], strict=True)), ends[-1]


def assign_branches(
    lifetimes: Mapping[int, Lifetime], inter_op_regions: Sequence[InterOpRegion]
) -> dict[int, Lifetime]:
    """Assigns buffers to the branches of inter-op regions.

    A buffer that only one branch uses belongs to that branch. Any other buffer in use during a
    region stays alive for the whole region.

    Args:
        lifetimes: Live ranges whose steps are calls of a plan.
        inter_op_regions: The plan's inter-op regions.
    """
    found = dict(lifetimes)
    for number, region in enumerate(inter_op_regions):
        starts = [*accumulate((region.first, *region.branches))]
        for name, alive in found.items():
            if alive.last < region.first or alive.first >= region.end:
                continue
            branch = bisect(starts, alive.first) - 1
            if alive.first >= region.first and alive.last < starts[branch + 1]:
                found[name] = replace(alive, region=number, branch=branch)
            else:
                first, last = min(alive.first, region.first), max(alive.last, region.end - 1)
                found[name] = replace(alive, first=first, last=last)
    return found


#: Chooses the offset of a buffer, given its number, its size and the occupied ranges in order.
Chooser = Callable[[int, int, Sequence[tuple[int, int]]], int]


def place(
    lifetimes: Mapping[int, Lifetime], order: Sequence[int], choose: Chooser
) -> tuple[dict[int, int], int]:
    """Places buffers in the given order, each at the offset that `choose` returns.

    Returns offsets and arena size, as `pack` does.
    """
    first, last, sizes, offsets, region, branch = np.zeros((6, len(order)), np.int64)
    for position, number in enumerate(order):
        lifetime = lifetimes[number]
        before = slice(position)
        concurrent = (region[before] == lifetime.region) & (branch[before] != lifetime.branch)
        overlap = (first[before] <= lifetime.last) & (last[before] >= lifetime.first)
        at_once = np.flatnonzero(overlap | concurrent)
        starts, stops = offsets[at_once], offsets[at_once] + sizes[at_once]
        neighbours = sorted(zip(starts.tolist(), stops.tolist(), strict=True))
        size = aligned(lifetime.bytes)
        first[position], last[position] = lifetime.first, lifetime.last
        region[position], branch[position] = lifetime.region, lifetime.branch
        sizes[position] = size
        offsets[position] = choose(number, size, neighbours)
    found = dict(zip(order, offsets.tolist(), strict=True))
    return found, int((offsets + sizes).max(initial=0))


def gaps(occupied: Sequence[tuple[int, int]], size: int) -> Iterator[tuple[int, int | None]]:
    """Yields the start and end of each gap of at least `size` bytes; the last gap has no end."""
    end = 0
    for start, stop in occupied:
        if start - end >= size:
            yield end, start
        end = max(end, stop)
    yield end, None


def _tightest(number: int, size: int, occupied: Sequence[tuple[int, int]]) -> int:
    """Returns the start of the tightest gap, or the end of all occupied ranges."""
    closed = [(end - start, start) for start, end in gaps(occupied, size) if end is not None]
    return min(closed)[1] if closed else max((stop for _, stop in occupied), default=0)
