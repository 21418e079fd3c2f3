"""Transposed convolution of bfloat16 with float32 sums by AMX instructions: a plain convolution for
each phase of the strides (`aoe.operators.types.conv.conv_transposed.phases`).

Phases with equally many outputs share a kernel. It goes over blocks of the input; what it reads
serves all phases, whose outputs are neighbours in a row.

Format `input`: "direct" reads the input in place. It needs contiguous channels, pixels that start
at whole groups, and phases that stay inside the borders. "padded" first copies the input. Schedule:
that of `conv_amx` for the largest phase, limited to the size of the others. Convolutions of one
group only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.packing import dot_packing_seconds
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations import dot_instructions
from aoe.backends.cpu.implementations.conv.padded_copies import PaddedCopy
from aoe.backends.cpu.implementations.conv_transposed.phase_runs import (
    MOST_ALONE,
    phase_count,
)
from aoe.backends.cpu.implementations.conv_transposed.transposed_phases import (
    Phase,
    joining_seconds,
    largest_phase,
    outputs_of,
    phase_contraction,
    taps_of,
    untouched_kernel,
)
from aoe.backends.cpu.implementations.dot_instructions import AMX_BFLOAT16
from aoe.backends.cpu.implementations.packing import with_packing
from aoe.backends.cpu.lowering.amx import amx_contraction, amx_space
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule, row_axes
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Axis, Buffer, Kernel, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.conv.conv_transposed import phases
from aoe.policy import Policy

_NAME = "conv_transposed_amx"


def _supports(operator: Operator, target: CpuTarget) -> bool:
    if phase_count(operator) > MOST_ALONE:
        return False
    reached = any(taps_of(phase) for phase in phases(operator))
    return (
        dot_instructions.supports(AMX_BFLOAT16, operator, target)
        and operator.integer("group") == 1
        and reached
    )


def _padded_copy(operator: Operator) -> PaddedCopy:
    """The copy of the input, with zeros that phases read beyond its borders."""
    x = operator.inputs[0].shape
    before, after = [0] * (len(x) - 2), [0] * (len(x) - 2)
    for phase in phases(operator):
        for i, part in enumerate(phase):
            if taps_of(phase):
                before[i] = max(before[i], part.reach * (part.taps - 1) - part.start)
                after[i] = max(after[i], part.start + part.outputs - x[2 + i])
    steps = (1,) * len(x[2:])
    return PaddedCopy(AMX_BFLOAT16, x[0], 1, x[1], x[2:], tuple(before), tuple(after), steps)


def _read(
    operator: Operator, inputs: Sequence[View], output: View, phase: Phase, copied: bool
) -> Contraction:
    """A phase over the input or its copy."""
    if not copied:
        return contractions.merge_rows(phase_contraction(operator, inputs, output, phase))
    copy = _padded_copy(operator)
    image = copy.copy
    x = replace(image.view, dtype=inputs[0].dtype)
    moved = tuple(
        replace(part, start=part.start + low) for part, low in zip(phase, copy.before, strict=True)
    )
    found = phase_contraction(operator, [x, *inputs[1:]], output, moved)
    return contractions.merge_rows(replace(found, a=replace(found.a, buffer=image.buffer)))


def _dense(operator: Operator, phase: Phase, copied: bool) -> Contraction:
    inputs = [View.dense(operand) for operand in operator.inputs]
    return _read(operator, inputs, View.dense(operator.output), phase, copied)


@lru_cache(maxsize=64)
def _formats(operator: Operator) -> tuple[str, ...]:
    inputs = [View.dense(operand) for operand in operator.inputs]
    return ("direct",) if _readable(operator, inputs) else ("padded",)


def _readable(operator: Operator, inputs: Sequence[View]) -> bool:
    """Whether all phases can read the input in place."""
    copy = _padded_copy(operator)
    if any(copy.before) or any(copy.after):
        return False
    output = View.dense(operator.output)
    return all(
        dot_instructions.aligned(_read(operator, inputs, output, phase, False), AMX_BFLOAT16)
        for phase in phases(operator)
        if taps_of(phase)
    )


@lru_cache(maxsize=64)
def _largest(operator: Operator, width: int) -> Contraction:
    """The phase that schedules are ranked for."""
    copied = _formats(operator) == ("padded",)
    dense = _dense(operator, largest_phase(operator), copied)
    return dot_instructions.grouped(dense, AMX_BFLOAT16, width)


@lru_cache(maxsize=64)
def _together(operator: Operator, width: int) -> Contraction:
    """The largest phase with as many columns, in whole panels, as the work of all phases makes. The
    time of a schedule is estimated for it.
    """
    largest, phase = _largest(operator, width), largest_phase(operator)
    work = sum(taps_of(item) * outputs_of(item) for item in phases(operator))
    times = work / (taps_of(phase) * outputs_of(phase))
    columns = width * ceil(largest.column.extent / width)
    return replace(largest, column=Axis(largest.column.name, ceil(times * columns)))


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    largest = _largest(operator, target.lanes("int32"))
    format = {"input": _formats(operator)[0]}
    limit = breadth * contraction_space.USUAL
    found = [
        Policy.of(_NAME, format, schedule.decisions())
        for schedule in amx_space.with_prefetch(amx_space.ranked(largest, target, limit))
    ]
    return tuple(sorted(found, key=lambda policy: _estimate(operator, policy, target)))


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule = contractions.schedule_of(policy)
    together = _together(operator, schedule.vectors * target.lanes("int32"))
    seconds = amx_space.estimate(together, schedule, target)
    seconds += joining_seconds(_kernel_count(operator), target)
    w, packings = operator.inputs[1], sum(taps_of(item) > 0 for item in phases(operator))
    seconds += dot_packing_seconds(w, False, target, packings)
    written = float(operator.output.bytes)
    if written > target.l2 * target.threads:
        share = profile_of(target).conv_transposed.amx_unhidden_writes
        seconds += share * written / cost.bandwidth(target, 2 * written)
    if _formats(operator) == ("padded",):
        seconds += _padded_copy(operator).seconds(operator.inputs[0].order[-1] == 1, target)
    return seconds


def _kernel_count(operator: Operator) -> int:
    """How many kernels the phases have: one for those with equally many outputs, and one for each
    that no tap reaches.
    """
    found = [*phases(operator)]
    untouched = sum(not taps_of(phase) for phase in found)
    sizes = {tuple(part.outputs for part in phase) for phase in found if taps_of(phase)}
    return len(sizes) + untouched


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    schedule = contractions.schedule_of(policy)
    width = schedule.vectors * target.lanes("int32")
    amx_space.check(_largest(operator, width), schedule, target)
    if dict(policy.format) != {"input": _formats(operator)[0]}:
        raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")
    # As a slice of another tensor, the input may not be aligned although it is by itself.
    copied = not _readable(operator, inputs)
    products: list[Contraction] = []
    kernels: list[Kernel] = []
    packing: list[Kernel] = []
    packed: list[Buffer] = []
    for phase in phases(operator):
        if not taps_of(phase):
            whole = contractions.merge_rows(phase_contraction(operator, inputs, output, phase))
            kernels.append(untouched_kernel(whole, target))
            continue
        whole, name = _read(operator, inputs, output, phase, copied), f"packed{len(packed)}"
        products.append(dot_instructions.grouped(whole, AMX_BFLOAT16, width, name))
        pack, buffer = dot_instructions.pack(whole, AMX_BFLOAT16, width, name)
        packing.append(pack)
        packed.append(buffer)
    kernels += _kernels(products, schedule, _largest(operator, width), target)
    temporaries: tuple[Buffer, ...] = ()
    if copied:
        kernels.insert(0, _padded_copy(operator).kernel(inputs[0], target))
        temporaries = (_padded_copy(operator).buffer,)
    return with_packing(kernels, packing, packed, operator.inputs[1].constant, temporaries)


def _kernels(
    products: Sequence[Contraction], schedule: Schedule, largest: Contraction, target: CpuTarget
) -> list[Kernel]:
    """A kernel for all phases that have the same rows."""
    alike: dict[tuple[Axis, ...], list[Contraction]] = {}
    for item in products:
        alike.setdefault(item.rows, []).append(item)
    return [
        amx_contraction.joint_kernel(
            _NAME, [(item, _fitted(schedule, item, largest)) for item in found], target
        )
        for found in alike.values()
    ]


def _fitted(schedule: Schedule, product: Contraction, largest: Contraction) -> Schedule:
    """As much of the largest phase's schedule as another phase has room for."""
    depth = product.reduction[0].extent
    if product.rows == largest.rows:
        same = product.reduction == largest.reduction
        return schedule if same else replace(schedule, depth=depth)
    outer, inner = row_axes(product)
    size = outer.extent if outer.name else inner.extent
    alike = len(product.rows) == len(largest.rows)
    return replace(
        schedule,
        tile=(min(schedule.tile[0], outer.extent), min(schedule.tile[1], inner.extent)),
        block=min(schedule.block, size) if alike else size,
        depth=depth,
    )


IMPLEMENTATION = Implementation(
    name=_NAME,
    operator_type="ConvTranspose",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
)
