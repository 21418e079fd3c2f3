"""Operators that ask for shapes or make arrays of them: known as soon as the shape is."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import dtype_of_tensor, shape_of_tensor
from aoe.frontends.tensorflow.context import (
    Context,
    axis_of,
    bounded,
    integers,
    required,
    whole_number,
    whole_numbers,
)
from aoe.frontends.tensorflow.messages import array_of
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Held, Tensor, TensorList, known

TABLE = OperationTable()


@TABLE.add("Const")
def _constant(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return array_of(node.tensor("value"))


@TABLE.add(
    *("Identity", "StopGradient", "PreventGradient", "Snapshot", "EnsureShape"),
    *("PlaceholderWithDefault", "Enter", "RefEnter", "LoopCond", "DeepCopy"),
    *("NextIteration", "RefNextIteration"),
    *("RefIdentity", "GuaranteeConst", "DebugIdentityV2"),
    passes=True,
)
def _same(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return values[0]


@TABLE.add("CheckNumerics", "CheckNumericsV2", "Print", passes=True)
def _looked_at(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """In a step TensorFlow has to look at the value."""
    if context.steps:
        raise UnsupportedNodeError("what it tells of values is told by TensorFlow alone")
    return values[0]


@TABLE.add("IdentityN", passes=True)
def _all_same(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    return tuple(values)


@TABLE.add("Shape")
def _shape(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return _sizes(context, node, values[0])


@TABLE.add("ShapeN")
def _shapes(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    return tuple(_sizes(context, node, value) for value in values)


def _sizes(context: Context, node: Node, value: Held) -> np.ndarray:
    return np.asarray(shape_of_tensor(context.tensor(value)), node.dtype("out_type", np.int32))


@TABLE.add("Size")
def _size(context: Context, node: Node, values: Sequence[Held]) -> Held:
    count = prod(shape_of_tensor(context.tensor(values[0])))
    return np.asarray(count, node.dtype("out_type", np.int32))


@TABLE.add("Rank")
def _rank(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return np.asarray(len(shape_of_tensor(context.tensor(values[0]))), np.int32)


@TABLE.add("BroadcastArgs")
def _broadcast_shape(context: Context, node: Node, values: Sequence[Held]) -> Held:
    one, other = (required(value, "shape") for value in values)
    shape = np.broadcast_shapes(tuple(map(int, one)), tuple(map(int, other)))
    return np.asarray(shape, one.dtype)


@TABLE.add("Range")
def _range(context: Context, node: Node, values: Sequence[Held]) -> Held:
    start, limit, step = (required(value, "limits").reshape(()) for value in values)
    if step == 0:
        raise ValueError("its step is 0")
    bounded([max(0, int(np.ceil((limit - start) / step)))])
    return np.arange(start.item(), limit.item(), step.item(), dtype=start.dtype)


@TABLE.add("LinSpace")
def _even_steps(context: Context, node: Node, values: Sequence[Held]) -> Held:
    start, stop = (required(value, "limits").reshape(()) for value in values[:2])
    count = bounded([whole_number(values[2], "number of steps")])[0]
    return np.linspace(start, stop, count).astype(start.dtype)


@TABLE.add("Fill")
def _filled(context: Context, node: Node, values: Sequence[Held]) -> Held:
    shape = whole_numbers(values[0], "shape")
    value = context.plain(values[1])
    if isinstance(value, np.ndarray):
        return np.full(bounded(shape), value)
    return context.node("Expand", value, integers(shape))


@TABLE.add("Empty")
def _empty(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """A tensor to be written to. Without `init` it may hold anything, zeros among it."""
    return np.zeros(bounded(whole_numbers(values[0], "shape")), node.dtype("dtype"))


@TABLE.add("ZerosLike", "OnesLike")
def _like(context: Context, node: Node, values: Sequence[Held]) -> Held:
    make = np.zeros if node.op == "ZerosLike" else np.ones

    def like(value: Tensor) -> np.ndarray:
        return make(bounded(shape_of_tensor(value)), dtype_of_tensor(value))

    if isinstance(values[0], TensorList):
        tensors = [context.item(item) for item in values[0].items]
        return values[0].replaced([None if item is None else like(item) for item in tensors])
    return like(context.tensor(values[0]))


@TABLE.add("BroadcastTo")
def _broadcast(context: Context, node: Node, values: Sequence[Held]) -> Held:
    shape = whole_numbers(values[1], "shape")
    value = context.plain(values[0])
    if isinstance(value, np.ndarray):
        return np.broadcast_to(value, bounded(shape)).copy()
    return context.node("Expand", value, integers(shape))


@TABLE.add("OneHot")
def _one_hot(context: Context, node: Node, values: Sequence[Held]) -> Held:
    depth = whole_number(values[1], "depth")
    on, off = (required(value, "values") for value in values[2:])
    indices = context.plain(values[0])
    rank = len(shape_of(indices)) + 1
    axis = axis_of(node.integer("axis", -1), rank)
    if isinstance(indices, np.ndarray):
        bounded([*shape_of(indices), depth])
        hot = np.expand_dims(indices, axis) == np.arange(depth).reshape(
            [depth if place == axis else 1 for place in range(rank)]
        )
        return np.where(hot, on, off).astype(on.dtype)
    # ONNX counts negative indices from the end, TensorFlow has no element for them.
    place = context.node("Unsqueeze", indices, integers([axis]))
    numbers = np.arange(depth, dtype=dtype_of_tensor(indices))
    shape = [depth if number == axis else 1 for number in range(rank)]
    return context.node("Where", context.node("Equal", place, numbers.reshape(shape)), on, off)


@TABLE.add("MatrixBandPart")
def _band(context: Context, node: Node, values: Sequence[Held]) -> Held:
    below, above = (whole_number(value, "width") for value in values[1:])
    value = context.tensor(values[0])
    rows, columns = shape_of_tensor(value)[-2:]
    bounded([rows, columns])
    apart = np.arange(columns) - np.arange(rows)[:, None]
    kept = ((below < 0) | (-apart <= below)) & ((above < 0) | (apart <= above))
    array = known(value)
    zero = np.asarray(0, dtype_of_tensor(value))
    if array is not None:
        return np.where(kept, array, zero)
    return context.node("Where", kept, context.plain(value), zero)


@TABLE.add("InvertPermutation")
def _inverse(context: Context, node: Node, values: Sequence[Held]) -> Held:
    order = context.plain(values[0])
    if isinstance(order, np.ndarray):
        return np.argsort(order).astype(order.dtype)
    (count,) = shape_of(order)
    numbers = np.arange(count, dtype=dtype_of(order))
    places = context.node("Cast", order, to=int(onnx_ir.DataType.INT64))
    return context.node("ScatterElements", np.zeros_like(numbers), places, numbers, axis=0)
