"""Transposed convolution as one plain convolution for each phase of the strides.

Outputs at positions equal modulo the strides form a phase: a contraction over input channels and
the taps that reach them (`aoe.operators.types.conv.conv_transposed.phases`). Each phase writes its
outputs by a kernel of its own, under one shared schedule. Weights are packed in panels, once if
they are constant. In depthwise convolutions the column is the channel, else the output channel of a
group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod
from statistics import mean

from aoe.backends.cpu.implementations.conv_transposed._transposed_phases import (
    border_share,
    dense_contraction,
    largest_phase,
    lower_bound_of,
    memory_seconds,
    phase_contraction,
    taps_of,
    untouched_kernel,
)
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.conv.conv_transposed import phases
from aoe.policy import Policy


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return contractions.contractible(*operator.inputs[:2])


def _largest(operator: Operator) -> Contraction:
    return contractions.merge_rows(dense_contraction(operator, largest_phase(operator)))


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    contraction = _largest(operator)
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
    count = prod(operator.integers("strides"))
    largest = _largest(operator)
    seconds = count * contraction_space.estimate(largest, schedule, target)
    lasts = dict.fromkeys(phase[-1] for phase in phases(operator))
    extent = operator.inputs[0].shape[-1]
    checked = mean(border_share(largest, schedule, extent, [last], target) for last in lasts)
    return seconds * (1 + checked) + memory_seconds(operator, schedule, count, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    schedule, largest = contractions.schedule_of(policy), _largest(operator)
    contraction_space.check(largest, schedule, target)
    if policy.format or schedule.depth != largest.reduction[0].extent:
        raise PolicyError(f"{policy} is outside the space of {operator.type} {operator.key}")
    kernels, packing, packed = [], [], []
    for number, phase in enumerate(phases(operator)):
        contraction = contractions.merge_rows(phase_contraction(operator, inputs, output, phase))
        if not taps_of(phase):
            kernels.append(untouched_kernel(contraction, target))
            continue
        fitted = replace(schedule, depth=contraction.reduction[0].extent)
        product, pack, buffer = panels.over_panels(contraction, fitted, target, f"packed{number}")
        kernels.append(panels.kernel("conv_transposed", product, fitted, target))
        packing.append(panels.pack_kernel(pack))
        packed.append(buffer)
    if operator.inputs[1].constant:
        return LoweredOperator(tuple(kernels), tuple(packing), (), tuple(packed))
    return LoweredOperator((*packing, *kernels), (), tuple(packed))


IMPLEMENTATION = Implementation(
    name="conv_transposed",
    operator_type="ConvTranspose",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    lower_bound=lower_bound_of,
)
