"""Dense layers, convolutions, transposed ones, and embeddings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.errors import counted
from aoe.frontends.graph_builder import UnsupportedNodeError, shape_of
from aoe.frontends.layout import NchwView
from aoe.frontends.shared_operators.windows import Window
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.keras.layer import Call, Layer, LayerTable
from aoe.frontends.tensorflow.keras.layers.activations import activated
from aoe.frontends.tensorflow.values import Held

TABLE = LayerTable()


def _biased(context: Context, layer: Layer, value: Held, number: int) -> Held:
    """A value with the bias of a layer, which is its weight of this number, and activated."""
    if layer.flag("use_bias", True):
        value = context.elementwise("Add", value, layer.weight(number))
    return activated(context, value, layer.config.get("activation"))


@TABLE.add("Dense")
def _dense(context: Context, layer: Layer, call: Call) -> Held:
    layer.refuse("quantization_config", "lora_rank")
    product = context.node("MatMul", context.plain(call.only()), layer.weight(0))
    return _biased(context, layer, product, 1)


@TABLE.add("EinsumDense")
def _einsum(context: Context, layer: Layer, call: Call) -> Held:
    layer.refuse("quantization_config", "lora_rank")
    equation = layer.text("equation")
    value: Held = context.node(
        "Einsum", context.plain(call.only()), layer.weight(0), equation=equation
    )
    if layer.config.get("bias_axes"):
        value = context.elementwise("Add", value, layer.weight(1))
    return activated(context, value, layer.config.get("activation"))


@TABLE.add("Embedding")
def _embedding(context: Context, layer: Layer, call: Call) -> Held:
    if layer.flag("mask_zero"):
        raise UnsupportedNodeError("it makes a mask of zeros (mask_zero)")
    layer.refuse("quantization_config", "lora_rank")
    numbers = context.node("Cast", context.plain(call.only()), to=int(onnx_ir.DataType.INT64))
    return context.node("Gather", layer.weight(0), numbers, axis=0)


def _window(layer: Layer, weights: np.ndarray, count: int) -> Window:
    """The window of weights whose first `count` axes are spatial."""
    return Window(
        weights.shape[:count],
        tuple(layer.each("strides", count)),
        tuple(layer.each("dilation_rate", count)),
    )


def pads(layer: Layer, window: Window, image: Sequence[int]) -> list[int]:
    """Zeros before and behind each axis, in ONNX's order."""
    padding = layer.text("padding", "valid")
    if padding == "same":
        return window.same_pads(image)
    if padding == "causal":
        return [size - 1 for size in window.sizes] + [0] * len(image)
    if padding != "valid":
        raise UnsupportedNodeError(f"its padding is {padding}")
    return [0] * 2 * len(image)


def _convolved(
    context: Context, layer: Layer, value: Held, weights: np.ndarray, window: Window, groups: int
) -> NchwView:
    """`weights`: outputs × inputs of a group × spatial axes."""
    source = context.builder.value(context.first(value))
    made = context.node(
        "Conv",
        source,
        np.ascontiguousarray(weights),
        strides=list(window.strides),
        dilations=list(window.dilations),
        pads=pads(layer, window, shape_of(source)[2:]),
        group=groups,
    )
    return NchwView(made)


@TABLE.add("Conv1D", "Conv2D", "Conv3D")
def _convolution(context: Context, layer: Layer, call: Call) -> Held:
    layer.channels_last()
    layer.refuse("quantization_config", "lora_rank")
    weights = layer.weight(0)
    count = weights.ndim - 2
    first = weights.transpose(count + 1, count, *range(count))
    window = _window(layer, weights, count)
    groups = layer.integer("groups", 1)
    made = _convolved(context, layer, call.only(), first, window, groups)
    return _biased(context, layer, made, 1)


def _depthwise_weights(weights: np.ndarray) -> np.ndarray:
    """Kernels of each channel: channels · kernels × 1 × spatial axes."""
    count = weights.ndim - 2
    moved = weights.transpose(count, count + 1, *range(count))
    return moved.reshape(-1, 1, *weights.shape[:count])


@TABLE.add("DepthwiseConv1D", "DepthwiseConv2D")
def _depthwise(context: Context, layer: Layer, call: Call) -> Held:
    layer.channels_last()
    weights = layer.weight(0)
    window = _window(layer, weights, weights.ndim - 2)
    groups = weights.shape[-2]
    made = _convolved(context, layer, call.only(), _depthwise_weights(weights), window, groups)
    return _biased(context, layer, made, 1)


@TABLE.add("SeparableConv1D", "SeparableConv2D")
def _separable(context: Context, layer: Layer, call: Call) -> Held:
    layer.channels_last()
    weights, points = layer.weight(0), layer.weight(1)
    count = weights.ndim - 2
    window = _window(layer, weights, count)
    groups = weights.shape[-2]
    made = _convolved(context, layer, call.only(), _depthwise_weights(weights), window, groups)
    pointwise = points.transpose(count + 1, count, *range(count))
    mixed = context.node("Conv", made.value, np.ascontiguousarray(pointwise))
    return _biased(context, layer, NchwView(mixed), 2)


@TABLE.add("Conv1DTranspose", "Conv2DTranspose", "Conv3DTranspose")
def _transposed(context: Context, layer: Layer, call: Call) -> Held:
    """Keras pads a transposed convolution as the convolution whose gradient it is, so that the odd
    element of SAME is at the end.
    """
    layer.channels_last()
    weights = layer.weight(0)
    count = weights.ndim - 2
    window = _window(layer, weights, count)
    if max(window.dilations) > 1 and max(window.strides) > 1:
        raise UnsupportedNodeError("it has both strides and dilations")
    source = context.builder.value(context.first(call.only()))
    given = layer.config.get("output_padding")
    extra = None if given is None else layer.each("output_padding", count)
    before, behind, rest = [], [], []
    for axis, size in enumerate(shape_of(source)[2:]):
        stride, reach = window.strides[axis], window.sizes[axis]
        full = (size - 1) * stride + reach
        length = _length(layer, size, reach, stride, None if extra is None else extra[axis])
        around = 0
        if layer.text("padding") == "same":
            around = max(0, (-(-length // stride) - 1) * stride + reach - length)
        more = length - (full - around)
        if not 0 <= more < max(stride, window.dilations[axis]):
            raise UnsupportedNodeError(
                f"an axis of {counted(size, 'element')} becomes one of {length}"
            )
        before.append(around // 2)
        behind.append(around - around // 2)
        rest.append(more)
    made = context.node(
        "ConvTranspose",
        source,
        np.ascontiguousarray(weights.transpose(count + 1, count, *range(count))),
        strides=list(window.strides),
        dilations=list(window.dilations),
        pads=before + behind,
        output_padding=rest,
    )
    return _biased(context, layer, NchwView(made), 1)


def _length(layer: Layer, size: int, reach: int, stride: int, extra: int | None) -> int:
    """Elements of an axis of a transposed convolution's result."""
    same = layer.text("padding") == "same"
    if extra is None:
        return size * stride if same else size * stride + max(reach - stride, 0)
    padding = reach // 2 if same else 0
    return (size - 1) * stride + reach - 2 * padding + extra
