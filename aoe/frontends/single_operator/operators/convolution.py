"""Convolutions of images, forward and towards their inputs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.single_operator.call import Call, Tensor
from aoe.frontends.single_operator.operators.products import no_offsets
from aoe.frontends.single_operator.operators.windows import Window, around, of_image
from aoe.frontends.single_operator.table import Ints, OperatorTypes

TYPES = OperatorTypes()
#: The order of the dimensions of a filter, as positions of those in NCHW.
_FILTERS = {"NCHW": (0, 1, 2, 3), "HWCN": (3, 2, 0, 1), "NHWC": (0, 3, 1, 2)}


@TYPES.reads("Conv2D", mixes_formats=True)
def _convolution(
    call: Call,
    x: Tensor,
    filter: Tensor,
    bias: Tensor | None = None,
    offset_w: Tensor | None = None,
    *,
    strides: Ints,
    pads: Ints,
    dilations: Ints = (1, 1, 1, 1),
    groups: int = 1,
    data_format: str | None = None,
    offset_x: int = 0,
) -> Operand:
    no_offsets(offset_w, offset_x)
    kernels = _kernels(call, filter)
    return _convolved(call, x, kernels, bias, strides, pads, dilations, groups, data_format)


@TYPES.reads("Conv3D", mixes_formats=True)
def _volume_convolution(
    call: Call,
    x: Tensor,
    filter: Tensor,
    bias: Tensor | None = None,
    offset_w: Tensor | None = None,
    *,
    strides: Ints,
    pads: Ints,
    dilations: Ints = (1, 1, 1, 1, 1),
    groups: int = 1,
    data_format: str | None = None,
    offset_x: int = 0,
) -> Operand:
    """Pads are those in front, behind, top, bottom, left and right."""
    no_offsets(offset_w, offset_x)
    last = call.channels_last(x, data_format)
    steps, spread = (
        _of_volume(numbers, what, last)
        for numbers, what in ((strides, "strides"), (dilations, "dilations"))
    )
    if len(pads) != 6 or min(pads) < 0:
        raise UnsupportedNodeError(f"its pads are {list(pads)}; give six numbers")
    operands = call.first(x, data_format), call.first(filter), bias
    made = _of_groups(call, *operands, steps, spread, [*pads[::2], *pads[1::2]], groups)
    return call.cast(call.back(made, x, data_format), call.dtype())


def _of_volume(numbers: Ints, what: str, last: bool) -> list[int]:
    """The numbers for depth, height and width of five in the order of the format."""
    places = (1, 2, 3) if last else (2, 3, 4)
    if len(numbers) != 5 or min(numbers) < 1:
        raise UnsupportedNodeError(f"its {what} are {list(numbers)}; give five numbers above 0")
    if any(number != 1 for place, number in enumerate(numbers) if place not in places):
        raise UnsupportedNodeError(
            f"its {what} are {list(numbers)}; those of batch and channels must be 1"
        )
    return [numbers[place] for place in places]


@TYPES.reads("DepthwiseConv2D", mixes_formats=True)
def _depthwise(
    call: Call,
    x: Tensor,
    filter: Tensor,
    bias: Tensor | None = None,
    offset_w: Tensor | None = None,
    *,
    strides: Ints,
    pads: Ints,
    dilations: Ints = (1, 1, 1, 1),
    data_format: str | None = None,
    offset_x: int = 0,
) -> Operand:
    """A filter for each channel, or several: HWCN has those of a channel in its last dimension."""
    no_offsets(offset_w, offset_x)
    channels = x.shape[-1 if call.channels_last(x, data_format) else 1]
    kernels = _kernels(call, filter)
    multiple, depth, *size = shape_of(kernels)
    if filter.format == "NCHW" and depth == 1:
        if multiple % channels:
            raise UnsupportedNodeError(f"its filter has the shape {list(filter.shape)}")
    elif depth == channels and (filter.format == "HWCN" or multiple == 1):
        turned = call.transposed(kernels, (1, 0, 2, 3))
        kernels = call.reshaped(turned, (channels * multiple, 1, *size))
    else:
        raise UnsupportedNodeError(
            f"its filter has the format {filter.format} and the shape {list(filter.shape)}; give "
            "HWCN with the channels of x in the third place"
        )
    return _convolved(call, x, kernels, bias, strides, pads, dilations, channels, data_format)


@TYPES.reads(
    "Conv2DBackpropInputD",
    mixes_formats=True,
    input_forms={"Conv2DBackpropInput": ("input_size", "filter", "out_backprop")},
)
def _input_gradient(
    call: Call,
    filter: Tensor,
    out_backprop: Tensor,
    *,
    input_size: Ints,
    strides: Ints,
    pads: Ints,
    dilations: Ints = (1, 1, 1, 1),
    groups: int = 1,
    data_format: str | None = None,
) -> Operand:
    return _towards_input(
        call, out_backprop, filter, None, input_size, strides, pads, dilations, groups, data_format
    )


@TYPES.reads(
    "Conv2DTransposeD",
    mixes_formats=True,
    input_forms={"Conv2DTranspose": ("input_size", "x", "filter", "bias", "offset_w")},
)
def _transposed(
    call: Call,
    x: Tensor,
    filter: Tensor,
    bias: Tensor | None = None,
    offset_w: Tensor | None = None,
    *,
    input_size: Ints,
    strides: Ints,
    pads: Ints,
    dilations: Ints = (1, 1, 1, 1),
    groups: int = 1,
    data_format: str | None = None,
    output_padding: Ints = (0, 0, 0, 0),
    offset_x: int = 0,
) -> Operand:
    """The described size of the result has `output_padding` in it."""
    no_offsets(offset_w, offset_x)
    sizes = input_size if any(input_size) else call.outputs[0].shape
    return _towards_input(
        call, x, filter, bias, sizes, strides, pads, dilations, groups, data_format
    )


@TYPES.reads("Conv2DBackpropFilter", mixes_formats=True)
def _filter_gradient(
    call: Call,
    x: Tensor,
    filter_size: Tensor,
    out_backprop: Tensor,
    *,
    strides: Ints,
    pads: Ints,
    dilations: Ints = (1, 1, 1, 1),
    groups: int = 1,
    data_format: str | None = None,
) -> Operand:
    """A convolution of the input with the gradient, where images and channels change places."""
    if groups != 1:
        raise UnsupportedNodeError(f"it has {groups} groups; 1 is computed")
    last = call.channels_last(x, data_format)
    form = call.outputs[0].format
    sizes = call.integers(filter_size)
    if form not in _FILTERS or len(sizes) != 4:
        raise UnsupportedNodeError(f"its result has the format {form} and the size {list(sizes)}")
    call.same_type(x, out_backprop)
    count, depth, *kernel = (sizes[place] for place in _FILTERS[form])
    steps, spread = of_image(strides, "strides", last), of_image(dilations, "dilations", last)
    images = call.transposed(call.first(x, data_format), (1, 0, 2, 3))
    gradients = call.transposed(call.first(out_backprop, data_format), (1, 0, 2, 3))
    made = call.node(
        "Conv", images, gradients, pads=around(pads), strides=list(spread), dilations=list(steps)
    )
    if any(got < size for got, size in zip(shape_of(made)[2:], kernel, strict=True)):
        raise UnsupportedNodeError(f"its filter of {kernel} does not fit its strides and pads")
    cut = call.node(
        "Slice", made, np.zeros(2, np.int64), np.asarray(kernel, np.int64), np.asarray([2, 3])
    )
    found = call.transposed(cut, (1, 0, 2, 3))
    if shape_of(found)[:2] != (count, depth):
        raise UnsupportedNodeError(
            f"its filter_size is {list(sizes)}, which does not fit its inputs"
        )
    back = [_FILTERS[form].index(place) for place in range(4)]
    return call.cast(call.transposed(found, back), call.dtype())


def _kernels(call: Call, filter: Tensor) -> Operand:
    """A filter in NCHW: outputs, inputs of a group, height, width."""
    if filter.rank != 4 or filter.format not in _FILTERS:
        raise UnsupportedNodeError(
            f"its filter has the format {filter.format} and {counted(filter.rank, 'dimension')}; "
            f"use {', '.join(_FILTERS)}"
        )
    return call.transposed(filter, _FILTERS[filter.format])


def _window(kernels: Operand, strides: Ints, dilations: Ints, last: bool) -> Window:
    return Window(
        shape_of(kernels)[2:],
        of_image(strides, "strides", last),
        of_image(dilations, "dilations", last),
    )


def _convolved(
    call: Call,
    x: Tensor,
    kernels: Operand,
    bias: Tensor | None,
    strides: Ints,
    pads: Ints,
    dilations: Ints,
    groups: int,
    data_format: str | None,
) -> Operand:
    """A convolution of images with kernels in NCHW, in the format of the described output."""
    window = _window(kernels, strides, dilations, call.channels_last(x, data_format))
    operands = call.first(x, data_format), kernels, bias
    steps, spread = list(window.strides), list(window.dilations)
    return _delivered(call, _of_groups(call, *operands, steps, spread, around(pads), groups), x)


def _of_groups(
    call: Call,
    images: Operand,
    filter: Operand,
    bias: Tensor | None,
    strides: list[int],
    dilations: list[int],
    pads: list[int],
    groups: int,
) -> Operand:
    """A convolution of images and a filter with the channels in the second place."""
    value, kernels, offset = _wide(call, images, filter, bias)
    depth = shape_of(value)[1]
    if groups < 1 or depth != shape_of(kernels)[1] * groups:
        raise UnsupportedNodeError(
            f"its input has {counted(depth, 'channel')}, its filter {shape_of(kernels)[1]} for "
            f"{counted(groups, 'group')}"
        )
    return call.node(
        "Conv",
        value,
        kernels,
        offset,
        strides=strides,
        dilations=dilations,
        pads=pads,
        group=groups,
    )


def _wide(
    call: Call, value: Operand, kernels: Operand, bias: Tensor | None
) -> tuple[Operand, Operand, Operand | None]:
    """The operands in the type of the result, which may be wider than theirs."""
    kind, wide = call.same_type(value, kernels), call.dtype()
    if kind.kind in "biu":
        raise UnsupportedNodeError(f"its inputs have {kind} elements; use a floating-point type")
    if wide.kind in "biu" or wide.itemsize < kind.itemsize:
        wide = kind
    offset = None if bias is None else call.cast(bias, wide)
    return call.cast(value, wide), call.cast(kernels, wide), offset


def _towards_input(
    call: Call,
    gradient: Tensor,
    filter: Tensor,
    bias: Tensor | None,
    sizes: Sequence[int],
    strides: Ints,
    pads: Ints,
    dilations: Ints,
    groups: int,
    data_format: str | None,
) -> Operand:
    """A transposed convolution with a result of given sizes, in the order of the format."""
    last = call.channels_last(gradient, data_format)
    kernels = _kernels(call, filter)
    window = _window(kernels, strides, dilations, last)
    if len(sizes) != 4:
        raise UnsupportedNodeError(f"its input_size is {list(sizes)}; give four sizes")
    wanted = sizes[1:3] if last else sizes[2:]
    value, kernels, offset = _wide(call, call.first(gradient, data_format), kernels, bias)
    edges = around(pads)
    full = [
        (size - 1) * stride + reach - edges[number] - edges[number + 2]
        for number, (size, stride, reach) in enumerate(
            zip(shape_of(value)[2:], window.strides, window.sizes, strict=True)
        )
    ]
    extra = [size - most for size, most in zip(wanted, full, strict=True)]
    if any(
        not 0 <= more < max(stride, 1) for more, stride in zip(extra, window.strides, strict=True)
    ):
        raise UnsupportedNodeError(
            f"its result of {list(wanted)} does not fit its strides and pads, which make {full}"
        )
    made = call.node(
        "ConvTranspose",
        value,
        kernels,
        offset,
        strides=list(window.strides),
        dilations=list(window.dilations),
        pads=edges,
        output_padding=extra,
        group=groups,
    )
    return _delivered(call, made, gradient)


def _delivered(call: Call, made: Operand, source: Tensor) -> Operand:
    """What was computed, in the format of the described output."""
    form = call.outputs[0].format
    if form == "ND":
        form = source.format
    if form == "NHWC":
        return call.transposed(made, (0, 2, 3, 1))
    if form != "NCHW":
        raise UnsupportedNodeError(f"its output has the format {form}; use NCHW or NHWC")
    return made
