"""Which convolutions read their input in windows that the tensor memory accelerator moves by itself
(the mode `im2col` of tensor maps): a copy has some channels of one tap, for pixels that follow each
other, also across lines and images. What is outside of an image counts as zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import gcd

from aoe.backends.cuda.runtime.tensor_map import UNIT
from aoe.element_types import ITEM_BYTES
from aoe.loops.loop_nest import Access, Axis, Bound

#: What corners of windows are below by the number of sides, and offsets of taps; the largest step.
_CORNERS = {1: 1 << 15, 2: 1 << 7, 3: 1 << 4}
_OFFSETS = {1: 1 << 16, 2: 1 << 8, 3: 1 << 5}
_LARGEST_STEP = 8
#: What sizes and strides of tensor maps are below.
_MOST_SIZE, _MOST_STRIDE = 1 << 32, 1 << 40


@dataclass(frozen=True, slots=True)
class Side:
    """A dimension of images that windows move along.

    Attributes:
        row: The axis of the rows of the contraction that moves them.
        count: How many places windows have.
        tap: The axis of the taps; empty for one tap.
        extent: Elements of the dimension.
        stride: Elements of memory from one to the next.
        first: Where the first window begins, which is negative with a border.
        step: From one window to the next.
        dilation: From one tap to the next.
    """

    row: str
    count: int
    tap: str
    extent: int
    stride: int
    first: int
    step: int
    dilation: int

    @property
    def end(self) -> int:
        """The end of the places of windows, counted from the end of the dimension."""
        return self.first + self.step * (self.count - 1) + 1 - self.extent


@dataclass(frozen=True, slots=True)
class Window:
    """How a convolution reads images.

    Attributes:
        channels: Channels, which are neighbours in memory.
        sides: The dimensions of an image, the innermost first.
        image: The axis of the rows that selects an image; empty for one image.
        images: Images.
        between: Elements from one image to the next.
        start: The element at the first place of all dimensions.
    """

    channels: int
    sides: tuple[Side, ...]
    image: str
    images: int
    between: int
    start: int


def window_of(
    access: Access, batch: Sequence[Axis], rows: Sequence[Axis], reduction: Sequence[Axis]
) -> Window | None:
    """How a first operand is read, if in such windows. The last axis of the reduction is that of
    channels.
    """
    *taps, channel = reduction
    bounds = _bounds_of(access, rows, taps)
    plain = not batch and not access.indirect and not access.tile_strides
    if not plain or bounds is None or access.stride(channel.name) != 1:
        return None
    bounded = {name for bound in bounds.values() for name, _ in bound.terms}
    free = [axis for axis in taps if axis.name not in bounded]
    for has_image in (True, False):
        moving = rows[1:] if has_image else rows
        unbound = [axis.name for axis in moving if axis.name not in bounds]
        fits = bool(moving) and len(free) <= len(unbound)
        if not fits or (has_image and rows[0].name in bounds):
            continue
        # Without bounds, nothing else says which taps move along which dimension.
        for chosen in permutations([*free, *[None] * (len(unbound) - len(free))]):
            own = dict(zip(unbound, chosen, strict=True))
            sides = [_side(access, axis, bounds.get(axis.name), own) for axis in reversed(moving)]
            image = rows[0] if has_image else None
            found = _window(access, channel, [side for side in sides if side], image)
            if None not in sides and _is_encodable(found, taps, ITEM_BYTES[access.dtype]):
                return found
    return None


def _window(access: Access, channel: Axis, sides: Sequence[Side], image: Axis | None) -> Window:
    """The windows of an operand."""
    between = access.stride(image.name) if image and image.extent > 1 else 0
    return Window(
        channel.extent,
        tuple(sides),
        image.name if image else "",
        image.extent if image else 1,
        between or max((side.stride * side.extent for side in sides), default=0),
        access.offset - sum(side.first * side.stride for side in sides),
    )


def _bounds_of(
    access: Access, rows: Sequence[Axis], taps: Sequence[Axis]
) -> dict[str, Bound] | None:
    """The bound of each axis of the rows that has one; None if they are not those of windows."""
    names, known = {axis.name for axis in rows}, {axis.name for axis in taps}
    found: dict[str, Bound] = {}
    for bound in access.bounds:
        own = [name for name, _ in bound.terms if name in names]
        others = [name for name, _ in bound.terms if name not in names]
        if len(own) != 1 or own[0] in found or len(others) > 1 or not known.issuperset(others):
            return None
        found[own[0]] = bound
    return found


def _side(
    access: Access, axis: Axis, bound: Bound | None, taps: Mapping[str, Axis | None]
) -> Side | None:
    """The dimension that an axis of the rows moves along. `taps`: those of axes without a bound."""
    moved = access.stride(axis.name)
    if bound is None:
        own = taps[axis.name]
        distance = access.stride(own.name) if own else 0
        stride = gcd(moved, distance)
        if stride <= 0 or moved < 0 or distance < 0:
            return None
        step, dilation, count = moved // stride, distance // stride, own.extent if own else 1
        extent = step * (axis.extent - 1) + dilation * (count - 1) + 1
        name = own.name if own else ""
        return Side(axis.name, axis.extent, name, extent, stride, 0, step, dilation)
    terms = dict(bound.terms)
    step = terms.pop(axis.name)
    tap, dilation = next(iter(terms.items()), ("", 0))
    if step <= 0 or dilation < 0 or moved % step or moved <= 0:
        return None
    stride = moved // step
    if tap and access.stride(tap) != stride * dilation:
        return None
    return Side(axis.name, axis.extent, tap, bound.extent, stride, bound.offset, step, dilation)


def _is_encodable(window: Window, taps: Sequence[Axis], item: int) -> bool:
    """Whether a tensor map can say it."""
    sides = window.sides
    if not 1 <= len(sides) <= max(_CORNERS):
        return False
    corners = [side.first for side in sides] + [side.end for side in sides]
    extents = {axis.name: axis.extent for axis in taps}
    offsets = [side.dilation * (extents.get(side.tap, 1) - 1) for side in sides]
    assigned = {side.tap for side in sides}
    sizes = [window.channels, *(side.extent for side in sides), window.images]
    strides = [1, *(side.stride for side in sides), window.between]
    reached = [size * stride for size, stride in zip(sizes, strides, strict=True)]
    limit = _CORNERS[len(sides)]
    return (
        all(-limit <= corner < limit for corner in corners)
        and all(offset < _OFFSETS[len(sides)] for offset in offsets)
        and all(1 <= side.step <= _LARGEST_STEP for side in sides)
        and assigned >= {axis.name for axis in taps}
        and all(end <= stride for end, stride in zip(reached, strides[1:], strict=False))
        and all(stride * item % UNIT == 0 for stride in strides[1:])
        and all(stride * item < _MOST_STRIDE for stride in strides)
        and all(0 < size < _MOST_SIZE for size in sizes)
        and window.start >= 0
        and window.start * item % UNIT == 0
    )
