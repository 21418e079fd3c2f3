"""Primitives whose results have as many rows as data say."""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import axis as axis_of
from aoe.frontends.mindspore.arguments import flag, operand
from aoe.frontends.mindspore.emitter import Emitter, ints
from aoe.frontends.mindspore.items import Item, Unknown
from aoe.frontends.mindspore.table import Primitives
from aoe.frontends.shared_operators.open_rows import (
    OpenRows,
    distinct,
    known_distinct,
    opened,
    places,
)

PRIMITIVES = Primitives()


@PRIMITIVES.reads("NonZero")
def _places(emit: Emitter, x: Item) -> Item:
    value = operand(x)
    if isinstance(value, np.ndarray):
        return np.argwhere(value).astype(np.int64)
    return places(emit.builder, value)


@PRIMITIVES.reads("NonZeroExt")
def _places_by_axis(emit: Emitter, x: Item) -> Item:
    """The indices of each dimension alone."""
    found = _places(emit, x)
    if isinstance(found, np.ndarray):
        return tuple(found.T)
    assert isinstance(found, OpenRows), "it is one of both"
    return tuple(
        found.holding(
            emit.builder.open_node("Gather", found.value, np.asarray(axis, np.int64), axis=1), ()
        )
        for axis in range(found.row[0])
    )


@PRIMITIVES.reads("MaskedSelect")
def _selected(emit: Emitter, x: Item, mask: Item) -> Item:
    """A known mask gives a known number of elements."""
    value, holds = operand(x), emit.cast(operand(mask), bool)
    shape = np.broadcast_shapes(shape_of(value), shape_of(holds))
    flat = _flat(emit, value, shape)
    if isinstance(holds, np.ndarray):
        chosen = np.flatnonzero(np.broadcast_to(holds, shape))
        return emit.node("Gather", flat, chosen, axis=0)
    return opened(emit.builder.open_node("Compress", flat, _flat(emit, holds, shape), axis=0))


def _flat(emit: Emitter, value: Operand, shape: tuple[int, ...]) -> Operand:
    wide = value if shape_of(value) == shape else emit.node("Expand", value, ints(shape))
    return emit.reshaped(wide, (prod(shape),))


@PRIMITIVES.reads("Unique")
def _unique(emit: Emitter, x: Item) -> Item:
    return _distinct(emit, operand(x))


def _distinct(emit: Emitter, value: Operand) -> tuple[np.ndarray | OpenRows, Operand]:
    """Each element once, and where each element's is, in int64 for elements of int64."""
    to = np.int64 if dtype_of(value) == np.int64 else np.int32
    if isinstance(value, np.ndarray):
        elements, known, _ = known_distinct(value)
        return elements, known.astype(to)
    rows, where = distinct(emit.builder, value)
    return rows, emit.cast(where, to)


@PRIMITIVES.reads("UniqueWithPad")
def _unique_padded(emit: Emitter, x: Item, pad_num: Item) -> Item:
    """As Unique, with a number after the elements, to as many as were given."""
    value = operand(x)
    elements, where = _distinct(emit, value)
    filling = emit.cast(operand(pad_num), dtype_of(value))
    filling = emit.node("Expand", emit.reshaped(filling, (1,)), ints(shape_of(value)))
    both = elements.value if isinstance(elements, OpenRows) else elements
    found = emit.builder.open_node("Concat", both, filling, axis=0)
    kept = emit.builder.open_node("Slice", found, ints([0]), ints(shape_of(value)), ints([0]))
    kept.shape = onnx_ir.Shape(shape_of(value))
    return kept, where


@PRIMITIVES.reads("UniqueConsecutive")
def _runs(
    emit: Emitter, x: Item, return_idx: Item = False, return_counts: Item = False, axis: Item = None
) -> Item:
    """The first element of each run of equal ones, which run each element is in, and how long runs
    are.
    """
    value = operand(x)
    shape = shape_of(value)
    is_flat = axis is None or (isinstance(axis, int) and axis >= 1000)  # MindSpore's "no axis"
    if not is_flat and (len(shape) != 1 or axis_of(axis, value)):
        raise UnsupportedNodeError(f"its axis is {axis!r}")
    size = prod(shape)
    if not size or isinstance(value, np.ndarray):
        raise UnsupportedNodeError(f"its operand is constant, or has the shape {list(shape)}")
    flat = emit.reshaped(value, (size,))
    before, after = (
        emit.node("Slice", flat, ints([low]), ints([high]), ints([0]))
        for low, high in ((0, size - 1), (1, size))
    )
    changes = emit.node("Not", emit.node("Equal", before, after))
    begins = emit.node("Concat", np.ones(1, bool), changes, axis=0)
    rows = opened(emit.builder.open_node("Compress", flat, begins, axis=0))
    steps = emit.node("CumSum", emit.cast(begins, np.int64), np.asarray(0, np.int64))
    runs = emit.node("Sub", steps, np.asarray(1, np.int64))
    index: Item = Unknown("the places of elements were not asked for")
    if flag(return_idx, "return_idx"):
        index = emit.reshaped(runs, shape)
    counts: Item = Unknown("the numbers of elements were not asked for")
    if flag(return_counts, "return_counts"):
        counts = _lengths(emit, runs, size)
    return rows, index, counts


def _lengths(emit: Emitter, runs: Operand, size: int) -> OpenRows:
    """How many elements each run has. `runs`: the run of each element."""
    zeros, ones = np.zeros(size, np.int64), np.ones(size, np.int64)
    found = emit.node("ScatterElements", zeros, runs, ones, axis=0, reduction="add")
    is_run = emit.node("Greater", found, np.asarray(0, np.int64))
    return opened(emit.builder.open_node("Compress", found, is_run, axis=0))
