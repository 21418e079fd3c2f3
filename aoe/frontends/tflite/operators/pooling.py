"""Pooling. The zeros of SAME are not counted."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import LayoutOperand, dtype_of_tensor
from aoe.frontends.tflite.call import INTEGERS, LIMITS, Call, moves, numbers
from aoe.frontends.tflite.operators.quantized import (
    are_same_bytes,
    clipped_integers,
    nearest_bytes,
)
from aoe.frontends.tflite.operators.windows import pads_of, strides_of


@moves("MAX_POOL_2D")
def _max_pool(call: Call) -> LayoutOperand:
    x = call.nchw(0)
    if dtype_of(x).kind in "iu" and dtype_of(x).itemsize > 1:
        raise UnsupportedNodeError(f"it pools {dtype_of(x)}; cast it to float32 before")
    made = call.view(pooled(call, "MaxPool", x))
    if dtype_of_tensor(made).kind in "iu":
        return clipped_integers(call, made)
    return call.activated(made)


@numbers("AVERAGE_POOL_2D")
def _average_pool(call: Call) -> LayoutOperand:
    return call.activated(call.view(pooled(call, "AveragePool", call.nchw(0))))


def _byte_average(call: Call) -> LayoutOperand | None:
    """The mean of the bytes themselves, with halves away from zero as in TFLite, which reads no
    scales here but that of the limits of an activation. None for other activations.
    """
    is_clipped = call.activation in ("NONE", *LIMITS)
    if not is_clipped or not are_same_bytes(call.input_tensors[0], call.output_tensors[0]):
        return None
    count = call.option("filter_h") * call.option("filter_w")
    wide = np.float32 if count <= _MOST_OF_FLOAT32 else np.float64
    mean = pooled(call, "AveragePool", call.node("Cast", call.nchw(0), to=_number_of(wide)))
    return clipped_integers(call, call.view(nearest_bytes(call, mean, 0.25 / max(count, 1))))


INTEGERS["AVERAGE_POOL_2D"] = _byte_average

#: The largest window whose means float32 tells apart from halves with room to spare: they are
#: multiples of its share of one, the least of which is 16 times a step of float32 below 256.
_MOST_OF_FLOAT32 = 1 << 12


def _number_of(dtype: type) -> int:
    return int(onnx_ir.DataType.from_numpy(np.dtype(dtype)))


@numbers("L2_POOL_2D")
def _l2_pool(call: Call) -> LayoutOperand:
    """The root of the mean of squares."""
    x = call.nchw(0)
    mean = pooled(call, "AveragePool", call.node("Mul", x, x))
    return call.activated(call.view(call.node("Sqrt", mean)))


def pooled(call: Call, kind: str, x: Operand) -> Operand:
    """A pooling of windows, by its name in ONNX, with channels first."""
    window = [call.option("filter_h"), call.option("filter_w")]
    if min(window) < 1 or len(shape_of(x)) != 4:
        raise UnsupportedNodeError(f"its windows are {window}")
    pads = pads_of(call, shape_of(x)[2:], window)
    return call.node(kind, x, kernel_shape=window, strides=strides_of(call), pads=pads)
