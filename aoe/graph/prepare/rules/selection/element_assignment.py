"""`x[:, i] = v` at a computed place i, as exporters write it, becomes a selection by a comparison.

Paddle's `set_value` is exported as ScatterElements whose indices are Range(i, Min(size, i + 1))
and whose updates are `v` expanded to the shape of Slice(x, i, Min(size, i + 1)). The number of
these indices seems to depend on the data, but it is one, or none where i is behind the last place.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    integers_of,
    operand,
    producer,
    scalar_of,
    shape_of,
    text,
)
from aoe.graph.prepare.rule_application import rule_for

#: Operators that keep all elements of a vector of indices, or repeat it.
_REARRANGING = ("Reshape", "Squeeze", "Unsqueeze", "Identity", "Tile", "Expand")
#: Operators that keep one number as it is.
_KEEPING = ("Reshape", "Squeeze", "Unsqueeze", "Identity", "Cast")
#: Whole numbers up to here are exact in float32, in which exporters add 1.
_EXACT = 1 << 24


@rule_for("ScatterElements")
def assigned_place(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """ScatterElements of one value at the places of one coordinate."""
    if text(node, "reduction", "none") != "none":
        return None
    data, updates = operand(node, 0), producer(operand(node, 2), "Expand")
    value = None if updates is None else operand(updates, 0)
    if data is None or value is None or not has_shape(data, value):
        return None
    shape = shape_of(data)
    axis = integer(node, "axis", 0) % len(shape)
    place = _place(operand(node, 1), shape[axis])
    own = (1,) * (len(shape) - len(shape_of(value))) + shape_of(value)
    wanted = (*shape[:axis], 1, *shape[axis + 1 :])
    fits = len(own) == len(shape) and all(n in (1, m) for n, m in zip(own, wanted, strict=True))
    if place is None or not fits or not _is_expanded_to_slice(updates, data, axis, place):
        return None
    assert place.dtype is not None
    numbers = np.arange(shape[axis]).reshape(-1, *(1 for _ in shape[axis + 1 :]))
    coordinates = build.constant(numbers.astype(place.dtype.numpy()))
    here = build.infer("Equal", coordinates, build.reshape(place, ()))
    return build.infer("Where", here, value, data)


def _place(indices: onnx_ir.Value | None, size: int) -> onnx_ir.Value | None:
    """i, where indices are Range(i, Min(size, i + 1)), perhaps repeated; else None."""
    counted = producer(_through(indices, _REARRANGING), "Range")
    if counted is None or scalar_of(operand(counted, 2)) != 1 or size >= _EXACT:
        return None
    start, limit = _through(operand(counted, 0), _KEEPING), operand(counted, 1)
    if start is None or start.shape is None or not has_shape(start):
        return None
    return start if _is_next(limit, start, size) else None


def _is_next(value: onnx_ir.Value | None, start: onnx_ir.Value, size: int) -> bool:
    """Whether a value is Min(size, start + 1)."""
    smaller = producer(_through(value, _KEEPING), "Min")
    if smaller is None or len(smaller.inputs) != 2:
        return False
    sizes = [item for item in smaller.inputs if integers_of(item) == (size,)]
    others = [item for item in smaller.inputs if integers_of(item) is None]
    added = producer(_through(others[0], _KEEPING), "Add") if len(others) == 1 else None
    if added is None or not sizes:
        return False
    terms = [_through(item, _KEEPING) for item in added.inputs]
    ones = [scalar_of(item) == 1 for item in added.inputs]
    return any(one and other is start for one, other in zip(ones, reversed(terms), strict=True))


def _is_expanded_to_slice(
    node: onnx_ir.Node | None, data: onnx_ir.Value, axis: int, place: onnx_ir.Value
) -> bool:
    """Whether an Expand expands to the shape of data cut to one place along an axis."""
    measured = producer(None if node is None else operand(node, 1), "Shape")
    cut = producer(None if measured is None else operand(measured, 0), "Slice")
    if cut is None or cut.inputs[0] is not data:
        return False
    axes, steps = operand(cut, 3), operand(cut, 4)
    along = integers_of(axes)
    rank, size = len(shape_of(data)), shape_of(data)[axis]
    if along is None or [item % rank for item in along] != [axis]:
        return False
    if steps is not None and integers_of(steps) != (1,):
        return False
    begins = _through(operand(cut, 1), _KEEPING) is place
    return begins and _is_next(operand(cut, 2), place, size)


def _through(value: onnx_ir.Value | None, op_types: tuple[str, ...]) -> onnx_ir.Value | None:
    """What a value is made of by operators of these types alone."""
    *_, last = _chain(value, op_types)
    return last


def _chain(
    value: onnx_ir.Value | None, op_types: tuple[str, ...]
) -> Iterator[onnx_ir.Value | None]:
    yield value
    node = producer(value, *op_types)
    while node is not None:
        value = node.inputs[0]
        yield value
        node = producer(value, *op_types)


RULES: tuple[Rule, ...] = (assigned_place,)
