"""Convolutions. Filters of the file are OHWI; those of one channel each are 1HWO, those of three
axes DHWIO.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.tflite.call import INTEGERS, Call, numbers
from aoe.frontends.tflite.operators.quantized import clipped_integers, is_byte_product
from aoe.frontends.tflite.operators.windows import is_same, pads_of, strides_of

#: Depth, height and width, as options call them.
_VOLUME = "dhw"


@dataclass(frozen=True, slots=True)
class Convolution:
    """The operands and attributes of ONNX's Conv.

    Attributes:
        x: Images, with channels first.
        weights: Filters, with channels first.
        attributes: Windows, strides, pads and groups.
    """

    x: Operand
    weights: Operand
    attributes: dict[str, int | list[int]]


@numbers("CONV_2D", "DEPTHWISE_CONV_2D")
def _convolution(call: Call) -> LayoutOperand:
    found = convolution_operands(call)
    bias = call.plain(2) if call.has(2) else None
    made = call.node("Conv", found.x, found.weights, bias, **found.attributes)
    return call.activated(call.view(made))


def byte_convolution(call: Call) -> LayoutOperand | None:
    """A convolution of bytes that becomes bytes."""
    if not is_byte_product(call):
        return None
    found = convolution_operands(call)
    x, weights, result = (call.input_tensors[0], call.input_tensors[1], call.output_tensors[0])
    assert x is not None
    assert weights is not None
    made = call.node(
        "QLinearConv",
        found.x,
        x.scaling.scale.reshape(()),
        x.scaling.zero_point.reshape(()).astype(dtype_of(found.x)),
        found.weights,
        _placed(weights.scaling.scale),
        _placed(weights.scaling.zero_point.astype(dtype_of(found.weights))),
        result.scaling.scale.reshape(()),
        result.scaling.zero_point.reshape(()).astype(call.dtype),
        call.plain(2) if call.has(2) else None,
        **found.attributes,
    )
    return clipped_integers(call, call.view(made))


INTEGERS.update(dict.fromkeys(("CONV_2D", "DEPTHWISE_CONV_2D"), byte_convolution))


@numbers("CONV_3D")
def _convolution_of_volumes(call: Call) -> LayoutOperand:
    x, weights = call.nchw(0), _transposed(call, call.plain(1), (4, 3, 0, 1, 2))
    if len(shape_of(x)) != 5:
        raise UnsupportedNodeError("it has not three spatial axes")
    channels, group = shape_of(x)[1], shape_of(x)[1] // max(1, shape_of(weights)[1])
    if group * shape_of(weights)[1] != channels or shape_of(weights)[0] % max(1, group):
        raise UnsupportedNodeError(
            f"its filter {shape_of(weights)} does not fit {counted(channels, 'channel')}"
        )
    dilations = [call.option(f"dilation_{axis}") for axis in _VOLUME]
    window = shape_of(weights)[2:]
    reach = [(size - 1) * step + 1 for size, step in zip(window, dilations, strict=True)]
    made = call.node(
        "Conv",
        x,
        weights,
        call.plain(2) if call.has(2) else None,
        strides=strides_of(call, _VOLUME),
        dilations=dilations,
        pads=pads_of(call, shape_of(x)[2:], reach, _VOLUME),
        group=group,
    )
    return call.activated(call.view(made))


@numbers("TRANSPOSE_CONV", "CONV_3D_TRANSPOSE")
def _transposed_convolution(call: Call) -> LayoutOperand:
    """The gradient of a convolution; the first operand is the shape of the result. Filters are OHWI
    for images and DHWOI for volumes.
    """
    bias = call.plain(3) if call.has(3) else None
    return call.activated(
        call.view(transposed_convolution(call, call.given(2), call.given(1), bias))
    )


def transposed_convolution(
    call: Call, operand: LayoutOperand, filters: LayoutOperand, bias: Operand | None = None
) -> Operand:
    """The same of operands that are given, with channels first and without an activation."""
    is_image = call.operator.kind == "TRANSPOSE_CONV"
    axes, order = ("hw", (3, 0, 1, 2)) if is_image else (_VOLUME, (4, 3, 0, 1, 2))
    sizes = call.integers(0, "sizes")
    x = call.layouts.to_nchw(operand)
    weights = _transposed(call, call.layouts.to_nhwc(filters), order)
    if len(sizes) != len(axes) + 2 or len(shape_of(x)) != len(axes) + 2:
        raise UnsupportedNodeError(f"it has not {len(axes)} spatial axes")
    if not is_image and any(call.option(f"dilation_{axis}") != 1 for axis in axes):
        raise UnsupportedNodeError("it is dilated")
    pads, more = [], []
    strides = strides_of(call, axes)
    for size, result, window, stride in zip(
        shape_of(x)[2:], sizes[1:-1], shape_of(weights)[2:], strides, strict=True
    ):
        steps = -(-result // stride)
        total = max(0, (steps - 1) * stride + window - result) if is_same(call) else 0
        behind = (size - 1) * stride + window - total // 2 - result
        pads.append((total // 2, max(0, behind)))
        more.append(max(0, -behind))
    if any(extra >= stride for extra, stride in zip(more, strides, strict=True)):
        raise UnsupportedNodeError("its result is larger than its windows reach")
    return call.node(
        "ConvTranspose",
        x,
        weights,
        bias,
        strides=strides,
        pads=[first for first, _ in pads] + [last for _, last in pads],
        output_padding=more,
    )


def convolution_operands(call: Call) -> Convolution:
    """What a convolution of images computes with, without its bias."""
    x, weights = call.nchw(0), call.plain(1)
    if len(shape_of(x)) != 4 or len(shape_of(weights)) != 4:
        raise UnsupportedNodeError("it has not two spatial axes")
    channels = shape_of(x)[1]
    if call.operator.kind == "DEPTHWISE_CONV_2D":
        weights, group = _transposed(call, weights, (3, 0, 1, 2)), channels
    else:
        weights = _transposed(call, weights, (0, 3, 1, 2))
        group = channels // max(1, shape_of(weights)[1])
    if group * shape_of(weights)[1] != channels or shape_of(weights)[0] % max(1, group):
        raise UnsupportedNodeError(
            f"its filter {shape_of(weights)} does not fit {counted(channels, 'channel')}"
        )
    window = list(shape_of(weights)[2:])
    dilations = [call.option("dilation_h"), call.option("dilation_w")]
    reach = [(size - 1) * step + 1 for size, step in zip(window, dilations, strict=True)]
    attributes: dict[str, int | list[int]] = {
        "kernel_shape": window,
        "strides": strides_of(call),
        "dilations": dilations,
        "pads": pads_of(call, shape_of(x)[2:], reach),
        "group": group,
    }
    return Convolution(x, weights, attributes)


def _transposed(call: Call, weights: Operand, order: Sequence[int]) -> Operand:
    if isinstance(weights, np.ndarray):
        return np.ascontiguousarray(weights.transpose(order))
    return call.node("Transpose", weights, perm=list(order))


def _placed(parameters: np.ndarray) -> np.ndarray:
    """Scales or zero points: a scalar, or one for each output channel."""
    return parameters if parameters.size > 1 else parameters.reshape(())
