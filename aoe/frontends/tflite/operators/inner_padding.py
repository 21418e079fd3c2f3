"""Elements put between those of a tensor, and at its ends."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.tflite.call import Call, int64, moves
from aoe.frontends.tflite.constants import MOST_ELEMENTS


@moves("DILATE")
def _dilated(call: Call) -> LayoutOperand:
    """The operand says how far elements are apart in the result, along each axis."""
    distances = call.integers(1, "distances")
    return _spread(call, call.plain(0), distances, call.plain(2))


@moves("STABLEHLO_PAD")
def _padded(call: Call) -> LayoutOperand:
    """Elements between others first, then at the ends. A negative number takes elements away."""
    low, high, inside = (
        [int(count) for count in call.vector(name)] for name in ("low", "high", "inside")
    )
    x, value = call.plain(0), call.plain(1)
    if not len(low) == len(high) == len(shape_of(x)):
        raise UnsupportedNodeError(
            f"it pads {counted(len(low), 'axis', 'axes')} of {len(shape_of(x))}"
        )
    found = _spread(call, x, [count + 1 for count in inside], value)
    sizes = [
        size + first + last for size, first, last in zip(shape_of(found), low, high, strict=True)
    ]
    _check(sizes)
    if not any((*low, *high)):
        return found
    return call.node("Pad", found, int64([*low, *high]), call.reshaped(value, ()))


def _spread(call: Call, x: Operand, distances: Sequence[int], value: Operand) -> Operand:
    """Elements with some of a value between them: each gets an axis, which is filled behind it."""
    shape = shape_of(x)
    if len(distances) != len(shape) or min(distances, default=1) < 1 or 0 in shape:
        raise UnsupportedNodeError(f"it spreads the sizes {list(shape)} by {list(distances)}")
    if all(distance == 1 for distance in distances):
        return x
    wide = [size * distance for size, distance in zip(shape, distances, strict=True)]
    _check(wide)
    pairs = call.reshaped(x, [size for own in shape for size in (own, 1)])
    ends = [count for distance in distances for count in (0, distance - 1)]
    pads = int64([0] * len(ends) + ends)
    filled = call.reshaped(call.node("Pad", pairs, pads, call.reshaped(value, ())), wide)
    last = [size - distance + 1 for size, distance in zip(wide, distances, strict=True)]
    return call.node("Slice", filled, int64([0] * len(last)), int64(last))


def _check(sizes: Sequence[int]) -> None:
    if min(sizes, default=1) < 0 or np.prod(sizes, dtype=np.float64) > MOST_ELEMENTS:
        raise UnsupportedNodeError(f"it makes a tensor of the sizes {list(sizes)}")
