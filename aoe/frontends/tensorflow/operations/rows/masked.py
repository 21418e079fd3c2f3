"""Rows whose number depends on data: where a mask holds (`tf.where`), and what follows from them.

Shapes of a model do not depend on data, so every row that may be there has its place, beside a mask
that says whether it is (`MaskedRows`). What computes each row alone goes through. What adds rows to
a tensor of a known size ends it: rows that are not there add nothing.

Keras divides rows of a gradient so: where the divisor of a whole table has a zero, these rows join
those of the gradient, by a condition (`keras/src/backend/tensorflow/sparse.py`).

`masked_rows.py` has what nodes are built for such rows, `row_by_row.py` what goes through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import dtype_of_tensor
from aoe.frontends.tensorflow.context import (
    OF_MASK,
    Context,
    axis_of,
    bounded,
    integers,
    whole_number,
    whole_numbers,
)
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable, Run
from aoe.frontends.tensorflow.operations.rows.distinct import GATHERS
from aoe.frontends.tensorflow.operations.rows.masked_rows import (
    OF_MASKED,
    column_of,
    holds,
    is_every,
    row_shape,
    rows_added,
)
from aoe.frontends.tensorflow.operations.rows.row_by_row import (
    ROW_BY_ROW,
    rank_of_rows,
    same_for_all,
    size_of,
)
from aoe.frontends.tensorflow.values import (
    Held,
    Mask,
    MaskedCount,
    MaskedRows,
    Resource,
    Result,
    RowPart,
    SameCount,
    Tensor,
)

TABLE = OperationTable()
#: What reductions of several tensors give together.
_TOGETHER = MappingProxyType(
    {"Sum": "Add", "Prod": "Mul", "Max": "Max", "Min": "Min", "Any": "Or", "All": "And"}
)


@TABLE.add("Where")
def _places(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """The places of elements that are true, in their order."""
    given = context.plain(values[0])
    if isinstance(given, np.ndarray):
        return np.argwhere(given).astype(np.int64)
    shape = shape_of(given)
    count = bounded([int(np.prod(shape)), max(len(shape), 1)])[0]
    places = np.indices(shape, np.int64).reshape(len(shape), count).T
    holds = given
    if dtype_of(given) != np.bool_:
        holds = context.node("Cast", given, to=int(onnx_ir.DataType.BOOL))
    flat = context.builder.value(context.reshaped(holds, (count,)))
    return MaskedRows((RowPart(places, Mask(count, ((flat, True),))),))


def of_masked(context: Context, node: Node, values: Sequence[Held], run: Run) -> Result:
    """Computes a node that has a value of `OF_MASKED` as operand (`table.OfSpecial`). One that
    needs to know how many rows are there is refused.
    """
    one = values[0]
    kind = node.op.removeprefix("Resource")
    if kind in ("ScatterAdd", "ScatterSub"):
        return run(context, node, values)
    if node.op == "Shape" and isinstance(one, MaskedRows):
        return MaskedCount(one.masks, row_shape(one))
    if node.op == "StridedSlice" and isinstance(one, MaskedCount):
        return size_of(context, node, values, run, OF_MASK)
    if node.op == "Equal":
        return _same_count(context, values)
    if node.op == "Pack":
        return _shape_of_counts(node, values)
    if node.op == "Fill" and isinstance(one, MaskedCount):
        return _filled(context, one, values[1])
    if node.op in ("Squeeze", "ExpandDims", "StridedSlice") and isinstance(one, MaskedRows):
        return _reshaped(context, node, values, run)
    if node.op in GATHERS and isinstance(values[1], MaskedRows):
        return _gathered(context, node, values)
    if node.op == "GatherNd" and isinstance(values[1], MaskedRows):
        return _elements(context, node, values, run)
    if node.op == "ScatterNd":
        return _scattered(context, values)
    if node.op == "UnsortedSegmentSum":
        return _sums(context, values)
    if node.op in ("Mean", *_TOGETHER) and isinstance(one, MaskedRows):
        return _reduced(context, node, values, run)
    if node.op in ROW_BY_ROW:
        return _row_by_row(context, node, values, run)
    if all(not isinstance(item, MaskedRows | MaskedCount) for item in values):
        return run(context, node, values)
    raise UnsupportedNodeError(OF_MASK)


def _mapped(rows: MaskedRows, tensors: Sequence[Tensor]) -> MaskedRows:
    """Other values of the same rows."""
    pairs = zip(rows.parts, tensors, strict=True)
    return MaskedRows(tuple(RowPart(tensor, part.mask) for part, tensor in pairs))


def _tensor_of(context: Context, result: Result) -> Tensor:
    assert not isinstance(result, tuple), "it has one result"
    return context.tensor(result)


def _same_count(context: Context, values: Sequence[Held]) -> SameCount:
    """Whether as many rows are there as a number says."""
    counts = [item for item in values if isinstance(item, MaskedCount) and item.rest is None]
    numbers = [item for item in values if isinstance(item, np.ndarray) and item.size == 1]
    if len(counts) != 1 or len(numbers) != 1:
        raise UnsupportedNodeError(OF_MASK)
    number = int(numbers[0].reshape(()))
    found: Operand = np.asarray(0, np.int64)
    for mask in counts[0].masks:
        ones = context.node("Cast", holds(context, mask), to=int(onnx_ir.DataType.INT64))
        count = context.node("ReduceSum", ones, integers([0]), keepdims=0)
        found = context.node("Add", found, count)
    value = context.node("Equal", found, np.asarray(number, np.int64))
    return SameCount(counts[0].masks, number, value)


def _shape_of_counts(node: Node, values: Sequence[Held]) -> MaskedCount:
    """A shape that begins with a number of rows."""
    count, *rest = values
    if not (isinstance(count, MaskedCount) and count.rest is None) or node.integer("axis"):
        raise UnsupportedNodeError(OF_MASK)
    return replace(count, rest=tuple(whole_number(item, "sizes") for item in rest))


def _filled(context: Context, shape: MaskedCount, given: Held) -> MaskedRows:
    """Rows that are all the same."""
    value = context.plain(given)
    if shape.rest is None:
        raise UnsupportedNodeError(OF_MASK)
    parts = []
    for mask in shape.masks:
        sizes = bounded([mask.count, *shape.rest])
        if isinstance(value, np.ndarray):
            parts.append(RowPart(np.full(sizes, value), mask))
        else:
            parts.append(RowPart(context.node("Expand", value, integers(sizes)), mask))
    return MaskedRows(tuple(parts))


def _reshaped(context: Context, node: Node, values: Sequence[Held], run: Run) -> MaskedRows:
    """Axes that are added or cut behind the first."""
    rows = values[0]
    assert isinstance(rows, MaskedRows), "it is asked for"
    rank = len(row_shape(rows)) + 1
    if node.op == "Squeeze":
        axes = [axis_of(axis, rank) for axis in node.integers("squeeze_dims")]
        if not axes or 0 in axes:
            raise UnsupportedNodeError(OF_MASK)
    elif node.op == "StridedSlice":
        if not _takes_all(node, values):
            raise UnsupportedNodeError(OF_MASK)
    elif axis_of(whole_number(values[1], "axis"), rank + 1) == 0:
        raise UnsupportedNodeError(OF_MASK)
    found = [run(context, node, [part.value, *values[1:]]) for part in rows.parts]
    return _mapped(rows, [_tensor_of(context, item) for item in found])


def _takes_all(node: Node, values: Sequence[Held]) -> bool:
    """Whether a StridedSlice takes the whole first axis."""
    whole = all(node.integer(f"{name}_mask") & 1 for name in ("begin", "end"))
    others = [node.integer(f"{name}_mask") & 1 for name in ("ellipsis", "new_axis", "shrink_axis")]
    return whole and not any(others) and whole_numbers(values[3], "steps")[0] == 1


def _gathered(context: Context, node: Node, values: Sequence[Held]) -> MaskedRows:
    """Rows of a tensor by numbers that may be there."""
    source, numbers = values[:2]
    assert isinstance(numbers, MaskedRows), "it is asked for"
    axis = whole_number(values[2], "axis") if len(values) > 2 else 0
    if axis or node.integer("batch_dims") or isinstance(source, OF_MASKED):
        raise UnsupportedNodeError(OF_MASK)
    if isinstance(source, Resource):
        source = context.variables.get(source.name, source)
    x = context.plain(source)
    return _mapped(numbers, [_rows_of(context, x, part) for part in numbers.parts])


def _elements(context: Context, node: Node, values: Sequence[Held], run: Run) -> MaskedRows:
    """Elements of a tensor by their places, as `tf.where` gives them: those of rows that are not
    there are inside of the tensor, too.
    """
    source, places = values[:2]
    assert isinstance(places, MaskedRows), "it is asked for"
    known = all(isinstance(part.value, np.ndarray) for part in places.parts)
    if not known or node.integer("batch_dims") or isinstance(source, OF_MASKED):
        raise UnsupportedNodeError(OF_MASK)
    found = [run(context, node, [source, part.value]) for part in places.parts]
    return _mapped(places, [_tensor_of(context, item) for item in found])


def _rows_of(context: Context, x: Operand, part: RowPart) -> Operand:
    """Rows of a tensor by their numbers. TensorFlow stops at one that the tensor does not have;
    here its row is no number.
    """
    size = shape_of(x)[0]
    if is_every(part, size):
        return x
    numbers = context.plain(part.value)
    if isinstance(numbers, np.ndarray) and isinstance(x, np.ndarray):
        return np.take(x, np.clip(numbers, 0, size - 1), axis=0)
    found = context.node("Gather", x, numbers, axis=0)
    if isinstance(numbers, np.ndarray) or dtype_of(x).kind != "f":
        return found
    zero, end = (np.asarray(bound, dtype_of(numbers)) for bound in (0, size))
    below, within = context.node("Less", numbers, zero), context.node("Less", numbers, end)
    is_there = context.node("And", context.node("Not", below), within)
    column = column_of(context, is_there, len(shape_of(found)))
    return context.node("Where", column, found, np.asarray(np.nan, dtype_of(x)))


def _row_by_row(context: Context, node: Node, values: Sequence[Held], run: Run) -> MaskedRows:
    """Arithmetic of rows with each other, and with what is the same for all of them."""
    rows = [item for item in values if isinstance(item, MaskedRows)]
    others = [item for item in values if not isinstance(item, MaskedRows)]
    if not rows or any(item.masks != rows[0].masks for item in rows):
        raise UnsupportedNodeError(OF_MASK)
    rank = rank_of_rows([part.value for item in rows for part in item.parts], OF_MASK)
    if not all(same_for_all(context, item, rank) for item in others):
        raise UnsupportedNodeError(OF_MASK)
    found = []
    for number in range(len(rows[0].parts)):
        given: list[Held] = [
            item.parts[number].value if isinstance(item, MaskedRows) else item for item in values
        ]
        found.append(_tensor_of(context, run(context, node, given)))
    return _mapped(rows[0], found)


def _reduced(context: Context, node: Node, values: Sequence[Held], run: Run) -> Held:
    """A reduction of each row, or one over the rows that are there."""
    rows = values[0]
    assert isinstance(rows, MaskedRows), "it is asked for"
    rank = len(row_shape(rows)) + 1
    axes = [axis_of(axis, rank) for axis in whole_numbers(values[1], "axes")]
    if 0 not in axes:
        found = [run(context, node, [part.value, *values[1:]]) for part in rows.parts]
        return _mapped(rows, [_tensor_of(context, item) for item in found])
    if node.op == "Mean":
        raise UnsupportedNodeError(OF_MASK)
    dtype = dtype_of_tensor(rows.parts[0].value)
    parts = []
    for part in rows.parts:
        is_there = column_of(context, holds(context, part.mask), rank)
        neutral = np.asarray(_neutral(node.op, dtype), dtype)
        kept = context.node("Where", is_there, context.plain(part.value), neutral)
        parts.append(_tensor_of(context, run(context, node, [kept, *values[1:]])))
    total: Tensor = parts[0]
    for item in parts[1:]:
        total = context.elementwise(_TOGETHER[node.op], total, item)
    return total


def _neutral(kind: str, dtype: np.dtype) -> object:
    """What a reduction does not see."""
    if kind in ("Max", "Min"):
        if dtype.kind == "f":
            return -np.inf if kind == "Max" else np.inf
        limits = np.iinfo(dtype)
        return limits.min if kind == "Max" else limits.max
    return {"Sum": 0, "Prod": 1, "Any": False, "All": True}[kind]


def _scattered(context: Context, values: Sequence[Held]) -> Held:
    """A tensor of the sums of rows, by the places of rows."""
    places, updates = values[:2]
    shape = bounded(whole_numbers(values[2], "shape"))
    if not isinstance(places, MaskedRows) or row_shape(places) != (1,):
        raise UnsupportedNodeError(OF_MASK)
    flat = [
        context.reshaped(context.plain(part.value), (part.mask.count,)) for part in places.parts
    ]
    numbers = _mapped(places, flat)
    if not isinstance(updates, MaskedRows):
        raise UnsupportedNodeError(OF_MASK)
    dtype = dtype_of_tensor(updates.parts[0].value)
    if dtype != np.bool_:
        return rows_added(context, np.zeros(shape, dtype), numbers, updates)
    whole = int(onnx_ir.DataType.INT32)
    ones = [context.node("Cast", context.plain(part.value), to=whole) for part in updates.parts]
    found = rows_added(context, np.zeros(shape, np.int32), numbers, _mapped(updates, ones))
    return context.node("Cast", found, to=int(onnx_ir.DataType.BOOL))


def _sums(context: Context, values: Sequence[Held]) -> Held:
    """The sums of the rows of each segment."""
    data, segments = values[:2]
    count = whole_number(values[2], "number of segments")
    if not isinstance(data, MaskedRows) or not isinstance(segments, MaskedRows):
        raise UnsupportedNodeError(OF_MASK)
    shape = bounded([count, *row_shape(data)])
    dtype = dtype_of_tensor(data.parts[0].value)
    return rows_added(context, np.zeros(shape, dtype), segments, data)
