"""Convolution by dot-product instructions: VNNI (`conv_int8`), AVX512-BF16 (`conv_bfloat16`) and
AMX (`conv_amx`, `conv_amx_2_terms`, `conv_amx_3_terms`).

An instruction multiplies groups of neighbouring input channels (`dot_instructions.py`).

Format `input`: "direct" reads the input in place and checks the borders. It needs contiguous
channels and pixels that start at whole groups. "padded" first copies the input into a buffer with
zero borders, channels last. There the channels of each convolution group are padded with zeros to
whole dot-product groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from math import ceil

from aoe.backends.cpu.cost.packing import dot_packing_seconds
from aoe.backends.cpu.implementations import dot_instructions
from aoe.backends.cpu.implementations.conv.conv_contraction import (
    border_cost,
    contraction,
    input_image,
    shape_of,
)
from aoe.backends.cpu.implementations.conv.padded_copies import PaddedCopy
from aoe.backends.cpu.implementations.dot_instructions import (
    AMX_BFLOAT16,
    AMX_THREE_TERMS,
    AMX_TWO_TERMS,
    BFLOAT16,
    BYTES,
    Grouping,
    Method,
    amx_method,
    vector_method,
)
from aoe.backends.cpu.implementations.packing import with_packing
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Buffer, Kernel, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.conv.conv import is_depthwise
from aoe.policy import Policy


def implementation(name: str, method: Method, description: str = "") -> Implementation:
    """The implementation of that name, which computes dot products by `method`."""
    return Implementation(
        name=name,
        operator_type="Conv",
        supports=partial(_supports, method.grouping),
        policies=partial(_ranked, name, method),
        estimate=partial(_estimate, method),
        lower=partial(_lower, name, method),
        tolerance=method.grouping.tolerance,
        lower_bound=partial(_lower_bound, method.grouping),
        description=description,
    )


def _lower_bound(
    grouping: Grouping, operator: Operator, policy: Policy, target: CpuTarget
) -> float:
    return dot_instructions.lower_bound_of(
        operator, _dense(operator, grouping, True), grouping, target
    )


def _supports(grouping: Grouping, operator: Operator, target: CpuTarget) -> bool:
    return dot_instructions.supports(grouping, operator, target) and not is_depthwise(operator)


def _padded_copy(operator: Operator, grouping: Grouping) -> PaddedCopy:
    shape = shape_of(operator)
    windows = zip(shape.taps, shape.strides, shape.before, shape.after, strict=True)
    # A window of one pixel skips the pixels between two positions.
    steps = tuple(
        stride if taps == 1 and not low + high else 1 for taps, stride, low, high in windows
    )
    image = tuple(ceil(size / step) for size, step in zip(shape.image, steps, strict=True))
    return PaddedCopy(
        grouping, shape.batch, shape.group, shape.inputs, image, shape.before, shape.after, steps
    )


def _read(
    operator: Operator, grouping: Grouping, inputs: Sequence[View], output: View, copied: bool
) -> Contraction:
    image = _padded_copy(operator, grouping).copy if copied else input_image(operator, inputs[0])
    return contraction(operator, inputs, output, image)


def _in_groups(
    operator: Operator, whole: Contraction, grouping: Grouping, width: int
) -> Contraction:
    copied = _padded_copy(operator, grouping).elements
    return dot_instructions.grouped(whole, grouping, width, copied=copied)


def _dense(operator: Operator, grouping: Grouping, copied: bool) -> Contraction:
    inputs = [View.dense(operand) for operand in operator.inputs]
    return _read(operator, grouping, inputs, View.dense(operator.output), copied)


@lru_cache(maxsize=64)
def _formats(operator: Operator, grouping: Grouping) -> tuple[str, ...]:
    if not dot_instructions.aligned(_dense(operator, grouping, False), grouping):
        return ("padded",)
    if grouping.most > 1 and shape_of(operator).padded:
        return ("padded",)  # AMX tiles are loaded without checks
    return ("padded", "direct") if shape_of(operator).padded else ("direct",)


@lru_cache(maxsize=64)
def _ranked(
    name: str, method: Method, operator: Operator, target: CpuTarget, breadth: int
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


def _estimate(method: Method, operator: Operator, policy: Policy, target: CpuTarget) -> float:
    grouping = method.grouping
    copied = dict(policy.format).get("input") == "padded"
    dense = _dense(operator, grouping, copied)
    grouped = _in_groups(operator, dense, grouping, target.lanes("int32"))
    seconds = method.estimate(grouped, contractions.schedule_of(policy), target)
    gathered = bool(grouping.split) and dense.b.stride(dense.column.name) != 1
    packing = dot_packing_seconds(operator.inputs[1], gathered, target)
    if not copied:
        return seconds * border_cost(shape_of(operator), target) + packing
    channels_last = operator.inputs[0].order[-1] == 1
    return seconds + packing + _padded_copy(operator, grouping).seconds(channels_last, target)


def _lower(
    name: str,
    method: Method,
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    policy: Policy,
    target: CpuTarget,
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
    copied = not dot_instructions.aligned(whole, grouping) or format == "padded"
    whole = _read(operator, grouping, inputs, output, copied)
    product = _in_groups(operator, whole, grouping, width)
    schedule = method.refitted(schedule, allowed, product)
    main = method.kernel(name, product, schedule, target)
    pack, packed = dot_instructions.pack(whole, grouping, width)
    kernels: tuple[Kernel, ...] = (main,)
    temporaries: tuple[Buffer, ...] = ()
    if copied:
        copy = _padded_copy(operator, grouping)
        kernels, temporaries = (copy.kernel(inputs[0], target), main), (copy.buffer,)
    return with_packing(kernels, (pack,), (packed,), operator.inputs[1].constant, temporaries)


IMPLEMENTATIONS = (
    implementation(
        "conv_int8",
        vector_method(BYTES),
        "Convolution of uint8 by int8 with int32 sums, by VNNI instructions, "
        "four input channels at a time",
    ),
    implementation(
        "conv_bfloat16",
        vector_method(BFLOAT16),
        "Convolution of bfloat16 with float32 sums, by AVX512-BF16 instructions, "
        "two input channels at a time",
    ),
    implementation(
        "conv_amx",
        amx_method(AMX_BFLOAT16),
        "Convolution of bfloat16 with float32 sums, by AMX instructions",
    ),
    implementation(
        "conv_amx_2_terms",
        amx_method(AMX_TWO_TERMS),
        "Convolution of float32, each number split into two bfloat16 terms, by AMX instructions",
    ),
    implementation(
        "conv_amx_3_terms",
        amx_method(AMX_THREE_TERMS),
        "Convolution of float32, each number split into three bfloat16 terms, by AMX "
        "instructions, as accurate as float32",
    ),
)
