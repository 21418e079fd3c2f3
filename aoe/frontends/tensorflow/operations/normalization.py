"""Batch and local response normalization, and the gradient of the first.

In training the statistics are those of the batch: y = x * scale + shift, with both of channels. The
gradient is dx = a * dy + b * x + c, with all three of channels.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import NchwView
from aoe.frontends.tensorflow.context import Context, integers
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.operations.windows import in_layout, layout, result
from aoe.frontends.tensorflow.values import UNREAD, Held, Missing

TABLE = OperationTable()


@TABLE.add(
    *("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"),
    outputs=(
        *("y", "batch_mean", "batch_variance"),
        *("reserve_space_1", "reserve_space_2", "reserve_space_3"),
    ),
)
def _batch_normalization(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    x, scale, offset, mean, variance = values
    if node.flag("is_training", True):
        if not context.steps:
            raise UnsupportedNodeError("it is in training mode; export the model for inference")
        return _with_statistics(context, node, values)
    epsilon = node.number("epsilon", 1e-4)
    given = [context.plain(value) for value in (scale, offset, mean, variance)]
    made = in_layout(
        context,
        node,
        x,
        lambda held: context.node("BatchNormalization", held, *given, epsilon=epsilon),
    )
    return made, mean, variance, mean, variance, Missing("its gradient computes it")


def _of_channels(context: Context, values: Operand, rank: int) -> Operand:
    """Values of channels as they broadcast to images with channels first."""
    return context.reshaped(values, (1, shape_of(values)[0], *[1] * (rank - 2)))


def _axes(rank: int) -> np.ndarray:
    """All axes but that of channels."""
    return integers([0, *range(2, rank)])


def _with_statistics(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """Those of the batch, from which the new running ones are made."""
    source = layout(context, node, values[0])
    scale, offset, old_mean, old_variance = (context.plain(value) for value in values[1:])
    rank, channels, dtype = len(shape_of(source)), shape_of(source)[1], dtype_of(source)
    if dtype != np.float32:
        raise UnsupportedNodeError(f"it computes statistics of {dtype}")
    axes, count = _axes(rank), prod(shape_of(source)) / channels
    mean = context.node("ReduceMean", source, axes, keepdims=1)
    apart = context.node("Sub", source, mean)
    variance = context.node("ReduceMean", context.node("Mul", apart, apart), axes, keepdims=1)
    epsilon = np.asarray(node.number("epsilon", 1e-4), dtype)
    inverse = context.node(
        "Reciprocal", context.node("Sqrt", context.node("Add", variance, epsilon))
    )
    factor = context.node("Mul", inverse, _of_channels(context, scale, rank))
    shift = context.node("Mul", mean, context.node("Neg", factor))
    shift = context.node("Add", shift, _of_channels(context, offset, rank))
    made = context.node("Add", context.node("Mul", source, factor), shift)
    unbiased = context.node("Mul", variance, np.asarray(count / max(count - 1, 1), dtype))
    share = node.number("exponential_avg_factor", 1.0)
    news = [
        _averaged(context, _of_channels(context, old, rank), new, share)
        for old, new in ((old_mean, mean), (old_variance, unbiased))
    ]
    flat = [context.reshaped(value, (channels,)) for value in (*news, mean, variance, inverse)]
    return result(node, made), *flat


def _averaged(context: Context, old: Operand, new: onnx_ir.Value, share: float) -> onnx_ir.Value:
    """The running statistics with a share of new ones."""
    if share == 1.0:
        return new
    dtype = dtype_of(new)
    kept = context.node("Mul", old, np.asarray(1 - np.float32(share), dtype))
    return context.node("Add", kept, context.node("Mul", new, np.asarray(share, dtype)))


@TABLE.add(
    *("FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3"),
    outputs=(
        "x_backprop",
        "scale_backprop",
        "offset_backprop",
        "reserve_space_4",
        "reserve_space_5",
    ),
)
def _gradient(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    dy, source = (layout(context, node, value) for value in values[:2])
    rank, channels, dtype = len(shape_of(source)), shape_of(source)[1], dtype_of(source)
    axes = _axes(rank)
    scale, mean, variance = (
        _of_channels(context, context.plain(value), rank) for value in values[2:5]
    )
    if len(values) > 5 and isinstance(values[5], onnx_ir.Value):
        inverse = context.builder.value(_of_channels(context, values[5], rank))
    else:
        epsilon = np.asarray(node.number("epsilon", 1e-4), dtype)
        wide = context.node("Sqrt", context.node("Add", variance, epsilon))
        inverse = context.node("Reciprocal", wide)
    total = context.node("ReduceSum", dy, axes, keepdims=1)
    apart = context.node("Sub", source, mean)
    dot = context.node("ReduceSum", context.node("Mul", dy, apart), axes, keepdims=1)
    a = context.node("Mul", inverse, scale)
    dx = context.node("Mul", dy, a)
    if node.flag("is_training", True):
        share = np.asarray(-channels / prod(shape_of(source)), dtype)
        square = context.node("Mul", context.node("Mul", a, inverse), inverse)
        b = context.node("Mul", context.node("Mul", square, dot), share)
        c = context.node("Mul", context.node("Mul", a, total), share)
        c = context.node("Sub", c, context.node("Mul", b, mean))
        rest = context.node("Add", context.node("Mul", source, b), c)
        dx = context.node("Add", dx, rest)
    to_scale = context.reshaped(context.node("Mul", dot, inverse), (channels,))
    return result(node, dx), to_scale, context.reshaped(total, (channels,)), UNREAD, UNREAD


@TABLE.add("BatchNormWithGlobalNormalization")
def _old_normalization(context: Context, node: Node, values: Sequence[Held]) -> Held:
    mean, variance, offset, scale = (context.plain(value) for value in values[1:])
    if not node.flag("scale_after_normalization"):
        scale = np.ones(shape_of(scale), np.float32)
    epsilon = node.number("variance_epsilon")
    held = context.first(values[0])
    return NchwView(
        context.node("BatchNormalization", held, scale, offset, mean, variance, epsilon=epsilon)
    )


@TABLE.add("LRN")
def _response_normalization(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """ONNX divides alpha by the number of channels, TensorFlow does not."""
    size = 2 * node.integer("depth_radius", 5) + 1
    made = context.node(
        "LRN",
        context.first(values[0]),
        size=size,
        alpha=node.number("alpha", 1.0) * size,
        beta=node.number("beta", 0.5),
        bias=node.number("bias", 1.0),
    )
    return NchwView(made)
