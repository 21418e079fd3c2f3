"""What the loops of a contraction move, and how long threads wait for it: the part of its cost
model that is about caches, hardware prefetchers and memory. `contraction_space.py` is the rest.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.lowering.contraction.contraction import (
    Contraction,
    Schedule,
    is_interleaved,
    is_residual,
    row_axes,
)
from aoe.backends.cpu.target.cpu_target import CACHE_LINE, CpuTarget

#: Bytes of a page, beyond which no hardware prefetcher follows. A first-level cache is indexed by
#: address bits within a page, so a way of it is as large.
PAGE = 4096


def transfer_seconds(contraction: Contraction, target: CpuTarget) -> float:
    """Seconds that threads wait for the parts of a that other cores have written."""
    read = contraction.a
    axes = (*contraction.batch, *contraction.rows, *contraction.reduction)
    reach = sum((axis.extent - 1) * abs(read.stride(axis.name)) for axis in axes) + 1
    return cost.transfer_seconds(target, 4.0 * reach)


def strip_seconds(contraction: Contraction, vectors: int, block: int, target: CpuTarget) -> float:
    """Seconds that threads wait for lines of results and of what the epilogue reads where a panel
    covers a strip of many rows: no prefetcher follows as many rows, and no cache holds them. Only
    where blocks are cut from one axis of rows; results in scratch are in a cache.
    """
    costs = profile_of(target).contraction
    outer, row = row_axes(contraction)
    if outer.name or not contraction.output.buffer.startswith("output"):
        return 0.0
    rows, width = min(row.extent, block), vectors * target.lanes("float32")
    beside = residuals(contraction)
    followed = costs.followed_rows_beside if beside else costs.followed_rows
    if width >= contraction.column.extent or rows <= followed:
        return 0.0
    axes = (*contraction.batch, *contraction.rows, contraction.column)
    size = 4.0 * prod(axis.extent for axis in axes)
    apart = 4 * contraction.output.stride(row.name)
    lines = (1 + beside) * size / CACHE_LINE / target.threads
    afar = cost.miss_ratio(size, target.l2 * target.threads) * min(1.0, apart / PAGE)
    cycles = costs.beside_line_cycles if beside else costs.distant_line_cycles
    return cycles * afar * lines / cost.frequency(target)


def scattered_seconds(contraction: Contraction, vectors: int, target: CpuTarget) -> float:
    """Seconds that threads wait for lines of results that have one column each, where the columns
    of a panel fall into so few sets that the first-level cache loses a line before the element
    beside the last one is stored. Gradients of weights lie so, with filters a power of 2 apart.
    """
    output, column = contraction.output, contraction.column
    apart = 4 * abs(output.stride(column.name))
    if apart < CACHE_LINE or not output.buffer.startswith("output"):
        return 0.0
    width = min(vectors * target.lanes("float32"), column.extent)
    sets = Counter(place * apart // CACHE_LINE % (PAGE // CACHE_LINE) for place in range(width))
    lost = sum(count for count in sets.values() if count > target.l1 // PAGE) / width
    axes = (*contraction.batch, *contraction.rows, column)
    elements = lost * prod(axis.extent for axis in axes) / target.threads
    cycles = profile_of(target).contraction.scattered_store_cycles
    return cycles * elements / cost.frequency(target)


def distant_seconds(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> float:
    """Seconds that threads wait for an a that lies transposed where no prefetcher fetches its
    lines: its steps are far apart, and the second-level caches do not hold it.
    """
    a, row = contraction.a, contraction.rows[-1]
    apart = 4 * a.stride(contraction.reduction[0].name)
    if a.stride(row.name) != 1 or apart <= CACHE_LINE:
        return 0.0
    axes = (*contraction.batch, *contraction.rows, *contraction.reduction)
    size = 4.0 * prod(axis.extent for axis in axes if a.stride(axis.name))
    shared = bool(contraction.batch) or schedule.parallel == "rows"
    lines = size / CACHE_LINE / (target.threads if shared else 1)
    afar = cost.miss_ratio(size, target.l2 * target.threads) * min(1.0, apart / PAGE)
    return (
        profile_of(target).contraction.distant_line_cycles * afar * lines / cost.frequency(target)
    )


def traffic_seconds(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> float:
    """Seconds in which one thread moves data to its first-level cache, for one coordinate of the
    outer axes. What the loop order reads again comes from the cache that holds it.
    """
    outer, inner = row_axes(contraction)
    costs = profile_of(target).contraction
    steps, depth = reduction_steps(contraction), depth_steps(contraction, schedule)
    width = schedule.vectors * target.lanes("float32")
    sharers = target.threads if schedule.parallel == "rows" else 1
    columns = ceil(contraction.column.extent / (target.threads // sharers) / width) * width
    rows = outer.extent * inner.extent
    block = min(rows, schedule.block * (inner.extent if outer.name else 1))
    blocks = max(1.0, rows / block / sharers)
    b_bytes, a_slice, b_slice = 4.0 * steps * columns, 4.0 * block * depth, 4.0 * depth * width
    again = (rows / block - 1) / sharers if has_own_batches(contraction, target) else blocks - 1
    each = cost.miss_ratio(b_bytes + a_slice, costs.l2_share * target.l2) / target.speed.l3
    seconds = again * b_bytes * max(each, 1.0 / cost.bandwidth(target, b_bytes, 1))
    if a_slice > costs.l1_share_of_block * target.l1:
        panels = columns / width
        seconds += panels * blocks * 4.0 * block * steps / cost.bandwidth(target, a_slice, 1)
    if b_slice > costs.l1_share_of_panel * target.l1:
        tiles = max(1.0, block / (schedule.tile[0] * schedule.tile[1]))
        further = tiles * blocks - 1.0  # the first time is memory's
        seconds += further * b_bytes / cost.bandwidth(target, b_slice + a_slice, 1)
    partial = 8.0 * block * columns * blocks * (ceil(steps / depth) - 1)
    return seconds + partial / cost.bandwidth(target, 4.0 * block * columns, 1)


def conflicting_lines(contraction: Contraction, tile: tuple[int, int], target: CpuTarget) -> int:
    """Lines of a, of those that a register tile reads in every step, that the first-level cache
    cannot hold: rows that are a multiple of its way apart fall into the same set.
    """
    outer, inner = row_axes(contraction)
    strides = (contraction.a.stride(outer.name), contraction.a.stride(inner.name))
    lines = {
        4 * (row * strides[0] + column * strides[1]) // CACHE_LINE
        for row, column in product(range(tile[0]), range(tile[1]))
    }
    sets = Counter(line % (PAGE // CACHE_LINE) for line in lines)
    ways = max(1, target.l1 // PAGE - 1)  # b goes through all sets
    return sum(max(0, count - ways) for count in sets.values())


def has_own_batches(contraction: Contraction, target: CpuTarget) -> bool:
    """Whether threads that share rows have batches of their own, with all rows of each."""
    outer, inner = row_axes(contraction)
    batches = prod(axis.extent for axis in contraction.batch)
    beside = is_interleaved(contraction, outer if outer.name else inner)
    return batches >= target.threads > 1 and not beside


def residuals(contraction: Contraction) -> int:
    """Operands of the epilogue that are as large as the output."""
    return sum(is_residual(contraction, access) for access in contraction.extras)


def reduction_steps(contraction: Contraction) -> int:
    """Steps of the whole reduction."""
    return prod(axis.extent for axis in contraction.reduction)


def depth_steps(contraction: Contraction, schedule: Schedule) -> int:
    """Reduction steps in one block of `depth`."""
    return schedule.depth * reduction_steps(contraction) // contraction.reduction[0].extent
