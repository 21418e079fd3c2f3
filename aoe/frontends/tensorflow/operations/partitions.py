"""Rows that are dealt out to several tensors, and put together again."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.tensorflow.context import Context, bounded, required
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Held, Mask, MaskedRows, RowPart

TABLE = OperationTable()


@TABLE.add("DynamicPartition")
def _dealt(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """The rows of each number, in their order. Where the numbers depend on data, so does how many
    rows have each.
    """
    data, numbers = (context.plain(item) for item in values)
    given, wanted = shape_of(data), shape_of(numbers)
    count = node.integer("num_partitions", 1)
    if count < 1 or given[: len(wanted)] != wanted:
        raise ValueError(
            f"it deals {list(given)} out by {list(wanted)} to {counted(count, 'tensor')}"
        )
    size = prod(wanted)
    rows = context.reshaped(data, (size, *given[len(wanted) :]))
    flat = context.reshaped(numbers, (size,))
    if isinstance(flat, np.ndarray):
        if flat.size and not 0 <= flat.min() <= flat.max() < count:
            raise ValueError(f"its numbers are not all from 0 to {count - 1}")
        return tuple(_rows_at(context, rows, np.flatnonzero(flat == n)) for n in range(count))
    return tuple(
        MaskedRows((RowPart(rows, Mask(size, ((condition, True),))),))
        for condition in (
            context.node("Equal", flat, np.asarray(n, dtype_of(flat))) for n in range(count)
        )
    )


@TABLE.add("DynamicStitch", "ParallelDynamicStitch")
def _put_together(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Rows at known places. Of several at one place the last one counts."""
    half = len(values) // 2
    places = [required(item, "indices") for item in values[:half]]
    parts = [context.plain(item) for item in values[half:]]
    if half < 1 or len(parts) != half:
        raise ValueError(f"it has {counted(len(values), 'operand')}")
    rows = []
    for place, part in zip(places, parts, strict=True):
        shape = shape_of(part)
        if shape[: place.ndim] != place.shape:
            raise ValueError(f"it puts {list(shape)} at {list(place.shape)} places")
        rows.append(context.reshaped(part, (place.size, *shape[place.ndim :])))
    flat = np.concatenate([place.reshape(-1) for place in places]).astype(np.int64)
    sizes = bounded([int(flat.max(initial=-1)) + 1, *shape_of(rows[0])[1:]])
    sources = np.full(sizes[0], -1, np.int64)
    if flat.min(initial=0) < 0:
        raise ValueError("it has an index below 0")
    sources[flat] = np.arange(flat.size)
    if (sources < 0).any():
        raise UnsupportedNodeError("no row is given for some of its places")
    return _rows_at(context, _joined(context, rows), sources)


def _joined(context: Context, parts: Sequence[Operand]) -> Operand:
    """Rows one after the other. Those that are known stay so: shapes may be put together."""
    arrays = [item for item in parts if isinstance(item, np.ndarray)]
    if len(arrays) == len(parts):
        return np.concatenate(arrays)
    return context.node("Concat", *parts, axis=0)


def _rows_at(context: Context, rows: Operand, places: np.ndarray) -> Operand:
    if isinstance(rows, np.ndarray):
        return np.asarray(rows[places])
    return context.node("Gather", rows, places.astype(np.int64), axis=0)
