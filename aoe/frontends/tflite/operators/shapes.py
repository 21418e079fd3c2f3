"""What is known from shapes, and constants that are made."""

from __future__ import annotations

from math import prod

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.tflite.call import Call, int64, numbers
from aoe.frontends.tflite.constants import MOST_ELEMENTS


@numbers("SHAPE")
def _shape(call: Call) -> LayoutOperand:
    return np.asarray(call.shape(0), call.dtype)


@numbers("RANK")
def _rank(call: Call) -> LayoutOperand:
    return np.asarray(len(call.shape(0)), call.dtype)


@numbers("FILL")
def _fill(call: Call) -> LayoutOperand:
    sizes = call.integers(0, "sizes")
    _check(prod(sizes))
    return call.node("Expand", call.plain(1), int64(sizes))


@numbers("RANGE")
def _range(call: Call) -> LayoutOperand:
    start, limit, step = (call.constant(index, "limits").item() for index in range(3))
    if not step:
        raise UnsupportedNodeError("its step is 0")
    _check(int(abs((limit - start) / step)))
    return np.asarray(np.arange(start, limit, step), call.dtype)


@numbers("BROADCAST_ARGS")
def _broadcast_args(call: Call) -> LayoutOperand:
    shapes = [tuple(call.integers(index, "shapes")) for index in range(2)]
    return np.asarray(np.broadcast_shapes(*shapes), call.dtype)


def _check(count: int) -> None:
    if count > MOST_ELEMENTS:
        raise UnsupportedNodeError(f"it makes {count} elements")
