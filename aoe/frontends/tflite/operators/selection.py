"""Elements chosen by conditions and indices."""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.tflite.call import INTEGERS, Call, axis_of, int64, moves, numbers


@numbers("SELECT_V2")
def _select(call: Call) -> LayoutOperand:
    return call.elementwise("Where", call.given(0), call.given(1), call.given(2))


@numbers("SELECT")
def _select_rows(call: Call) -> LayoutOperand:
    """A condition of one axis chooses rows."""
    condition, shape = call.plain(0), call.shape(1)
    if len(shape_of(condition)) == 1 and len(shape) > 1:
        condition = call.reshaped(condition, (*shape_of(condition), *[1] * (len(shape) - 1)))
    return call.elementwise("Where", condition, call.given(1), call.given(2))


@moves("GATHER")
def _gather(call: Call) -> LayoutOperand:
    batches, axis = call.option("batch_dims"), axis_of(call.option("axis"), len(call.shape(0)))
    if batches:
        return _gather_of_each(call, batches, axis)
    return call.node("Gather", call.plain(0), call.plain(1), axis=axis)


def _gather_of_each(call: Call, batches: int, axis: int) -> LayoutOperand:
    """Each item of the first axes has indices of its own."""
    x, places = call.plain(0), call.layouts.to_nhwc(_places(call, 1))
    rank, count = len(shape_of(x)), len(shape_of(places))
    if not 0 < batches <= min(axis, count):
        raise UnsupportedNodeError(f"its batch_dims is {batches}, and its axis {axis}")
    before, behind = range(batches, axis), range(axis + 1, rank)
    x = call.node("Transpose", x, perm=[*range(batches), axis, *before, *behind])
    wide = call.reshaped(places, (*shape_of(places), 1))
    found = call.node("GatherND", x, wide, batch_dims=batches)
    own = range(batches, count)
    rest = range(count, count + len(before))
    last = range(count + len(before), count + len(before) + len(behind))
    return call.node("Transpose", found, perm=[*range(batches), *rest, *own, *last])


@moves("GATHER_ND")
def _gather_nd(call: Call) -> LayoutOperand:
    return call.node("GatherND", call.plain(0), call.layouts.to_nhwc(_places(call, 1)))


@numbers("EMBEDDING_LOOKUP")
def _embedding_lookup(call: Call) -> LayoutOperand:
    return call.node("Gather", call.plain(1), call.plain(0), axis=0)


@numbers("ONE_HOT")
def _one_hot(call: Call) -> LayoutOperand:
    """An index that is not in the range has no place."""
    return _marked_places(call)


def _marked_places(call: Call) -> Operand:
    """One number at the places that the indices name, and another elsewhere."""
    places: Operand = call.plain(0)
    depth = call.integers(1, "depths")[0]
    rank = len(shape_of(places))
    axis = axis_of(call.option("axis"), rank + 1)
    if not 0 <= depth < 1 << 24:
        raise UnsupportedNodeError(f"its depth is {depth}")
    wide = call.node("Unsqueeze", places, int64([axis]))
    numbers_ = np.arange(depth, dtype=dtype_of(places))
    equal = call.node("Equal", wide, numbers_.reshape((-1, *[1] * (rank - axis))))
    return call.node("Where", equal, call.plain(2), call.plain(3))


#: TFLite puts the bytes of the two numbers into the result, whatever they stand for.
INTEGERS["ONE_HOT"] = _marked_places


def _places(call: Call, index: int) -> LayoutOperand:
    return call.cast(call.given(index), np.int64)
