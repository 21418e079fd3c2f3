"""Arithmetic of single words, and their conversion to other scales and numbers."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.tflite.call import LIMITS, WORDS, Call
from aoe.frontends.tflite.words.scaling import (
    Factor,
    all_words,
    as_words,
    is_word,
    scale_of,
    scaled,
    times,
    wide,
)

#: Sums have this many bits after the point.
_SHIFT = 15


def _added(call: Call) -> LayoutOperand:
    """A sum or a difference. Operands are brought to twice the larger scale."""
    _refuse_mixed(call)
    scales = [scale_of(tensor) for tensor in call.input_tensors[:2]]
    most = 2 * max(scales)
    parts = []
    for index, scale in enumerate(scales):
        value = times(call, wide(call, call.given(index)), 2.0**_SHIFT)
        parts.append(scaled(call, value, Factor.of(scale / most)))
    total = call.elementwise("Add" if call.operator.kind == "ADD" else "Sub", *parts)
    factor = Factor.of(most / (2.0**_SHIFT * scale_of(call.output_tensors[0])))
    return as_words(call, scaled(call, total, factor))


WORDS.update(dict.fromkeys(("ADD", "SUB"), _added))


def _multiplied(call: Call) -> LayoutOperand:
    _refuse_mixed(call)
    first, second = (np.float32(scale_of(tensor)) for tensor in call.input_tensors[:2])
    factor = Factor.of(float(first * second / np.float32(scale_of(call.output_tensors[0]))))
    product = call.elementwise("Mul", *(wide(call, call.given(index)) for index in range(2)))
    return as_words(call, scaled(call, product, factor))


WORDS["MUL"] = _multiplied


def _rectified(call: Call) -> LayoutOperand:
    """An activation that clips."""
    low, high = LIMITS[call.operator.kind]
    scale = scale_of(call.output_tensors[0])
    value = _rescaled(call, wide(call, call.given(0)))
    limits = [None if limit is None else _step(limit, scale) for limit in (low, high)]
    for kind, limit in zip(("Max", "Min"), limits, strict=True):
        if limit is not None:
            value = call.elementwise(kind, value, np.asarray(limit, np.float64))
    return as_words(call, value)


WORDS.update(dict.fromkeys(("RELU", "RELU6", "RELU_0_TO_1"), _rectified))


def _step(limit: float, scale: float) -> float:
    """The integer of a limit that is not negative."""
    return float(np.floor(np.float32(limit) / np.float32(scale) + np.float32(0.5)))


def _leaky(call: Call) -> LayoutOperand:
    alpha = np.float32(call.number("alpha"))
    given, result = _ends(call)
    x = wide(call, call.given(0))
    below = scaled(call, x, Factor.of(float(given * abs(alpha) / result)))
    if alpha < 0:
        below = call.elementwise("Neg", below)
    is_negative = call.elementwise("Less", x, np.asarray(0.0))
    return as_words(call, call.elementwise("Where", is_negative, below, _rescaled(call, x)))


WORDS["LEAKY_RELU"] = _leaky


def _absolute(call: Call) -> LayoutOperand:
    return as_words(call, _rescaled(call, call.elementwise("Abs", wide(call, call.given(0)))))


WORDS["ABS"] = _absolute


def _rescaled(call: Call, value: LayoutOperand) -> LayoutOperand:
    """Integers of the first operand as those of the result."""
    given, result = _ends(call)
    return value if given == result else scaled(call, value, Factor.of(float(given / result)))


def _ends(call: Call) -> tuple[np.float32, np.float32]:
    """The scales of the first operand and of the result, whose ratio LiteRT takes in float32."""
    return (
        np.float32(scale_of(call.input_tensors[0])),
        np.float32(scale_of(call.output_tensors[0])),
    )


def _quantized(call: Call) -> LayoutOperand:
    """Numbers, or integers of other scales, as words; and words as bytes."""
    given, result = call.input_tensors[0], call.output_tensors[0]
    assert given is not None
    if not given.is_quantized:
        # LiteRT takes the last 7 numbers at most in another way: divided, with halves from zero.
        inverse = np.asarray(np.float32(1) / np.float32(scale_of(result)), np.float32)
        steps = call.elementwise("Mul", call.cast(call.given(0), np.float32), inverse)
        return as_words(call, call.elementwise("Round", steps))
    value = wide(call, call.given(0))
    if result.dtype is None or not result.is_quantized:
        raise UnsupportedNodeError("its result has no scale")
    if given.scaling.scale.size != 1 or result.scaling.scale.size != 1:
        raise UnsupportedNodeError("it has several scales")
    zeros = [float(item.scaling.zero_point.reshape(())) for item in (given, result)]
    if zeros[0]:
        value = call.elementwise("Sub", value, np.asarray(zeros[0]))
    factor = float(given.scaling.scale.item()) / float(result.scaling.scale.item())
    value = scaled(call, value, Factor.of(factor))
    if zeros[1]:
        value = call.elementwise("Add", value, np.asarray(zeros[1]))
    ends = np.iinfo(result.dtype)
    value = call.elementwise("Max", value, np.asarray(float(ends.min)))
    value = call.elementwise("Min", value, np.asarray(float(ends.max)))
    return call.elementwise("Cast", value, to=int(onnx_ir.DataType.from_numpy(result.dtype)))


WORDS["QUANTIZE"] = _quantized


def _number(call: Call) -> LayoutOperand:
    """Words as numbers of float32."""
    if not is_word(call.input_tensors[0]):
        return call.given(0)
    scale = np.asarray(scale_of(call.input_tensors[0]), np.float32)
    return call.cast(
        call.elementwise("Mul", call.cast(call.given(0), np.float32), scale), call.dtype
    )


WORDS["DEQUANTIZE"] = _number


def _refuse_mixed(call: Call) -> None:
    if not all_words((*call.input_tensors[:2], call.output_tensors[0])):
        raise UnsupportedNodeError("only some of its tensors are of 16 bits; quantise all alike")
    if call.activation not in ("NONE", *LIMITS):
        raise UnsupportedNodeError(f"its activation {call.activation} is not read for words")
