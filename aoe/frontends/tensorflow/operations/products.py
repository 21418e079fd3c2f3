"""Products of matrices, sums of products, and elements chosen by index."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.shared_operators.cross_product import cross_product
from aoe.frontends.shared_operators.segments import rows_of_segments
from aoe.frontends.tensorflow.context import (
    OF_ROWS,
    Context,
    axis_of,
    bounded,
    required,
    whole_number,
)
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.convolution import transposed
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Held, Resource, Rows

TABLE = OperationTable()


@TABLE.add("MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3")
def _matmul(context: Context, node: Node, values: Sequence[Held]) -> Held:
    names = ("transpose_a", "transpose_b") if node.op == "MatMul" else ("adj_x", "adj_y")
    one, other = (
        _matrix_transposed(context, context.plain(value))
        if node.flag(name)
        else context.plain(value)
        for value, name in zip(values, names, strict=True)
    )
    dtype = node.dtype("Tout", dtype_of(one))
    if dtype != dtype_of(one):
        raise UnsupportedNodeError("its result has another type than its operands")
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        bounded([one.size // max(1, one.shape[-1]) * other.shape[-1]])
        return np.asarray(np.matmul(one, other))
    return context.node("MatMul", one, other)


def _matrix_transposed(context: Context, value: Operand) -> Operand:
    """A value with its last two axes exchanged."""
    rank = len(shape_of(value))
    return transposed(context, value, [*range(rank - 2), rank - 1, rank - 2])


@TABLE.add("Einsum", "XlaEinsum")
def _einsum(context: Context, node: Node, values: Sequence[Held]) -> Held:
    operands = [context.plain(value) for value in values]
    equation = node.text("equation")
    if all(isinstance(operand, np.ndarray) for operand in operands):
        arrays = [item for item in operands if isinstance(item, np.ndarray)]
        return np.asarray(np.einsum(equation, *arrays))
    return context.node("Einsum", *operands, equation=equation)


@TABLE.add("GatherV2", "Gather", "ResourceGather")
def _gather(context: Context, node: Node, values: Sequence[Held]) -> Held:
    source = values[0]
    if isinstance(source, Resource):
        source = context.variables.get(source.name, source)
    rows = values[1] if isinstance(values[1], Rows) else None
    x = context.plain(source)
    indices = context.plain(values[1]) if rows is None else rows.value
    rank = len(shape_of(x))
    axis = axis_of(whole_number(values[2], "axis"), rank) if len(values) > 2 else 0
    batch = node.integer("batch_dims")
    if rows is not None:
        if batch or axis:
            raise UnsupportedNodeError(OF_ROWS)
        return Rows(context.node("Gather", x, indices, axis=0))
    if batch:
        batch = axis_of(batch, len(shape_of(indices)) + 1)
        return _gathered_in_batches(context, x, indices, axis, batch)
    if isinstance(x, np.ndarray) and isinstance(indices, np.ndarray):
        bounded([indices.size, x.size // max(1, x.shape[axis])])
        return np.take(x, indices, axis)
    return context.node("Gather", x, indices, axis=axis)


def _gathered_in_batches(
    context: Context, x: Operand, indices: Operand, axis: int, batch: int
) -> Operand:
    """Elements along an axis, for each batch by its own indices. The batches become one axis."""
    if axis < batch:
        raise ValueError("its axis is one of those of batches")
    shape, chosen = shape_of(x), shape_of(indices)
    if axis > batch:
        order = [*range(batch), axis, *(a for a in range(batch, len(shape)) if a != axis)]
        moved = _gathered_in_batches(context, transposed(context, x, order), indices, batch, batch)
        before, new = axis - batch, len(chosen) - batch
        rank = len(shape_of(moved))
        back = [
            *range(batch),
            *range(batch + new, batch + new + before),
            *range(batch, batch + new),
            *range(batch + new + before, rank),
        ]
        return transposed(context, moved, back)
    rows = context.reshaped(indices, (*chosen, 1))
    return _gather_elements(context, x, rows, batch)


def _gather_elements(context: Context, x: Operand, indices: Operand, batch: int) -> Operand:
    """`GatherND`: slices of each batch by vectors of indices."""
    if isinstance(x, np.ndarray) and isinstance(indices, np.ndarray):
        shape, inner = x.shape, shape_of(indices)
        flat = x.reshape(-1, *shape[batch:])
        places = indices.reshape(len(flat), -1, inner[-1])
        found = np.stack(
            [part[tuple(np.moveaxis(at, -1, 0))] for part, at in zip(flat, places, strict=True)]
        )
        return found.reshape(*inner[:-1], *shape[batch + inner[-1] :])
    if dtype_of(indices) != np.int64:
        indices = as_int64(context, indices)
    return context.node("GatherND", x, indices, batch_dims=batch)


def as_int64(context: Context, value: Operand) -> Operand:
    """Whole numbers as int64."""
    if isinstance(value, np.ndarray):
        return value.astype(np.int64)
    return context.node("Cast", value, to=int(onnx_ir.DataType.INT64))


@TABLE.add("GatherNd")
def _gather_nd(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return _gather_elements(context, context.plain(values[0]), context.plain(values[1]), 0)


#: What ScatterND does with several updates of an element.
_SCATTERS = {"ScatterNd": "add", "TensorScatterAdd": "add", "TensorScatterSub": "add"}
_SCATTERS |= {"TensorScatterMax": "max", "TensorScatterMin": "min"}


@TABLE.add("TensorScatterUpdate", *_SCATTERS)
def _scatter(context: Context, node: Node, values: Sequence[Held]) -> Held:
    if node.op == "ScatterNd":
        indices, updates = (context.plain(value) for value in values[:2])
        shape = bounded([int(size) for size in required(values[2], "shape").reshape(-1)])
        target: Operand = np.zeros(shape, dtype_of(updates))
    else:
        target, indices, updates = (context.plain(value) for value in values)
    if node.op == "TensorScatterSub":
        updates = context.node("Neg", updates)
    places, reduction = as_int64(context, indices), _SCATTERS.get(node.op)
    if dtype_of(updates) == np.bool_ and reduction == "add":
        return _any_of(context, target, places, updates)
    return context.node("ScatterND", target, places, updates, reduction=reduction)


def _any_of(context: Context, target: Operand, places: Operand, updates: Operand) -> onnx_ir.Value:
    """Elements that are true, or for which one of the updates is."""
    whole, flag = int(onnx_ir.DataType.INT32), int(onnx_ir.DataType.BOOL)
    counts = [context.node("Cast", item, to=whole) for item in (target, updates)]
    found = context.node("ScatterND", counts[0], places, counts[1], reduction="add")
    return context.node("Cast", found, to=flag)


@TABLE.add(*(f"UnsortedSegment{kind}" for kind in ("Sum", "Max", "Min", "Prod")))
def _unsorted_segments(context: Context, node: Node, values: Sequence[Held]) -> Held:
    kinds = {"Sum": "add", "Max": "max", "Min": "min", "Prod": "mul"}
    count = whole_number(values[2], "number of segments")
    kind = kinds[node.op.removeprefix("UnsortedSegment")]
    return segments_of(context, values[0], values[1], count, kind)


def segments_of(context: Context, data: Held, given: Held, count: int, kind: str) -> onnx_ir.Value:
    """The rows of each of `count` segments, put together as `rows_of_segments` says."""
    rows, segments = context.plain(data), as_int64(context, context.plain(given))
    bounded([count + 1, *shape_of(rows)[len(shape_of(segments)) :]])
    found = rows_of_segments(context.builder, rows, segments, count, kind)
    return context.builder.value(found)


@TABLE.add("ReverseSequence")
def _reversed_starts(context: Context, node: Node, values: Sequence[Held]) -> Held:
    steps, batch = node.integer("seq_dim"), node.integer("batch_dim")
    if {steps, batch} != {0, 1}:
        raise UnsupportedNodeError(f"its axes are {steps} and {batch}, not the first two")
    lengths = as_int64(context, context.plain(values[1]))
    return context.node(
        "ReverseSequence", context.plain(values[0]), lengths, time_axis=steps, batch_axis=batch
    )


@TABLE.add("Cross")
def _cross(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """The cross product of vectors of three elements, along the last axis."""
    one, other = (context.plain(item) for item in values)
    if shape_of(one)[-1:] != (3,) or shape_of(other) != shape_of(one):
        raise ValueError(f"its operands have {list(shape_of(one))} and {list(shape_of(other))}")
    return cross_product(context.node, one, other, len(shape_of(one)) - 1)
