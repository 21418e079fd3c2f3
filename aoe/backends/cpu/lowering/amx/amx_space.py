"""The schedules of a contraction by AMX instructions worth considering, and an estimate of each.

Sixteen rows and sixteen columns of a tile register set the shapes of register tiles: eight
registers hold sums and operands. Constants come from the cost profile
(`aoe.backends.cpu.cost.profile`), kernels from `amx_contraction.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.lowering.amx.amx_contraction import (
    ROWS,
    STEPS,
    STRIP,
    block_rows,
    largest_divisor,
    with_merged_reduction,
)
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction.contraction import (
    Contraction,
    Schedule,
    row_axes,
    shared_rows,
)
from aoe.backends.cpu.lowering.divisors import divisors
from aoe.backends.cpu.lowering.reduced_precision import split_terms
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError

#: Shapes of register tiles, in tile registers of rows × of columns, that eight registers allow.
_SHAPES = ((2, 2), (1, 4), (4, 1), (1, 3), (3, 1), (1, 2), (2, 1), (1, 1))
#: The shape whose registers of rows share physical registers.
_SHARING = (4, 1)
#: Blocks of rows worth considering, in register tiles.
_BLOCKS = (1, 2, 4, 8, 16, 32)
#: The fewest and the most pairs in a slice of the reduction.
_LEAST_DEPTH, _MOST_DEPTH = 96, 256
#: Share of the second-level cache that sums may take before the epilogue. It bounds the space.
_SUMS = 0.25


def check(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> None:
    """Checks a schedule.

    Raises:
        PolicyError: The schedule is not in the space of the contraction.
    """
    contraction = with_merged_reduction(contraction)
    outer, inner = row_axes(contraction)
    size = outer.extent if outer.name else inner.extent
    if (
        schedule.tile[0] > outer.extent
        or schedule.tile[1] > inner.extent
        or schedule.block > size
        or schedule.depth not in _depths(contraction)
        or schedule.unroll != _unroll(contraction)
        or (_height(schedule), schedule.vectors) not in _SHAPES
        or not _has_registers(contraction, schedule)
        or _sums(contraction, schedule, target) > _SUMS * target.l2
    ):
        raise PolicyError(f"schedule {schedule} is outside the space of this contraction")


def ranked(contraction: Contraction, target: CpuTarget, limit: int) -> Sequence[Schedule]:
    """The most promising schedules, best first."""
    contraction = with_merged_reduction(contraction)
    candidates = {*_schedules(contraction, target)}
    return sorted(candidates, key=lambda item: (estimate(contraction, item, target), item))[:limit]


def refitted(schedule: Schedule, dense: Contraction, contraction: Contraction) -> Schedule:
    """`contraction.refitted` with one row of registers at most."""
    fitting = contractions.refitted(schedule, dense, contraction)
    return fitting if fitting == schedule else replace(fitting, tile=(1, fitting.tile[1]))


def _unroll(contraction: Contraction) -> int:
    """Steps of one instruction: the largest divisor of the innermost reduction axis that fits."""
    return largest_divisor(contraction.reduction[-1].extent)


def _has_registers(contraction: Contraction, schedule: Schedule) -> bool:
    """Whether registers of rows that share a physical register have the same height. Where the
    reduction is sliced, no row may be accumulated twice: registers do not overlap, and rows are cut
    as they are, evenly or not.
    """
    sliced = schedule.depth < contraction.reduction[0].extent
    even = schedule.tile[1] % ceil(schedule.tile[1] / ROWS) == 0
    return even or not sliced or (_height(schedule), schedule.vectors) != _SHARING


def _height(schedule: Schedule) -> int:
    """Tile registers of rows in a register tile."""
    return schedule.tile[0] * ceil(schedule.tile[1] / ROWS)


def _sums(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> float:
    """Bytes of a block's sums."""
    width = schedule.vectors * target.lanes("float32")
    return 4.0 * block_rows(contraction, schedule) * width


def _schedules(contraction: Contraction, target: CpuTarget) -> Iterator[Schedule]:
    """All schedules worth considering, unranked."""
    outer, inner = row_axes(contraction)
    panes = ceil(contraction.column.extent / target.lanes("float32"))
    unroll = _unroll(contraction)
    for high, vectors in _SHAPES:
        if vectors > max(panes, 1):
            continue
        for tile in _tiles(high, outer.extent, inner.extent):
            for depth in _depths(contraction):
                start = Schedule(tile, vectors, unroll, 1, depth, 0, "rows")
                for schedule in _blocked(contraction, start, target):
                    fits = _sums(contraction, schedule, target) <= _SUMS * target.l2
                    if fits and _has_registers(contraction, schedule):
                        yield schedule


def _depths(contraction: Contraction) -> list[int]:
    """Slices of the outermost reduction axis: all of it, and parts of which a panel should stay in
    the first-level cache.
    """
    whole = contraction.reduction[0].extent
    if len(contraction.reduction) > 1:
        return [whole, 1] if whole > 1 else [whole]
    unroll = _unroll(contraction)
    terms = (n for n in reversed(divisors(whole)) if n < whole)
    return [whole, *(n for n in terms if n % unroll == 0 and _LEAST_DEPTH <= n <= _MOST_DEPTH)]


