"""Slices: a contraction over long sums whose operands are read where they lie, one slice of the
reduction after the other, as in gradients of weights.

A slice of both operands stays in the second-level cache while all register tiles are computed from
it; partial sums wait in the output. Meanwhile each step prefetches what it will read in the next
slice. So memory is read in the order in which it lies, and while threads multiply. Packing would
read and write it in between, when nothing is multiplied.

Used by `aoe.backends.cpu.implementations.matmul.matmul_slices` and
`aoe.backends.cpu.implementations.conv.conv_slices`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.lowering.contraction import contraction_space
from aoe.backends.cpu.lowering.contraction import contraction_traffic as traffic
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule, shared_rows
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.loop_nest import Prefetch

#: A slice has at most one of these steps, and not fewer than the least.
_STEPS, _LEAST = (256, 128, 64), 32
#: The first slice is not fetched ahead, so there are several.
_FEWEST_SLICES = 6


def depths(
    reduction: Sequence[int], rows: tuple[int, int], target: CpuTarget, around: int = 1
) -> tuple[int, ...]:
    """Coordinates of the outermost reduction axis in a slice: divisors of its extent.

    Args:
        reduction: The extents of the reduction axes, outermost first.
        rows: Bytes that a step reads of a, and of b.
        target: What computes.
        around: Slices along axes outside the reduction axes.

    Returns:
        The depths worth considering. None where there are too few slices, the second-level cache
        holds none, or a step reads a page: its lines would fall into few cache sets.
    """
    whole, inner = reduction[0], prod(reduction[1:])
    if max(rows) >= traffic.PAGE:
        return ()
    found = (next((n for n in range(most // inner, 0, -1) if whole % n == 0), 0) for most in _STEPS)
    return tuple(
        depth
        for depth in dict.fromkeys(found)
        if depth * inner >= _LEAST
        and whole // depth * around >= _FEWEST_SLICES
        and depth * inner * sum(rows) <= target.l2
    )


def schedules(contraction: Contraction, depths: Sequence[int], target: CpuTarget) -> list[Schedule]:
    """The schedules of a contraction whose slices have one of these depths."""
    found = {
        replace(schedule, depth=depth, prefetch=1)
        for schedule in contraction_space.schedules(contraction, target)
        for depth in depths
        if schedule.block == _share(contraction, schedule, target)
    }
    return sorted(found)


def _share(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> int:
    """The rows of a block: all of a thread's."""
    size, _, share = shared_rows(contraction, schedule, target.threads)
    return min(size, share) if schedule.parallel == "rows" else size


def seconds(
    contraction: Contraction, schedule: Schedule, read: tuple[float, float], target: CpuTarget
) -> float:
    """Seconds to multiply, while both operands come from memory. Nothing hides the way of partial
    sums to the last cache and back.

    Args:
        contraction: The contraction, not sliced.
        schedule: Its schedule.
        read: Bytes of a and of b.
        target: What computes.

    Returns:
        The estimate.
    """
    computing = contraction_space.estimator(contraction, target).cached(schedule)
    (a, b), by_rows = read, schedule.parallel == "rows"
    fetching = cost.stream_seconds(target, a, not by_rows) + cost.stream_seconds(target, b, by_rows)
    taken = cost.overlapped(target, computing, fetching, streams=True)
    sums = 4.0 * prod(axis.extent for axis in (*contraction.rows, contraction.column))
    if sums <= profile_of(target).contraction.l2_share * target.l2 * target.threads:
        return taken
    moved = 2.0 * sums * (contraction.reduction[0].extent // schedule.depth - 1)
    return taken + moved / cost.bandwidth(target, target.l3)


def next_slice(product: Contraction, schedule: Schedule, target: CpuTarget) -> tuple[Prefetch, ...]:
    """What each step of a sliced contraction prefetches: what it reads of a and of b one slice
    later, where a register tile reads neighbours.
    """
    innermost, row, column = product.slices[-1].name, product.rows[-1].name, product.column.name
    width = schedule.vectors * target.lanes("float32")
    read = ((product.a, row, schedule.tile[1]), (product.b, column, width))
    return tuple(
        Prefetch(number, access.strides, access.stride(innermost), elements=elements)
        for number, (access, axis, elements) in enumerate(read)
        if access.stride(axis) == 1
    )
