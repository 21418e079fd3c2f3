"""Operators on the bits of elements."""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.layout import LayoutOperand, NchwView, dtype_of_tensor
from aoe.frontends.shared_operators.bit_shifts import shifted
from aoe.frontends.tflite.call import Call, numbers


@numbers("RIGHT_SHIFT")
def _shifted_right(call: Call) -> LayoutOperand:
    return shifted(call.builder, call.plain(0), call.plain(1), "RIGHT")


@numbers("STABLEHLO_SHIFT_LEFT")
def _shifted_left(call: Call) -> LayoutOperand:
    """Nothing is left of a number that is moved by all of its bits, says StableHLO."""
    builder, places = call.builder, call.plain(1)
    zero, bits = (np.asarray(number, call.dtype) for number in (0, call.dtype.itemsize * 8))
    inside = builder.node(
        "And", builder.node("GreaterOrEqual", places, zero), builder.node("Less", places, bits)
    )
    return builder.node("Where", inside, shifted(builder, call.plain(0), places, "LEFT"), zero)


@numbers("BITCAST")
def _bitcast(call: Call) -> LayoutOperand:
    """The same bits as another type of the same size."""
    x, dtype = call.given(0), call.dtype
    before = dtype_of_tensor(x)
    if before == dtype:
        return x
    if before.itemsize != dtype.itemsize or np.dtype(bool) in (before, dtype):
        raise UnsupportedNodeError(f"it takes {before} for {dtype}, which has another size")
    if isinstance(x, np.ndarray):
        return x.view(dtype)
    if isinstance(x, NchwView):
        return NchwView(call.builder.bit_cast(x.value, dtype))
    return call.builder.bit_cast(x, dtype)
