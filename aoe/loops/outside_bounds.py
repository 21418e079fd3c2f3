"""Accesses that may be outside their bounds: what a loop reads there, and where that is checked."""

from __future__ import annotations

from math import copysign

from aoe.element_types import ITEM_BYTES
from aoe.loops.loop_nest import Access

#: The longest constant that is read outside bounds, in bytes: an eighth of a usual first-level
#: cache.
_LONGEST_FILL = 4096


def is_checked_in_front(access: Access, axis: str, size: int, lanes: int = 1) -> bool:
    """Whether bounds are checked in front of a loop, and not in each of its iterations: the loop
    does not change whether they hold, and reads little where they do not. It reads zeros there.

    Args:
        access: What the loop reads.
        axis: The axis of the loop, the innermost one.
        size: Its coordinates.
        lanes: Elements that are read at once.
    """
    if access.indirect or access.fill != 0 or copysign(1.0, access.fill) < 0:
        return False
    alone = all(term != axis for bound in access.bounds for term, _ in bound.terms)
    stride = access.stride(axis)
    reach = fill_elements(access, axis, size, lanes) * ITEM_BYTES[access.dtype]
    return alone and stride > 0 and reach <= _LONGEST_FILL


def fill_elements(access: Access, axis: str, size: int, lanes: int = 1) -> int:
    """The zeros that a loop along an axis reads outside bounds, see `is_checked_in_front`."""
    return (size - 1) * access.stride(axis) + lanes
