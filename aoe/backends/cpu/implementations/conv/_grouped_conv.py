"""Convolutions in groups of input channels (`_grouped.py`): what `conv_bytes` and `conv_bfloat16`
are.

Format `input`: "direct" reads the input where it lies (borders checked), if channels are contiguous
there and pixels start at whole groups; "padded" first copies it into a zero-bordered buffer,
channels last and those of each group of the convolution filled up with zeros to whole groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from math import ceil

from aoe.backends.cpu.implementations import grouped_reduction
from aoe.backends.cpu.implementations.conv._conv_contraction import (
    border_cost,
    contraction,
    input_image,
    shape_of,
)
from aoe.backends.cpu.implementations.conv._padded_copies import Bordered
from aoe.backends.cpu.implementations.grouped_reduction import Grouping, Method
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.target.cpu_target import CpuTarget as Target
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Buffer, Kernel, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.conv import is_depthwise
from aoe.policy import Policy


def implementation(name: str, method: Method) -> Implementation:
    """The implementation of that name, which multiplies groups by such a method."""
    return Implementation(
        name=name,
        operator_type="Conv",
        supports=partial(_supports, method.grouping),
        policies=partial(_ranked, name, method),
        estimate=partial(_estimate, method),
        lower=partial(_lower, name, method),
        tolerance=method.grouping.tolerance,
        lower_bound=partial(_floor, method.grouping),
    )


def _floor(grouping: Grouping, operator: Operator, policy: Policy, target: Target) -> float:
    return grouped_reduction.lower_bound_of(
        operator, _dense(operator, grouping, True), grouping, target
    )


def _supports(grouping: Grouping, operator: Operator, target: Target) -> bool:
    return grouped_reduction.supports(grouping, operator, target) and not is_depthwise(operator)


def _bordered(operator: Operator, grouping: Grouping) -> Bordered:
    shape = shape_of(operator)
    windows = zip(shape.taps, shape.strides, shape.before, shape.after, strict=True)
    # Windows of a pixel leave pixels out that lie between them.
    steps = tuple(
        stride if taps == 1 and not low + high else 1 for taps, stride, low, high in windows
    )
    image = tuple(ceil(size / step) for size, step in zip(shape.image, steps, strict=True))
    return Bordered(
        grouping, shape.batch, shape.group, shape.inputs, image, shape.before, shape.after, steps
    )


def _read(
    operator: Operator, grouping: Grouping, inputs: Sequence[View], output: View, copied: bool
) -> Contraction:
    image = _bordered(operator, grouping).copy if copied else input_image(operator, inputs[0])
    return contraction(operator, inputs, output, image)


def _in_groups(
    operator: Operator, whole: Contraction, grouping: Grouping, width: int
) -> Contraction:
    copied = _bordered(operator, grouping).elements
    return grouped_reduction.grouped(whole, grouping, width, copied=copied)


def _dense(operator: Operator, grouping: Grouping, copied: bool) -> Contraction:
    inputs = [View.dense(operand) for operand in operator.inputs]
    return _read(operator, grouping, inputs, View.dense(operator.output), copied)


@lru_cache(maxsize=64)
def _formats(operator: Operator, grouping: Grouping) -> tuple[str, ...]:
    if not grouped_reduction.aligned(_dense(operator, grouping, False), grouping):
        return ("padded",)
    if grouping.most > 1 and shape_of(operator).padded:
        return ("padded",)  # tiles are loaded without checks
    return ("padded", "direct") if shape_of(operator).padded else ("direct",)


@lru_cache(maxsize=64)
def _ranked(
    name: str, method: Method, operator: Operator, target: Target, breadth: int
) -> tuple[Policy, ...]:
    grouping = method.grouping
    found: list[tuple[float, int, Policy]] = []
    for format in _formats(operator, grouping):
        dense = _dense(operator, grouping, format == "padded")
        grouped = _in_groups(operator, dense, grouping, target.lanes("int32"))
        for schedule in method.ranked(grouped, target, breadth * contraction_space.USUAL):
            policy = Policy.of(name, {"input": format}, schedule.decisions())
            found.append((_estimate(method, operator, policy, target), len(found), policy))
    return tuple(policy for _, _, policy in sorted(found))


def _estimate(method: Method, operator: Operator, policy: Policy, target: Target) -> float:
    grouping = method.grouping
    copied = dict(policy.format).get("input") == "padded"
    dense = _dense(operator, grouping, copied)
    grouped = _in_groups(operator, dense, grouping, target.lanes("int32"))
    seconds = method.estimate(grouped, contractions.schedule_of(policy), target)
    if not copied:
        return seconds * border_cost(shape_of(operator))
    channels_last = operator.inputs[0].order[-1] == 1
    return seconds + _bordered(operator, grouping).seconds(channels_last, target)


def _lower(
    name: str,
    method: Method,
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    policy: Policy,
    target: Target,
) -> LoweredOperator:
    schedule, grouping = contractions.schedule_of(policy), method.grouping
    format = dict(policy.format).get("input")
    if format not in _formats(operator, grouping):
        raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")
    width = schedule.vectors * target.lanes("int32")
    dense = _dense(operator, grouping, format == "padded")
    allowed = _in_groups(operator, dense, grouping, width)
    method.check(allowed, schedule, target)
    whole = _read(operator, grouping, inputs, output, format == "padded")
    # As a slice of another tensor, the input may not be aligned although it is by itself.
    copied = not grouped_reduction.aligned(whole, grouping) or format == "padded"
    whole = _read(operator, grouping, inputs, output, copied)
    product = _in_groups(operator, whole, grouping, width)
    schedule = method.as_they_lie(schedule, allowed, product)
    main = method.kernel(name, product, schedule, target)
    pack, packed = grouped_reduction.pack(whole, grouping, width)
    kernels: tuple[Kernel, ...] = (main,)
    temporaries: tuple[Buffer, ...] = ()
    if copied:
        bordered = _bordered(operator, grouping)
        kernels, temporaries = (bordered.kernel(inputs[0], target), main), (bordered.buffer,)
    if operator.inputs[1].constant:
        return LoweredOperator(kernels, (pack,), temporaries, (packed,))
    return LoweredOperator((pack, *kernels), (), (*temporaries, packed))
