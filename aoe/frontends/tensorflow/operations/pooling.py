"""Pooling, dilation, biases, resizing, and depth moved to space."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import NchwView, shape_of_tensor
from aoe.frontends.shared_operators.resizing import coordinate_transformation
from aoe.frontends.tensorflow.context import Context, bounded, integers, required, whole_numbers
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.arithmetic import computed
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.operations.windows import (
    channels_last,
    in_layout,
    layout,
    pads,
    reach,
    result,
    sizes_of,
    spatial,
)
from aoe.frontends.tensorflow.values import Held, SpaceToBatch

TABLE = OperationTable()
#: Elements of the largest window of a dilation. Each is a node of the model.
_MOST_TAPS = 121


@TABLE.add("MaxPool", "MaxPool3D", "AvgPool", "AvgPool3D", "MaxPoolV2")
def _pool(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Zeros of the padding of an average pool are not counted."""
    if len(values) > 1:
        raise UnsupportedNodeError("its window is an operand")
    source = layout(context, node, values[0])
    count = len(sizes_of(source))
    window, strides = spatial(node, "ksize", count), spatial(node, "strides", count)
    made = context.node(
        "MaxPool" if node.op.startswith("Max") else "AveragePool",
        source,
        kernel_shape=window,
        strides=strides,
        pads=pads(node, sizes_of(source), window, strides),
    )
    return result(node, made)


@TABLE.add("BiasAdd", "BiasAddV1")
def _bias(context: Context, node: Node, values: Sequence[Held]) -> Held:
    x, bias = values
    found = computed(np.add, values) if channels_last(node) else None
    if found is not None:
        return found
    if isinstance(x, SpaceToBatch) and channels_last(node) and not any(map(any, x.pads)):
        return SpaceToBatch(context.elementwise("Add", x.value, bias), x.block)
    if not channels_last(node):
        rank = len(shape_of_tensor(context.tensor(x)))
        plain = context.plain(bias)
        bias = context.reshaped(plain, (*shape_of(plain), *[1] * (rank - 2)))
        return context.elementwise("Add", context.plain(x), bias)
    return context.elementwise("Add", x, bias)


@TABLE.add("MaxPoolWithArgmax", outputs=("output", "argmax"))
def _pool_with_indices(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """The maxima, and where they are among the elements of an image, or of all images."""
    maxima, source = _pool(context, node, values), layout(context, node, values[0])
    assert not isinstance(maxima, tuple)
    _, channels, height, width = shape_of(source)
    window, strides = spatial(node, "ksize", 2), spatial(node, "strides", 2)
    # A node of its own, which is left out where nothing reads the places.
    _, found = context.builder.nodes(
        "MaxPool",
        2,
        source,
        kernel_shape=window,
        strides=strides,
        pads=pads(node, sizes_of(source), window, strides),
    )
    image = context.node("Div", found, np.asarray(height * width))
    pixel = context.node("Sub", found, context.node("Mul", image, np.asarray(height * width)))
    number = np.arange(channels).reshape(-1, 1, 1)
    places = context.node("Add", context.node("Mul", pixel, np.asarray(channels)), number)
    if node.flag("include_batch_in_index"):
        first = np.arange(shape_of(source)[0]) * (height * width * channels)
        places = context.node("Add", places, first.reshape(-1, 1, 1, 1))
    dtype = onnx_ir.DataType.from_numpy(node.dtype("Targmax", np.int64))
    return maxima, result(node, context.node("Cast", places, to=int(dtype)))


@TABLE.add("ExtractImagePatches")
def _patches(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Rows, columns and channels of each window, by a convolution that takes one element each."""
    source = layout(context, node, values[0])
    channels = shape_of(source)[1]
    window, strides = spatial(node, "ksizes", 2), spatial(node, "strides", 2)
    rates = spatial(node, "rates", 2)
    size = window[0] * window[1] * channels
    bounded([size, size])
    kernel = np.eye(size, dtype=dtype_of(source)).reshape(size, *window, channels)
    made = context.node(
        "Conv",
        source,
        np.ascontiguousarray(kernel.transpose(0, 3, 1, 2)),
        strides=strides,
        dilations=rates,
        pads=pads(node, sizes_of(source), reach(window, rates), strides),
    )
    return result(node, made)


@TABLE.add("Dilation2D")
def _dilation(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """The maximum of a window of values plus a structuring element, which must be known: one
    shifted image for each element of the window.
    """
    source = layout(context, node, values[0])
    element = required(values[1], "filter")
    if element.dtype.kind != "f" or element.shape[0] * element.shape[1] > _MOST_TAPS:
        raise UnsupportedNodeError(
            f"its filter has the type {element.dtype} and the shape {element.shape}"
        )
    window, sizes = list(element.shape[:2]), sizes_of(source)
    strides, rates = spatial(node, "strides", 2), spatial(node, "rates", 2)
    before = pads(node, sizes, reach(window, rates), strides)
    lowest = np.asarray(-np.inf, element.dtype)
    ends = integers([0, 0, *before[:2], 0, 0, *before[2:]])
    padded = context.node("Pad", source, ends, lowest) if any(before) else source
    counts = [
        (size + one + two - extent) // stride
        for size, one, two, extent, stride in zip(
            sizes, before[:2], before[2:], reach(window, rates), strides, strict=True
        )
    ]
    taps = []
    for place in np.ndindex(*window):
        starts = [number * rate for number, rate in zip(place, rates, strict=True)]
        last = [
            start + count * stride + 1
            for start, count, stride in zip(starts, counts, strides, strict=True)
        ]
        shifted = context.node(
            "Slice", padded, integers(starts), integers(last), integers([2, 3]), integers(strides)
        )
        taps.append(context.node("Add", shifted, element[place].reshape(-1, 1, 1)))
    return result(node, context.node("Max", *taps))


@TABLE.add("ResizeBilinear", "ResizeNearestNeighbor")
def _resize(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Where a pixel is read follows one of three rules."""
    held = context.first(values[0])
    sizes = whole_numbers(values[1], "size")
    align, half = node.flag("align_corners"), node.flag("half_pixel_centers")
    if align and half:
        raise ValueError("it has both align_corners and half_pixel_centers")
    rule = coordinate_transformation(align, half)
    nearest = node.op == "ResizeNearestNeighbor"
    if not nearest and dtype_of(held) != np.float32:
        held = context.node("Cast", held, to=int(onnx_ir.DataType.FLOAT))
    rounding = ("floor" if rule == "asymmetric" else "round_prefer_ceil") if nearest else None
    made = context.node(
        "Resize",
        held,
        None,
        None,
        np.asarray([*shape_of(held)[:2], *sizes], np.int64),
        mode="nearest" if nearest else "linear",
        coordinate_transformation_mode=rule,
        nearest_mode=rounding,
    )
    return NchwView(made)


@TABLE.add("DepthToSpace", "SpaceToDepth")
def _depth(context: Context, node: Node, values: Sequence[Held]) -> Held:
    block = node.integer("block_size")
    return in_layout(
        context, node, values[0], lambda held: context.node(node.op, held, blocksize=block)
    )
