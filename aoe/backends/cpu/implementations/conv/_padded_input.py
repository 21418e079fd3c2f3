"""A copy of a convolution's input with zeros around it, so that no window leaves the image. Used by
convolutions that read the input where it lies otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.conv.conv_contraction import Image, input_image, shape_of
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import computed_type
from aoe.loops.expression import Load
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    Store,
)
from aoe.operators.operator import Operand, Operator, View

#: Elements. Distances that are multiples of the first use a quarter of the cache sets or fewer; a
#: cache line more spreads them.
_CONFLICTING, _GAP = 256, 16
#: The fewest tasks of the padded copy that threads share.
_FEWEST_TASKS = 64


def _view(operator: Operator) -> View:
    """The padded copy. It has the layout of the input, so that the copy runs along both. Runs of a
    multiple of 1 KiB get a gap: otherwise the rows of a register tile would fall into few cache
    sets.
    """
    shape = shape_of(operator)
    extents = [shape.batch, shape.group * shape.inputs, *shape.padded_image]
    innermost = operator.inputs[0].order[-1]
    pitched = list(extents)
    if pitched[innermost] % _CONFLICTING == 0:
        pitched[innermost] += _GAP
    dtype = computed_type(operator.inputs[0].dtype)
    laid_out = View.dense(Operand(dtype, tuple(pitched), operator.inputs[0].order))
    return View(dtype, tuple(extents), laid_out.strides)


def image_of(operator: Operator, x: View, padded: bool) -> Image:
    """The input, or its padded copy."""
    if not padded:
        return input_image(operator, x)
    view = _view(operator)
    return Image("padded", view, view.strides[1] * shape_of(operator).inputs, True)


def copying_seconds(operator: Operator, target: CpuTarget) -> float:
    """Seconds of the padded copy: its traffic, and a vector or more for each run along the
    innermost dimension, even if that is as short as the channels of a colour image.
    """
    shape, order = shape_of(operator), operator.inputs[0].order
    extents = (shape.batch, shape.group * shape.inputs, *shape.padded_image)
    elements, run = prod(extents), extents[order[-1]]
    moved = 8.0 * elements
    cycles = profile_of(target).conv_direct.copy_run_cycles * elements / run
    seconds = (
        moved / cost.bandwidth(target, moved) + cycles / cost.frequency(target) / target.threads
    )
    return seconds + target.speed.fork_join


def buffer_of(operator: Operator) -> Buffer:
    view = _view(operator)
    outermost = operator.inputs[0].order[0]
    return Buffer("padded", view.dtype, view.strides[outermost] * view.shape[outermost])


def pad_kernel(operator: Operator, x: View, target: CpuTarget) -> Kernel:
    """Copies the input into the zero-bordered buffer, along its innermost dimension."""
    shape = shape_of(operator)
    rank = len(shape.image)
    names = ["n", "c", *(f"i{i}" for i in range(rank))]
    extents = (shape.batch, shape.group * shape.inputs, *shape.padded_image)
    axes = [Axis(names[d], extents[d]) for d in operator.inputs[0].order]
    bounds = tuple(
        Bound(((f"i{i}", 1),), -before, size)
        for i, (before, size) in enumerate(zip(shape.before, shape.image, strict=True))
    )
    offset = x.offset - sum(
        before * stride for before, stride in zip(shape.before, x.strides[2:], strict=True)
    )
    source = Access("input0", x.dtype, tuple(zip(names, x.strides, strict=True)), offset, bounds)
    padded = _view(operator)
    store = Access("padded", padded.dtype, tuple(zip(names, padded.strides, strict=True)))
    vectors = max(1, min(4, axes[-1].extent // target.lanes("float32")))
    schedule = LoopSchedule(axes[-1].name, vectors)
    nest = LoopNest("pad", tuple(axes), (source,), (Store(store, Load(0)),), None, schedule)
    shared = _shared(axes)
    outer = tuple(Loop(axis.name, 1) for axis in shared)
    return Kernel("pad", shared, outer, len(outer), (nest,), ("input0", "padded"))


def _shared(axes: Sequence[Axis]) -> tuple[Axis, ...]:
    """The outer axes that threads share: few, but enough for even shares."""
    for count in range(1, len(axes) - 1):
        if prod(axis.extent for axis in axes[:count]) >= _FEWEST_TASKS:
            return tuple(axes[:count])
    return tuple(axes[:-1])
