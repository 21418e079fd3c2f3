"""Quantised tensors: QUANTIZE and DEQUANTIZE, and what products of bytes have in common.

A quantised product becomes QLinearConv or MatMulInteger, which the byte instructions of a CPU
compute. TFLite multiplies by integers that stand for factors, and rounds halves away from zero.
ONNX rounds them to even. So a result may differ by one step.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of
from aoe.frontends.layout import LayoutOperand, NchwView
from aoe.frontends.tflite.call import LIMITS, Call, numbers
from aoe.frontends.tflite.model_file import FileTensor

#: The element types of bytes.
BYTES = ("INT8", "UINT8")
#: The places of the two factors and the bias among the operands of products.
_PLACES = {
    "CONV_2D": (0, 1, 2),
    "DEPTHWISE_CONV_2D": (0, 1, 2),
    "FULLY_CONNECTED": (0, 1, 2),
    "TRANSPOSE_CONV": (2, 1, 3),
}


@numbers("QUANTIZE", "DEQUANTIZE")
def _converted(call: Call) -> LayoutOperand:
    """The numbers of the operand. What reads and quantises numbers does the rest."""
    x = call.given(0)
    tensor = call.output_tensors[0]
    if tensor.is_quantized:
        return x
    if isinstance(x, np.ndarray):
        return x.astype(call.dtype)
    return call.cast(x, call.dtype)


def is_integer_bias(call: Call, number: int) -> bool:
    """Whether an operand is added to products of integers."""
    places = _PLACES.get(call.operator.kind)
    tensor = call.input_tensors[number]
    return (
        places is not None
        and places[2] == number
        and tensor is not None
        and (tensor.kind == "INT32")
    )


def bias_numbers(call: Call) -> np.ndarray:
    """The numbers of an integer bias, whose scale is the product of those of its factors."""
    first, second, place = _PLACES[call.operator.kind]
    scale: np.ndarray = np.ones(1, np.float64)
    for tensor in (call.input_tensors[first], call.input_tensors[second]):
        if tensor is None or tensor.quantization is None:
            raise UnsupportedNodeError("its bias is of integers, but its factors are not")
        scale = scale * tensor.quantization.scale.astype(np.float64)
    return np.asarray(call.constant(place, "biases") * scale, np.float32)


def is_byte_product(call: Call) -> bool:
    """Whether bytes are multiplied by constant bytes, and the result is bytes."""
    x, weights = call.input_tensors[:2]
    result = call.output_tensors[0]
    bias = call.input_tensors[2] if call.has(2) else None
    if x is None or weights is None or call.activation not in ("NONE", *LIMITS):
        return False
    return (
        all(item.is_quantized and item.kind in BYTES for item in (x, result))
        and weights.is_quantized
        and weights.kind in (*BYTES, "INT4")
        and isinstance(call.given(1), np.ndarray)
        and (bias is None or bias.kind == "INT32")
        and _one_scale(call)
    )


def _one_scale(call: Call) -> bool:
    """Whether operand and result have one scale each, and the weights one for each output."""
    x, weights = call.input_tensors[:2]
    result = call.output_tensors[0]
    assert x is not None
    assert weights is not None
    axis = 3 if call.operator.kind == "DEPTHWISE_CONV_2D" else 0
    many = weights.scaling.scale.size > 1
    return x.scaling.scale.size == result.scaling.scale.size == 1 and (
        not many or weights.scaling.axis == axis
    )


def clipped_integers(call: Call, value: LayoutOperand) -> LayoutOperand:
    """A quantised result after the fused activation."""
    kind = np.iinfo(call.dtype)
    low, high = limits_of(call)
    if (low, high) == (kind.min, kind.max):
        return value
    limits = (np.asarray(limit, call.dtype) for limit in (low, high))
    if isinstance(value, NchwView):
        return call.view(call.node("Clip", value.value, *limits))
    return call.node("Clip", value, *limits)


def limits_of(call: Call) -> tuple[int, int]:
    """The least and the largest integer of a quantised result after the fused activation."""
    kind = np.iinfo(call.dtype)
    lowest, highest = LIMITS.get(call.activation, (None, None))
    return _step_of(call, lowest, int(kind.min)), _step_of(call, highest, int(kind.max))


def _step_of(call: Call, limit: float | None, end: int) -> int:
    """The integer of a limit, whose halves go away from zero; `end` where there is no limit, or
    where steps are too small to reach it.
    """
    if limit is None:
        return end
    if not call.output_tensors[0].is_quantized:
        raise UnsupportedNodeError(
            f"its activation {call.activation} needs a scale of its result, which has none; "
            "quantise the model again, or keep this float32"
        )
    scaling, kind = call.output_tensors[0].scaling, np.iinfo(call.dtype)
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        steps = abs(np.float32(limit) / scaling.scale[0]) + np.float32(0.5)
    if not np.isfinite(steps):
        return end
    found = int(np.copysign(np.floor(steps), limit)) + int(scaling.zero_point[0])
    return min(max(found, int(kind.min)), int(kind.max))


def are_same_bytes(given: FileTensor | None, result: FileTensor) -> bool:
    """Whether an operand and a result are bytes of the same kind."""
    return given is not None and given.kind in BYTES and given.kind == result.kind


def nearest_bytes(call: Call, value: Operand, margin: float = 0.0) -> Operand:
    """Numbers of bytes rounded to bytes. Halves go away from zero, as the kernels of TFLite that
    compute with integers round them.

    Args:
        call: Makes the nodes.
        value: Real numbers, within the limits of the bytes.
        margin: How much nearer than a half to zero a number may be that is a half but for the
            rounding of its computation.
    """
    half: Operand = call.scalar(0.5 + margin, value)
    if call.dtype.kind == "i":
        is_negative = call.node("Less", value, call.scalar(0, value))
        half = call.node("Where", is_negative, call.scalar(-0.5 - margin, value), half)
    whole = call.node("Add", value, half)
    return call.node("Cast", whole, to=int(onnx_ir.DataType.from_numpy(call.dtype)))


def byte_product(call: Call, x: Operand, weights: np.ndarray) -> LayoutOperand:
    """A matrix of bytes by a constant matrix of bytes, quantised again."""
    first, second = call.input_tensors[:2]
    result = call.output_tensors[0]
    assert first is not None
    assert second is not None
    zero = first.scaling.zero_point.reshape(()).astype(first.dtype)
    own = second.scaling.zero_point.astype(dtype_of(weights))
    total = call.node("MatMulInteger", x, weights, zero, own if own.size > 1 else own.reshape(()))
    if call.has(2):
        total = call.node("Add", total, call.plain(2))
    factor = (
        first.scaling.scale.astype(np.float64)
        * second.scaling.scale.astype(np.float64)
        / result.scaling.scale.astype(np.float64)
    ).astype(np.float32)
    scaled = call.node("Mul", call.node("Cast", total, to=1), factor)
    made = call.node(
        "QuantizeLinear",
        scaled,
        np.asarray(1, np.float32),
        result.scaling.zero_point.reshape(()).astype(call.dtype),
    )
    return clipped_integers(call, made)
