"""Convolutions and their gradients (`aoe.frontends.shared_operators.convolution_gradients`)."""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir
import torch

from aoe.errors import ModelError
from aoe.frontends.shared_operators.convolution_gradients import (
    Convolution,
    Shaped,
    input_gradient,
    weight_gradient,
)
from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import shape_of, type_of
from aoe.torch.translate.table import Operators, UntranslatedError

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
        image, kernel = _shaped(emit, x), _shaped(emit, gradient)
        if transposed:
            image, kernel = kernel, image
        found[1] = weight_gradient(emit, image, kernel, shape_of(w)[2:], window)
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
    try:
        return input_gradient(emit, _shaped(emit, gradient), _shaped(emit, w), sizes, window)
    except ModelError as error:
        raise UntranslatedError(str(error)) from error


def _shaped(emit: Emitter, node: torch.fx.Node) -> Shaped:
    return Shaped(emit.value(node), shape_of(node))


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
