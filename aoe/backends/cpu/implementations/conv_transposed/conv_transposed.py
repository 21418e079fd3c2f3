"""Transposed convolution as one plain convolution for each phase of the strides.

Outputs at positions equal modulo the strides form a phase: a contraction over input channels and
the taps that reach them (`aoe.operators.types.conv.conv_transposed.phases`). Each phase writes its
outputs by a kernel of its own, under one shared schedule. Where there are many phases, a kernel
goes through all that are alike (`phase_runs.py`). Weights are packed in panels, once if they are
constant. In depthwise convolutions the column is the channel, else the output channel of a group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from statistics import mean

from aoe.backends.cpu.cost.packing import packing_seconds
from aoe.backends.cpu.implementations.conv_transposed.phase_runs import (
    MOST_ALONE,
    first_phase,
    phase_count,
    run_contraction,
    runs,
)
from aoe.backends.cpu.implementations.conv_transposed.transposed_phases import (
    Phase,
    border_share,
    dense_contraction,
    joining_seconds,
    largest_phase,
    lower_bound_of,
    memory_seconds,
    taps_of,
    untouched_kernel,
)
from aoe.backends.cpu.implementations.packing import with_packing
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule, merge_rows
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.conv.conv_transposed import phases, phases_of_dimensions
from aoe.policy import Policy


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return contractions.contractible(*operator.inputs[:2])


@lru_cache(maxsize=64)
def _parts(operator: Operator) -> tuple[tuple[Contraction, int], ...]:
    """What kernels compute over dense operands, and how often: one of the phases with equally many
    taps and outputs, or what goes through many phases. The largest comes first.
    """
    if phase_count(operator) <= MOST_ALONE:
        largest = largest_phase(operator)
        alike = {_sizes(largest): [largest]}  # it may have no taps, but something is ranked
        for phase in phases(operator):
            if taps_of(phase):
                alike.setdefault(_sizes(phase), [phase]).append(phase)
        found = [(dense_contraction(operator, one), len(same)) for one, *same in alike.values()]
    else:
        inputs, output = [View.dense(item) for item in operator.inputs], View.dense(operator.output)
        found = [
            (run_contraction(operator, inputs, output, of), 1)
            for of in runs(operator)
            if taps_of(first_phase(of))
        ] or [(dense_contraction(operator, largest_phase(operator)), 0)]
    merged = [(merge_rows(part), count) for part, count in found]
    return tuple(sorted(merged, key=lambda part: -part[0].flops))


def _sizes(phase: Phase) -> tuple[tuple[int, int], ...]:
    """Taps and outputs along each dimension of a phase."""
    return tuple((part.taps, part.outputs) for part in phase)


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    contraction = _parts(operator)[0][0]
    whole = contraction.reduction[0].extent
    schedules = [
        schedule
        for schedule in contraction_space.ranked(
            contraction, target, breadth * contraction_space.USUAL
        )
        if schedule.depth == whole
    ]
    found = [
        Policy.of("conv_transposed", {}, schedule.decisions())
        for schedule in contraction_space.with_prefetch(contraction, schedules)
    ]
    return tuple(sorted(found, key=lambda policy: _estimate(operator, policy, target)))


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule = contractions.schedule_of(policy)
    seconds = sum(
        count * contraction_space.estimate(part, _fitted(schedule, part), target)
        for part, count in _parts(operator)
    )
    lasts = dict.fromkeys(phases_of_dimensions(operator)[-1])
    extent = operator.inputs[0].shape[-1]
    largest = _parts(operator)[0][0]
    checked = mean(border_share(largest, schedule, extent, [last], target) for last in lasts)
    readings = phase_count(operator)
    seconds = seconds * (1 + checked) + memory_seconds(operator, schedule, readings, target)
    packings = sum(taps_of(first_phase(of)) > 0 for of in runs(operator))
    seconds += packing_seconds(operator.inputs[1], target, packings)
    return seconds + joining_seconds(len(runs(operator)), target)


def _fitted(schedule: Schedule, contraction: Contraction) -> Schedule:
    """The schedule with the whole reduction of a contraction."""
    return replace(schedule, depth=contraction.reduction[0].extent)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    schedule, largest = contractions.schedule_of(policy), _parts(operator)[0][0]
    contraction_space.check(largest, schedule, target)
    if policy.format or schedule.depth != largest.reduction[0].extent:
        raise PolicyError(f"{policy} is outside the space of {operator.type} {operator.key}")
    kernels, packing, packed = [], [], []
    for number, of in enumerate(runs(operator)):
        contraction = merge_rows(run_contraction(operator, inputs, output, of))
        if not taps_of(first_phase(of)):
            kernels.append(untouched_kernel(contraction, target))
            continue
        fitted = _fitted(schedule, contraction)
        product, pack, buffer = panels.over_panels(contraction, fitted, target, f"packed{number}")
        kernels.append(panels.kernel("conv_transposed", product, fitted, target))
        packing.append(panels.pack_kernel(pack))
        packed.append(buffer)
    return with_packing(kernels, packing, packed, operator.inputs[1].constant)


IMPLEMENTATION = Implementation(
    name="conv_transposed",
    operator_type="ConvTranspose",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    lower_bound=lower_bound_of,
)
