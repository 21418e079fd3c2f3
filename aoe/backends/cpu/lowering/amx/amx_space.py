"""The schedules of a contraction in tiles worth considering, and how long each should take. The
kernels: `aoe.backends.cpu.lowering.amx.amx_contraction`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.lowering.amx.amx_contraction import (
    BAND,
    ROWS,
    STEPS,
    block_rows,
    even_part,
    with_long_runs,
)
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction.contraction import (
    Contraction,
    Schedule,
    row_axes,
    shared_rows,
)
from aoe.backends.cpu.lowering.reduced_precision import split_terms
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError
from aoe.target import Target

#: Registers of rows × of columns: what eight registers have room for, with operands.
_SHAPES = ((2, 2), (1, 4), (4, 1), (1, 3), (3, 1), (1, 2), (2, 1), (1, 1))
#: The one of these in which registers of rows share places.
_SHARING = (4, 1)
#: Blocks of rows worth considering, in register tiles.
_BLOCKS = (1, 2, 4, 8, 16, 32)
#: Pairs that a slice of the reduction has at least and at most.
_LEAST_DEPTH, _MOST_DEPTH = 96, 256
#: Which part of the second cache sums may take up while they wait for the epilogue.
_SUMS = 0.25


def check(contraction: Contraction, schedule: Schedule, target: Target) -> None:
    """Raises `PolicyError` unless the schedule is one that can be computed."""
    contraction = with_long_runs(contraction)
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


def ranked(contraction: Contraction, target: Target, limit: int) -> Sequence[Schedule]:
    """The most promising schedules, best first."""
    contraction = with_long_runs(contraction)
    candidates = {*_schedules(contraction, target)}
    return sorted(candidates, key=lambda item: (estimate(contraction, item, target), item))[:limit]


def as_they_lie(schedule: Schedule, dense: Contraction, contraction: Contraction) -> Schedule:
    """As `contraction.as_they_lie`, of no more than one row of registers."""
    fitting = contractions.as_they_lie(schedule, dense, contraction)
    return fitting if fitting == schedule else replace(fitting, tile=(1, fitting.tile[1]))


def _unroll(contraction: Contraction) -> int:
    """Steps that one instruction takes: the largest even part of the innermost reduction axis."""
    return even_part(contraction.reduction[-1].extent)


def _has_registers(contraction: Contraction, schedule: Schedule) -> bool:
    """Whether registers of rows that share a place are of one height. Where the reduction is sliced
    no row may be added to twice, so that rows are cut into registers as they are, evenly or not.
    """
    sliced = schedule.depth < contraction.reduction[0].extent
    even = schedule.tile[1] % ceil(schedule.tile[1] / ROWS) == 0
    return even or not sliced or (_height(schedule), schedule.vectors) != _SHARING


def _height(schedule: Schedule) -> int:
    """Registers of rows in a register tile."""
    return schedule.tile[0] * ceil(schedule.tile[1] / ROWS)


def _sums(contraction: Contraction, schedule: Schedule, target: Target) -> float:
    """Bytes of a block's sums."""
    width = schedule.vectors * target.lanes("float32")
    return 4.0 * block_rows(contraction, schedule) * width


