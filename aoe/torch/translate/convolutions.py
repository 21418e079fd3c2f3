"""Convolutions and their gradients, both said with convolutions.

With x of N, C, spatial sizes and weights of O, C / groups, kernel sizes:

- the gradient of x is a transposed convolution of dy with the weights; where the stride is 1, a
  convolution with the weights flipped, which has faster implementations;
- the gradient of the weights is a convolution of x with dy whose batch and channels are exchanged,
  and whose strides and dilations are. It reads of x what the forward pass did, so that it computes
  no further places of the kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import onnx_ir
import torch

from aoe.frontends.shared_operators.convolution_gradients import Convolution
from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import require, shape_of, type_of
from aoe.torch.translate.table import Operators

OPERATORS = Operators()


@OPERATORS.translates("convolution")
def _convolution(
    emit: Emitter,
    node: torch.fx.Node,
    x: torch.fx.Node,
    w: torch.fx.Node,
    bias: torch.fx.Node | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
) -> onnx_ir.Value:
    window = _window(len(shape_of(x)) - 2, stride, padding, dilation, groups)
    operands = [emit.value(x), emit.value(w)]
    if bias is not None:
        operands.append(emit.value(bias))
    if not transposed:
        return emit.node("Conv", *operands, **window.attributes)
    grown = _spread(output_padding, len(window.strides))
    return emit.node("ConvTranspose", *operands, output_padding=list(grown), **window.attributes)


@OPERATORS.translates("convolution_backward")
def _convolution_backward(
    emit: Emitter,
    node: torch.fx.Node,
    gradient: torch.fx.Node,
    x: torch.fx.Node,
    w: torch.fx.Node,
    bias_sizes: object,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    wanted: Sequence[bool],
) -> Sequence[onnx_ir.Value | None]:
    rank = len(shape_of(x)) - 2
    window = _window(rank, stride, padding, dilation, groups)
    found: list[onnx_ir.Value | None] = [None, None, None]
    if wanted[0] and transposed:
        found[0] = _transposed_input_gradient(emit, gradient, w, shape_of(x)[2:], window)
    elif wanted[0]:
        found[0] = _input_gradient(emit, gradient, w, shape_of(x)[2:], window)
    if not shape_of(x)[0]:  # no images: nothing is added up
        for number, shape in ((1, shape_of(w)), (2, shape_of(gradient)[1:2])):
            found[number] = emit.filled(0, type_of(w), shape) if wanted[number] else None
        return found
    if wanted[1]:
        image, kernel = (gradient, x) if transposed else (x, gradient)
        found[1] = _weight_gradient(emit, image, kernel, shape_of(w)[2:], window)
    if wanted[2]:
        axes = emit.integers([0, *range(2, rank + 2)])
        found[2] = emit.node("ReduceSum", emit.value(gradient), axes, keepdims=0)
    return found


def _transposed_input_gradient(
    emit: Emitter,
    gradient: torch.fx.Node,
    w: torch.fx.Node,
    sizes: Sequence[int],
    window: Convolution,
) -> onnx_ir.Value:
    """A convolution. Where the output was padded by a stride or more, which dilations allow, it has
    places behind those of x.
    """
    found = emit.node("Conv", emit.value(gradient), emit.value(w), **window.attributes)
    places, kernel = shape_of(gradient)[2:], shape_of(w)[2:]
    for axis, (size, place) in enumerate(zip(sizes, places, strict=True)):
        reach = window.dilations[axis] * (kernel[axis] - 1)
        made = (place + 2 * window.before[axis] - reach - 1) // window.strides[axis] + 1
        if made > size:
            found = emit.part(found, axis + 2, 0, size)
    return found


def _input_gradient(
    emit: Emitter,
    gradient: torch.fx.Node,
    w: torch.fx.Node,
    sizes: Sequence[int],
    window: Convolution,
) -> onnx_ir.Value:
    kernel, places = shape_of(w)[2:], shape_of(gradient)[2:]
    reach = [d * (k - 1) for k, d in zip(kernel, window.dilations, strict=True)]
    dy, spatial = emit.value(gradient), list(range(2, len(kernel) + 2))
    if (
        all(step == 1 for step in window.strides)
        and window.groups == 1
        and all(r >= p for r, p in zip(reach, window.before, strict=True))
    ):
        flipped = emit.value(w) if max(kernel) == 1 else emit.flipped(emit.value(w), spatial)
        flipped = emit.permuted(flipped, (1, 0, *spatial))
        pads = [r - p for r, p in zip(reach, window.before, strict=True)]
        return emit.node("Conv", dy, flipped, pads=pads * 2, dilations=list(window.dilations))
    rest = [
        size - ((place - 1) * step - 2 * pad + r + 1)
        for size, place, step, pad, r in zip(
            sizes, places, window.strides, window.before, reach, strict=True
        )
    ]
    require(all(size >= 0 for size in rest), "its padding is larger than its kernel")
    return emit.node("ConvTranspose", dy, emit.value(w), output_padding=rest, **window.attributes)


def _weight_gradient(
    emit: Emitter,
    image: torch.fx.Node,
    gradient: torch.fx.Node,
    kernel: Sequence[int],
    window: Convolution,
) -> onnx_ir.Value:
    """The gradient of weights of O, C / groups, kernel: of `image` N, C and `gradient` N, O."""
    if window.is_of_patches(kernel):
        return _patch_gradient(emit, image, gradient, kernel, window)
    spatial = list(range(2, len(kernel) + 2))
    batch, channels, *sizes = shape_of(image)
    groups = window.groups
    x, exchanged = emit.value(image), (1, 0, *spatial)
    if groups == 1:
        x = emit.permuted(x, exchanged)
    else:  # C / groups, groups * N: each group of weights reads the images of its channels
        x = emit.reshaped(x, [batch, groups, channels // groups, *sizes])
        x = emit.permuted(x, (2, 1, 0, *[axis + 1 for axis in spatial]))
        x = emit.reshaped(x, [channels // groups, groups * batch, *sizes])
    places, before, after = shape_of(gradient)[2:], list(window.before), list(window.behind)
    longer: list[int] = []
    for axis, (size, step) in enumerate(zip(kernel, window.dilations, strict=True)):
        reached = (places[axis] - 1) * window.strides[axis] + (size - 1) * step + 1
        after[axis] = reached - before[axis] - sizes[axis]
        if reached <= before[axis]:  # only padding was reached; nothing is left of x if it is cut
            after[axis] = before[axis]
            longer.append(axis)
        elif after[axis] < 0:  # the strides of the forward pass did not reach the end
            x = emit.part(x, axis + 2, 0, sizes[axis] + after[axis])
            after[axis] = 0
    found = emit.node(
        "Conv",
        x,
        emit.permuted(emit.value(gradient), exchanged),
        strides=list(window.dilations),
        dilations=list(window.strides),
        pads=[*before, *after],
        group=groups,
    )
    for axis in longer:
        found = emit.part(found, axis + 2, 0, kernel[axis])
    return emit.permuted(found, exchanged)


def _patch_gradient(
    emit: Emitter,
    image: torch.fx.Node,
    gradient: torch.fx.Node,
    kernel: Sequence[int],
    window: Convolution,
) -> onnx_ir.Value:
    """Where no two places of the kernel overlap: a product of matrices, one row for each place."""
    rank = len(kernel)
    batch, channels = shape_of(image)[:2]
    count, *places = shape_of(gradient)[1:]
    x = emit.value(image)
    for axis, (place, step, size) in enumerate(zip(places, window.strides, kernel, strict=True)):
        single = size == 1 and step > 1
        end = (place - 1) * step + 1 if single else place * step
        if single or end < shape_of(image)[axis + 2]:
            x = emit.part(x, axis + 2, 0, end, step if single else 1)
    split = [part for pair in zip(places, kernel, strict=True) for part in pair]
    x = emit.reshaped(x, [batch, channels, *split])
    outer, inner = range(2, 2 * rank + 2, 2), range(3, 2 * rank + 2, 2)
    x = emit.permuted(x, (0, *outer, 1, *inner))
    rows = batch * prod(places)
    x = emit.reshaped(x, [rows, channels * prod(kernel)])
    dy = emit.permuted(emit.value(gradient), (0, *range(2, rank + 2), 1))
    dy = emit.permuted(emit.reshaped(dy, [rows, count]), (1, 0))
    return emit.reshaped(emit.node("MatMul", dy, x), [count, channels, *kernel])


def _window(
    rank: int,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    groups: int,
) -> Convolution:
    strides, pads, dilations = (_spread(given, rank) for given in (stride, padding, dilation))
    return Convolution(strides, pads * 2, dilations, int(groups))


def _spread(given: Sequence[int], rank: int) -> tuple[int, ...]:
    """A number for each spatial dimension; one may stand for all."""
    sizes = tuple(int(size) for size in given)
    return sizes * rank if len(sizes) == 1 else sizes
