"""Counts of elements: places in order, and histograms."""

from __future__ import annotations

import math

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import element_type, flag, operand, real, whole
from aoe.frontends.mindspore.emitter import MOST_MADE, Emitter, ints, is_real
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()


@PRIMITIVES.reads("SearchSorted")
def _places_in_order(
    emit: Emitter,
    sorted_sequence: Item,
    values: Item,
    sorter: Item = None,
    dtype: Item = 35,
    right: Item = False,
) -> Item:
    """How many elements of a sorted row are below each value, or not above it."""
    ordered, sought = emit.pair(sorted_sequence, values)
    if sorter is not None:
        ordered = emit.node("GatherElements", ordered, operand(sorter), axis=-1)
    if math.prod(shape_of(sought)) * shape_of(ordered)[-1] > MOST_MADE:
        raise UnsupportedNodeError(f"it compares {shape_of(sought)} with {shape_of(ordered)}")
    columns = emit.node("Unsqueeze", sought, ints([-1]))
    rows = emit.node("Unsqueeze", ordered, ints([-2]))
    kind = "GreaterOrEqual" if flag(right, "right") else "Greater"
    passed = emit.cast(emit.node(kind, columns, rows), element_type(dtype))
    return emit.summed(passed, [-1])


@PRIMITIVES.reads("Histogram")
def _histogram(emit: Emitter, x: Item, bins: Item = 100, min: Item = 0.0, max: Item = 0.0) -> Item:
    """How many elements are in each of some parts of a range that are equally wide, its end
    included. The range is that of the elements where both ends are the same; others do not count.
    """
    value = operand(x)
    size, count = math.prod(shape_of(value)), whole(bins, "bins")
    if count < 1:
        raise UnsupportedNodeError(f"its number of bins is {count}")
    if size == 0 or size * count > MOST_MADE:
        raise UnsupportedNodeError(f"it counts {size} elements in {count} bins")
    given = dtype_of(value)
    numbers = emit.reshaped(value if is_real(given) else emit.cast(value, np.float32), (size, 1))
    dtype = dtype_of(numbers)
    least, most = (real(end, "range") for end in (min, max))
    if least > most:
        raise UnsupportedNodeError(f"its range ends at {most}, before it begins at {least}")
    start, end = _range(emit, numbers, least, most)
    part = emit.node("Div", emit.node("Sub", numbers, start), emit.node("Sub", end, start))
    places = emit.node("Floor", emit.node("Mul", part, np.asarray(count, dtype)))
    places = emit.node("Min", places, np.asarray(count - 1, dtype))
    inside = emit.node(
        "And",
        emit.node("GreaterOrEqual", numbers, start),
        emit.node("LessOrEqual", numbers, end),
    )
    places = emit.node("Where", inside, places, np.asarray(-1, dtype))
    equal = emit.node("Equal", places, np.arange(count, dtype=dtype))
    kind = int(onnx_ir.DataType.from_numpy(given))
    return emit.summed(emit.node("Cast", equal, to=kind), [0])


def _range(emit: Emitter, numbers: Operand, least: float, most: float) -> tuple[Operand, Operand]:
    """A range of numbers. One without a width is that of the elements, and if they are all alike,
    that from one less to one more.
    """
    dtype = dtype_of(numbers)
    if least < most:
        return np.asarray(least, dtype), np.asarray(most, dtype)
    start = emit.node("ReduceMin", numbers, keepdims=0)
    end = emit.node("ReduceMax", numbers, keepdims=0)
    alike = emit.cast(emit.node("Equal", start, end), dtype)
    return emit.node("Sub", start, alike), emit.node("Add", end, alike)