def _schedules(contraction: Contraction, target: Target) -> Iterator[Schedule]:
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
    the first cache.
    """
    whole = contraction.reduction[0].extent
    if len(contraction.reduction) > 1:
        return [whole, 1] if whole > 1 else [whole]
    unroll = _unroll(contraction)
    parts = (whole // n for n in range(2, whole // _LEAST_DEPTH + 1) if whole % n == 0)
    return [whole, *(n for n in parts if n % unroll == 0 and _LEAST_DEPTH <= n <= _MOST_DEPTH)]


def _tiles(high: int, outer: int, inner: int) -> Iterator[tuple[int, int]]:
    """Rows of a register tile with `high` registers: an even part of the inner row axis, or all of
    it for several of the outer one.
    """
    times = ceil(inner / (ROWS * high))
    width = ceil(inner / times)
    if ceil(width / ROWS) == high:
        yield (1, width)
    wide = ceil(inner / ROWS)
    if 1 < high <= outer * wide and high % wide == 0 and high > wide:
        yield (high // wide, inner)


def _blocked(contraction: Contraction, schedule: Schedule, target: Target) -> Iterator[Schedule]:
    size, step, share = shared_rows(contraction, schedule, target.threads)
    blocks = {min(size, n) for n in (*(step * times for times in _BLOCKS), share, size)}
    for block in sorted(blocks):
        yield replace(schedule, block=block)
        if target.threads > 1:
            yield replace(schedule, block=block, parallel="columns")


def with_prefetch(schedules: Sequence[Schedule]) -> Iterator[Schedule]:
    """Schedules, each without and with fetching ahead, in one stream and in several."""
    for schedule in schedules:
        yield from (replace(schedule, prefetch=n) for n in (0, 1, 2))


@lru_cache(maxsize=4096)
def estimate(contraction: Contraction, schedule: Schedule, target: Target) -> float:
    """Seconds a schedule should take: products, loads, the epilogue, and what comes from further
    than the first caches.
    """
    contraction, costs = with_long_runs(contraction), profile_of(target).amx
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
    # What is fetched ahead and does not stay until it is used is fetched in vain.
    ahead = _step_bytes(contraction) * width * steps
    ahead *= schedule.depth / contraction.reduction[0].extent
    unhidden = costs.unhidden_on_use
    if schedule.prefetch and ahead <= costs.l2_share * target.l2:
        single = costs.unhidden_single_stream if schedule.prefetch == 1 else 0.0
        if contraction.apart is None:
            # As measured: of whole numbers, the first slices come as late as if not fetched ahead.
            first = schedule.depth / contraction.reduction[0].extent
            late = first if first < 1 else 0.0
            prefetched = costs.unhidden_prefetched + single
            unhidden = late * costs.unhidden_on_use + (1 - late) * prefetched
        else:
            unhidden = costs.unhidden_terms + single
    return max(seconds + again, once) + unhidden * min(seconds + again, once)


def tile_cycles(contraction: Contraction, schedule: Schedule, steps: int, target: Target) -> float:
    """Cycles of a register tile."""
    costs, height, wide = profile_of(target).amx, _height(schedule), schedule.vectors
    rows = ceil(schedule.tile[1] / ceil(schedule.tile[1] / ROWS))
    peak = ROWS * ROWS * 2 * STEPS / target.speed.tile_multiply_adds * cost.frequency(target)
    product = peak * max(rows, costs.least_rows) / ROWS
    parts, products = contraction.parts, len(split_terms.PRODUCTS[contraction.parts])
    chain = costs.chain if parts == 1 else costs.chain_of_terms
    multiplying = product * max(height * wide, chain) * products
    a, (_, inner) = contraction.a, row_axes(contraction)
    places = (a.stride(inner.name), schedule.unroll)
    aligned = not any(4 * n % 64 for n in places)
    load = costs.aligned_load_cycles if aligned else costs.unaligned_load_cycles
    loading = parts * (height * load + wide * costs.aligned_load_cycles)
    lines = height * rows + 16 * wide * _missing(contraction, schedule, steps, target)
    waiting = costs.l2_line_cycles * max(0.0, parts * lines - costs.hidden_lines)
    slices = contraction.reduction[0].extent // schedule.depth
    far = 0.0 if _sums_stay(contraction, schedule, target) else costs.l2_line_cycles * rows
    return (
        steps / schedule.unroll * (max(multiplying, loading) + waiting)
        + height
        * wide
        * (slices * (costs.store_cycles + far) + (slices - 1) * (costs.aligned_load_cycles + far))
        + costs.tile_cycles * slices
    )


def _missing(contraction: Contraction, schedule: Schedule, steps: int, target: Target) -> float:
    """Which part of a slice of a panel does not stay in the first cache from one register tile to
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
    """Bytes of a step of a row, or of a column: a pair of bfloat16, or of all parts of numbers."""
    return 4.0 * contraction.parts


def _sums_stay(contraction: Contraction, schedule: Schedule, target: Target) -> bool:
    """Whether sums stay in the first cache until they are read again."""
    width = schedule.vectors * target.lanes("float32")
    panes = ceil(contraction.column.extent / width) if contraction.a.buffer == BAND else 1
    share = profile_of(target).amx.l1_share_of_sums
    return panes * _sums(contraction, schedule, target) <= share * target.l1


def _places(contraction: Contraction, schedule: Schedule) -> int:
    """Different places of a that the steps along the last reduction axis of a register tile begin
    at, for a slice of the reduction: windows of neighbours overlap.
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
    """How many numbers the sums of the products of a factor and a number below another are."""
    found = {0}
    for stride, extent in terms:
        found = {base + stride * number for base in found for number in range(extent)}
    return len(found)


def _moving_seconds(
    contraction: Contraction, schedule: Schedule, blocks: int, steps: int, target: Target
) -> tuple[float, float]:
    """Seconds for b to come from memory once, and for what comes again from where it has room."""
    columns, step_bytes = contraction.column.extent, _step_bytes(contraction)
    b_bytes = step_bytes * steps * columns * prod(axis.extent for axis in contraction.batch)
    sharers = target.threads if schedule.parallel == "rows" else 1
    once = b_bytes / cost.memory_bandwidth(target) * sharers
    again = max(0.0, blocks / sharers - 1) * b_bytes * sharers / target.threads
    a_bytes = step_bytes * prod(axis.extent for axis in contraction.rows) * steps
    a_again = 0.0
    if contraction.a.buffer != BAND:
        held = step_bytes * block_rows(contraction, schedule) * steps
        each = a_bytes * cost.miss_ratio(held, target.l2)
        a_again = each * columns / (schedule.vectors * 16) / target.threads
    moved = cost.bandwidth(target, b_bytes + 1, 1)
    return once, (again + a_again) / moved + _reading_seconds(contraction, schedule, target)


def _reading_seconds(contraction: Contraction, schedule: Schedule, target: Target) -> float:
    """Seconds that a takes to come from where it has room: threads that share columns all read the
    whole of it, of which others have written their part.
    """
    read = contraction.a
    if read.buffer == BAND:
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
