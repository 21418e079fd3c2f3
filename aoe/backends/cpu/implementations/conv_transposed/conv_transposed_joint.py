"""Transposed convolution whose register tile holds all phases of the last dimension's stride.

Each phase (`aoe.operators.types.conv.conv_transposed.phases`) is a contraction;
`conv_transposed.py` has a kernel for each. Here neighbours in a row of the output, one of each
phase of the last dimension, are accumulated together. A load of the input serves them all, and
results are contiguous. The phases of the other dimensions follow one another for each block of
rows, as loop nests of one kernel, while their input is cached. One thread writes each line of the
output.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.packing import packing_seconds
from aoe.backends.cpu.implementations.conv_transposed.phase_runs import MOST_ALONE
from aoe.backends.cpu.implementations.conv_transposed.transposed_phases import (
    Phase,
    border_share,
    lower_bound_of,
    memory_seconds,
    moving,
    phase_contraction,
    taps_of,
)
from aoe.backends.cpu.implementations.packing import with_packing
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Axis, Bound, Kernel, Loop, LoopNest, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.conv.conv_transposed import phases
from aoe.policy import Policy

#: Phases of the last dimension in a register tile, and the most vectors of all of them.
_PHASES, _WIDEST_TILE = (2, 3, 4), 8
#: The axis that counts the phases of the last dimension.
_PHASE = "phase"


def _supports(operator: Operator, target: CpuTarget) -> bool:
    strides, extents = operator.integers("strides"), operator.output.shape[2:]
    if strides[-1] not in _PHASES or operator.integer("group") > 1:
        return False
    if prod(strides[:-1]) > MOST_ALONE:
        return False
    if any(extent % stride for stride, extent in zip(strides, extents, strict=True)):
        return False
    alike = all(_evenly_spaced(group) for group in _groups(operator))
    return alike and contractions.contractible(*operator.inputs[:2])


def _groups(operator: Operator) -> Iterator[tuple[Phase, ...]]:
    """Phases that differ in the last dimension only."""
    count = operator.integers("strides")[-1]
    found = tuple(phases(operator))
    for first in range(0, len(found), count):
        yield found[first : first + count]


def _evenly_spaced(group: Sequence[Phase]) -> bool:
    """Whether the phases have equally many taps, at least one, and their offsets into input and
    weights are evenly spaced.
    """
    lasts = [phase[-1] for phase in group]
    steps = {
        (after.start - before.start, after.tap - before.tap) for before, after in pairwise(lasts)
    }
    taps = {taps_of(phase) for phase in group}
    return len(steps) == 1 and len(taps) == 1 and 0 not in taps


def _joint(
    operator: Operator, inputs: Sequence[View], output: View, group: Sequence[Phase]
) -> Contraction:
    """The contraction of the first phase of a group, whose operands also move along the axis of the
    phases. That is not among its axes, since it is neither a row nor a column.
    """
    first, second = (
        _over_long_rows(phase_contraction(operator, inputs, output, phase)) for phase in group[:2]
    )
    extras = zip(first.extras, second.extras, strict=True)
    return replace(
        first,
        a=replace(moving(first.a, second.a, _PHASE), bounds=_bounds(operator, first, group)),
        b=moving(first.b, second.b, _PHASE),
        extras=tuple(moving(*pair, _PHASE) for pair in extras),
        output=moving(first.output, second.output, _PHASE),
    )


def _over_long_rows(contraction: Contraction) -> Contraction:
    """Without row axes of size 1, except the last."""
    *others, last = contraction.rows
    return contractions.over_rows(contraction, [*(a for a in others if a.extent > 1), last])


def _bounds(operator: Operator, first: Contraction, group: Sequence[Phase]) -> tuple[Bound, ...]:
    """The bounds of the first phase; along the last dimension those of all phases together."""
    last, extent = first.rows[-1].name, operator.inputs[0].shape[-1]
    bounds = [bound for bound in first.a.bounds if last not in dict(bound.terms)]
    lasts = [phase[-1] for phase in group]
    lowest = min(part.start - part.reach * (part.taps - 1) for part in lasts)
    highest = max(part.start + part.outputs for part in lasts)
    if lowest < 0 or highest > extent:
        tap = f"r{len(group[0]) - 1}"
        taps = {axis.name for axis in first.reduction}
        terms = ((last, 1), (_PHASE, lasts[1].start - lasts[0].start), (tap, -lasts[0].reach))
        kept = tuple(term for term in terms if term[0] != tap or tap in taps)
        bounds.append(Bound(kept, lasts[0].start, extent))
    return tuple(bounds)


@lru_cache(maxsize=64)
def _together(operator: Operator, target: CpuTarget) -> Contraction:
    """What schedules are ranked for: the largest group of phases over dense operands, with as many
    columns, in whole vectors, as all phases have taps.
    """
    groups = [*_groups(operator)]
    largest = max(groups, key=lambda group: taps_of(group[0]))
    views = [View.dense(operand) for operand in operator.inputs]
    contraction = _joint(operator, views, View.dense(operator.output), largest)
    taps = sum(taps_of(group[0]) for group in groups)
    times = len(largest) * round(taps / taps_of(largest[0]))
    lanes, column = target.lanes("float32"), contraction.column
    columns = times * lanes * ceil(column.extent / lanes)
    return replace(contraction, column=Axis(column.name, columns))


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    contraction = _together(operator, target)
    whole = contraction.reduction[0].extent
    schedules = [
        schedule
        for schedule in dict.fromkeys(
            contraction_space.schedules(contraction, target, _widths(operator, target))
        )
        if schedule.depth == whole
    ]
    found = [
        Policy.of("conv_transposed_joint", {}, schedule.decisions())
        for schedule in contraction_space.with_prefetch(contraction, schedules)
    ]
    found.sort(key=lambda policy: (_estimate(operator, policy, target), policy.schedule))
    return tuple(found[: breadth * contraction_space.USUAL])


def _widths(operator: Operator, target: CpuTarget) -> list[int]:
    """Vectors of register tiles: equally many of each phase, no more than a phase has."""
    count = operator.integers("strides")[-1]
    panels_of_phase = ceil(operator.inputs[1].shape[1] / target.lanes("float32"))
    widths = [count * vectors for vectors in range(1, _WIDEST_TILE // count + 1)]
    return widths[:panels_of_phase]


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule = contractions.schedule_of(policy)
    together = _together(operator, target)
    seconds = contraction_space.estimate(together, schedule, target)
    lasts = [phase[-1] for phase in next(_groups(operator))]
    extent = operator.inputs[0].shape[-1]
    checked = border_share(together, schedule, extent, lasts, target)
    seconds = seconds * (1 + checked) + memory_seconds(operator, schedule, 1, target)
    return seconds + packing_seconds(operator.inputs[1], target, sum(1 for _ in _groups(operator)))


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    schedule, largest = contractions.schedule_of(policy), _together(operator, target)
    contraction_space.check(largest, schedule, target)
    fits = schedule.depth == largest.reduction[0].extent
    if policy.format or not fits or schedule.vectors not in _widths(operator, target):
        raise PolicyError(f"{policy} is outside the space of {operator.type} {operator.key}")
    phase = Axis(_PHASE, operator.integers("strides")[-1])
    alone = replace(schedule, vectors=schedule.vectors // phase.extent)
    joint, nests, packing, packed = [], [], [], []
    for number, group in enumerate(_groups(operator)):
        contraction = _joint(operator, inputs, output, group)
        fitted = replace(alone, depth=contraction.reduction[0].extent)
        # In a panel, a reduction step is contiguous for all phases.
        steps = replace(contraction, reduction=(*contraction.reduction, phase))
        over, pack, buffer = panels.over_panels(steps, fitted, target, f"packed{number}")
        contraction = replace(contraction, b=over.b)
        joint.append(contraction)
        nests.append(_nest(contraction, fitted, phase, target, f"phases{number}"))
        packing.append(panels.pack_kernel(pack))
        packed.append(buffer)
    kernel = _kernel(joint, nests, alone, target)
    return with_packing((kernel,), packing, packed, operator.inputs[1].constant)


def _nest(
    contraction: Contraction, schedule: Schedule, phase: Axis, target: CpuTarget, name: str
) -> LoopNest:
    """The contraction's loop nest with the phases as a further axis of the register tile."""
    fetched = panels.prefetches(contraction, schedule)
    plain = contractions.nest(contraction, schedule, target.lanes("float32"), name, fetched)
    rows = len(contraction.rows)
    order, summed = plain.schedule.order, {axis.name for axis in contraction.reduction}
    place = next((n for n, loop in enumerate(order) if loop.axis in summed), len(order))
    scheduled = replace(
        plain.schedule,
        tile=(*plain.schedule.tile, (phase.name, phase.extent)),
        order=(*order[:place], Loop(phase.name, 0), *order[place:]),
    )
    return replace(plain, axes=(*plain.axes[:rows], phase, *plain.axes[rows:]), schedule=scheduled)


def _kernel(
    joint: Sequence[Contraction], nests: Sequence[LoopNest], schedule: Schedule, target: CpuTarget
) -> Kernel:
    axes, loops = contractions.outer_loops(joint[0], schedule, target)
    parallel = sum(item.flops for item in joint) > cost.PARALLEL_THRESHOLD * 8
    used = [
        access.buffer
        for nest in nests
        for access in (*nest.operands, *(store.access for store in nest.stores))
    ]
    return Kernel(
        "conv_transposed_joint",
        axes,
        loops,
        len(loops) if parallel else 0,
        tuple(nests),
        tuple(dict.fromkeys(used)),
    )


IMPLEMENTATION = Implementation(
    name="conv_transposed_joint",
    operator_type="ConvTranspose",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    lower_bound=lower_bound_of,
)
