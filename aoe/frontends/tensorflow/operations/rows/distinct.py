"""The different elements of a vector (`Unique`): how many there are depends on data, and shapes of
a model do not.

Optimizers of TensorFlow 1 need them: gradients of rows of a table are added up for each row, and
each row is changed once. Here a row stands for every element of the vector. Of equal elements the
first one's row counts; what others hold is never seen (`Distinct`). Operators that compute each row
alone go through, and so do those that change rows of variables. An output has only the rows that
count (`outputs.py`). What needs their number is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import shape_of_tensor
from aoe.frontends.shared_operators.open_rows import known_distinct
from aoe.frontends.tensorflow.context import OF_DIFFERENT, Context, bounded, required, whole_number
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable, Run
from aoe.frontends.tensorflow.operations.products import segments_of
from aoe.frontends.tensorflow.operations.rows.row_by_row import (
    ROW_BY_ROW,
    rank_of_rows,
    same_for_all,
    size_of,
)
from aoe.frontends.tensorflow.values import Distinct, DistinctCount, DistinctPlaces, Held, Result

TABLE = OperationTable()
#: The kinds of values that only some operators take.
OF_DISTINCT = (Distinct, DistinctPlaces, DistinctCount)
#: Longest vector whose elements are compared with each other.
_LONGEST = 8192
_SEGMENTS = {"UnsortedSegmentSum": "add", "UnsortedSegmentMax": "max", "UnsortedSegmentMin": "min"}
#: Operators that take slices at places.
GATHERS = frozenset({"Gather", "GatherV2", "ResourceGather"})
#: How names of operators begin that change rows of variables.
_CHANGES = ("Scatter", "SparseApply")


@TABLE.add("Unique", "UniqueV2", outputs=("y", "idx"))
def _unique(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """Unique elements in the order in which they come first."""
    dtype = node.dtype("out_idx", np.int32)
    if isinstance(values[0], onnx_ir.Value):
        first = _first_equal(context, values[0])
        return Distinct(values[0], first), DistinctPlaces(first, dtype)
    found, places, _ = known_distinct(required(values[0], "number of results"))
    return found, places.astype(dtype)


@TABLE.add("UniqueWithCounts", "UniqueWithCountsV2", outputs=("y", "idx", "count"))
def _unique_with_counts(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    """As `Unique`, and how often each element is there."""
    dtype = node.dtype("out_idx", np.int32)
    if not isinstance(values[0], onnx_ir.Value):
        found, places, counts = known_distinct(required(values[0], "number of results"))
        return found, places.astype(dtype), counts.astype(dtype)
    first = _first_equal(context, values[0])
    size = shape_of(first)[0]
    column, row = (context.reshaped(first, shape) for shape in ((size, 1), (1, size)))
    kind = int(onnx_ir.DataType.from_numpy(dtype))
    ones = context.node("Cast", context.node("Equal", column, row), to=kind)
    repeats = context.node("ReduceSum", ones, np.asarray([1], np.int64), keepdims=0)
    return Distinct(values[0], first), DistinctPlaces(first, dtype), Distinct(repeats, first)


def _first_equal(context: Context, vector: onnx_ir.Value) -> onnx_ir.Value:
    """The number of the first equal element, for each element of a vector."""
    shape = shape_of(vector)
    if len(shape) != 1:
        raise UnsupportedNodeError(f"its operand has the shape {list(shape)}")
    if not 0 < shape[0] <= _LONGEST:
        raise UnsupportedNodeError(
            f"it compares {shape[0]} elements with each other, not 1 to {_LONGEST}"
        )
    bounded([shape[0], shape[0]])
    column = context.reshaped(vector, (shape[0], 1))
    row = context.reshaped(vector, (1, shape[0]))
    numbers = np.arange(shape[0], dtype=np.int32)
    # An element that equals none, not even itself, is its own first: a NaN.
    equal = context.node("Where", context.node("Equal", column, row), numbers, numbers[:, None])
    found = context.node("ReduceMin", equal, np.asarray([1], np.int64), keepdims=0)
    return context.node("Cast", found, to=int(onnx_ir.DataType.INT64))


def are_first(context: Context, first: onnx_ir.Value) -> onnx_ir.Value:
    """For each element of a vector, whether it is the first of its equals."""
    return context.node("Equal", first, np.arange(shape_of(first)[0], dtype=np.int64))


def places_of(context: Context, places: DistinctPlaces) -> onnx_ir.Value:
    """The place of each element of a vector among its different elements."""
    ones = context.node("Cast", are_first(context, places.first), to=int(onnx_ir.DataType.INT64))
    after = context.node("CumSum", ones, np.asarray(0, np.int64))
    numbers = context.node("Sub", after, np.asarray(1, np.int64))
    found = context.node("Gather", numbers, places.first, axis=0)
    return context.node("Cast", found, to=int(onnx_ir.DataType.from_numpy(places.dtype)))


def of_distinct(context: Context, node: Node, values: Sequence[Held], run: Run) -> Result:
    """Computes a node that has a value of `OF_DISTINCT` as operand (`table.OfSpecial`). One that
    needs the number of rows is refused.
    """
    one = values[0]
    kind = node.op.removeprefix("Resource")
    if node.op == "Cast" and isinstance(one, DistinctCount):
        return one
    if node.op == "Cast" and isinstance(one, DistinctPlaces):
        return replace(one, dtype=node.dtype("DstT"))
    if kind.startswith(_CHANGES):
        return run(context, node, values)
    if node.op == "Shape" and isinstance(one, Distinct):
        return DistinctCount(one.first, shape_of_tensor(one.value)[1:])
    if node.op == "StridedSlice" and isinstance(one, DistinctCount):
        return size_of(context, node, values, run, OF_DIFFERENT)
    if node.op in _SEGMENTS and isinstance(values[1], DistinctPlaces):
        return _sums(context, node, values)
    if node.op in GATHERS:
        return _gathered(context, node, values, run)
    if not any(isinstance(item, Distinct | DistinctCount) for item in values):
        plain = [places_of(context, i) if isinstance(i, DistinctPlaces) else i for i in values]
        return run(context, node, plain)
    if node.op in ROW_BY_ROW:
        return _row_by_row(context, node, values, run)
    raise UnsupportedNodeError(OF_DIFFERENT)


def _sums(context: Context, node: Node, values: Sequence[Held]) -> Distinct:
    """What the rows of equal elements give together."""
    data, places, count = values
    assert isinstance(places, DistinctPlaces), "it was asked for"
    rows = shape_of(places.first)[0]
    if not (isinstance(count, DistinctCount) and count.rest is None):
        raise UnsupportedNodeError(OF_DIFFERENT)
    if count.first is not places.first:
        raise UnsupportedNodeError(OF_DIFFERENT)
    kind = _SEGMENTS[node.op]
    return Distinct(segments_of(context, data, places.first, rows, kind), places.first)


def _gathered(context: Context, node: Node, values: Sequence[Held], run: Run) -> Result:
    """Rows of a tensor by different elements, or rows of these for each element of the vector."""
    source, indices = values[:2]
    axis = whole_number(values[2], "axis") if len(values) > 2 else 0
    if axis or node.integer("batch_dims"):
        raise UnsupportedNodeError(OF_DIFFERENT)
    if isinstance(indices, Distinct) and not isinstance(source, OF_DISTINCT):
        found = run(context, node, [source, indices.value, *values[2:]])
        assert not isinstance(found, tuple), "it has one result"
        return Distinct(context.tensor(found), indices.first)
    if isinstance(source, Distinct) and isinstance(indices, DistinctPlaces):
        return rows_of_all(context, indices, source)
    if isinstance(indices, DistinctPlaces) and not isinstance(source, OF_DISTINCT):
        return run(context, node, [source, places_of(context, indices), *values[2:]])
    raise UnsupportedNodeError(OF_DIFFERENT)


def _row_by_row(context: Context, node: Node, values: Sequence[Held], run: Run) -> Distinct:
    """Arithmetic of rows with each other, and with what is the same for all of them."""
    rows = [item for item in values if isinstance(item, Distinct)]
    if not rows or any(item.first is not rows[0].first for item in rows):
        raise UnsupportedNodeError(OF_DIFFERENT)
    rank = rank_of_rows([item.value for item in rows], OF_DIFFERENT)
    others = [item for item in values if not isinstance(item, Distinct)]
    if not all(same_for_all(context, item, rank) for item in others):
        raise UnsupportedNodeError(OF_DIFFERENT)
    found = run(context, node, [i.value if isinstance(i, Distinct) else i for i in values])
    assert not isinstance(found, tuple), "operators of elements have one result"
    return Distinct(context.tensor(found), rows[0].first)


def rows_to_change(
    context: Context, places: Held, updates: Held, rank: int, sums: bool
) -> tuple[Operand, Operand]:
    """The numbers of rows, and what to change each by, for `ScatterND`.

    Args:
        context: The graph.
        places: The numbers of rows. Of equal ones that are `Distinct` one changes the row, and the
            others change nothing.
        updates: What to change each by.
        rank: The number of dimensions of what has the rows.
        sums: Whether they are added to what is there.
    """
    if not isinstance(places, Distinct):
        return context.plain(places), context.plain(updates)
    given = rows_of_all(context, places, updates)
    if not sums:
        return context.plain(places.value), given
    count = shape_of(places.first)[0]
    column = context.reshaped(are_first(context, places.first), (count, *(1,) * (rank - 1)))
    zero = np.zeros((), dtype_of(given))
    return context.plain(places.value), context.node("Where", column, given, zero)


def rows_of_all(context: Context, places: Distinct | DistinctPlaces, rows: Held) -> Operand:
    """The row that counts, for each element: those of equal elements are the same. What is no row
    is the same for all of them.
    """
    if not isinstance(rows, Distinct):
        return context.plain(rows)
    if rows.first is not places.first:
        raise UnsupportedNodeError(OF_DIFFERENT)
    return context.node("Gather", context.plain(rows.value), places.first, axis=0)
