"""Convolution of uint8 by int8 in int32, four input channels at a time (`_bytes.py`).

Format `input`: "direct" reads the input where it lies (borders checked), if channels are contiguous
there and pixels start at multiples of four bytes; "padded" first copies it into a zero-bordered
buffer, channels last and those of each group filled up with zeros to multiples of four.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod

from aoe.device import Device
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
from aoe.operators import contraction_space, cost, panels
from aoe.operators.contraction import Contraction
from aoe.operators.definition import Implementation
from aoe.operators.implementations import _bytes
from aoe.operators.implementations._convolutions import (
    Image,
    border_cost,
    contraction,
    input_image,
    shape_of,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: Bytes: pixels a multiple of the first apart fall into few cache sets; a line more spreads them.
_CONFLICTING, _GAP = 1024, 64


def _supports(operator: Operator, device: Device) -> bool:
    # One input channel per group leaves nothing to contract: that is conv_depthwise.
    depthwise = operator.integer("group") > 1 and operator.inputs[1].shape[1] == 1
    return _bytes.supports(operator, device) and not depthwise


def _copy_image(operator: Operator) -> Image:
    """The padded copy: (N, channels with their filling, padded spatial…)."""
    shape = shape_of(operator)
    room = _bytes.filled(shape.inputs)
    extents = (shape.batch, shape.group * room, *shape.padded_image)
    step = extents[1] + (0 if extents[1] % _CONFLICTING else _GAP)
    strides = [1]
    for extent in reversed(shape.padded_image):
        strides.insert(1, step)
        step *= extent
    return Image("padded", View("uint8", extents, (step, *strides)), room, True)


def _read(operator: Operator, inputs: Sequence[View], output: View, copied: bool) -> Contraction:
    image = _copy_image(operator) if copied else input_image(operator, inputs[0])
    return contraction(operator, inputs, output, image)


def _dense(operator: Operator, copied: bool) -> Contraction:
    inputs = [View.dense(operand) for operand in operator.inputs]
    return _read(operator, inputs, View.dense(operator.output), copied)


@lru_cache(maxsize=64)
def _formats(operator: Operator) -> tuple[str, ...]:
    if not _bytes.aligned(_dense(operator, False)):
        return ("padded",)
    return ("padded", "direct") if shape_of(operator).padded else ("direct",)


@lru_cache(maxsize=64)
def _ranked(operator: Operator, device: Device) -> tuple[Policy, ...]:
    found: list[tuple[float, int, Policy]] = []
    for format in _formats(operator):
        grouped = _bytes.grouped(_dense(operator, format == "padded"), device.lanes("int32"))
        schedules = contraction_space.ranked(grouped, device)
        for schedule in contraction_space.with_prefetch(grouped, schedules):
            policy = Policy.of("conv_bytes", {"input": format}, schedule.decisions())
            found.append((_estimate(operator, policy, device), len(found), policy))
    return tuple(policy for _, _, policy in sorted(found))


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    copied = dict(policy.format).get("input") == "padded"
    grouped = _bytes.grouped(_dense(operator, copied), device.lanes("int32"))
    seconds = contraction_space.estimate(grouped, contractions.schedule_of(policy), device)
    if not copied:
        return seconds * border_cost(shape_of(operator))
    image = _copy_image(operator).view
    runs = prod(image.shape) / image.shape[1]
    moved = image.shape[1] if operator.inputs[0].order[-1] == 1 else 24 * image.shape[1]
    cycles = runs * (4 + moved / device.lanes("int32"))
    return seconds + cycles / cost.FREQUENCY / device.threads + device.speed.fork_join


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    schedule = contractions.schedule_of(policy)
    format = dict(policy.format).get("input")
    if format not in _formats(operator):
        raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")
    width = schedule.vectors * device.lanes("int32")
    allowed = _bytes.grouped(_dense(operator, format == "padded"), width)
    contraction_space.check(allowed, schedule, device)
    whole = _read(operator, inputs, output, format == "padded")
    # As a slice of another tensor, the input may not be aligned although it is by itself.
    copied = not _bytes.aligned(whole) or format == "padded"
    whole = _read(operator, inputs, output, copied)
    main = panels.kernel("conv_bytes", _bytes.grouped(whole, width), schedule, device)
    pack, packed = _bytes.pack(whole, width)
    kernels = (_copy(operator, inputs[0], device), main) if copied else (main,)
    temporaries = (_copy_buffer(operator),) if copied else ()
    if operator.inputs[1].constant:
        return Program(kernels, (pack,), temporaries, (packed,))
    return Program((pack, *kernels), (), (*temporaries, packed))


def _copy_buffer(operator: Operator) -> Buffer:
    view = _copy_image(operator).view
    return Buffer("padded", "uint8", view.strides[0] * view.shape[0])


def _copy(operator: Operator, x: View, device: Device) -> Kernel:
    """Copies the input into the zero-bordered buffer, channels last, vectorised along channels
    unless there are few of them.
    """
    shape, image = shape_of(operator), _copy_image(operator)
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
    source = Access("input0", "uint8", read, offset, tuple(bounds))
    store = Store(Access("padded", "uint8", seen(image.view, image.group_stride)), Load(0))
    schedule = StageSchedule(axes[-1].name, 1)
    stage = Stage("pad", tuple(axes), (source,), (store,), None, schedule)
    outer = tuple(Loop(axis.name, 1) for axis in axes[:2])
    return Kernel("pad", tuple(axes[:2]), outer, len(outer), (stage,), ("input0", "padded"))


IMPLEMENTATION = Implementation(
    name="conv_bytes",
    operator_type="Conv",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
)