def _tiles(high: int, outer: int, inner: int) -> Iterator[tuple[int, int]]:
    """Rows of a register tile of `high` tile registers: an even part of the inner row axis, or all
    of it for several coordinates of the outer one.
    """
    times = ceil(inner / (ROWS * high))
    width = ceil(inner / times)
    if ceil(width / ROWS) == high:
        yield (1, width)
    wide = ceil(inner / ROWS)
    if 1 < high <= outer * wide and high % wide == 0 and high > wide:
        yield (high // wide, inner)


def _blocked(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> Iterator[Schedule]:
    size, step, share = shared_rows(contraction, schedule, target.threads)
    blocks = {min(size, n) for n in (*(step * times for times in _BLOCKS), share, size)}
    for block in sorted(blocks):
        yield replace(schedule, block=block)
        if target.threads > 1:
            yield replace(schedule, block=block, parallel="columns")


def with_prefetch(schedules: Sequence[Schedule]) -> Iterator[Schedule]:
    """Schedules without prefetch, with prefetch in one stream, and in several."""
    for schedule in schedules:
        yield from (replace(schedule, prefetch=n) for n in (0, 1, 2))


@lru_cache(maxsize=4096)
def estimate(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> float:
    """Seconds that a schedule should take: matmuls, loads, the epilogue, and what comes from beyond
    the first-level caches.
    """
    contraction, costs = with_merged_reduction(contraction), profile_of(target).amx
    around = prod(axis.extent for axis in (*contraction.batch, *contraction.rows[:-2]))
    outer, inner = row_axes(contraction)
    steps = prod(axis.extent for axis in contraction.reduction)
    width = schedule.vectors * target.lanes("float32")
    panes = ceil(contraction.column.extent / width)
    tall, wide = ceil(outer.extent / schedule.tile[0]), ceil(inner.extent / schedule.tile[1])
    tiles = around * tall * wide * panes
    cycles = tiles * tile_cycles(contraction, schedule, steps, target)
    rows = around * outer.extent * inner.extent
    vectors = rows * ceil(contraction.column.extent / target.lanes("float32"))
    far = 0.0 if _sums_stay(contraction, schedule, target) else costs.l2_line_cycles
    cycles += vectors * (
        costs.result_cycles + far + cost.operations(contraction.epilogue, target) / 2
    )
    size = outer.extent if outer.name else inner.extent
    blocks = around * ceil(size / schedule.block)
    cycles += blocks * panes * costs.block_cycles
    tasks = panes if schedule.parallel == "columns" else blocks
    busiest = ceil(tasks / target.threads) / tasks
    cycles = cycles * busiest + costs.kernel_cycles
    seconds = cycles / cost.frequency(target) + target.speed.fork_join
    once, again = _moving_seconds(contraction, schedule, blocks, steps, target)
    # A prefetch that is evicted before its use is in vain.
    ahead = _step_bytes(contraction) * width * steps
    ahead *= schedule.depth / contraction.reduction[0].extent
    unhidden = costs.unhidden_on_use
    if schedule.prefetch and ahead <= costs.l2_share * target.l2:
        single = costs.unhidden_single_stream if schedule.prefetch == 1 else 0.0
        if contraction.term_strides is None:
            # By measurement, the first slices of numbers that are not split arrive as if not
            # prefetched.
            first = schedule.depth / contraction.reduction[0].extent
            exposed = first if first < 1 else 0.0
            prefetched = costs.unhidden_prefetched + single
            unhidden = exposed * costs.unhidden_on_use + (1 - exposed) * prefetched
        else:
            unhidden = costs.unhidden_terms + single
    return max(seconds + again, once) + unhidden * min(seconds + again, once)


def tile_cycles(
    contraction: Contraction, schedule: Schedule, steps: int, target: CpuTarget
) -> float:
    """Cycles of a register tile."""
    costs, height, wide = profile_of(target).amx, _height(schedule), schedule.vectors
    rows = ceil(schedule.tile[1] / ceil(schedule.tile[1] / ROWS))
    peak = ROWS * ROWS * 2 * STEPS / target.speed.amx_multiply_adds * cost.frequency(target)
    product = peak * max(rows, costs.least_rows) / ROWS
    terms, products = contraction.terms, len(split_terms.PRODUCTS[contraction.terms])
    chain = costs.chain if terms == 1 else costs.chain_of_terms
    multiplying = product * max(height * wide, chain) * products
    a, (_, inner) = contraction.a, row_axes(contraction)
    places = (a.stride(inner.name), schedule.unroll)
    aligned = not any(4 * n % 64 for n in places)
    load = costs.aligned_load_cycles if aligned else costs.unaligned_load_cycles
    loading = terms * (height * load + wide * costs.aligned_load_cycles)
    lines = height * rows + 16 * wide * _miss_ratio(contraction, schedule, steps, target)
    stalls = costs.l2_line_cycles * max(0.0, terms * lines - costs.hidden_lines)
    slices = contraction.reduction[0].extent // schedule.depth
    far = 0.0 if _sums_stay(contraction, schedule, target) else costs.l2_line_cycles * rows
    return (
        steps / schedule.unroll * (max(multiplying, loading) + stalls)
        + height
        * wide
        * (slices * (costs.store_cycles + far) + (slices - 1) * (costs.aligned_load_cycles + far))
        + costs.tile_cycles * slices
    )


def _miss_ratio(
    contraction: Contraction, schedule: Schedule, steps: int, target: CpuTarget
) -> float:
    """The share of a slice of a panel that the first-level cache loses from one register tile to
    the next.
    """
    depth = steps * schedule.depth // contraction.reduction[0].extent
    width = schedule.vectors * target.lanes("float32")
    step_bytes = _step_bytes(contraction)
    panel, results = step_bytes * depth * width, 4.0 * prod(schedule.tile) * width
    run = contraction.reduction[-1].extent if len(contraction.reduction) > 1 else depth
    rows = step_bytes * run * _places(contraction, schedule)
    costs = profile_of(target).amx
    beyond = panel + rows + results - costs.l1_share * target.l1
    return min(1.0, max(0.0, beyond / (costs.l1_overflow * target.l1)))


def _step_bytes(contraction: Contraction) -> float:
    """Bytes of a reduction step of a row or a column: a pair of bfloat16, or of all terms."""
    return 4.0 * contraction.terms


def _sums_stay(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> bool:
    """Whether sums stay in the first-level cache until the epilogue reads them."""
    width = schedule.vectors * target.lanes("float32")
    panes = ceil(contraction.column.extent / width) if contraction.a.buffer == STRIP else 1
    share = profile_of(target).amx.l1_share_of_sums
    return panes * _sums(contraction, schedule, target) <= share * target.l1


def _places(contraction: Contraction, schedule: Schedule) -> int:
    """Distinct addresses of a at which the steps along the last reduction axis of a register tile
    begin, for a slice of the reduction. Windows of neighbouring pixels overlap.
    """
    first, *others = contraction.reduction
    taps = [(axis.name, axis.extent) for axis in others[:-1]]
    if others:
        taps.append((first.name, schedule.depth))
    outer, inner = row_axes(contraction)
    rows = [(outer.name, schedule.tile[0]), (inner.name, schedule.tile[1])]
    stride = contraction.a.stride
    return _different(tuple((stride(name), extent) for name, extent in (*rows, *taps)))


@lru_cache(maxsize=4096)
def _different(terms: tuple[tuple[int, int], ...]) -> int:
    """How many distinct sums there are of stride × coordinate over all terms; each coordinate is
    below the size of its term.
    """
    found = {0}
    for stride, extent in terms:
        found = {base + stride * number for base in found for number in range(extent)}
    return len(found)


def _moving_seconds(
    contraction: Contraction, schedule: Schedule, blocks: int, steps: int, target: CpuTarget
) -> tuple[float, float]:
    """Seconds for b to come from memory once, and for what is read again from the cache that holds
    it.
    """
    columns, step_bytes = contraction.column.extent, _step_bytes(contraction)
    b_bytes = step_bytes * steps * columns * prod(axis.extent for axis in contraction.batch)
    sharers = target.threads if schedule.parallel == "rows" else 1
    once = b_bytes / cost.memory_bandwidth(target) * sharers
    again = max(0.0, blocks / sharers - 1) * b_bytes * sharers / target.threads
    a_bytes = step_bytes * prod(axis.extent for axis in contraction.rows) * steps
    a_again = 0.0
    if contraction.a.buffer != STRIP:
        held = step_bytes * block_rows(contraction, schedule) * steps
        each = a_bytes * cost.miss_ratio(held, target.l2)
        a_again = each * columns / (schedule.vectors * 16) / target.threads
    moved = cost.bandwidth(target, b_bytes + 1, 1)
    return once, (again + a_again) / moved + _reading_seconds(contraction, schedule, target)


def _reading_seconds(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> float:
    """Seconds to read a from where it is. Threads that share columns all read the whole of it, of
    which other cores have written a part.
    """
    read = contraction.a
    if read.buffer == STRIP:
        return 0.0
    axes = (*contraction.batch, *contraction.rows, *contraction.reduction)
    places = sum((axis.extent - 1) * abs(read.stride(axis.name)) for axis in axes)
    reach = _step_bytes(contraction) * places
    columns = schedule.parallel == "columns"
    if reach <= profile_of(target).amx.l2_share * target.l2:
        read_once = _extra_bytes(contraction) / target.threads
        return cost.transfer_seconds(target, reach + read_once) if columns else 0.0
    readers = target.threads if columns else 1
    return readers * reach / cost.memory_bandwidth(target)


def _extra_bytes(contraction: Contraction) -> float:
    """Bytes that the epilogue reads and that differ from row to row."""
    axes = (*contraction.batch, *contraction.rows, contraction.column)
    total = 0.0
    for extra in contraction.extras:
        if any(extra.stride(axis.name) for axis in contraction.rows):
            extents = [axis.extent for axis in axes if extra.stride(axis.name)]
            total += ITEM_BYTES[extra.dtype] * prod(extents)
    return total
