"""Gradients of convolutions (`aoe.frontends.shared_operators.convolution_gradients`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError, shape_of
from aoe.frontends.mindspore.arguments import (
    operand,
    require_channels_first,
    spread,
    whole,
    wholes,
)
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.primitives.convolution import pads_of, transposed_convolution
from aoe.frontends.mindspore.primitives.windows import Window
from aoe.frontends.mindspore.table import Primitives
from aoe.frontends.shared_operators.convolution_gradients import (
    Convolution,
    Shaped,
    input_gradient,
    weight_gradient,
)

PRIMITIVES = Primitives()


@PRIMITIVES.reads("Conv2DBackpropInput")
def _input_gradient(
    emit: Emitter,
    out_backprop: Item,
    filter: Item,
    input_size: Item,
    *,
    pad_mode: Item = "valid",
    pad: Item = 0,
    pad_list: Item = None,
    stride: Item = 1,
    dilation: Item = 1,
    group: Item = 1,
    data_format: Item = None,
) -> Item:
    weight = operand(filter)
    if isinstance(weight, np.ndarray):  # in inference it is what Conv2DTranspose was once
        return transposed_convolution(
            emit, out_backprop, weight, input_size, pad_mode=pad_mode, pad=pad,
            pad_list=pad_list, stride=stride, dilation=dilation, group=group,
            data_format=data_format,
        )  # fmt: skip
    require_channels_first(data_format)
    kernel, sizes = shape_of(weight)[2:], wholes(input_size, "input_size")
    if len(sizes) != len(kernel) + 2:
        raise UnsupportedNodeError(f"the size of its result is {sizes}")
    convolution = _convolution(kernel, sizes[2:], pad_mode, pad, stride, dilation, group)
    gradient = Shaped.of(operand(out_backprop))
    return input_gradient(emit.builder, gradient, Shaped.of(weight), sizes[2:], convolution)


@PRIMITIVES.reads("Conv2DBackpropFilter")
def _weight_gradient(
    emit: Emitter,
    out_backprop: Item,
    input: Item,
    filter_sizes: Item,
    *,
    pad_mode: Item = "valid",
    pad: Item = 0,
    stride: Item = 1,
    dilation: Item = 1,
    group: Item = 1,
    data_format: Item = None,
) -> Item:
    require_channels_first(data_format)
    image, gradient = Shaped.of(operand(input)), Shaped.of(operand(out_backprop))
    kernel = wholes(filter_sizes, "filter_sizes")[2:]
    convolution = _convolution(kernel, image.shape[2:], pad_mode, pad, stride, dilation, group)
    return weight_gradient(emit.builder, image, gradient, kernel, convolution)


@PRIMITIVES.reads("Conv3DBackpropInput")
def _input_gradient_3d(
    emit: Emitter,
    filter: Item,
    out_backprop: Item,
    input_size: Item,
    *,
    pad_mode: Item = "valid",
    pad: Item = 0,
    stride: Item = 1,
    dilation: Item = 1,
    group: Item = 1,
    data_format: Item = None,
) -> Item:
    """As of two dimensions, with its operands in another order."""
    require_channels_first(data_format)
    weight, sizes = operand(filter), wholes(input_size, "input_size")
    convolution = _convolution(
        shape_of(weight)[2:], sizes[2:], pad_mode, pad, stride, dilation, group
    )
    gradient = Shaped.of(operand(out_backprop))
    return input_gradient(emit.builder, gradient, Shaped.of(weight), sizes[2:], convolution)


@PRIMITIVES.reads("Conv3DBackpropFilter")
def _weight_gradient_3d(
    emit: Emitter,
    x: Item,
    out_backprop: Item,
    filter_size: Item,
    *,
    pad_mode: Item = "valid",
    pad: Item = 0,
    stride: Item = 1,
    dilation: Item = 1,
    group: Item = 1,
    data_format: Item = None,
) -> Item:
    """As of two dimensions, with its operands in another order."""
    return _weight_gradient(
        emit, out_backprop, x, filter_size, pad_mode=pad_mode, pad=pad, stride=stride,
        dilation=dilation, group=group, data_format=data_format,
    )  # fmt: skip


def _convolution(
    kernel: tuple[int, ...],
    sizes: Sequence[int],
    mode: Item,
    pad: Item,
    stride: Item,
    dilation: Item,
    group: Item,
) -> Convolution:
    rank = len(kernel)
    window = Window(kernel, spread(stride, rank, "stride"), spread(dilation, rank, "dilation"))
    pads = pads_of(sizes, window, mode, pad)
    return Convolution(window.strides, tuple(pads), window.dilations, whole(group, "group"))
