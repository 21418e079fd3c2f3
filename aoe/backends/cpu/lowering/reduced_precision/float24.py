"""Float32 in 24 bits, its sign, its exponent and 15 bits of its fraction, for weights that
take as long to come from memory, or from a cache in every step, as they have bits.

A number is off by 2⁻¹⁶ of itself at most (by 2⁻¹⁵ if it is larger than any of 24 bits), sums of
many products by about 5·10⁻⁶ of what their terms amount to, as much as with numbers in two parts
(`aoe.backends.cpu.lowering.reduced_precision.split_terms`), and what becomes of that in a whole
model is judged in the same place (`aoe.graph.precision.split_precision`). Used by `matmul_float24`
and `conv_winograd_fitted_float24`, which store the upper 16 bits and the lower 8 apart, and by
`recurrent_float24`, which has no cycles to spare for putting them together (all in
`aoe.operators.implementations`): three words hold four numbers, which three instructions make of
them (`words`, `aoe.backends.cpu.lowering.reduced_precision.float24_panels`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from aoe.backends.cpu.lowering.reduced_precision.split_terms import splittable
from aoe.element_types import FLOAT24, ITEM_BYTES
from aoe.loops.expression import Apply, Constant, Expression, apply, cast
from aoe.operators.operator import Operand, Operator
from aoe.operators.types import conv, matmul, recurrent

#: Bytes of a number.
BYTES = ITEM_BYTES[FLOAT24]
#: What a single number may be off by; in sums errors make up for each other.
TOLERANCE = 2.0**-15
#: The most rows of a matrix whose products with weights are short of weights, not of arithmetic,
#: and the most pixels of a convolution for the same, by Winograd's algorithm.
MOST_ROWS, MOST_PIXELS = 8, 64
#: The fewest weights that are worth it: a megabyte as float32. Fewer stay in a cache.
LEAST_WEIGHTS = 2**18
#: Numbers in a group, and words that hold them.
GROUP, WORDS = 4, 3
#: A half of what the last bit stands for; what makes bits of no number bits of none again when the
#: lower ones are gone.
_HALF, _QUIET = 0x80, 0x400000
_UPPER_SHIFT, _UPPER = 16, 0xFFFF
_LOWER_SHIFT, _LOWER = 8, 0xFF
_MAGNITUDE = 0x7FFFFFFF
#: The largest number that has 24 bits.
_LARGEST = 2.0**128 - 2.0**112


def shortens(operator: Operator) -> bool:
    """Whether weights of 24 bits may stand for those of an operator: of a product of a few rows by
    many weights, of a convolution of few pixels, or of a recurrence, which reads all of them in
    every step.
    """
    if recurrent.OPERATOR.describes(operator):
        x, weights = operator.inputs[:2]
        return not (operator.exact or operator.whole) and x.dtype == "float32" and _many(weights)
    if not splittable(operator):
        return False
    if conv.OPERATOR.describes(operator):
        return _has_few_pixels(operator) and _many(operator.inputs[1])
    if not matmul.OPERATOR.describes(operator):
        return False
    b = operator.inputs[1]
    few = prod(b.shape[:-2]) == 1 and prod(operator.output.shape[:-1]) <= MOST_ROWS
    return few and _many(b)


def _has_few_pixels(operator: Operator) -> bool:
    """Whether a convolution computes few pixels, each from 3×3 of all channels: transformed weights
    of larger windows do more harm when they are inexact.
    """
    batch, _, *pixels = operator.output.shape
    spread = (*operator.integers("strides"), *operator.integers("dilations"))
    simple = operator.integer("group") == 1 and set(spread) == {1}
    small = operator.inputs[1].shape[2:] == (3, 3)
    return simple and small and batch * prod(pixels) <= MOST_PIXELS


def _many(weights: Operand) -> bool:
    constant = weights.constant and weights.dtype == "float32"
    return constant and prod(weights.shape) >= LEAST_WEIGHTS


def rounded(number: Expression) -> Expression:
    """The nearest number of 24 bits, as float32."""
    return Apply("bitcast", (_part(_nearest(number), ~_LOWER),), "int32:float32")


def halves(number: Expression) -> tuple[Expression, Expression]:
    """The upper 16 bits and the lower 8 of the nearest number of 24 bits, as int32."""
    nearest = _nearest(number)
    return (
        _part(_shifted(nearest, _UPPER_SHIFT), _UPPER),
        _part(_shifted(nearest, _LOWER_SHIFT), _LOWER),
    )


def words(numbers: Sequence[Expression]) -> tuple[Expression, ...]:
    """A `GROUP` of numbers in `WORDS` words, as int32: each word is a number whose lowest byte is
    one of the last number's three, the upper first.

    What that byte makes of a number is part of its rounding, so it is as near as with zeros there.
    What is no number stays none; what is endless becomes the largest number, but for the last one.
    """
    *others, last = numbers
    bits = Apply("bitcast", (rounded(last),), "float32:int32")
    shifts = range(_UPPER_SHIFT + _LOWER_SHIFT, 0, -_LOWER_SHIFT)
    lowest = [_part(_shifted(bits, shift), _LOWER) for shift in shifts]
    return tuple(_with_lowest(*pair) for pair in zip(others, lowest, strict=True))


def _with_lowest(number: Expression, byte: Expression) -> Expression:
    """The nearest number to one that has this lowest byte, as int32."""
    below = apply("min", number, Constant(_LARGEST, "float32"))
    bounded = apply("max", below, Constant(-_LARGEST, "float32"))
    bits = Apply("bitcast", (bounded,), "float32:int32")
    magnitude = apply("sub", apply("add", _part(bits, _MAGNITUDE), _constant(_HALF)), byte)
    near = apply("bitwise_or", apply("max", magnitude, _constant(0)), _part(bits, ~_MAGNITUDE))
    return apply("bitwise_or", _part(_unless_none(number, near), ~_LOWER), byte)


def _nearest(number: Expression) -> Expression:
    """A number as int32, whose upper 24 bits are the nearest."""
    bits = Apply("bitcast", (number,), "float32:int32")
    return _unless_none(number, apply("add", bits, _constant(_HALF)))


def _unless_none(number: Expression, near: Expression) -> Expression:
    """What is no number stays none: rounding would carry into its sign."""
    bits = Apply("bitcast", (number,), "float32:int32")
    none = apply("bitwise_or", bits, _constant(_QUIET))
    return apply("select", apply("equal", number, number), near, none)


def joined(upper: Expression, lower: Expression) -> Expression:
    """The number of such bits, as float32."""
    high = apply("shift_left", cast(upper, "int32"), _constant(_UPPER_SHIFT))
    low = apply("shift_left", cast(lower, "int32"), _constant(_LOWER_SHIFT))
    bits = apply("bitwise_or", high, low)
    return Apply("bitcast", (bits,), "int32:float32")


def _part(bits: Expression, mask: int) -> Expression:
    return apply("bitwise_and", bits, _constant(mask))


def _shifted(bits: Expression, places: int) -> Expression:
    return apply("shift_right", bits, _constant(places))


def _constant(value: int) -> Constant:
    return Constant(value, "int32")
