"""Direct convolution in 1 to 3 dimensions, grouped or not: a contraction over window taps and input
channels.

Rows are output pixels and the column is the output channel. Weights are packed in panels
(`aoe.backends.cpu.lowering.contraction.panels`), at load time if they are constant. A 1×1
convolution is a matrix multiplication: its pixels merge to one row axis. Format `input`: "direct"
reads the input in place and checks the borders, "padded" first copies it into a zero-bordered
buffer, so that the kernel needs no checks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import prod

from aoe.backends.cpu.cost.packing import packing_seconds
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.conv import _padded_input
from aoe.backends.cpu.implementations.conv.conv_contraction import (
    border_cost,
    has_rows_of_images,
    shape_of,
)
from aoe.backends.cpu.implementations.conv.conv_contraction import contraction as convolution
from aoe.backends.cpu.implementations.packing import with_packing
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.contraction.contraction_traffic import distant_seconds
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.conv.conv import is_depthwise
from aoe.policy import Policy


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return contractions.contractible(*operator.inputs[:2]) and not is_depthwise(operator)


@lru_cache(maxsize=64)
def _dense_contraction(operator: Operator, padded: bool) -> Contraction:
    inputs = [View.dense(operand) for operand in operator.inputs]
    image = _padded_input.image_of(operator, inputs[0], padded)
    return convolution(operator, inputs, View.dense(operator.output), image)


def _formats(operator: Operator) -> tuple[str, ...]:
    return ("padded", "direct") if shape_of(operator).padded else ("direct",)


def _policy(format: str, schedule: contractions.Schedule) -> Policy:
    return Policy.of("conv_direct", {"input": format}, schedule.decisions())


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    found: list[tuple[float, int, Policy]] = []
    for format in _formats(operator):
        contraction = _dense_contraction(operator, format == "padded")
        seconds = _estimator(operator, format == "padded", target)
        schedules = contraction_space.ranked(contraction, target, breadth * contraction_space.USUAL)
        for schedule in contraction_space.with_prefetch(contraction, schedules):
            found.append((seconds(schedule), len(found), _policy(format, schedule)))
    return tuple(policy for _, _, policy in sorted(found))


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    padded = dict(policy.format).get("input") == "padded"
    return _estimator(operator, padded, target)(contractions.schedule_of(policy))


@lru_cache(maxsize=16)
def _estimator(
    operator: Operator, padded: bool, target: CpuTarget
) -> Callable[[contractions.Schedule], float]:
    """`_estimate` for many schedules of one format: what they have in common is computed once."""
    shape, costs = shape_of(operator), profile_of(target).conv_direct
    contraction = _dense_contraction(operator, padded)
    plain = contraction_space.estimator(contraction, target).seconds
    across = has_rows_of_images(operator)  # images lie transposed
    packing = packing_seconds(operator.inputs[1], target)

    def seconds(schedule: contractions.Schedule) -> float:
        waiting = distant_seconds(contraction, schedule, target) if across else 0.0
        return plain(schedule) + waiting

    if padded:
        copying = _padded_input.copying_seconds(operator, target)
        return lambda schedule: seconds(schedule) + copying + packing
    border = border_cost(shape, target)

    @cache
    def in_front(unroll: int) -> bool:
        return contractions.has_checks_in_front(contraction, unroll)

    def direct(schedule: contractions.Schedule) -> float:
        if in_front(schedule.unroll):
            return seconds(schedule) + packing
        free = target.vector_registers - schedule.vectors * (prod(schedule.tile) + 1)
        spills = shape.padded and schedule.unroll > 1 and free < costs.check_registers
        return seconds(schedule) * (costs.spill_factor if spills else 1.0) * border + packing

    return direct


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    contraction = _dense_contraction(operator, dict(policy.format).get("input") == "padded")
    schedule = contractions.schedule_of(policy)
    return contraction_space.lower_bound_of(operator, contraction, schedule, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    padded = dict(policy.format).get("input") == "padded"
    schedule = contractions.schedule_of(policy)
    if dict(policy.format).get("input") not in _formats(operator):
        raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")
    dense = _dense_contraction(operator, padded)
    contraction_space.check(dense, schedule, target)
    image = _padded_input.image_of(operator, inputs[0], padded)
    contraction = convolution(operator, inputs, output, image)
    schedule = contractions.refitted(schedule, dense, contraction)
    product, pack, packed = panels.over_panels(contraction, schedule, target)
    kernels = (_padded_input.pad_kernel(operator, inputs[0], target),) if padded else ()
    temporaries = (_padded_input.buffer_of(operator),) if padded else ()
    main = panels.kernel("conv_direct", product, schedule, target)
    packing, once = (panels.pack_kernel(pack),), operator.inputs[1].constant
    return with_packing((*kernels, main), packing, (packed,), once, temporaries)


IMPLEMENTATION = Implementation(
    name="conv_direct",
    operator_type="Conv",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    lower_bound=_lower_bound,
    packed_by=("vectors", "depth"),
)
