"""Contractions: out[rows, column] = epilogue(Σ a[rows, reduction] · b[reduction, column]), and
their schedules.

Convolutions and matrix products become a `Contraction` (which axes are rows, column and reduction,
and how the operands lie), then a kernel by one and the same schedule: the register tile is `tile`
rows × `vectors` vectors of columns; column panels of b run over a `block` of rows, so that a's
block and b's panel stay in cache; threads share row blocks or column panels. Used by
`aoe.operators.implementations` (conv_direct, conv_winograd, matmul).

The cost model follows the micro-kernel analysis of BLIS (Low et al., "Analytical Modeling Is Enough
for High-Performance BLIS", TOMS 2016): accumulators bound by registers, cycles per step bound by
multiply-add throughput, loads and latency; panels and blocks by cache levels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, prod

from aoe.device import Device
from aoe.errors import PolicyError
from aoe.loops.expression import Expression, Load, apply
from aoe.loops.stage import Access, Axis, Loop, Reduction, Stage, StageSchedule, Store
from aoe.operators import cost
from aoe.policy import Decision, Policy


@dataclass(frozen=True, slots=True)
class Contraction:
    """The axes and operands of a contraction.

    `batch`: axes that select a and b alike (groups, batches of products); `rows`: the other output
    axes but one, outermost first; `column`: the output axis that is vectorised. `extras`: what the
    epilogue reads; in it, operand 0 is a, 1 is b, 2… the extras.
    """

    batch: tuple[Axis, ...]
    rows: tuple[Axis, ...]
    column: Axis
    reduction: tuple[Axis, ...]
    a: Access
    b: Access
    extras: tuple[Access, ...]
    output: Access
    epilogue: Expression

    @property
    def flops(self) -> int:
        """Multiplications and additions."""
        axes = (*self.batch, *self.rows, self.column, *self.reduction)
        return 2 * prod(axis.extent for axis in axes)


@dataclass(frozen=True, slots=True, order=True)
class Schedule:
    """The decisions of a contraction.

    `tile`: register tile over the last two row axes (the first is 1 where there is only one row
    axis); `vectors`: vectors of columns in it; `unroll`: reduction steps per iteration; `block`:
    how many coordinates of the outer of these row axes are gone over panel by panel before the next
    are begun; `depth`: how much of the outermost reduction axis is summed up before the next part,
    partial sums waiting in the output; `parallel`: "rows" (blocks of rows are shared out to
    threads) or "columns" (every thread has its part of the columns).
    """

    tile: tuple[int, int]
    vectors: int
    unroll: int
    block: int
    depth: int
    parallel: str

    def decisions(self) -> dict[str, Decision]:
        """The schedule part of a policy."""
        return {
            "tile": self.tile,
            "vectors": self.vectors,
            "unroll": self.unroll,
            "block": self.block,
            "depth": self.depth,
            "parallel": self.parallel,
        }


def schedule_of(policy: Policy) -> Schedule:
    """The schedule a policy holds. Raises `PolicyError` if a decision is missing or of the wrong
    kind.
    """
    given = dict(policy.schedule)
    tile = given.get("tile")
    numbers = [given.get(name) for name in ("vectors", "unroll", "block", "depth")]
    parallel = given.get("parallel")
    if (
        not isinstance(tile, tuple)
        or len(tile) != 2
        or not all(isinstance(n, int) and n >= 1 for n in (*tile, *numbers))
        or parallel not in ("rows", "columns")
    ):
        raise PolicyError(f"not a contraction's schedule: {given}")
    outer, inner = (int(n) for n in tile)
    vectors, unroll, block, depth = (int(n) for n in numbers if isinstance(n, int))
    return Schedule((outer, inner), vectors, unroll, block, depth, str(parallel))


def merge_rows(contraction: Contraction) -> Contraction:
    """The contraction with neighbouring row axes made one wherever every operand allows it; its
    operands no longer speak of axes of extent 1 that it does without.
    """
    rows = [axis for axis in contraction.rows if axis.extent > 1] or list(contraction.rows[-1:])
    accesses = (contraction.a, *contraction.extras, contraction.output)
    index = len(rows) - 2
    while index >= 0:
        outer, inner = rows[index], rows[index + 1]
        if all(_mergeable(access, outer, inner) for access in accesses):
            rows[index : index + 2] = [Axis(inner.name, outer.extent * inner.extent)]
        index -= 1
    axes = (*contraction.batch, *rows, contraction.column, *contraction.reduction)
    names = {axis.name for axis in axes}
    return replace(
        contraction,
        rows=tuple(rows),
        a=_along(contraction.a, names),
        b=_along(contraction.b, names),
        extras=tuple(_along(access, names) for access in contraction.extras),
        output=_along(contraction.output, names),
    )


def _along(access: Access, names: Set[str]) -> Access:
    """The access as it is where all axes but `names` stay at 0."""
    return replace(
        access,
        strides=tuple(term for term in access.strides if term[0] in names),
        within=tuple(term for term in access.within if term[0] in names),
        bounds=tuple(
            replace(bound, terms=tuple(term for term in bound.terms if term[0] in names))
            for bound in access.bounds
        ),
    )


def _mergeable(access: Access, outer: Axis, inner: Axis) -> bool:
    bounded = {axis for bound in access.bounds for axis, _ in bound.terms}
    fits = access.stride(outer.name) == access.stride(inner.name) * inner.extent
    return fits and not bounded & {outer.name, inner.name}


def row_axes(contraction: Contraction) -> tuple[Axis, Axis]:
    """The two row axes of the register tile; the first has extent 1 if there is only one."""
    rows = contraction.rows
    return (rows[-2], rows[-1]) if len(rows) > 1 else (Axis("", 1), rows[-1])


def stage(contraction: Contraction, schedule: Schedule, lanes: int, name: str) -> Stage:
    """The loop nest of a contraction; the kernel's outer loops come from `outer_loops`."""
    outer, inner = row_axes(contraction)
    tile = [(inner.name, schedule.tile[1])]
    order = [Loop(axis.name, 1) for axis in (*contraction.batch, *contraction.rows[:-2])]
    if schedule.depth < contraction.reduction[0].extent:
        order.append(Loop(contraction.reduction[0].name, schedule.depth))
    if outer.name:
        tile.append((outer.name, schedule.tile[0]))
        order.append(Loop(outer.name, schedule.block))
    else:
        order.append(Loop(inner.name, schedule.block))
    order.append(Loop(contraction.column.name, schedule.vectors * lanes))
    order += [Loop(axis.name, 0) for axis in (outer, inner) if axis.name]
    last = contraction.reduction[-1]
    tile.append((last.name, min(schedule.unroll, last.extent)))
    if len(contraction.reduction) > 1 and schedule.unroll > last.extent:
        before = contraction.reduction[-2]
        tile.append((before.name, min(schedule.unroll // last.extent, before.extent)))
    order += [Loop(axis.name, 0) for axis in contraction.reduction]
    return Stage(
        name,
        (*contraction.batch, *contraction.rows, contraction.column, *contraction.reduction),
        (contraction.a, contraction.b, *contraction.extras),
        (Store(contraction.output, contraction.epilogue),),
        Reduction(
            "sum",
            tuple(axis.name for axis in contraction.reduction),
            apply("mul", Load(0), Load(1)),
        ),
        StageSchedule(contraction.column.name, schedule.vectors, tuple(tile), tuple(order)),
    )


def outer_loops(
    contraction: Contraction, schedule: Schedule, device: Device
) -> tuple[tuple[Axis, ...], tuple[Loop, ...]]:
    """The axes and loops that threads share; all of them are parallel."""
    outer, inner = row_axes(contraction)
    axes = list(contraction.batch)
    loops = [Loop(axis.name, 1) for axis in contraction.batch]
    if schedule.parallel == "columns":
        axes.append(contraction.column)
        width = schedule.vectors * device.lanes("float32")
        panels = ceil(contraction.column.extent / width)
        loops.append(Loop(contraction.column.name, ceil(panels / device.threads) * width))
    else:
        axes += contraction.rows[:-2]
        loops += [Loop(axis.name, 1) for axis in contraction.rows[:-2]]
        blocked = outer if outer.name else inner
        axes.append(blocked)
        loops.append(Loop(blocked.name, schedule.block))
    return tuple(axes), tuple(loops)


def check(contraction: Contraction, schedule: Schedule, device: Device) -> None:
    """Raises `PolicyError` unless the schedule is one that can be computed: it bounds code size and
    registers.
    """
    outer, inner = row_axes(contraction)
    height, width = schedule.tile
    if (
        height > outer.extent
        or width > inner.extent
        or schedule.unroll > 32
        or schedule.block > max(outer.extent, inner.extent)
        or schedule.depth not in _depths(contraction)
        or not _fits_registers(height * width, schedule.vectors, device)
    ):
        raise PolicyError(f"schedule {schedule} is outside the space of this contraction")


def _fits_registers(rows: int, vectors: int, device: Device) -> bool:
    # One register for a broadcast element of a; x86 with 512-bit vectors broadcasts from memory.
    broadcast = 0 if device.vector_bytes == 64 else 1
    return rows * vectors + vectors + broadcast <= device.vector_registers


def schedules(contraction: Contraction, device: Device) -> Iterator[Schedule]:
    """All schedules worth considering, unranked."""
    outer, inner = row_axes(contraction)
    panels = ceil(contraction.column.extent / device.lanes("float32"))
    steps = prod(axis.extent for axis in contraction.reduction)
    shapes = [
        (tile, vectors)
        for vectors, tile in product((1, 2, 3, 4, 6, 8), _tiles(outer.extent, inner.extent))
        if vectors <= panels and _fits_registers(prod(tile), vectors, device)
    ]
    # Fewer accumulators than hide the latency of a multiply-add, only where no more are to be had.
    least = min(8, max(prod(tile) * vectors for tile, vectors in shapes))
    for tile, vectors in shapes:
        if prod(tile) * vectors < least:
            continue
        for unroll in (n for n in (1, 2, 4) if n <= steps):
            for depth in _depths(contraction):
                start = Schedule(tile, vectors, unroll, 1, depth, "rows")
                yield from _blocked(contraction, start, device)


def _depths(contraction: Contraction) -> list[int]:
    """Blocks of the outermost reduction axis: all of it, and less where the reduction is long."""
    whole = contraction.reduction[0].extent
    if contraction.output.dtype != "float32":
        return [whole]  # partial sums are kept in the output
    if len(contraction.reduction) > 1:
        steps = prod(axis.extent for axis in contraction.reduction)
        return [whole, 1] if steps >= 1024 and whole > 1 else [whole]
    return [whole, *(depth for depth in (256, 512, 1024) if depth * 1.5 < whole)]


def _tiles(height: int, width: int) -> Iterator[tuple[int, int]]:
    """Register tiles of rows: all of a short axis, else sizes that waste little at its end."""
    seen = set()
    for rows in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 16, 20, 24, 28):
        tile = (1, min(rows, width))
        if tile not in seen:
            seen.add(tile)
            yield tile
    for tall in (2, 3, 4):
        if tall <= height and width * tall <= 28:
            yield (tall, width)


def _blocked(contraction: Contraction, schedule: Schedule, device: Device) -> Iterator[Schedule]:
    outer, inner = row_axes(contraction)
    size, step = inner.extent, schedule.tile[1]
    if outer.name:
        size, step = outer.extent, schedule.tile[0]
    share = ceil(size / step / device.threads) * step
    for block in sorted({step, min(size, 4 * step), min(size, share), size}):
        yield replace(schedule, block=block, parallel="rows")
    if device.threads > 1:
        for block in sorted({min(size, share), size}):
            yield replace(schedule, block=block, parallel="columns")


def estimate(contraction: Contraction, schedule: Schedule, device: Device) -> float:
    """Seconds a schedule should take: micro-kernel cycles and traffic, mostly overlapped."""
    lanes = device.lanes("float32")
    outer, inner = row_axes(contraction)
    around = prod(axis.extent for axis in (*contraction.batch, *contraction.rows[:-2]))
    depth = _depth_steps(contraction, schedule)
    cycles = 0.0
    for height, times_high in _parts(outer.extent, schedule.tile[0]):
        for width, times_wide in _parts(inner.extent, schedule.tile[1]):
            for columns, times in _parts(contraction.column.extent, schedule.vectors * lanes):
                for steps, repeats in _parts(_steps(contraction), depth):
                    vectors = ceil(columns / lanes)
                    tile = _tile_cycles(height * width, vectors, steps, schedule.unroll)
                    cycles += tile * times_high * times_wide * times * repeats
    compute = cycles * around / cost.FREQUENCY * _imbalance(contraction, schedule, device)
    traffic = around * _traffic_seconds(contraction, schedule, device)
    return max(compute, traffic) + 0.25 * min(compute, traffic)


def _parts(extent: int, step: int) -> list[tuple[int, int]]:
    parts = [(step, extent // step), (extent % step, 1)]
    return [(size, times) for size, times in parts if size and times]


def _steps(contraction: Contraction) -> int:
    return prod(axis.extent for axis in contraction.reduction)


def _depth_steps(contraction: Contraction, schedule: Schedule) -> int:
    """Reduction steps in one block of `depth`."""
    return schedule.depth * _steps(contraction) // contraction.reduction[0].extent


def _tile_cycles(rows: int, vectors: int, steps: int, unroll: int) -> float:
    # Two multiply-adds and two loads per cycle, latency 4; around the steps, accumulators are
    # cleared and stored.
    per_step = max(rows * vectors / 2, (rows + vectors) / 2, 4.0) + 0.5 / unroll
    return steps * per_step + 1.5 * rows * vectors + 12


def _imbalance(contraction: Contraction, schedule: Schedule, device: Device) -> float:
    """The slowest thread's share of the work relative to all of it."""
    axes, loops = outer_loops(contraction, schedule, device)
    tasks = prod(ceil(axis.extent / entry.step) for axis, entry in zip(axes, loops, strict=True))
    return ceil(tasks / device.threads) / tasks


def _traffic_seconds(contraction: Contraction, schedule: Schedule, device: Device) -> float:
    """Seconds one thread moves data to its first-level cache, for one coordinate of the axes
    around.

    Constants come from memory once; what a loop order reads again comes from the cache that holds
    it.
    """
    outer, inner = row_axes(contraction)
    steps, depth = _steps(contraction), _depth_steps(contraction, schedule)
    width = schedule.vectors * device.lanes("float32")
    sharers = device.threads if schedule.parallel == "rows" else 1
    columns = ceil(contraction.column.extent / (device.threads // sharers) / width) * width
    rows = outer.extent * inner.extent
    block = min(rows, schedule.block * (inner.extent if outer.name else 1))
    blocks = max(1.0, rows / block / sharers)
    b_bytes, a_slice, b_slice = 4.0 * steps * columns, 4.0 * block * depth, 4.0 * depth * width
    seconds = 4.0 * steps * contraction.column.extent / cost.bandwidth(device, 2.0 * device.l3)
    seconds += (blocks - 1) * b_bytes / cost.bandwidth(device, b_bytes, 1)
    if a_slice > 0.5 * device.l1:
        panels = columns / width
        seconds += panels * blocks * 4.0 * block * steps / cost.bandwidth(device, a_slice, 1)
    if b_slice > 0.7 * device.l1:
        tiles = max(1.0, block / (schedule.tile[0] * schedule.tile[1]))
        seconds += tiles * blocks * b_bytes / cost.bandwidth(device, b_slice + a_slice, 1)
    partial = 8.0 * block * columns * blocks * (ceil(steps / depth) - 1)
    return seconds + partial / cost.bandwidth(device, 4.0 * block * columns, 1)


def ranked(contraction: Contraction, device: Device, limit: int = 64) -> Sequence[Schedule]:
    """The most promising schedules, best first."""
    candidates = {*schedules(contraction, device)}
    order = sorted(candidates, key=lambda item: (estimate(contraction, item, device), item))
    return order[:limit]
