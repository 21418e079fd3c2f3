"""Rows of which a mask says whether they are there: what is built of them. See `masked.py`."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import dtype_of_tensor, shape_of_tensor
from aoe.frontends.tensorflow.context import OF_MASK, Context, integers
from aoe.frontends.tensorflow.operations.rows.row_by_row import same_for_all
from aoe.frontends.tensorflow.values import Held, Mask, MaskedCount, MaskedRows, RowPart, SameCount

#: The kinds of values that only some operators take.
OF_MASKED = (MaskedRows, MaskedCount, SameCount)


def row_shape(rows: MaskedRows) -> tuple[int, ...]:
    """The shape of one row."""
    return shape_of_tensor(rows.parts[0].value)[1:]


def is_every(part: RowPart, count: int) -> bool:
    """Whether the value is the numbers of all rows of a tensor, in their order."""
    numbers = part.value
    return isinstance(numbers, np.ndarray) and np.array_equal(numbers, np.arange(count))


def column_of(context: Context, flags: Operand, rank: int) -> Operand:
    """One flag for each row, so that it broadcasts over rows of some rank."""
    return context.reshaped(flags, (*shape_of(flags), *(1,) * (rank - 1)))


def rows_added(
    context: Context, before: Operand, places: MaskedRows, updates: Held, sign: int = 1
) -> Operand:
    """A tensor with rows added to rows of it.

    Args:
        context: The graph.
        before: The tensor.
        places: The numbers of its rows.
        updates: What to add to each, or what is added to all.
        sign: -1 to subtract instead.

    Raises:
        UnsupportedNodeError: The updates belong to other rows.
    """
    rank, dtype = len(shape_of(before)), dtype_of(before)
    if isinstance(updates, MaskedRows):
        if updates.masks != places.masks:
            raise UnsupportedNodeError(OF_MASK)
        given = [context.plain(part.value) for part in updates.parts]
    elif same_for_all(context, updates, rank):
        given = [context.plain(updates)] * len(places.parts)
    else:
        raise UnsupportedNodeError(OF_MASK)
    found = before
    for part, update in zip(places.parts, given, strict=True):
        is_there = column_of(context, _is_added(context, part), rank)
        added = context.node("Where", is_there, update, np.asarray(0, dtype))
        if is_every(part, shape_of(before)[0]):
            found = context.node("Add" if sign > 0 else "Sub", found, added)
        else:
            found = _added(context, found, part, added, sign)
    return found


def _is_added(context: Context, part: RowPart) -> Operand:
    """For each row, whether it is there and has a number: TensorFlow leaves out those below 0."""
    is_there = holds(context, part.mask)
    if isinstance(part.value, np.ndarray):
        return is_there
    numbers = context.plain(part.value)
    below = context.node("Less", numbers, np.asarray(0, dtype_of(numbers)))
    return context.node("And", is_there, context.node("Not", below))


def _added(
    context: Context, before: Operand, part: RowPart, added: Operand, sign: int
) -> onnx_ir.Value:
    """Rows added to a tensor by their numbers. Those that are not there add 0 to the first one."""
    numbers = context.plain(part.value)
    first = np.asarray(0, dtype_of(numbers))
    inside = context.node("Where", _is_added(context, part), numbers, first)
    column = context.reshaped(
        context.node("Cast", inside, to=int(onnx_ir.DataType.INT64)), (part.mask.count, 1)
    )
    wanted = (part.mask.count, *shape_of(before)[1:])
    if shape_of(added) != wanted:
        added = context.node("Expand", added, integers(wanted))
    if sign < 0:
        added = context.node("Neg", added)
    return context.node("ScatterND", before, column, added, reduction="add")


def holds(context: Context, mask: Mask) -> onnx_ir.Value:
    """For each row, whether it is there."""
    found: Operand = np.ones((1,), np.bool_)
    for number, (condition, is_wanted) in enumerate(mask.terms):
        term = condition if is_wanted else context.node("Not", condition)
        flat = context.reshaped(term, (int(np.prod(shape_of(term))),))
        found = context.node("And", found, flat) if number else flat
    if shape_of(found) != (mask.count,):
        found = context.node("Expand", found, integers([mask.count]))
    return context.builder.value(found)


def rows_of_either(context: Context, condition: Held, one: Held, other: Held) -> MaskedRows:
    """The rows that are `one` where a condition holds, and `other` where it does not."""
    if isinstance(condition, SameCount):
        aligned = _of_same_count(context, condition, one, other)
        if aligned is not None:
            return aligned
    decides = context.builder.value(context.plain(condition))
    parts = []
    for value, is_wanted in ((one, True), (other, False)):
        rows = value if isinstance(value, MaskedRows) else _all_rows(context, value)
        parts += [RowPart(part.value, part.mask.where(decides, is_wanted)) for part in rows.parts]
    found = MaskedRows(tuple(parts))
    kinds = {(dtype_of_tensor(part.value), shape_of_tensor(part.value)[1:]) for part in found.parts}
    if len(kinds) != 1:
        raise UnsupportedNodeError(
            "its branches give rows of different shapes, and data chooses one"
        )
    return found


def _all_rows(context: Context, value: Held) -> MaskedRows:
    """The rows of a tensor, which are all there."""
    tensor = context.tensor(value)
    shape = shape_of_tensor(tensor)
    if not shape:
        raise UnsupportedNodeError(OF_MASK)
    return MaskedRows((RowPart(tensor, Mask(shape[0], ())),))


def _of_same_count(
    context: Context, condition: SameCount, one: Held, other: Held
) -> MaskedRows | None:
    """Rows of a mask, for which a tensor has as many rows where the condition holds; None if that
    is not so.
    """
    if not isinstance(other, MaskedRows) or isinstance(one, OF_MASKED) or len(other.parts) != 1:
        return None
    tensor = context.plain(one)
    (part,) = other.parts
    same = (condition.count, *shape_of_tensor(part.value)[1:]) == shape_of(tensor)
    if condition.masks != other.masks or not same or not condition.count:
        return None
    ones = context.node("Cast", holds(context, part.mask), to=int(onnx_ir.DataType.INT64))
    counted = context.node("CumSum", ones, np.asarray(0, np.int64))
    number = context.node("Sub", counted, np.asarray(1, np.int64))
    bounds = (np.asarray(bound, np.int64) for bound in (0, condition.count - 1))
    rows = context.node("Gather", tensor, context.node("Clip", number, *bounds), axis=0)
    chosen = context.node("Where", condition.value, rows, context.plain(part.value))
    return MaskedRows((RowPart(chosen, part.mask),))
