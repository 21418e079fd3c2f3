"""What the implementations of transposed convolution share. That is the contraction of one phase of
the strides (`aoe.operators.types.conv.conv_transposed.phases`), outputs that no tap reaches, and
costs beyond those of the contraction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, prod
from typing import TypeAlias

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.packing import starting_seconds
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.lowering.access import moving_axes
from aoe.backends.cpu.lowering.contraction.contraction import (
    Contraction,
    Schedule,
    has_checks_in_front,
)
from aoe.backends.cpu.lowering.sum_parts import roots_of
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import computed_type
from aoe.loops.expression import Accumulator, Constant, Load, substitute
from aoe.loops.loop_nest import Access, Axis, Bound, Kernel, Loop, LoopNest, LoopSchedule, Store
from aoe.operators.operator import Operator, View
from aoe.operators.types.conv.conv_transposed import PhaseDimension, phases_of_dimensions
from aoe.policy import Policy

Phase: TypeAlias = tuple[PhaseDimension, ...]


def phase_contraction(
    operator: Operator, inputs: Sequence[View], output: View, phase: Phase
) -> Contraction:
    """One phase with its operands in place. It may have no taps. Rows are the batch and the outputs
    along each spatial dimension.
    """
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
        return Access(buffer, view.dtype, moving_axes(named), offset)

    taps = tuple(Axis(f"r{i}", part.taps) for i, part in enumerate(phase) if part.taps != 1)
    return Contraction(
        batch=(Axis("g", group),) if group > 1 and not depthwise else (),
        rows=(
            Axis("n", x.shape[0]),
            *(Axis(f"o{i}", part.outputs) for i, part in enumerate(phase)),
        ),
        column=Axis("k", column),
        reduction=(*taps, Axis("c", channels)),
        a=Access("input0", x.dtype, moving_axes(a), a_offset, tuple(bounds)),
        b=Access("input1", w.dtype, moving_axes(b), b_offset),
        extras=tuple(seen(v, f"input{i}") for i, v in enumerate(inputs[2:], start=2)),
        output=seen(output, "output0"),
        epilogue=operator.epilogue,
        roots=roots_of(operator),
    )


def moving(first: Access, second: Access, axis: str) -> Access:
    """The access of the first of several phases along an axis that counts them. `second` is that of
    the second phase.
    """
    step = second.offset - first.offset
    return replace(first, strides=(*first.strides, (axis, step))) if step else first


def taps_of(phase: Phase) -> int:
    """Taps that reach the outputs of a phase."""
    return prod(part.taps for part in phase)


def outputs_of(phase: Phase) -> int:
    """Outputs of a phase in one channel."""
    return prod(part.outputs for part in phase)


def largest_phase(operator: Operator) -> Phase:
    """The phase with the most multiply-adds. Schedules are ranked for it."""
    largest = tuple(
        max(parts, key=lambda part: part.taps * part.outputs)
        for parts in phases_of_dimensions(operator)
    )
    if taps_of(largest):
        return largest
    return tuple(replace(part, taps=1) for part in largest)  # the kernel reaches none


def dense_contraction(operator: Operator, phase: Phase) -> Contraction:
    """A phase over dense operands."""
    inputs = [View.dense(operand) for operand in operator.inputs]
    return phase_contraction(operator, inputs, View.dense(operator.output), phase)


@lru_cache(maxsize=64)
def _multiply_adds(operator: Operator) -> int:
    """Multiply-adds with an element of the input. Those beyond its border may be skipped."""
    x, weights = (operand.shape for operand in operator.inputs[:2])
    met = prod(
        sum(
            0 <= part.start + place - tap * part.reach < extent
            for part in parts
            for place in range(part.outputs)
            for tap in range(part.taps)
        )
        for parts, extent in zip(phases_of_dimensions(operator), x[2:], strict=True)
    )
    return met * x[0] * x[1] * weights[1]


def lower_bound_of(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """The lower bound of every policy: all multiply-adds at their peak, one pass over every
    operand.
    """
    return lower_bound.arithmetic(operator, _multiply_adds(operator), target)


def memory_seconds(
    operator: Operator, schedule: Schedule, readings: int, target: CpuTarget
) -> float:
    """Seconds beyond `contraction_space.estimate`: results and input that exceed the cores' own
    caches. The results of a tile are stored all at once, and only some of the stores overlap with
    the next tile. The input is read `readings` times from beyond these caches.
    """
    x, filters = operator.inputs[0], operator.inputs[1].shape[1]
    read, written = (4.0 * prod(operand.shape) for operand in (x, operator.output))
    if read + written <= target.l2 * target.threads:
        return 0.0
    lanes = target.lanes("float32")
    costs, lines = profile_of(target).conv_transposed, prod(schedule.tile) * schedule.vectors
    exposed = max(0, lines - costs.hidden_vectors) / lines
    vectors = prod(operator.output.shape) / filters * ceil(filters / lanes)
    stores = costs.store_cycles * exposed * vectors / cost.frequency(target) / target.threads
    reads = costs.unhidden_reads * readings * read
    return stores + reads / cost.bandwidth(target, read + written)


def joining_seconds(kernels: int, target: CpuTarget) -> float:
    """Seconds to join the threads between several kernels. They join behind the last one whatever
    the implementation.
    """
    return starting_seconds(kernels - 1, target)


def border_share(
    contraction: Contraction,
    schedule: Schedule,
    extent: int,
    together: Sequence[PhaseDimension],
    target: CpuTarget,
) -> float:
    """Further time of register tiles that reach over the border along the last dimension, relative
    to the time of all tiles.

    A tile whose position is known at compile time checks nothing: a single one, and the remainder
    of a row. Nor does one whose bounds are checked in front of its loop.

    Args:
        contraction: The phase.
        schedule: Its schedule.
        extent: Pixels of the input.
        together: The phases of that dimension in a tile.
        target: What computes.
    """
    outputs = together[0].outputs
    low = any(part.start < part.reach * (part.taps - 1) for part in together)
    high = any(part.start + part.outputs > extent for part in together)
    tile = schedule.tile[1]
    in_loop = outputs // tile
    if in_loop <= 1 or has_checks_in_front(contraction, schedule.unroll):
        return 0.0
    checked = min(in_loop, low + (high and outputs % tile == 0))
    return profile_of(target).conv_transposed.checked_factor * checked * tile / outputs


def _untouched_nest(contraction: Contraction, target: CpuTarget, name: str) -> LoopNest:
    """Outputs that no tap reaches: the epilogue of 0."""
    axes = (*contraction.batch, *contraction.rows, contraction.column)

    def replacement(node: object) -> Constant | Load | None:
        if node == Accumulator():
            return Constant(0.0, computed_type(contraction.a.dtype))
        return Load(node.operand - 2) if isinstance(node, Load) else None

    value = substitute(contraction.epilogue, replacement)
    vectors = max(1, min(4, contraction.column.extent // target.lanes("float32")))
    return LoopNest(
        name,
        axes,
        contraction.extras,
        (Store(contraction.output, value),),
        None,
        LoopSchedule(contraction.column.name, vectors),
    )


def untouched_kernel(contraction: Contraction, target: CpuTarget) -> Kernel:
    """Outputs that no tap reaches, as a parallel region."""
    axes = (*contraction.batch, *contraction.rows, contraction.column)
    loops = tuple(Loop(axis.name, 1) for axis in axes[:-2])
    used = (*contraction.extras, contraction.output)
    arguments = tuple(dict.fromkeys(access.buffer for access in used))
    nest = _untouched_nest(contraction, target, "untouched")
    return Kernel("untouched", axes[:-2], loops, len(loops), (nest,), arguments)
