"""Which accesses of a thread move several elements at once: neighbours along an axis in which
memory is contiguous and aligned.
"""

from __future__ import annotations

from collections.abc import Mapping

from aoe.element_types import ITEM_BYTES
from aoe.loops.loop_nest import Access, LoopNest

#: Bytes of the widest load or store of a thread.
WIDEST = 16
#: The axis along which an access is wide, and how many elements it takes at once.
Width = tuple[str, int]


def widths(
    nest: LoopNest, tile: Mapping[str, int], granularity: Mapping[str, int]
) -> tuple[Width, ...]:
    """How wide each access of a nest is, operands first.

    Args:
        nest: The nest.
        tile: Coordinates of each axis that a thread computes at a time.
        granularity: A number that divides the first coordinate of every tile along an axis.
    """
    extents = {axis.name: axis.extent for axis in nest.axes}
    accesses = (*nest.operands, *(store.access for store in nest.stores))
    return tuple(_width(access, extents, tile, granularity) for access in accesses)


def _width(
    access: Access,
    extents: Mapping[str, int],
    tile: Mapping[str, int],
    granularity: Mapping[str, int],
) -> Width:
    if access.tile_strides or access.indirect:
        return "", 1
    bounded = {axis for bound in access.bounds for axis, _ in bound.terms}
    for axis, stride in access.strides:
        if stride != 1 or axis in bounded or tile[axis] == 1:
            continue
        others = [step for name, step in access.strides if name != axis and extents[name] > 1]
        count = WIDEST // ITEM_BYTES[access.dtype]
        numbers = (tile[axis], granularity[axis], access.offset, *others)
        while count > 1 and any(number % count for number in numbers):
            count //= 2
        if count > 1:
            return axis, count
    return "", 1
