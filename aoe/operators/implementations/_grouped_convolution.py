"""Convolutions in groups of input channels (`_grouped.py`): what `conv_bytes` and `conv_bfloat16`
are.

Format `input`: "direct" reads the input where it lies (borders checked), if channels are contiguous
there and pixels start at whole groups; "padded" first copies it into a zero-bordered buffer,
channels last and those of each group of the convolution filled up with zeros to whole groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from math import prod

from aoe.device import Device
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError
from aoe.loops.expression import Load
from aoe.loops.stage import (
    Access,
    Axis,
    Bound,
    Buffer,
    Kernel,
    Loop,
    Program,
    Stage,
    StageSchedule,
    Store,
)
from aoe.operators import contraction as contractions
from aoe.operators import contraction_space, cost
from aoe.operators.contraction import Contraction
from aoe.operators.definition import Implementation
from aoe.operators.implementations import _grouped
from aoe.operators.implementations._convolutions import (
    Image,
    border_cost,
    contraction,
    input_image,
    is_depthwise,
    shape_of,
)
from aoe.operators.implementations._grouped import Grouping, Method
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: Bytes: pixels a multiple of the first apart fall into few cache sets; a line more spreads them.
_CONFLICTING, _GAP = 1024, 64


def implementation(name: str, method: Method) -> Implementation:
    """The implementation of that name, which multiplies groups by such a method."""
    return Implementation(
        name=name,
        operator_type="Conv",
        supports=partial(_supports, method.grouping),
        policies=partial(_ranked, name, method),
        estimate=partial(_estimate, method),
        lower=partial(_lower, name, method),
    )


def _supports(grouping: Grouping, operator: Operator, device: Device) -> bool:
    return _grouped.supports(grouping, operator, device) and not is_depthwise(operator)


def _copy_image(operator: Operator, grouping: Grouping) -> Image:
    """The padded copy: (N, channels with their filling, padded spatial…)."""
    shape = shape_of(operator)
    room = grouping.filled(shape.inputs)
    extents = (shape.batch, shape.group * room, *shape.padded_image)
    item = ITEM_BYTES[grouping.a]
    step = extents[1] + (0 if item * extents[1] % _CONFLICTING else _GAP // item)
    strides = [1]
    for extent in reversed(shape.padded_image):
        strides.insert(1, step)
        step *= extent
    return Image("padded", View(grouping.raw_a, extents, (step, *strides)), room, True)


def _read(
    operator: Operator, grouping: Grouping, inputs: Sequence[View], output: View, copied: bool
) -> Contraction:
    image = _copy_image(operator, grouping) if copied else input_image(operator, inputs[0])
    return contraction(operator, inputs, output, image)


def _dense(operator: Operator, grouping: Grouping, copied: bool) -> Contraction:
    inputs = [View.dense(operand) for operand in operator.inputs]
    return _read(operator, grouping, inputs, View.dense(operator.output), copied)


@lru_cache(maxsize=64)
def _formats(operator: Operator, grouping: Grouping) -> tuple[str, ...]:
    if not _grouped.aligned(_dense(operator, grouping, False), grouping):
        return ("padded",)
    if grouping == _grouped.TILES and shape_of(operator).padded:
        return ("padded",)  # tiles are loaded without checks
    return ("padded", "direct") if shape_of(operator).padded else ("direct",)


@lru_cache(maxsize=64)
def _ranked(
    name: str, method: Method, operator: Operator, device: Device, breadth: int
) -> tuple[Policy, ...]:
    grouping = method.grouping
    found: list[tuple[float, int, Policy]] = []
    for format in _formats(operator, grouping):
        dense = _dense(operator, grouping, format == "padded")
        grouped = _grouped.grouped(dense, grouping, device.lanes("int32"))
        for schedule in method.ranked(grouped, device, breadth * contraction_space.USUAL):
            policy = Policy.of(name, {"input": format}, schedule.decisions())
            found.append((_estimate(method, operator, policy, device), len(found), policy))
    return tuple(policy for _, _, policy in sorted(found))


def _estimate(method: Method, operator: Operator, policy: Policy, device: Device) -> float:
    grouping = method.grouping
    copied = dict(policy.format).get("input") == "padded"
    dense = _dense(operator, grouping, copied)
    grouped = _grouped.grouped(dense, grouping, device.lanes("int32"))
    seconds = method.estimate(grouped, contractions.schedule_of(policy), device)
    if not copied:
        return seconds * border_cost(shape_of(operator))
    image = _copy_image(operator, grouping).view
    runs = prod(image.shape) / image.shape[1]
    moved = image.shape[1] if operator.inputs[0].order[-1] == 1 else 24 * image.shape[1]
    cycles = runs * (4 + moved / device.lanes("int32"))
    if grouping == _grouped.TILES:  # beside which going by way of memory counts
        copied_bytes = 2.0 * ITEM_BYTES[grouping.a] * prod(image.shape)
        seconds += copied_bytes / cost.bandwidth(device, copied_bytes)
    return seconds + cycles / cost.FREQUENCY / device.threads + device.speed.fork_join


def _lower(
    name: str,
    method: Method,
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    policy: Policy,
    device: Device,
) -> Program:
    schedule, grouping = contractions.schedule_of(policy), method.grouping
    format = dict(policy.format).get("input")
    if format not in _formats(operator, grouping):
        raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")
    width = schedule.vectors * device.lanes("int32")
    dense = _dense(operator, grouping, format == "padded")
    allowed = _grouped.grouped(dense, grouping, width)
    method.check(allowed, schedule, device)
    whole = _read(operator, grouping, inputs, output, format == "padded")
    # As a slice of another tensor, the input may not be aligned although it is by itself.
    copied = not _grouped.aligned(whole, grouping) or format == "padded"
    whole = _read(operator, grouping, inputs, output, copied)
    main = method.kernel(name, _grouped.grouped(whole, grouping, width), schedule, device)
    pack, packed = _grouped.pack(whole, grouping, width)
    kernels = (_copy(operator, grouping, inputs[0], device), main) if copied else (main,)
    temporaries = (_copy_buffer(operator, grouping),) if copied else ()
    if operator.inputs[1].constant:
        return Program(kernels, (pack,), temporaries, (packed,))
    return Program((pack, *kernels), (), (*temporaries, packed))


def _copy_buffer(operator: Operator, grouping: Grouping) -> Buffer:
    view = _copy_image(operator, grouping).view
    return Buffer("padded", grouping.raw_a, view.strides[0] * view.shape[0])


def _copy(operator: Operator, grouping: Grouping, x: View, device: Device) -> Kernel:
    """Copies the input into the zero-bordered buffer, channels last, vectorised along channels
    unless there are few of them.
    """
    shape, image = shape_of(operator), _copy_image(operator, grouping)
    pixels = [Axis(f"i{i}", extent) for i, extent in enumerate(shape.padded_image)]
    axes = [Axis("n", shape.batch), *pixels, Axis("g", shape.group), Axis("c", image.group_stride)]
    names = [axis.name for axis in axes]
    if image.group_stride < device.lanes("int32"):
        axes.append(axes.pop(len(pixels)))
    bounds, offset = [], x.offset
    for i, (before, size) in enumerate(zip(shape.before, shape.image, strict=True)):
        offset -= before * x.strides[2 + i]
        if shape.padded:
            bounds.append(Bound(((f"i{i}", 1),), -before, size))
    if image.group_stride > shape.inputs:
        bounds.append(Bound((("c", 1),), 0, shape.inputs))

    def seen(view: View, group_stride: int) -> tuple[tuple[str, int], ...]:
        strides = (view.strides[0], *view.strides[2:], group_stride, view.strides[1])
        return tuple(zip(names, strides, strict=True))

    read = seen(x, x.strides[1] * shape.inputs)
    source = Access("input0", grouping.raw_a, read, offset, tuple(bounds))
    store = Store(Access("padded", grouping.raw_a, seen(image.view, image.group_stride)), Load(0))
    schedule = StageSchedule(axes[-1].name, 1)
    stage = Stage("pad", tuple(axes), (source,), (store,), None, schedule)
    outer = tuple(Loop(axis.name, 1) for axis in axes[:2])
    return Kernel("pad", tuple(axes[:2]), outer, len(outer), (stage,), ("input0", "padded"))
