"""Direct convolution whose images are neighbours in memory, as in the gradient of strided weights:
it takes one slice of the sum after the other and does not pack the window
(`aoe.backends.cpu.lowering.contraction.slices`).

Where the gradient of weights is computed, images are the channels of the layer's input, channels
are its images, and the window is the gradient of its result. Rows of a register tile are images.
A slice is `depth` lines of the window in one channel. What leaves the image is read from a padded
copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from aoe.backends.cpu.implementations.conv import _padded_input
from aoe.backends.cpu.implementations.conv.conv_contraction import contraction as convolution
from aoe.backends.cpu.implementations.conv.conv_contraction import has_rows_of_images, shape_of
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, panels, slices
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.element_types import ITEM_BYTES, computed_type
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Axis, Kernel, Loop, LoopNest, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

_NAME = "conv_slices"


def _supports(operator: Operator, target: CpuTarget) -> bool:
    x, w = operator.inputs[:2]
    shape = shape_of(operator)
    return (
        shape.group == 1
        and len(shape.result) >= 2
        and min(shape.taps) > 1
        and has_rows_of_images(operator)
        and w.order[-1] == 0
        and not (x.constant or w.constant)
        and computed_type(x.dtype) == computed_type(w.dtype) == "float32"
        and operator.output.dtype == "float32"
        and bool(_depths(operator, target))
    )


def _depths(operator: Operator, target: CpuTarget) -> tuple[int, ...]:
    shape = shape_of(operator)
    x, w = (ITEM_BYTES[operand.dtype] for operand in operator.inputs[:2])
    rows = (shape.batch * x, shape.outputs * w)
    return slices.depths(shape.taps, rows, target, shape.inputs)


def _over_channels(operator: Operator, inputs: Sequence[View], output: View) -> Contraction:
    """The convolution of the input or its padded copy, with a slice for each channel."""
    image = _padded_input.image_of(operator, inputs[0], shape_of(operator).padded)
    whole = convolution(operator, inputs, output, image)
    *taps, channel = whole.reduction
    return replace(whole, slices=(channel,), reduction=tuple(taps))


@lru_cache(maxsize=64)
def _dense(operator: Operator) -> Contraction:
    views = [View.dense(operand) for operand in operator.inputs]
    return _over_channels(operator, views, View.dense(operator.output))


@lru_cache(maxsize=64)
def _modelled(operator: Operator) -> Contraction:
    """The contraction as the cost model sees it: lines of the window in all channels follow one
    another.
    """
    dense = _dense(operator)
    (channel,), (line, *taps) = dense.slices, dense.reduction
    lines = Axis(line.name, line.extent * channel.extent)
    return replace(dense, slices=(), reduction=(lines, *taps))


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    found = [
        replace(schedule, parallel="columns")  # so that loops over slices are around all rows
        for schedule in slices.schedules(_modelled(operator), _depths(operator, target), target)
        if schedule.parallel == "columns" or target.threads == 1
    ]
    best = sorted((_seconds(operator, schedule, target), schedule) for schedule in found)
    limit = breadth * contraction_space.USUAL
    return tuple(Policy.of(_NAME, schedule=item.decisions()) for _, item in best[:limit])


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    return _seconds(operator, contractions.schedule_of(policy), target)


def _seconds(operator: Operator, schedule: Schedule, target: CpuTarget) -> float:
    x, w = (item.bytes for item in operator.inputs[:2])
    seconds = slices.seconds(_modelled(operator), schedule, (x, w), target)
    if shape_of(operator).padded:
        seconds += _padded_input.copying_seconds(operator, target)
    return seconds


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule = contractions.schedule_of(policy)
    return contraction_space.lower_bound_of(operator, _modelled(operator), schedule, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    schedule, dense = contractions.schedule_of(policy), _dense(operator)
    contraction_space.check(dense, replace(schedule, depth=dense.reduction[0].extent), target)
    known = schedule.prefetch == 1 and schedule.depth in _depths(operator, target)
    if policy.format or schedule.parallel != "columns" or not known:
        raise PolicyError(f"not a policy of {_NAME}: {policy}")
    contraction = _over_channels(operator, inputs, output)
    schedule = contractions.refitted(schedule, dense, contraction)
    product = contractions.sliced(contraction, schedule.depth)
    fetched = slices.next_slice(product, schedule, target)
    kernel = _slices_outside(
        panels.kernel("conv_slices", product, schedule, target, fetched), product.slices
    )
    if not shape_of(operator).padded:
        return LoweredOperator((kernel,))
    pad = _padded_input.pad_kernel(operator, inputs[0], target)
    return LoweredOperator((pad, kernel), (), (_padded_input.buffer_of(operator),))


def _slices_outside(kernel: Kernel, axes: Sequence[Axis]) -> Kernel:
    """The kernel with the loops over slices around all others, so that lines of the window serve
    all pixels of the result while a cache holds them.
    """

    def ordered(nest: LoopNest) -> LoopNest:
        around = tuple(Loop(axis.name, 1) for axis in axes)
        inside = tuple(loop for loop in nest.schedule.order if loop not in around)
        return replace(nest, schedule=replace(nest.schedule, order=(*around, *inside)))

    return replace(kernel, nests=tuple(map(ordered, kernel.nests)))


IMPLEMENTATION = Implementation(
    name=_NAME,
    operator_type="Conv",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    lower_bound=_lower_bound,
)
