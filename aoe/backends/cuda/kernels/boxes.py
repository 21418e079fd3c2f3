"""Which operands of contractions have rows that are copied as boxes by the tensor memory
accelerator (`aoe.backends.cuda.runtime.tensor_map`): a box has the terms of a step of some rows
that follow each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod

from aoe.backends.cuda.runtime.tensor_map import UNIT
from aoe.element_types import ITEM_BYTES
from aoe.loops.loop_nest import Access, Axis

#: The most dimensions of a tensor map, and what its sizes and strides are below.
_MOST_DIMENSIONS, _MOST_SIZE, _MOST_STRIDE = 5, 1 << 32, 1 << 40
#: Names of the dimensions that are no batches. No axis has them.
TERMS, ROWS = "<terms>", "<rows>"


@dataclass(frozen=True, slots=True)
class Dimension:
    """A dimension of an operand.

    Attributes:
        name: `TERMS`, `ROWS`, or the axis of a batch.
        extent: Its elements.
        stride: Elements from one to the next.
    """

    name: str
    extent: int
    stride: int


def dimensions_of(
    access: Access, batch: Sequence[Axis], rows: Sequence[Axis], reduction: Sequence[Axis]
) -> tuple[Dimension, ...]:
    """The dimensions of an operand, terms first and others in the order of their strides. Empty if
    its rows cannot be copied as boxes: they do not follow each other at one distance, their terms
    are not neighbours, or they have bounds.
    """
    plain = not access.bounds and not access.indirect and not access.tile_strides
    terms = [axis for axis in reduction if axis.extent > 1] or list(reduction[-1:])
    if not plain or len(terms) != 1 or access.stride(terms[0].name) != 1:
        return ()
    item = ITEM_BYTES[access.dtype]
    step = _row_step(access, rows)
    if step is None:
        return ()
    least = -(-terms[0].extent * item // UNIT) * UNIT // item
    count = prod(axis.extent for axis in rows)
    others = [Dimension(ROWS, count, step if count > 1 else least)]
    others += [
        Dimension(axis.name, axis.extent, access.stride(axis.name))
        for axis in batch
        if axis.extent > 1 and access.stride(axis.name)
    ]
    found = (
        Dimension(TERMS, terms[0].extent, 1),
        *sorted(others, key=lambda dimension: dimension.stride),
    )
    apart = all(outer.stride >= inner.extent * inner.stride for inner, outer in pairwise(found))
    whole = access.offset * item % UNIT == 0 and all(
        dimension.stride * item % UNIT == 0 and dimension.stride * item < _MOST_STRIDE
        for dimension in found[1:]
    )
    small = all(dimension.extent < _MOST_SIZE for dimension in found)
    return found if apart and whole and small and len(found) <= _MOST_DIMENSIONS else ()


def _row_step(access: Access, rows: Sequence[Axis]) -> int | None:
    """Elements from one row to the next, if that is the same for all of them."""
    known = [axis for axis in rows if axis.extent > 1]
    for outer, inner in pairwise(known):
        if access.stride(outer.name) != access.stride(inner.name) * inner.extent:
            return None
    return access.stride(known[-1].name) if known else 0
