"""Convolutions and transposed convolutions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import (
    flag,
    operand,
    pad_mode,
    require_channels_first,
    spread,
    whole,
    wholes,
)
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.primitives.windows import Window, begin_end
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()


def _window(weight: Operand, stride: Item, dilation: Item) -> Window:
    kernel = shape_of(weight)[2:]
    rank = len(kernel)
    return Window(kernel, spread(stride, rank, "stride"), spread(dilation, rank, "dilation"))


@PRIMITIVES.reads("Conv2D", "Conv3D")
def _convolution(
    emit: Emitter,
    x: Item,
    w: Item,
    pad_mode_: Item = None,
    *,
    pad_mode: Item = "valid",
    pad: Item = 0,
    stride: Item = 1,
    dilation: Item = 1,
    group: Item = 1,
    groups: Item = None,
    data_format: Item = None,
) -> Item:
    require_channels_first(data_format)
    if pad_mode_ is not None:
        raise UnsupportedNodeError("it has 3 operands")
    value, weight = operand(x), operand(w)
    window = _window(weight, stride, dilation)
    return emit.node(
        "Conv",
        value,
        weight,
        strides=window.strides,
        dilations=window.dilations,
        group=whole(group if groups is None else groups, "group"),
        pads=pads_of(shape_of(value)[2:], window, pad_mode, pad),
    )


def pads_of(sizes: Sequence[int], window: Window, mode: Item, pad: Item) -> list[int]:
    """Pads of ONNX for images of spatial sizes, by `pad_mode` and `pad`."""
    rank = len(window.kernel)
    name = pad_mode(mode)
    if name == "same":
        return window.same_pads(sizes)
    return [0] * 2 * rank if name == "valid" else begin_end(wholes(pad, "pad"), rank)


@PRIMITIVES.reads("DepthwiseConv2dNative")
def _depthwise(
    emit: Emitter,
    x: Item,
    w: Item,
    *,
    pad_mode: Item = "valid",
    pad: Item = 0,
    stride: Item = 1,
    dilation: Item = 1,
    data_format: Item = None,
) -> Item:
    multiplier, channels, *kernel = shape_of(operand(w))
    if multiplier != 1:
        raise UnsupportedNodeError(f"its channel_multiplier is {multiplier}")
    weight = emit.reshaped(operand(w), (channels, 1, *kernel))
    return _convolution(
        emit, x, weight, pad_mode=pad_mode, pad=pad, stride=stride, dilation=dilation,
        group=channels, data_format=data_format,
    )  # fmt: skip


@PRIMITIVES.reads("Conv1DExt", "Conv2DExt", "Conv3DExt")
def _convolution_extended(
    emit: Emitter,
    x: Item,
    weight: Item,
    bias: Item = None,
    stride: Item = 1,
    padding: Item = 0,
    dilation: Item = 1,
    groups: Item = 1,
) -> Item:
    window = _window(operand(weight), stride, dilation)
    rank = len(window.kernel)
    pads = begin_end(spread(padding, rank, "padding"), rank)
    return _biased(emit, x, weight, bias, window, pads, groups)


@PRIMITIVES.reads("Conv1DPadding", "Conv2DPadding", "Conv3DPadding")
def _convolution_by_mode(
    emit: Emitter,
    x: Item,
    weight: Item,
    bias: Item = None,
    stride: Item = 1,
    padding: Item = "valid",
    dilation: Item = 1,
    groups: Item = 1,
) -> Item:
    window = _window(operand(weight), stride, dilation)
    pads = pads_of(shape_of(operand(x))[2:], window, padding, 0)
    return _biased(emit, x, weight, bias, window, pads, groups)


def _biased(
    emit: Emitter,
    x: Item,
    weight: Item,
    bias: Item,
    window: Window,
    pads: Sequence[int],
    groups: Item,
) -> Item:
    """A convolution that may have a bias, padded by `pads`."""
    return emit.node(
        "Conv",
        operand(x),
        operand(weight),
        None if bias is None else operand(bias),
        strides=window.strides,
        dilations=window.dilations,
        group=whole(groups, "groups"),
        pads=pads,
    )


@PRIMITIVES.reads("Convolution")
def _convolution_of_either_kind(
    emit: Emitter,
    x: Item,
    weight: Item,
    bias: Item = None,
    stride: Item = 1,
    padding: Item = 0,
    dilation: Item = 1,
    transposed: Item = False,
    output_padding: Item = 0,
    groups: Item = 1,
) -> Item:
    if not flag(transposed, "transposed"):
        return _convolution_extended(emit, x, weight, bias, stride, padding, dilation, groups)
    return _transposed_extended(
        emit, x, weight, bias, stride, padding, output_padding, groups, dilation
    )


@PRIMITIVES.reads("ConvTranspose2D")
def _transposed_extended(
    emit: Emitter,
    x: Item,
    weight: Item,
    bias: Item = None,
    stride: Item = 1,
    padding: Item = 0,
    output_padding: Item = 0,
    groups: Item = 1,
    dilation: Item = 1,
) -> Item:
    kernels = operand(weight)
    window = _window(kernels, stride, dilation)
    rank = len(window.kernel)
    return emit.node(
        "ConvTranspose",
        operand(x),
        kernels,
        None if bias is None else operand(bias),
        strides=window.strides,
        dilations=window.dilations,
        group=whole(groups, "groups"),
        pads=begin_end(spread(padding, rank, "padding"), rank),
        output_padding=spread(output_padding, rank, "output_padding"),
    )


@PRIMITIVES.reads("Conv2DTranspose")
def transposed_convolution(
    emit: Emitter,
    x: Item,
    w: Item,
    input_size: Item = None,
    *,
    pad_mode: Item = "valid",
    pad: Item = 0,
    pad_list: Item = None,
    stride: Item = 1,
    dilation: Item = 1,
    group: Item = 1,
    data_format: Item = None,
) -> Item:
    """A transposed convolution with a result of `input_size`: N, C and spatial sizes."""
    require_channels_first(data_format)
    if input_size is None:
        raise UnsupportedNodeError("it does not say of which size its result is")
    rank = len(shape_of(operand(x))) - 2
    sizes = wholes(input_size, "input_size")[-rank:]
    window = _window(operand(w), stride, dilation)
    padding = pad if pad_list is None else pad_list
    return _with_size(emit, operand(x), operand(w), window, pad_mode, padding, sizes, group)


@PRIMITIVES.reads("Conv3DTranspose")
def _transposed_3d(
    emit: Emitter,
    x: Item,
    w: Item,
    *,
    pad_mode: Item = "valid",
    pad: Item = 0,
    pad_list: Item = None,
    stride: Item = 1,
    dilation: Item = 1,
    group: Item = 1,
    groups: Item = None,
    output_padding: Item = 0,
    data_format: Item = None,
) -> Item:
    require_channels_first(data_format)
    window = _window(operand(w), stride, dilation)
    rank = len(window.kernel)
    padding = wholes(pad if pad_list is None else pad_list, "pad")
    given = spatial = shape_of(operand(x))[2:]
    mode = _mode(pad_mode)
    if mode == "same":
        sizes = [size * stride for size, stride in zip(spatial, window.strides, strict=True)]
    else:
        pads = [0] * 2 * rank if mode == "valid" else begin_end(padding, rank)
        extra = spread(output_padding, rank, "output_padding")
        sizes = [
            (size - 1) * window.strides[k] + window.sizes[k] - pads[k] - pads[k + rank] + extra[k]
            for k, size in enumerate(given)
        ]
    groups_ = group if groups is None else groups
    return _with_size(
        emit, operand(x), operand(w), window, pad_mode, padding, tuple(sizes), groups_
    )


def _mode(item: Item) -> str:
    return pad_mode(item)


def _with_size(
    emit: Emitter,
    value: Operand,
    weight: Operand,
    window: Window,
    mode: Item,
    pad: Item,
    sizes: tuple[int, ...],
    group: Item,
) -> Operand:
    """A transposed convolution with a result of given sizes."""
    rank = len(window.kernel)
    full = [
        (size - 1) * stride + window_size
        for size, stride, window_size in zip(
            shape_of(value)[2:], window.strides, window.sizes, strict=True
        )
    ]
    if len(sizes) != rank:
        raise UnsupportedNodeError(f"the size of its result is {sizes}")
    name = _mode(mode)
    if name == "same":
        totals = [max(0, whole_ - size) for whole_, size in zip(full, sizes, strict=True)]
        pads = [total // 2 for total in totals] + [total - total // 2 for total in totals]
    else:
        pads = [0] * 2 * rank if name == "valid" else begin_end(wholes(pad, "pad"), rank)
    extra = [size - full[k] + pads[k] + pads[k + rank] for k, size in enumerate(sizes)]
    if min(extra) < 0:
        raise UnsupportedNodeError(f"the size of its result is {sizes}")
    if dtype_of(value) != dtype_of(weight):
        raise UnsupportedNodeError("its operands are of different types")
    return _padded_at_end(emit, value, weight, window, pads, extra, group)


def _padded_at_end(
    emit: Emitter,
    value: Operand,
    weight: Operand,
    window: Window,
    pads: list[int],
    extra: list[int],
    group: Item,
) -> Operand:
    """ONNX allows less output padding than a stride; what is beyond it is zeros."""
    rank = len(extra)
    allowed = [min(more, step - 1) for more, step in zip(extra, window.strides, strict=True)]
    result = emit.node(
        "ConvTranspose",
        value,
        weight,
        strides=window.strides,
        dilations=window.dilations,
        group=whole(group, "group"),
        pads=pads,
        output_padding=allowed,
    )
    if allowed == extra:
        return result
    missing = [more - less for more, less in zip(extra, allowed, strict=True)]
    amounts = np.asarray([0] * (rank + 4) + missing, np.int64)
    return emit.node("Pad", result, amounts)
