"""Slices of tensors, and their gradients."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import axis as axis_of
from aoe.frontends.mindspore.arguments import operand, whole, wholes
from aoe.frontends.mindspore.emitter import Emitter, ints
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives
from aoe.frontends.shared_operators.strided_slices import Cut, Entry, Masks, cut, entries

PRIMITIVES = Primitives()
#: Most elements of a tensor among which those of a slice with steps are listed.
_MOST_PLACES = 1 << 22
_LIMITS = ("begin", "end", "strides")


@PRIMITIVES.reads("StridedSlice", "StridedSliceV2")
def _strided_slice(
    emit: Emitter,
    x: Item,
    begin: Item,
    end: Item,
    strides: Item,
    begin_mask: Item = 0,
    end_mask: Item = 0,
    ellipsis_mask: Item = 0,
    new_axis_mask: Item = 0,
    shrink_axis_mask: Item = 0,
) -> Item:
    masks = (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    value = operand(x)
    return _sliced(emit, value, _entries((begin, end, strides), masks, len(shape_of(value))))


def _entries(limits: Sequence[Item], masks: Sequence[Item], rank: int) -> list[Entry]:
    """An entry for each axis, from begin, end and strides."""
    begins, ends, steps = (wholes(item, what) for item, what in zip(limits, _LIMITS, strict=True))
    try:
        return entries(begins, ends, steps, Masks(*(whole(mask, "mask") for mask in masks)), rank)
    except ValueError as error:
        raise UnsupportedNodeError(str(error)) from None


def _cut(parts: Sequence[Entry], shape: Sequence[int]) -> Cut:
    try:
        return cut(parts, shape)
    except ValueError as error:
        raise UnsupportedNodeError(str(error)) from None


def _sliced(emit: Emitter, value: Operand, parts: Sequence[Entry]) -> Operand:
    """A tensor with an index or slice of each dimension, and new dimensions for None."""
    found = _cut(parts, shape_of(value))
    if found.axes:
        operands = (found.starts, found.ends, found.axes, found.steps)
        value = emit.node("Slice", value, *map(ints, operands))
    return emit.reshaped(value, found.shape)


@PRIMITIVES.reads("StridedSliceGrad")
def _strided_slice_gradient(
    emit: Emitter,
    dy: Item,
    shapex: Item,
    begin: Item,
    end: Item,
    strides: Item,
    begin_mask: Item = 0,
    end_mask: Item = 0,
    ellipsis_mask: Item = 0,
    new_axis_mask: Item = 0,
    shrink_axis_mask: Item = 0,
) -> Item:
    """The gradient at the elements that were taken, among zeros."""
    masks = (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    shape = wholes(shapex, "shape")
    slope = operand(dy)
    found = _cut(_entries((begin, end, strides), masks, len(shape)), shape)
    taken = _taken(found, shape)
    sizes = [len(range(*part.indices(size))) for part, size in zip(taken, shape, strict=True)]
    if all(step == 1 for step in found.steps):
        low = [part.indices(size)[0] for part, size in zip(taken, shape, strict=True)]
        high = [s - f - c for s, f, c in zip(shape, low, sizes, strict=True)]
        return emit.node("Pad", emit.reshaped(slope, sizes), ints([*low, *high]))
    count = math.prod(shape)
    if count > _MOST_PLACES:
        raise UnsupportedNodeError(f"its result has the shape {shape}")
    places = np.arange(count).reshape(shape)[taken].reshape(-1, 1)
    zeros = emit.node("Expand", np.zeros((), dtype_of(slope)), ints([count]))
    flat = emit.node("ScatterND", zeros, places, emit.reshaped(slope, [len(places)]))
    return emit.reshaped(flat, shape)


def _taken(found: Cut, shape: Sequence[int]) -> tuple[slice, ...]:
    """What is taken of each axis."""
    parts = [slice(None)] * len(shape)
    for start, end, axis, step in zip(
        found.starts, found.ends, found.axes, found.steps, strict=True
    ):
        parts[axis] = slice(start, None if end < -shape[axis] else end, step)
    return tuple(parts)


@PRIMITIVES.reads("Slice")
def _slice(emit: Emitter, x: Item, begin: Item, size: Item) -> Item:
    shape = shape_of(operand(x))
    pairs = zip(shape, wholes(begin, "begin"), wholes(size, "size"), strict=True)
    limits = [(first, size if count == -1 else first + count) for size, first, count in pairs]
    for (first, last), size in zip(limits, shape, strict=True):
        if not 0 <= first <= last <= size:
            raise UnsupportedNodeError(f"it takes {first} to {last} of {counted(size, 'element')}")
    return _sliced(emit, operand(x), [slice(first, last) for first, last in limits])


@PRIMITIVES.reads("SliceExt", "SliceExtView")
def _slice_of_dimension(
    emit: Emitter, x: Item, dim: Item, start: Item, end: Item, step: Item = 1
) -> Item:
    value = operand(x)
    place = axis_of(dim, value, "dim")
    low, high = whole(start, "start"), whole(end, "end")
    return _along(emit, value, place, slice(low, high, whole(step, "step")))


@PRIMITIVES.reads("Narrow", "NarrowView")
def _narrow(emit: Emitter, x: Item, dim: Item, start: Item, length: Item) -> Item:
    value = operand(x)
    place = axis_of(dim, value, "dim")
    low = whole(start, "start")
    low += shape_of(value)[place] if low < 0 else 0
    return _along(emit, value, place, slice(low, low + whole(length, "length")))


def _along(emit: Emitter, value: Operand, place: int, part: slice) -> Operand:
    parts = [slice(None)] * len(shape_of(value))
    parts[place] = part
    return _sliced(emit, value, parts)


@PRIMITIVES.reads("SelectExtView", "SelectExt")
def _element(emit: Emitter, x: Item, dim: Item, index: Item) -> Item:
    value = operand(x)
    place = axis_of(dim, value, "dim")
    number, size = whole(index, "index"), shape_of(value)[place]
    if not -size <= number < size:
        raise UnsupportedNodeError(f"it reads place {number} of {size}")
    return emit.node("Gather", value, np.asarray(number % size, np.int64), axis=place)
