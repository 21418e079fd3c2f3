"""Operators that reduce axes: sums, means, largest elements and their positions,
softmax, and counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import dtype_of, shape_of
from aoe.frontends.layout import NchwView, dtype_of_tensor, nhwc_order, shape_of_tensor
from aoe.frontends.shared_operators.buckets import passed_boundaries
from aoe.frontends.shared_operators.running_totals import running_log_sum_exp, running_product
from aoe.frontends.tensorflow.context import (
    Context,
    axis_of,
    bounded,
    integers,
    whole_number,
    whole_numbers,
)
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Held, Tensor

TABLE = OperationTable()

_REDUCTIONS: Mapping[str, tuple[str, Callable[..., np.ndarray]]] = MappingProxyType(
    {
        "Mean": ("ReduceMean", np.mean),
        "Sum": ("ReduceSum", np.sum),
        "Max": ("ReduceMax", np.max),
        "Min": ("ReduceMin", np.min),
        "Prod": ("ReduceProd", np.prod),
        "All": ("ReduceMin", np.all),
        "Any": ("ReduceMax", np.any),
        "EuclideanNorm": (
            "ReduceL2",
            lambda x, *rest, **more: np.sqrt(np.sum(x * x, *rest, **more)),
        ),
    }
)


def held_axes(value: Tensor, axes: Sequence[int]) -> list[int]:
    """Axes of a value as it is held."""
    if not isinstance(value, NchwView):
        return list(axes)
    perm = nhwc_order(len(shape_of_tensor(value)))
    return [perm[axis] for axis in axes]


@TABLE.add(*_REDUCTIONS)
def _reduce(context: Context, node: Node, values: Sequence[Held]) -> Held:
    kind, function = _REDUCTIONS[node.op]
    keep = node.flag("keep_dims")
    x = context.tensor(values[0])
    rank = len(shape_of_tensor(x))
    axes = sorted({axis_of(axis, rank) for axis in whole_numbers(values[1], "axes")})
    if rank == 0 or not axes:
        return x
    if isinstance(x, np.ndarray):
        return np.asarray(function(x, tuple(axes), keepdims=keep), x.dtype)
    places = sorted(held_axes(x, axes))
    if isinstance(x, NchwView) and keep:
        return NchwView(_reduced(context, kind, node, x.value, places, True))
    left = held_axes(x, [axis for axis in range(rank) if axis not in axes])
    if isinstance(x, NchwView) and left == sorted(left):
        # As in models of ONNX, which pool whole images with axes of size 1.
        sizes = [size for axis, size in enumerate(shape_of_tensor(x)) if axis not in axes]
        whole = _reduced(context, kind, node, x.value, places, True)
        return context.reshaped(whole, sizes)
    return _reduced(context, kind, node, context.plain(x), axes, keep)


def _reduced(
    context: Context, kind: str, node: Node, value: object, axes: Sequence[int], keep: bool
) -> onnx_ir.Value:
    assert isinstance(value, onnx_ir.Value)
    truth = node.op in ("All", "Any")
    if truth:
        value = context.node("Cast", value, to=int(onnx_ir.DataType.INT32))
    value = context.node(kind, value, integers(axes), keepdims=int(keep))
    # The largest of no numbers is the least that there is, and no flag.
    return context.node("Greater", value, np.asarray(0, np.int32)) if truth else value


@TABLE.add("ArgMax", "ArgMin")
def _arg(context: Context, node: Node, values: Sequence[Held]) -> Held:
    x = context.plain(values[0])
    dtype = node.dtype("output_type", np.int64)
    rank = len(shape_of_tensor(x))
    axis = axis_of(whole_number(values[1], "axis"), rank)
    if isinstance(x, np.ndarray):
        found = np.argmax(x, axis) if node.op == "ArgMax" else np.argmin(x, axis)
        return np.asarray(found, dtype)
    found = context.node(node.op, x, axis=axis, keepdims=0)
    if dtype == np.int64:
        return found
    return context.node("Cast", found, to=int(onnx_ir.DataType.from_numpy(dtype)))


@TABLE.add("Softmax", "LogSoftmax")
def _softmax(context: Context, node: Node, values: Sequence[Held]) -> Held:
    x = context.tensor(values[0])
    if isinstance(x, NchwView):
        return NchwView(context.node(node.op, x.value, axis=1))
    return context.node(node.op, context.plain(x), axis=-1)


@TABLE.add("L2Loss")
def _half_square_sum(context: Context, node: Node, values: Sequence[Held]) -> Held:
    x = context.plain(values[0])
    total = context.node("ReduceSumSquare", x, keepdims=0)
    return context.node("Mul", total, np.asarray(0.5, dtype_of_tensor(x)))


@TABLE.add("TopKV2", "TopK", outputs=("values", "indices"))
def _top(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    x = context.plain(values[0])
    count = whole_number(values[1], "k") if len(values) > 1 else node.integer("k")
    dtype = node.dtype("index_type", np.int32)
    largest, places = context.builder.nodes("TopK", 2, x, integers([count]), axis=-1, sorted=1)
    return largest, context.node("Cast", places, to=int(onnx_ir.DataType.from_numpy(dtype)))


@TABLE.add("Cumsum", "Cumprod", "CumulativeLogsumexp")
def _cumulated(context: Context, node: Node, values: Sequence[Held]) -> Held:
    x, axis = context.plain(values[0]), context.plain(values[1])
    exclusive, reverse = node.flag("exclusive"), node.flag("reverse")
    if node.op != "Cumsum":
        place = axis_of(whole_number(axis, "axis"), len(shape_of(x)))
        running = running_product if node.op == "Cumprod" else running_log_sum_exp
        return running(context.builder, x, place, exclusive=exclusive, reverse=reverse)
    if isinstance(x, np.ndarray) and isinstance(axis, np.ndarray) and not (exclusive or reverse):
        return np.asarray(np.cumsum(x, int(axis)), x.dtype)
    return context.node("CumSum", x, axis, exclusive=int(exclusive), reverse=int(reverse))


@TABLE.add("Bucketize")
def _bucketize(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """How many boundaries are not above each element."""
    boundaries = node.value("boundaries")
    limits = boundaries if isinstance(boundaries, list) else []
    return passed_boundaries(context.builder, context.plain(values[0]), limits)


@TABLE.add("DenseBincount")
def _count(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """How often each number is in a row, or the sum of the weights there. Numbers that are too
    large count nothing.
    """
    x, weights = context.builder.value(context.plain(values[0])), context.plain(values[2])
    size = whole_number(values[1], "size")
    bounded([*shape_of(x), size])
    places = context.node("Unsqueeze", x, integers([-1]))
    equal = context.node("Equal", places, np.arange(size, dtype=dtype_of(x)))
    found = context.node("Cast", equal, to=int(onnx_ir.DataType.from_numpy(dtype_of(weights))))
    if node.flag("binary_output"):
        return context.node("ReduceMax", found, integers([-2]), keepdims=0)
    if 0 not in shape_of(weights):
        found = context.node("Mul", found, context.node("Unsqueeze", weights, integers([-1])))
    return context.node("ReduceSum", found, integers([-2]), keepdims=0)


@TABLE.add("HistogramFixedWidth")
def _histogram(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """How many elements are in each of some parts of a range that are equally wide. Those outside
    count for the first or the last part.
    """
    x = context.reshaped(context.builder.value(context.plain(values[0])), (-1,))
    limits = context.plain(values[1])
    count = whole_number(values[2], "number of bins")
    bounded([*shape_of(x), count])
    double = int(onnx_ir.DataType.DOUBLE)
    low, high = (context.node("Gather", limits, np.asarray(place)) for place in (0, 1))
    width = context.node("Cast", context.node("Sub", high, low), to=double)
    step = context.node("Div", width, np.asarray(count, np.float64))
    above = context.node("Sub", context.node("Max", x, low), low)
    places = context.node("Div", context.node("Cast", above, to=double), step)
    places = context.node("Min", context.node("Floor", places), np.asarray(count - 1, np.float64))
    dtype = onnx_ir.DataType.from_numpy(node.dtype("dtype", np.int32))
    columns = context.node("Unsqueeze", places, integers([1]))
    equal = context.node("Equal", columns, np.arange(count, dtype=np.float64))
    return context.node(
        "ReduceSum", context.node("Cast", equal, to=int(dtype)), integers([0]), keepdims=0
    )
