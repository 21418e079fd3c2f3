"""Pooling. The zeros of SAME are not counted."""

from __future__ import annotations

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.tflite.call import Call, moves, numbers
from aoe.frontends.tflite.operators.quantized import clipped_integers
from aoe.frontends.tflite.operators.windows import pads_of, strides_of


@moves("MAX_POOL_2D")
def _max_pool(call: Call) -> LayoutOperand:
    made = call.view(_pooled(call, "MaxPool", call.nchw(0)))
    if call.output_tensors[0].is_quantized and call.dtype.kind in "iu":
        return clipped_integers(call, made)
    return call.activated(made)


@numbers("AVERAGE_POOL_2D")
def _average_pool(call: Call) -> LayoutOperand:
    return call.activated(call.view(_pooled(call, "AveragePool", call.nchw(0))))


@numbers("L2_POOL_2D")
def _l2_pool(call: Call) -> LayoutOperand:
    """The root of the mean of squares."""
    x = call.nchw(0)
    mean = _pooled(call, "AveragePool", call.node("Mul", x, x))
    return call.activated(call.view(call.node("Sqrt", mean)))


def _pooled(call: Call, kind: str, x: Operand) -> Operand:
    window = [call.option("filter_h"), call.option("filter_w")]
    if min(window) < 1 or len(shape_of(x)) != 4:
        raise UnsupportedNodeError(f"its windows are {window}")
    pads = pads_of(call, shape_of(x)[2:], window)
    return call.node(kind, x, kernel_shape=window, strides=strides_of(call), pads=pads)
