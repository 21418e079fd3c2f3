"""Functions of single words that LiteRT reads from tables, and softmax.

LiteRT interpolates in tables of 256 or 513 entries. The result for each of the 65536 words is
computed here when a file is read, so that one table without interpolation gives the same integers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from math import erf, log2

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.layout import LayoutOperand, NchwView
from aoe.frontends.tflite.call import WORDS, Call, int64
from aoe.frontends.tflite.words.fixed_point import doubled, sigmoid, tanh
from aoe.frontends.tflite.words.scaling import (
    Factor,
    as_words,
    rounded,
    scale_of,
    scaled,
    wide,
)

_LOW, _HIGH = -32768, 32767
_RANGE = float(_HIGH - _LOW)
#: How far LiteRT lets the logarithm of a scale be from a whole number where it takes it for one.
_NEAR_POWER = 1e-3
#: Steps of a table that is made for a function.
_STEPS = 512


@cache
def _sigmoids() -> np.ndarray:
    """Sigmoids of multiples of 1/24, in units of 2^-16. Lines between them lie below the curve, so
    they are raised by half of what a line lacks in its middle.
    """
    places = np.arange(257, dtype=np.float64)
    exact = _sigmoid(places)
    lack = _sigmoid(places[:-1] + 0.5) - (exact[:-1] + exact[1:]) / 2
    found: np.ndarray = np.floor(exact[:-1] + lack / 2 + 0.5).astype(np.int64)
    found[-1] = 65535
    return found


def _sigmoid(places: np.ndarray) -> np.ndarray:
    return np.asarray(65536 / (1 + np.exp(-places / 24)))


def _words() -> np.ndarray:
    return np.arange(_LOW, _HIGH + 1, dtype=np.int64)


def _power(scale: float) -> int | None:
    """The exponent of 2 that LiteRT takes a scale for; None if it is too far from one."""
    logarithm = log2(scale)
    return round(logarithm) if abs(logarithm - round(logarithm)) < _NEAR_POWER else None


def _inputs_of_sigmoids(scale: float) -> np.ndarray:
    """All words in units of 1/(3·4096)."""
    multiplier, shift = scale * 4096 * 3, 0
    while multiplier <= 32767 / 2 and shift <= 30:
        multiplier, shift = multiplier * 2, shift + 1
    if multiplier >= 1 << 16:
        raise UnsupportedNodeError(f"the scale {scale} of its operand is too large")
    half = 1 << (shift - 1) if shift else 0
    return np.asarray((_words() * int(multiplier) + half) >> shift)


def logistic_table(scale: float) -> np.ndarray:
    """The sigmoid of each word, in units of 2^-15."""
    if _power(scale) == -12:
        return sigmoid(_words())
    given, table = _inputs_of_sigmoids(scale), _sigmoids()
    size = np.abs(given)
    place = np.minimum(size >> 9, 254)
    found = (table[place] << 9) + (size & 511) * (table[place + 1] - table[place])
    found = np.where(size >> 9 >= 255, _HIGH << 10, found)
    return np.asarray(np.where(given >= 0, found + 512, (1 << 25) - found + 511) >> 10)


def tanh_table(scale: float) -> np.ndarray:
    """The hyperbolic tangent of each word, in units of 2^-15."""
    if _power(scale) == -12:
        return tanh(_words())
    if _power(scale) == -11:
        return tanh(doubled(_words()))
    given, table = _inputs_of_sigmoids(scale), _sigmoids()
    size = np.abs(given)
    place = np.minimum(size >> 8, 254)
    found = (table[place] << 8) + (size & 255) * (table[place + 1] - table[place])
    found = np.where(size >> 8 >= 255, 0xFFFF << 8, found)
    return np.where(given >= 0, found - (1 << 23) + 128, (1 << 23) - found + 127) >> 8


def _interpolated(
    dtype: type,
    ends: tuple[float, float],
    unit: float,
    function: Callable[[np.ndarray], np.ndarray],
) -> np.ndarray:
    """A function of each word, as a table of 513 entries gives it.

    Args:
        dtype: The element type in which LiteRT makes the table.
        ends: What the least and the largest word stand for.
        unit: The scale of the result.
        function: The function.
    """
    number = np.dtype(dtype).type
    low, high = number(ends[0]), number(ends[1])
    step = (high - low) / number(_STEPS)
    inverse = number(65536) / (number(unit) * number(_HIGH) - number(unit) * number(_LOW))
    places = low + np.arange(_STEPS + 1).astype(dtype) * step
    with np.errstate(all="ignore"):
        values = function(places) * inverse
        middles = _nearest(function(places[:-1] + step / number(2)) * inverse)
        last = _nearest(function(np.asarray([high], dtype)) * inverse)
        between = _nearest((values[1:] + _nearest(values[:-1])) / number(2))
        entries = _nearest(values[:-1]) - _nearest((between - middles) / number(2))
        table = np.clip(np.concatenate([entries, last]), _LOW, _HIGH).astype(np.int64)
    place, offset = 256 + (_words() >> 7), _words() & 127
    slope = (table[place + 1] - table[place] + (1 << 15)) % (1 << 16) - (1 << 15)
    return np.asarray(table[place] + ((slope * offset + 64) >> 7))


def _nearest(values: np.ndarray) -> np.ndarray:
    """Integers, with halves away from zero."""
    return np.asarray(np.copysign(np.floor(np.abs(values) + values.dtype.type(0.5)), values))


def _function(call: Call) -> LayoutOperand:
    scale, unit = scale_of(call.input_tensors[0]), scale_of(call.output_tensors[0])
    ends = np.float32(scale) * np.float32(_LOW), np.float32(scale) * np.float32(_HIGH)
    function = _FUNCTIONS.get(call.operator.kind, _gelu_of(call))
    found = _interpolated(
        np.float32, (float(ends[0]), float(ends[1])), unit, partial(function, unit=np.float32(unit))
    )
    return _looked_up(call, call.given(0), found)


def _logarithm(x: np.ndarray, unit: np.float32) -> np.ndarray:
    return np.where(x > 0, np.log(x), np.float32(_LOW) * unit)


def _inverse_root(x: np.ndarray, unit: np.float32) -> np.ndarray:
    return np.where(x > 0, np.float32(1) / np.sqrt(x), np.float32(_HIGH) * unit)


def _exponential(x: np.ndarray, unit: np.float32) -> np.ndarray:
    del unit
    return np.asarray(np.exp(x))


def _gelu_of(call: Call) -> Callable[..., np.ndarray]:
    is_tanh = call.operator.kind == "GELU" and bool(call.option("approximate"))

    def gelu(x: np.ndarray, unit: np.float32) -> np.ndarray:
        del unit
        wide = x.astype(np.float64)
        if is_tanh:
            inner = np.tanh(np.sqrt(2 / np.pi) * (wide + 0.044715 * wide**3))
        else:
            inner = np.asarray([erf(item) for item in wide / np.sqrt(2)])
        return np.asarray((wide * 0.5 * (1 + inner)).astype(np.float32))

    return gelu


_FUNCTIONS: dict[str, Callable[..., np.ndarray]] = {
    "EXP": _exponential,
    "LOG": _logarithm,
    "RSQRT": _inverse_root,
}
WORDS.update(dict.fromkeys((*_FUNCTIONS, "GELU"), _function))


def _sigmoid_or_tanh(call: Call) -> LayoutOperand:
    if scale_of(call.output_tensors[0]) != 2.0**-15:
        raise UnsupportedNodeError("the scale of its result is not 2^-15, as LiteRT wants it")
    if scale_of(call.input_tensors[0]) <= 0:
        raise UnsupportedNodeError("the scale of its operand is not above 0")
    table = logistic_table if call.operator.kind == "LOGISTIC" else tanh_table
    return _looked_up(call, call.given(0), table(scale_of(call.input_tensors[0])))


WORDS.update(dict.fromkeys(("LOGISTIC", "TANH"), _sigmoid_or_tanh))


def _looked_up(call: Call, x: LayoutOperand, table: np.ndarray) -> LayoutOperand:
    """The entry of each word. Those of negative words come last, where Gather looks for them."""
    entries = np.roll(table, _LOW).astype(np.int16)
    place = call.cast(x, np.int32)
    if isinstance(place, NchwView):
        return call.view(call.node("Gather", entries, place.value, axis=0))
    return call.node("Gather", entries, place, axis=0)


def _softmax(call: Call) -> LayoutOperand:
    """Exponents from a table, and the inverse of their sum from another."""
    x = call.plain(0)
    result = scale_of(call.output_tensors[0])
    if abs(result * 32768 - 1) > 0.001:
        raise UnsupportedNodeError("the scale of its result is not 2^-15, as LiteRT wants it")
    scale = np.float32(scale_of(call.input_tensors[0])) * np.float32(call.number("beta"))
    factor = Factor.of(float(scale) / (10 / _RANGE))
    exponents = _interpolated(np.float64, (-10, 0), 2 / _RANGE, np.exp)
    inverses = _interpolated(np.float64, (0, 1), 2 / _RANGE, lambda value: 1 / (1 + value))
    number = call.layouts.to_nhwc(wide(call, x))
    largest = call.node("ReduceMax", number, int64([-1]), keepdims=1)
    below = scaled(call, call.node("Sub", number, largest), factor)
    place = _limited(call, call.node("Add", call.layouts.to_nhwc(below), np.asarray(float(_HIGH))))
    powers = call.layouts.to_nhwc(wide(call, _looked_up(call, place, exponents)))
    total = call.node("ReduceSum", powers, int64([-1]), keepdims=1)
    power = _power_below(call, total, shape_of(x)[-1])
    share = rounded(call, call.node("Mul", call.node("Div", total, power), np.asarray(2.0**16)))
    place = _limited(call, call.node("Sub", call.layouts.to_nhwc(share), np.asarray(3 * 2.0**15)))
    inverse = call.layouts.to_nhwc(wide(call, _looked_up(call, place, inverses)))
    found = call.node("Div", call.node("Mul", powers, inverse), power)
    return as_words(
        call, call.node("Max", call.layouts.to_nhwc(rounded(call, found)), np.asarray(0.0))
    )


WORDS["SOFTMAX"] = _softmax


def _limited(call: Call, value: Operand) -> Operand:
    value = call.node("Max", value, np.asarray(float(_LOW)))
    return call.node("Min", value, np.asarray(float(_HIGH)))


def _power_below(call: Call, total: Operand, count: int) -> Operand:
    """The largest power of two that is not above a sum of so many words, of which one is large."""
    power: Operand = np.asarray(2.0**13)
    for bits in range(14, 16 + count.bit_length()):
        reaches = call.node("Less", total, np.asarray(2.0**bits))
        power = call.node("Where", reaches, power, np.asarray(2.0**bits))
    return power
