"""The arithmetic of LiteRT on integers of 16 bits: factors as integers, and how it rounds.

A factor is a multiplier of 31 bits and a power of two. Sums of 64 bits are multiplied by its upper
15 bits, and halves go up. Sums of 32 bits are multiplied by all bits and rounded twice: first to an
integer before the power of two, with halves up, then after it, with halves away from zero. All is
computed with float64: it holds the products of 15 bits exactly, and of others what can decide a
rounding, unless a product of more than 53 bits lies that near to a half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, frexp

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.tflite.call import Call
from aoe.frontends.tflite.model_file import FileTensor
from aoe.frontends.tflite.operators.quantized import limits_of

#: The bits of a multiplier, and those of its upper part.
_BITS, _UPPER = 31, 15


@dataclass(frozen=True, slots=True)
class Factor:
    """A positive factor as LiteRT has it: `multiplier * 2 ** (shift - 31)`.

    Attributes:
        multiplier: An integer of 31 bits.
        shift: The power of two.
    """

    multiplier: int
    shift: int

    @classmethod
    def of(cls, number: float) -> Factor:
        """The nearest factor to a number that is not negative."""
        if not 0 <= number < 2.0**_BITS:
            raise UnsupportedNodeError(f"its scales give the factor {number}")
        fraction, shift = frexp(number)
        multiplier = floor(fraction * 2.0**_BITS + 0.5)
        if multiplier == 1 << _BITS:
            multiplier, shift = multiplier >> 1, shift + 1
        return cls(0, 0) if shift < -_BITS else cls(multiplier, shift)

    @property
    def whole(self) -> float:
        """The factor, with all of its bits."""
        return float(self.multiplier * 2.0 ** (self.shift - _BITS))

    @property
    def upper(self) -> float:
        """The factor of sums of 64 bits, which has 15 bits."""
        most = (1 << _UPPER) - 1
        return float(min((self.multiplier + (1 << 15)) >> 16, most) * 2.0 ** (self.shift - _UPPER))


def scale_of(tensor: FileTensor | None) -> float:
    """The one scale of a tensor whose zero point is 0, as all of int16 are."""
    if tensor is None or not tensor.is_quantized:
        raise UnsupportedNodeError("one of its tensors has no scale, though others have one")
    scaling = tensor.scaling
    if scaling.scale.size != 1:
        raise UnsupportedNodeError(f"{tensor.name!r} has several scales")
    if scaling.zero_point.any():
        raise UnsupportedNodeError(f"{tensor.name!r} has a zero point; words have none")
    return float(scaling.scale.item())


def is_word(tensor: FileTensor | None) -> bool:
    """Whether a tensor has quantised integers of 16 bits."""
    return tensor is not None and tensor.kind == "INT16" and tensor.is_quantized


def all_words(tensors: Sequence[FileTensor | None]) -> bool:
    """Whether all tensors have quantised integers of 16 bits."""
    return all(is_word(tensor) for tensor in tensors)


def wide(call: Call, value: LayoutOperand) -> LayoutOperand:
    """Integers in float64."""
    return (
        value.astype(np.float64) if isinstance(value, np.ndarray) else call.cast(value, np.float64)
    )


def rounded(call: Call, value: LayoutOperand) -> LayoutOperand:
    """Numbers of float64 as integers, with halves up."""
    return call.elementwise("Floor", call.elementwise("Add", value, np.asarray(0.5)))


def away(call: Call, value: LayoutOperand, margin: float = 0.0) -> LayoutOperand:
    """Numbers of float64 half a step further from zero. Without their fractions, they are integers
    with halves away from zero. `margin`: what a half may lack.
    """
    half = 0.5 + margin
    is_negative = call.elementwise("Less", value, np.asarray(0.0))
    near = call.elementwise("Where", is_negative, np.asarray(-half), np.asarray(half))
    return call.elementwise("Add", value, near)


def times(call: Call, value: LayoutOperand, number: float) -> LayoutOperand:
    """Numbers of float64 times another."""
    return value if number == 1 else call.elementwise("Mul", value, np.asarray(number, np.float64))


def scaled(call: Call, value: LayoutOperand, factor: Factor) -> LayoutOperand:
    """Integers of 32 bits times a factor, in float64, rounded twice."""
    left, right = max(factor.shift, 0), max(-factor.shift, 0)
    value = rounded(call, times(call, value, factor.multiplier * 2.0 ** (left - _BITS)))
    if not right:
        return value
    value = times(call, value, 2.0**-right)
    # A half of a negative number goes down: it is no more than a half but for the next fraction.
    half, less = np.asarray(0.5), np.asarray(0.5 - 2.0 ** -(right + 1))
    is_negative = call.elementwise("Less", value, np.asarray(0.0))
    return call.elementwise(
        "Floor", call.elementwise("Add", value, call.elementwise("Where", is_negative, less, half))
    )


def as_words(call: Call, value: LayoutOperand) -> LayoutOperand:
    """Numbers of float64 without their fractions as words, within the limits of the result and of
    its activation.
    """
    low, high = limits_of(call) if "activation" in call.operator.options else (-32768, 32767)
    limited = call.elementwise("Max", wide(call, value), np.asarray(low, np.float64))
    limited = call.elementwise("Min", limited, np.asarray(high, np.float64))
    return call.elementwise("Cast", limited, to=int(onnx_ir.DataType.INT16))
