"""Slices of tensors."""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import Operand, shape_of
from aoe.frontends.mindspore.arguments import axis as axis_of
from aoe.frontends.mindspore.arguments import dimension, operand, whole, wholes
from aoe.frontends.mindspore.emitter import Emitter, ints
from aoe.frontends.mindspore.items import Item, UnsupportedPrimitiveError
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()


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
    begins, ends = wholes(begin, "begin"), wholes(end, "end")
    steps = wholes(strides, "strides")
    shape, slices, place = list(shape_of(operand(x))), [], 0
    result_shape: list[int] = []
    skipped = len(shape) - len(begins) + bin(whole(new_axis_mask, "mask")).count("1") + 1
    for bit, (first, last, step) in enumerate(zip(begins, ends, steps, strict=True)):
        if _has(ellipsis_mask, bit):
            for _ in range(skipped):
                slices.append((0, shape[place], 1))
                result_shape.append(shape[place])
                place += 1
            continue
        if _has(new_axis_mask, bit):
            result_shape.append(1)
            continue
        size = shape[place]
        if _has(shrink_axis_mask, bit):
            index = dimension(first, size)
            slices.append((index, index + 1, 1))
        else:
            low = None if _has(begin_mask, bit) else first
            high = None if _has(end_mask, bit) else last
            slices.append(slice(low, high, step).indices(size))
            result_shape.append(len(range(*slices[-1])))
        place += 1
    result_shape.extend(shape[place:])
    return emit.reshaped(_sliced(emit, operand(x), slices), result_shape)


def _has(mask: Item, bit: int) -> bool:
    return bool(whole(mask, "mask") >> bit & 1)


def _sliced(emit: Emitter, value: Operand, slices: list[tuple[int, int, int]]) -> Operand:
    """A tensor with the first dimensions sliced; ends below zero are before the first element."""
    shape = shape_of(value)
    chosen = [k for k, part in enumerate(slices) if part != (0, shape[k], 1)]
    if not chosen:
        return value
    parts = [slices[k] for k in chosen]
    ends = [
        end if end >= 0 else -shape[k] - 1 for k, (_, end, _) in zip(chosen, parts, strict=True)
    ]
    return emit.node(
        "Slice",
        value,
        ints([begin for begin, _, _ in parts]),
        ints(ends),
        ints(chosen),
        ints([step for _, _, step in parts]),
    )


@PRIMITIVES.reads("Slice")
def _slice(emit: Emitter, x: Item, begin: Item, size: Item) -> Item:
    shape = shape_of(operand(x))
    pairs = zip(shape, wholes(begin, "begin"), wholes(size, "size"), strict=True)
    slices = [
        (first, whole_ if count == -1 else first + count, 1) for whole_, first, count in pairs
    ]
    for (first, last, _), whole_ in zip(slices, shape, strict=True):
        if not 0 <= first <= last <= whole_:
            raise UnsupportedPrimitiveError(f"it takes {first} to {last} of {whole_} elements")
    return _sliced(emit, operand(x), slices)


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
    slices = [(0, size, 1) for size in shape_of(value)]
    slices[place] = part.indices(shape_of(value)[place])
    return _sliced(emit, value, slices)


@PRIMITIVES.reads("SelectExtView", "SelectExt")
def _element(emit: Emitter, x: Item, dim: Item, index: Item) -> Item:
    value = operand(x)
    place = axis_of(dim, value, "dim")
    number = dimension(whole(index, "index"), shape_of(value)[place])
    return emit.node("Gather", value, np.asarray(number, np.int64), axis=place)
