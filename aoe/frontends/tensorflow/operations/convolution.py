"""Convolutions, and the moves to blocks that stand for dilations. Transposed convolutions are
gradients of others: `image_gradients.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, shape_of
from aoe.frontends.layout import NchwView, shape_of_tensor
from aoe.frontends.shared_operators.block_moves import batch_to_space, space_to_batch
from aoe.frontends.tensorflow.context import Context, integers, required, whole_numbers
from aoe.frontends.tensorflow.node import Node
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
from aoe.frontends.tensorflow.values import Held, SpaceToBatch, Tensor

TABLE = OperationTable()


def transposed(context: Context, value: Operand, perm: Sequence[int]) -> Operand:
    """A value with its axes in another order."""
    if isinstance(value, np.ndarray):
        return np.ascontiguousarray(value.transpose(perm))
    return context.node("Transpose", value, perm=list(perm))


@TABLE.add("Conv2D", "Conv3D")
def _convolution(context: Context, node: Node, values: Sequence[Held]) -> Held:
    kernel = context.plain(values[1])
    rank = len(shape_of(kernel))
    weights = transposed(context, kernel, [rank - 1, rank - 2, *range(rank - 2)])
    return _convolved(context, node, values[0], weights, None)


@TABLE.add("DepthwiseConv2dNative")
def _depthwise(context: Context, node: Node, values: Sequence[Held]) -> Held:
    kernel = context.plain(values[1])
    height, width, channels, multiple = shape_of(kernel)
    moved = transposed(context, kernel, [2, 3, 0, 1])
    weights = context.reshaped(moved, (channels * multiple, 1, height, width))
    return _convolved(context, node, values[0], weights, channels)


def _convolved(
    context: Context, node: Node, value: Held, weights: Operand, groups: int | None
) -> Held:
    window = shape_of(weights)[2:]
    strides = spatial(node, "strides", len(window))
    dilations = spatial(node, "dilations", len(window))
    spread = _spread(node, value, strides, dilations)
    if spread is None:
        source = layout(context, node, value)
        around = pads(node, sizes_of(source), reach(window, dilations), strides)
    else:
        source = context.builder.value(context.first(spread.value))
        dilations = list(spread.block)
        around = [before for before, _ in spread.pads] + [behind for _, behind in spread.pads]
    channels = shape_of(source)[1]
    made = context.node(
        "Conv",
        source,
        weights,
        strides=strides,
        dilations=dilations,
        pads=around,
        group=channels // shape_of(weights)[1] if groups is None else groups,
    )
    if spread is None:
        return result(node, made)
    return SpaceToBatch(NchwView(made), spread.block)


def _spread(
    node: Node, value: Held, strides: Sequence[int], dilations: Sequence[int]
) -> SpaceToBatch | None:
    """The value if it was moved to blocks and a convolution can be dilated instead."""
    if not isinstance(value, SpaceToBatch) or not channels_last(node):
        return None
    simple = {*strides, *dilations} == {1} and node.text("padding") == "VALID"
    return value if simple else None


@TABLE.add("SpaceToBatchND")
def _space_to_batch(context: Context, node: Node, values: Sequence[Held]) -> Held:
    value = context.tensor(values[0])
    block = whole_numbers(values[1], "block size")
    padding = required(values[2], "padding").reshape(-1, 2).tolist()
    if len(block) == 2 and len(shape_of_tensor(value)) == 4 and not isinstance(value, np.ndarray):
        (top, bottom), (left, right) = padding
        return SpaceToBatch(value, (block[0], block[1]), ((top, bottom), (left, right)))
    return _to_blocks(context, context.plain(value), block, padding)


def moved_to_blocks(context: Context, value: SpaceToBatch) -> Tensor:
    """The tensor that SpaceToBatchND makes."""
    return _to_blocks(context, context.plain(value.value), value.block, value.pads)


def _to_blocks(
    context: Context, value: Operand, block: Sequence[int], padding: Sequence[Sequence[int]]
) -> Operand:
    if any(size for pair in padding for size in pair):
        rest = [[0, 0]] * (len(shape_of(value)) - 1 - len(block))
        around = np.asarray([[0, 0], *padding, *rest], np.int64).T.reshape(-1)
        value = context.node("Pad", value, around)
    return space_to_batch(context.builder, value, block)


@TABLE.add("BatchToSpaceND")
def _batch_to_space(context: Context, node: Node, values: Sequence[Held]) -> Held:
    block = whole_numbers(values[1], "block size")
    crops = required(values[2], "crops").reshape(-1, 2).tolist()
    spread = values[0]
    if isinstance(spread, SpaceToBatch) and list(spread.block) == block:
        around = [[-before, -behind] for before, behind in crops]
        for axis, (before, behind) in enumerate(spread.pads):
            around[axis] = [around[axis][0] + before, around[axis][1] + behind]
        value = context.builder.value(context.first(spread.value))
        return NchwView(_cropped(context, value, around, 2))
    value = batch_to_space(context.builder, context.plain(spread), block)
    return _cropped(context, value, [[-before, -behind] for before, behind in crops], 1)


def _cropped(
    context: Context, value: onnx_ir.Value, around: Sequence[Sequence[int]], first: int
) -> onnx_ir.Value:
    """A value with zeros added to axes from `first` on, or elements taken away."""
    if not any(size for pair in around for size in pair):
        return value
    rest = [[0, 0]] * (len(shape_of(value)) - first - len(around))
    both = np.asarray([[0, 0]] * first + [*around, *rest], np.int64)
    if both.max() > 0:
        value = context.node("Pad", value, np.maximum(both, 0).T.reshape(-1))
    if both.min() < 0:
        axes = np.flatnonzero(both.min(axis=1) < 0)
        starts = np.maximum(-both[axes, 0], 0)
        sizes = np.asarray(shape_of(value))[axes]
        ends = sizes - np.maximum(-both[axes, 1], 0)
        value = context.node("Slice", value, integers(starts), integers(ends), integers(axes))
    return value
