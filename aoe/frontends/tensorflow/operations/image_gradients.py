"""Gradients of convolutions and pools."""

from __future__ import annotations

from collections.abc import Sequence

from aoe.frontends.graph_builder import shape_of
from aoe.frontends.shared_operators.convolution_gradients import (
    Convolution,
    Shaped,
    input_gradient,
    weight_gradient,
)
from aoe.frontends.shared_operators.pool_gradients import (
    PoolWindow,
    average_gradient,
    maximum_gradient,
)
from aoe.frontends.tensorflow.context import Context, integers, whole_numbers
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.convolution import transposed
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.operations.windows import (
    channels_last,
    layout,
    pads,
    reach,
    result,
    sizes_of,
    spatial,
)
from aoe.frontends.tensorflow.values import Held

TABLE = OperationTable()


def _window(
    node: Node, sizes: Sequence[int], kernel: Sequence[int], groups: int = 1
) -> Convolution:
    """How the kernel goes over images of these sizes."""
    strides = spatial(node, "strides", len(kernel))
    dilations = spatial(node, "dilations", len(kernel))
    around = pads(node, sizes, reach(kernel, dilations), strides)
    return Convolution(tuple(strides), tuple(around), tuple(dilations), groups)


def _inner(node: Node, shape: Sequence[int]) -> list[int]:
    """The spatial sizes in a shape."""
    return list(shape[1:-1] if channels_last(node) else shape[2:])


@TABLE.add("Conv2DBackpropInput", "Conv3DBackpropInputV2")
def _of_images(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Also a transposed convolution of an inference."""
    sizes = whole_numbers(values[0], "size")
    kernel = context.plain(values[1])
    source = Shaped.of(layout(context, node, values[2]))
    count = len(shape_of(kernel)) - 2
    channels = shape_of(kernel)[count]
    groups = 1
    if len(sizes) == count + 2:
        groups = (sizes[-1] if channels_last(node) else sizes[1]) // channels
        sizes = _inner(node, sizes)
    window = _window(node, sizes, shape_of(kernel)[:count], groups)
    weights = transposed(context, kernel, [count + 1, count, *range(count)])
    made = input_gradient(context.builder, source, Shaped.of(weights), sizes, window)
    return result(node, made)


@TABLE.add("Conv2DBackpropFilter", "Conv3DBackpropFilterV2")
def _of_weights(context: Context, node: Node, values: Sequence[Held]) -> Held:
    *kernel, channels, _ = whole_numbers(values[1], "size")
    image, gradient = (Shaped.of(layout(context, node, values[place])) for place in (0, 2))
    window = _window(node, image.shape[2:], kernel, image.shape[1] // channels)
    found = weight_gradient(context.builder, image, gradient, kernel, window)
    return transposed(context, found, [*range(2, len(kernel) + 2), 1, 0])


@TABLE.add("DepthwiseConv2dNativeBackpropInput")
def _of_depthwise_images(context: Context, node: Node, values: Sequence[Held]) -> Held:
    sizes = _inner(node, whole_numbers(values[0], "size"))
    kernel = context.plain(values[1])
    height, width, channels, multiple = shape_of(kernel)
    moved = transposed(context, kernel, [2, 3, 0, 1])
    weights = context.reshaped(moved, (channels * multiple, 1, height, width))
    source = Shaped.of(layout(context, node, values[2]))
    window = _window(node, sizes, (height, width), channels)
    made = input_gradient(context.builder, source, Shaped.of(weights), sizes, window)
    return result(node, made)


@TABLE.add("DepthwiseConv2dNativeBackpropFilter")
def _of_depthwise_weights(context: Context, node: Node, values: Sequence[Held]) -> Held:
    height, width, channels, multiple = whole_numbers(values[1], "size")
    image, gradient = (Shaped.of(layout(context, node, values[place])) for place in (0, 2))
    window = _window(node, image.shape[2:], (height, width), channels)
    found = weight_gradient(context.builder, image, gradient, (height, width), window)
    apart = context.reshaped(found, (channels, multiple, height, width))
    return transposed(context, apart, [2, 3, 0, 1])


def _pool(node: Node, sizes: Sequence[int]) -> PoolWindow:
    kernel = spatial(node, "ksize", len(sizes))
    strides = spatial(node, "strides", len(sizes))
    return PoolWindow(tuple(kernel), tuple(strides), tuple(pads(node, sizes, kernel, strides)))


@TABLE.add("MaxPoolGrad", "MaxPool3DGrad")
def _of_maxima(context: Context, node: Node, values: Sequence[Held]) -> Held:
    image, largest, gradient = (layout(context, node, value) for value in values)
    window = _pool(node, sizes_of(image))
    return result(node, maximum_gradient(context.builder, image, largest, gradient, window))


@TABLE.add("MaxPoolGradGrad", "MaxPool3DGradGrad")
def _of_gradients_of_maxima(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """What the last operand has where each window has its maximum."""
    image, largest, given = (layout(context, node, value) for value in values)
    window = _pool(node, sizes_of(image)).attributes(sizes_of(image), sizes_of(largest))
    _, places = context.builder.nodes("MaxPool", 2, image, **window)
    row = context.node("Reshape", given, integers([-1]))
    return result(node, context.node("Gather", row, places, axis=0))


@TABLE.add("AvgPoolGrad", "AvgPool3DGrad")
def _of_averages(context: Context, node: Node, values: Sequence[Held]) -> Held:
    shape = whole_numbers(values[0], "shape")
    gradient = layout(context, node, values[1])
    sizes = _inner(node, shape)
    channels = shape[-1] if channels_last(node) else shape[1]
    made = average_gradient(
        context.builder, gradient, [shape[0], channels, *sizes], _pool(node, sizes)
    )
    return result(node, made)
