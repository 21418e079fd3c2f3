"""REDUCE_WINDOW: what is made of the elements of each window, along any axes."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from types import MappingProxyType

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.tflite.call import Call, int64, numbers, wider_of
from aoe.frontends.tflite.constants import MOST_ELEMENTS

#: The operator of an axis, and that of two tensors, by the numbers of the schema.
_FUNCTIONS: Mapping[int, tuple[str, str]] = MappingProxyType(
    {
        1: ("ReduceSum", "Add"),
        2: ("ReduceProd", "Mul"),
        3: ("ReduceMin", "Min"),
        4: ("ReduceMax", "Max"),
        5: ("ReduceMin", "And"),
        6: ("ReduceMax", "Or"),
    }
)
_SUMMED = ("f4", "f8", "i4", "i8")


@numbers("REDUCE_WINDOW")
def _reduced(call: Call) -> LayoutOperand:
    """One axis after the other: its windows get an axis of their own, which is reduced."""
    x, first = call.plain(0), call.plain(1)
    function = _FUNCTIONS.get(call.option("function"))
    sizes, strides, distances = (
        call.integers(place, what) for place, what in ((2, "windows"), (3, "strides"), (4, "steps"))
    )
    rank = len(shape_of(x))
    if function is None or not len(sizes) == len(strides) == len(distances) == rank:
        raise UnsupportedNodeError(
            f"its function is number {call.option('function')}, its windows {sizes}"
        )
    if min((*sizes, *strides, *distances), default=1) < 1:
        raise UnsupportedNodeError(f"its windows are {sizes}, strides {strides}, steps {distances}")
    reduction, joined = function
    logical = joined in ("And", "Or")
    if reduction in ("ReduceSum", "ReduceProd") and dtype_of(x).str[1:] not in _SUMMED:
        raise UnsupportedNodeError(f"it adds or multiplies {dtype_of(x)}")
    wide = np.bool_ if logical else wider_of(dtype_of(x))
    if wide != dtype_of(x):
        x, first = (call.layouts.to_nhwc(call.cast(item, wide)) for item in (x, first))
    for axis, (size, stride, distance) in enumerate(zip(sizes, strides, distances, strict=True)):
        if (size, stride) != (1, 1):
            x = _along(call, x, axis, (size, stride, distance), reduction)
    found = call.node(joined, x, call.reshaped(first, ()))
    return call.cast(found, call.dtype) if wide != call.dtype else found


def _along(
    call: Call, x: Operand, axis: int, window: tuple[int, int, int], reduction: str
) -> Operand:
    """The windows of one axis, reduced. `window`: size, stride and distance of its elements."""
    size, stride, distance = window
    shape = shape_of(x)
    rest = shape[axis] - (size - 1) * distance - 1
    if rest < 0 or rest % stride:
        # TFLite has a last window that is not whole, and reads what is behind the tensor.
        raise UnsupportedNodeError(
            f"windows of {size} with a stride of {stride} do not fit {shape[axis]}"
        )
    count = rest // stride + 1
    if prod(shape) // max(1, shape[axis]) * count * size > MOST_ELEMENTS:
        raise UnsupportedNodeError(f"it has {count} windows of {size} elements")
    places = np.arange(count)[:, None] * stride + np.arange(size) * distance
    found = call.node("Gather", x, places.astype(np.int64), axis=axis)
    return call.node(reduction, found, int64([axis + 1]), keepdims=0)
