"""Elements that are put at places: of indices, of segments, of diagonals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.shared_operators.segments import rows_of_segments
from aoe.frontends.tflite.call import Call, int64, moves, numbers
from aoe.frontends.tflite.constants import MOST_ELEMENTS

#: What is made of the rows of a segment, and what a segment without rows is.
_SEGMENTS = {"SUM": "add", "PROD": "mul", "MAX": "max", "MIN": "min"}


@moves("SCATTER_ND")
def _scattered(call: Call) -> LayoutOperand:
    """Updates at the same place are added. TFLite adds bytes, and starts with bytes of 0."""
    updates = call.plain(1)
    target = np.zeros(_bounded(call.integers(2, "sizes")), dtype_of(updates))
    return call.node("ScatterND", target, _places(call, 0), updates, reduction="add")


@numbers("SPARSE_TO_DENSE")
def _dense(call: Call) -> LayoutOperand:
    """A tensor of one value, with others at some places."""
    sizes, places, values = call.integers(1, "sizes"), _places(call, 0), call.plain(2)
    rows = shape_of(places)[0] if shape_of(places) else 1
    if len(shape_of(places)) < 2:
        places = call.reshaped(places, (rows, 1))
    if shape_of(places) != (rows, len(sizes)):
        raise UnsupportedNodeError(f"its places have the shape {list(shape_of(places))}")
    target = call.node("Expand", call.reshaped(call.plain(3), ()), int64(_bounded(sizes)))
    values = call.node("Expand", values, int64([rows]))
    return call.node("ScatterND", target, places, values)


@numbers(*(f"UNSORTED_SEGMENT_{kind}" for kind in _SEGMENTS))
def _unsorted_segments(call: Call) -> LayoutOperand:
    count = call.integers(2, "number of segments")[0]
    return _segments(call, count, _SEGMENTS[call.operator.kind.removeprefix("UNSORTED_SEGMENT_")])


@numbers("SEGMENT_SUM")
def _sorted_segments(call: Call) -> LayoutOperand:
    return _segments(call, int(call.constant(1, "segments").max(initial=-1)) + 1, "add")


def _segments(call: Call, count: int, kind: str) -> LayoutOperand:
    rows, segments = call.plain(0), _places(call, 1)
    if len(shape_of(segments)) != 1:
        raise UnsupportedNodeError("its segments have more than one dimension")
    _bounded([count + 1, *shape_of(rows)[1:]])
    return rows_of_segments(call.builder, rows, segments, count, kind)


@numbers("REVERSE_SEQUENCE")
def _reversed_starts(call: Call) -> LayoutOperand:
    steps, batch = call.option("seq_dim"), call.option("batch_dim")
    if {steps, batch} != {0, 1}:
        raise UnsupportedNodeError(f"its axes are {steps} and {batch}, not the first two")
    return call.node(
        "ReverseSequence", call.plain(0), _places(call, 1), time_axis=steps, batch_axis=batch
    )


@moves("MATRIX_DIAG")
def _diagonal(call: Call) -> LayoutOperand:
    """Beside the diagonal, TFLite puts bytes of 0."""
    shape, diagonal = call.shape(0), call.plain(0)
    _bounded([*shape, shape[-1]])
    return _on_diagonal(call, diagonal, np.zeros((), dtype_of(diagonal)), shape[-1])


@numbers("MATRIX_SET_DIAG")
def _with_diagonal(call: Call) -> LayoutOperand:
    rows, columns = call.shape(0)[-2:]
    if rows != columns:
        raise UnsupportedNodeError(f"its matrices are {rows} × {columns}")
    return _on_diagonal(call, call.plain(1), call.plain(0), rows)


def _on_diagonal(call: Call, diagonal: Operand, rest: Operand, size: int) -> Operand:
    column = call.reshaped(diagonal, (*shape_of(diagonal), 1))
    return call.node("Where", np.eye(size, dtype=bool), column, rest)


@numbers("DYNAMIC_UPDATE_SLICE")
def _updated(call: Call) -> LayoutOperand:
    """A part of a tensor is replaced. It starts where it fits in."""
    target, update = call.plain(0), call.plain(1)
    starts = call.integers(2, "places")
    shape, part = shape_of(target), shape_of(update)
    if not len(starts) == len(part) == len(shape) or any(
        size > whole for size, whole in zip(part, shape, strict=True)
    ):
        raise UnsupportedNodeError(f"it puts {list(part)} into {list(shape)}")
    first = [
        min(max(start, 0), whole - size)
        for start, size, whole in zip(starts, part, shape, strict=True)
    ]
    _bounded(part)
    ranges = (np.arange(start, start + size) for start, size in zip(first, part, strict=True))
    places = np.stack(np.meshgrid(*ranges, indexing="ij"), -1).astype(np.int64)
    return call.node("ScatterND", target, places, update)


def _places(call: Call, index: int) -> Operand:
    return call.layouts.to_nhwc(call.cast(call.given(index), np.int64))


def _bounded(sizes: Sequence[int]) -> tuple[int, ...]:
    if min(sizes, default=1) < 0 or np.prod(sizes, dtype=np.float64) > MOST_ELEMENTS:
        raise UnsupportedNodeError(f"it makes a tensor of the sizes {list(sizes)}")
    return tuple(sizes)
