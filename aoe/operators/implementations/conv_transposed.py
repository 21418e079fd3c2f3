"""Transposed convolution as one plain convolution for each phase of the strides.

Outputs at places equal modulo the strides are a contraction over input channels and those positions
of the kernel that reach them (`aoe.operators.conv_transposed.phases`); each writes its part of the
output, every so many elements apart, by a kernel of its own under one shared schedule. Weights are
packed in panels, once if they are constant. With a channel for each group the column is that
channel, else the output channel of a group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod

from aoe.device import Device
from aoe.element_types import computed_type
from aoe.errors import PolicyError
from aoe.loops.expression import Accumulator, Constant, Load, substitute
from aoe.loops.stage import Access, Axis, Bound, Kernel, Loop, Program, Stage, StageSchedule, Store
from aoe.operators import contraction as contractions
from aoe.operators import contraction_space, floor, panels
from aoe.operators.contraction import Contraction
from aoe.operators.conv_transposed import PhaseDimension, phases
from aoe.operators.definition import WIDEST, Implementation
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

_Phase = tuple[PhaseDimension, ...]


def _supports(operator: Operator, device: Device) -> bool:
    return contractions.contractible(*operator.inputs[:2])


def _contraction(
    operator: Operator, inputs: Sequence[View], output: View, phase: _Phase
) -> Contraction:
    """One phase over the operands as they lie; its taps may be none."""
    x, w = inputs[:2]
    rank, group = len(phase), operator.integer("group")
    channels, filters = w.shape[0] // group, w.shape[1]
    depthwise = group > 1 and channels == filters == 1
    column, by_group = (group, 1) if depthwise else (filters, filters)
    a = {"n": x.strides[0], "g": x.strides[1] * channels, "c": x.strides[1]}
    b = {"g": w.strides[0] * channels, "k": w.strides[1], "c": w.strides[0]}
    if depthwise:
        a, b = {"n": x.strides[0], "k": x.strides[1]}, {"k": w.strides[0]}
    a_offset, b_offset = x.offset, w.offset
    bounds = []
    for i, part in enumerate(phase):
        a |= {f"o{i}": x.strides[2 + i], f"r{i}": -part.reach * x.strides[2 + i]}
        b[f"r{i}"] = part.tap_step * w.strides[2 + i]
        a_offset += part.start * x.strides[2 + i]
        b_offset += part.tap * w.strides[2 + i]
        lowest = part.start - part.reach * (part.taps - 1)
        if lowest < 0 or part.start + part.outputs > x.shape[2 + i]:
            terms = ((f"o{i}", 1), (f"r{i}", -part.reach))
            bounds.append(Bound(terms, part.start, x.shape[2 + i]))

    def seen(view: View, buffer: str) -> Access:
        missing = 2 + rank - len(view.shape)
        shape, strides = (1,) * missing + view.shape, (0,) * missing + view.strides
        real = [s if n > 1 else 0 for s, n in zip(strides, shape, strict=True)]
        named = {"n": real[0], "g": real[1] * by_group, "k": real[1]}
        if depthwise:
            del named["g"]
        offset = view.offset
        for i, (part, stride) in enumerate(zip(phase, operator.integers("strides"), strict=True)):
            named[f"o{i}"] = real[2 + i] * stride
            offset += real[2 + i] * part.first
        return Access(buffer, view.dtype, _named(named), offset)

    taps = tuple(Axis(f"r{i}", part.taps) for i, part in enumerate(phase) if part.taps != 1)
    whole = Contraction(
        batch=(Axis("g", group),) if group > 1 and not depthwise else (),
        rows=(
            Axis("n", x.shape[0]),
            *(Axis(f"o{i}", part.outputs) for i, part in enumerate(phase)),
        ),
        column=Axis("k", column),
        reduction=(*taps, Axis("c", channels)),
        a=Access("input0", x.dtype, _named(a), a_offset, tuple(bounds)),
        b=Access("input1", w.dtype, _named(b), b_offset),
        extras=tuple(seen(v, f"input{i}") for i, v in enumerate(inputs[2:], start=2)),
        output=seen(output, "output0"),
        epilogue=operator.epilogue,
    )
    return contractions.merge_rows(whole)


def _named(strides: dict[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((axis, stride) for axis, stride in strides.items() if stride)


def _taps(phase: _Phase) -> int:
    return prod(part.taps for part in phase)


def _largest(operator: Operator) -> Contraction:
    """The phase with the most to compute, operands dense: what schedules are ranked for."""
    inputs = [View.dense(operand) for operand in operator.inputs]
    largest = max(phases(operator), key=lambda phase: _taps(phase) * _outputs(phase))
    if not _taps(largest):  # the kernel reaches none of the outputs
        largest = tuple(replace(part, taps=1) for part in largest)
    return _contraction(operator, inputs, View.dense(operator.output), largest)


def _outputs(phase: _Phase) -> int:
    return prod(part.outputs for part in phase)


@lru_cache(maxsize=64)
def _ranked(operator: Operator, device: Device, breadth: int) -> tuple[Policy, ...]:
    contraction = _largest(operator)
    whole = contraction.reduction[0].extent
    schedules = [
        schedule
        for schedule in contraction_space.ranked(
            contraction, device, breadth * contraction_space.USUAL
        )
        if schedule.depth == whole
    ]
    found = [
        Policy.of("conv_transposed", {}, schedule.decisions())
        for schedule in contraction_space.with_prefetch(contraction, schedules)
    ]
    return tuple(sorted(found, key=lambda policy: _estimate(operator, policy, device)))


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    schedule = contractions.schedule_of(policy)
    count = prod(operator.integers("strides"))
    return count * contraction_space.estimate(_largest(operator), schedule, device)


@lru_cache(maxsize=64)
def _multiply_adds(operator: Operator) -> int:
    """Those with an element of the input; others meet its border and may be passed over."""
    x, weights = (operand.shape for operand in operator.inputs[:2])
    met = 0
    for phase in phases(operator):
        met += prod(
            sum(
                0 <= part.start + place - tap * part.reach < extent
                for place in range(part.outputs)
                for tap in range(part.taps)
            )
            for part, extent in zip(phase, x[2:], strict=True)
        )
    return met * x[0] * x[1] * weights[1]


def _floor(operator: Operator, policy: Policy, device: Device) -> float:
    return floor.product(operator, _multiply_adds(operator), device)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    if policy not in _ranked(operator, device.at_common_speed, WIDEST):
        raise PolicyError(f"{policy} is outside the space of {operator.type} {operator.key}")
    schedule = contractions.schedule_of(policy)
    kernels, packing, packed = [], [], []
    for number, phase in enumerate(phases(operator)):
        contraction = _contraction(operator, inputs, output, phase)
        if not _taps(phase):
            kernels.append(_untouched(contraction, device))
            continue
        fitted = replace(schedule, depth=contraction.reduction[0].extent)
        product, pack, buffer = panels.over_panels(contraction, fitted, device, f"packed{number}")
        kernels.append(panels.kernel("conv_transposed", product, fitted, device))
        packing.append(panels.pack_kernel(pack))
        packed.append(buffer)
    if operator.inputs[1].constant:
        return Program(tuple(kernels), tuple(packing), (), tuple(packed))
    return Program((*packing, *kernels), (), tuple(packed))


def _untouched(contraction: Contraction, device: Device) -> Kernel:
    """Outputs that no position of the kernel reaches: the epilogue of 0."""
    axes = (*contraction.batch, *contraction.rows, contraction.column)

    def replacement(node: object) -> Constant | Load | None:
        if node == Accumulator():
            return Constant(0.0, computed_type(contraction.a.dtype))
        return Load(node.operand - 2) if isinstance(node, Load) else None

    value = substitute(contraction.epilogue, replacement)
    vectors = max(1, min(4, contraction.column.extent // device.lanes("float32")))
    stage = Stage(
        "untouched",
        axes,
        contraction.extras,
        (Store(contraction.output, value),),
        None,
        StageSchedule(contraction.column.name, vectors),
    )
    loops = tuple(Loop(axis.name, 1) for axis in axes[:-2])
    used = (*contraction.extras, contraction.output)
    arguments = tuple(dict.fromkeys(access.buffer for access in used))
    return Kernel("untouched", axes[:-2], loops, len(loops), (stage,), arguments)


IMPLEMENTATION = Implementation(
    name="conv_transposed",
    operator_type="ConvTranspose",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    floor=_floor,
)
