"""Capacity for what a Loop without a limit collects, and for its states that grow.

Memory is reserved before the first iteration. Where a loop needs more, the inference does not
count: the session compiles the model again with more capacity and repeats it
(`aoe.application.model.open_shapes.shape_cache`). The model's metadata say how much more.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import onnx_ir

from aoe.element_types import ITEM_BYTES
from aoe.operators.operator_graph import Tensor

#: The metadata key of how many times the first capacity there is.
_KEY = "aoe.room"
#: The most bytes of the collections of a loop with a limit.
MOST_BYTES = 1 << 32
#: Rows, and their bytes, that a loop without a limit has at first. Memory for them is reserved, and
#: what is computed of the rows is computed for all of it.
_FIRST_ROWS, _FIRST_BYTES = 1 << 16, 1 << 24
#: Iterations that there are at first of a loop whose states grow, where each is compiled.
_FIRST_STEPS = 16
#: How many times as much capacity there is after it was not enough.
GROWTH = 4


def give_capacity(model: onnx_ir.Model, times: int) -> None:
    """Gives loops without a limit so many times the first capacity."""
    model.metadata_props[_KEY] = str(times)


def capacity_of(model: onnx_ir.Model) -> int:
    """How many times the first capacity there is."""
    return int(model.metadata_props.get(_KEY, "1"))


def rows_for(trips: int | None, rows: Sequence[Tensor], times: int) -> tuple[int, bool]:
    """How many rows the collections of a loop can have, and whether there are never more.

    Args:
        trips: The largest number of iterations; None if it is not known.
        rows: A row of each collection.
        times: How many times the first capacity there is.
    """
    each = sum(max(prod(row.shape), 1) * ITEM_BYTES[row.dtype] for row in rows)
    if trips is not None and trips * each <= MOST_BYTES:
        return trips, True
    if not rows:
        return 0, True
    capacity = times * max(min(_FIRST_ROWS, _FIRST_BYTES // each), 1)
    return (capacity, False) if trips is None or capacity < trips else (trips, True)


def steps_for(most: int, times: int) -> int | None:
    """How many iterations are compiled of a loop without a limit whose states grow; None if it
    needs more than `most`.
    """
    before = _FIRST_STEPS * times // GROWTH if times > 1 else 0
    return None if before >= most else min(_FIRST_STEPS * times, most)
