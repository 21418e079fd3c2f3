"""Matrix multiplication of matrices whose rows are the steps of the sum, as in gradients of
weights: it takes one slice of the steps after the other and packs neither matrix.

A slice of both matrices stays in the second-level cache while all register tiles are computed from
it; partial sums wait in the output. Meanwhile each step prefetches what it will read in the next
slice. So memory is read in the order in which it lies, and while threads multiply. Packing would
read and write it in between, when nothing is multiplied (`matmul_row_panels`, whose panels suit
rows that are too far apart for a cache).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, matmul_contraction, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.element_types import ITEM_BYTES, computed_type
from aoe.errors import PolicyError
from aoe.loops.loop_nest import LoweredOperator, Prefetch
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

_NAME = "matmul_slices"
#: A slice has the largest divisor of the steps up to one of these, and not fewer than the least.
_DEPTHS, _LEAST = (256, 128, 64), 32
#: The first slice is not fetched ahead, so there are several.
_FEWEST_SLICES = 6
#: Bytes of a page. Of rows as long, the lines that a register tile reads fall into few cache sets.
_PAGE = 4096


def _supports(operator: Operator, target: CpuTarget) -> bool:
    a, b = operator.inputs[:2]
    rows, columns = matmul_contraction.matrices(operator, _dense(operator))
    return (
        rows.strides[-2] == columns.strides[-1] == 1 != rows.strides[-1]
        and max(rows.shape[-2], columns.shape[-1]) * ITEM_BYTES["float32"] < _PAGE
        and not (a.constant or b.constant)
        and prod(operator.output.shape[:-2]) == 1
        and computed_type(a.dtype) == computed_type(b.dtype) == "float32"
        and operator.output.dtype == "float32"
        and bool(_depths(rows.shape[-1]))
    )


def _dense(operator: Operator) -> list[View]:
    return [View.dense(operand) for operand in operator.inputs]


def _contraction(operator: Operator) -> Contraction:
    return matmul_contraction.contraction(operator, _dense(operator), View.dense(operator.output))


def _depths(steps: int) -> tuple[int, ...]:
    """Steps of a slice."""
    found = (next(n for n in range(most, 0, -1) if steps % n == 0) for most in _DEPTHS)
    return tuple(dict.fromkeys(n for n in found if _LEAST <= n <= steps // _FEWEST_SLICES))


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    contraction = _contraction(operator)
    depths = _depths(contraction.reduction[0].extent)
    found = {
        replace(schedule, depth=depth, prefetch=1)
        for schedule in contraction_space.schedules(contraction, target)
        for depth in depths
        if schedule.block == _share(contraction, schedule, target)
    }
    best = sorted((_seconds(contraction, schedule, target), schedule) for schedule in found)
    limit = breadth * contraction_space.USUAL
    return tuple(Policy.of(_NAME, schedule=item.decisions()) for _, item in best[:limit])


def _share(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> int:
    """The rows of a block: all of a thread's."""
    size, _, share = contractions.shared_rows(contraction, schedule, target.threads)
    return min(size, share) if schedule.parallel == "rows" else size


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    return _seconds(_contraction(operator), contractions.schedule_of(policy), target)


def _seconds(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> float:
    """Seconds to multiply, while both matrices come from memory. Nothing hides the way of partial
    sums to the last cache and back.
    """
    computing = contraction_space.estimator(contraction, target).cached(schedule)
    (row,), (step,), column = contraction.rows, contraction.reduction, contraction.column
    a, b = 4.0 * step.extent * row.extent, 4.0 * step.extent * column.extent
    by_rows = schedule.parallel == "rows"
    fetching = cost.stream_seconds(target, a, not by_rows) + cost.stream_seconds(target, b, by_rows)
    sums = 4.0 * row.extent * column.extent
    seconds = cost.overlapped(target, computing, fetching, streams=True)
    if sums <= profile_of(target).contraction.l2_share * target.l2 * target.threads:
        return seconds
    moved = 2.0 * sums * (step.extent // schedule.depth - 1)
    return seconds + moved / cost.bandwidth(target, target.l3)


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    contraction, schedule = _contraction(operator), contractions.schedule_of(policy)
    return contraction_space.lower_bound_of(operator, contraction, schedule, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    schedule, dense = contractions.schedule_of(policy), _contraction(operator)
    whole = dense.reduction[0].extent
    contraction_space.check(dense, replace(schedule, depth=whole), target)
    if policy.format or schedule.prefetch != 1 or schedule.depth not in _depths(whole):
        raise PolicyError(f"not a policy of {_NAME}: {policy}")
    contraction = matmul_contraction.contraction(operator, inputs, output)
    schedule = contractions.refitted(schedule, dense, contraction)
    product = contractions.sliced(contraction, schedule.depth)
    fetched = _next_slice(product, schedule, target)
    return LoweredOperator((panels.kernel("matmul", product, schedule, target, fetched),))


def _next_slice(
    product: Contraction, schedule: Schedule, target: CpuTarget
) -> tuple[Prefetch, ...]:
    """What each step prefetches: what it reads of a and of b one slice later."""
    (piece,) = product.slices
    read = ((product.a, schedule.tile[1]), (product.b, schedule.vectors * target.lanes("float32")))
    return tuple(
        Prefetch(number, access.strides, access.stride(piece.name), elements=elements)
        for number, (access, elements) in enumerate(read)
    )


IMPLEMENTATION = Implementation(
    name=_NAME,
    operator_type="MatMul",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    lower_bound=_lower_bound,
)
