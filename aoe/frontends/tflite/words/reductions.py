"""Pooling, means, sums and resizing of words."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.tflite.call import LIMITS, WORDS, Call, axis_of
from aoe.frontends.tflite.operators.pooling import pooled
from aoe.frontends.tflite.operators.reductions import reduced
from aoe.frontends.tflite.operators.resizing import word_bilinear
from aoe.frontends.tflite.words.scaling import Factor, as_words, away, scale_of, scaled, times, wide


def _average(call: Call) -> LayoutOperand:
    """The mean of words, with halves away from zero."""
    _refuse_other_activations(call)
    x = call.layouts.to_nchw(wide(call, call.given(0)))
    mean = call.view(pooled(call, "AveragePool", x))
    count = call.option("filter_h") * call.option("filter_w")
    # A mean that is a half may have been rounded; it is a multiple of the share of one.
    return as_words(call, away(call, mean, 0.25 / max(count, 1)))


WORDS["AVERAGE_POOL_2D"] = _average


def _largest(call: Call) -> LayoutOperand:
    _refuse_other_activations(call)
    x = call.layouts.to_nchw(call.cast(call.given(0), np.float32))
    return as_words(call, call.view(pooled(call, "MaxPool", x)))


WORDS["MAX_POOL_2D"] = _largest


def _mean(call: Call) -> LayoutOperand:
    """The sum of words times a factor that holds the inverse of their number."""
    shape = call.shape(0)
    axes = {axis_of(axis, len(shape)) for axis in call.integers(1, "axes")}
    count = prod(shape[axis] for axis in axes)
    factor = Factor.of(scale_of(call.input_tensors[0]) / scale_of(call.output_tensors[0]))
    if count:
        shift = min(count.bit_length() - 1, 32, 31 + factor.shift)
        factor = Factor((factor.multiplier << shift) // count, factor.shift - shift)
    return as_words(call, scaled(call, _total(call), factor))


def _sum(call: Call) -> LayoutOperand:
    """The sum of words, which LiteRT scales in float32."""
    given, result = (scale_of(call.input_tensors[0]), scale_of(call.output_tensors[0]))
    scale = np.asarray(np.float32(given) / np.float32(result), np.float32)
    value = call.elementwise("Mul", call.cast(_total(call), np.float32), scale)
    return as_words(call, away(call, wide(call, value)))


WORDS.update({"MEAN": _mean, "SUM": _sum})


def _total(call: Call) -> LayoutOperand:
    """The sum of words, in float64."""
    inputs = (wide(call, call.given(0)), *call.inputs[1:])
    return reduced(replace(call, inputs=inputs, operator=replace(call.operator, kind="SUM")))


def _resized(call: Call) -> LayoutOperand:
    """Images between pixels, at positions in 1024th parts of a pixel."""
    return as_words(call, away(call, times(call, word_bilinear(call), 2.0**-20)))


WORDS["RESIZE_BILINEAR"] = _resized


def _refuse_other_activations(call: Call) -> None:
    if call.activation not in ("NONE", *LIMITS):
        raise UnsupportedNodeError(f"its activation {call.activation} is not read for words")
    scale_of(call.output_tensors[0])
