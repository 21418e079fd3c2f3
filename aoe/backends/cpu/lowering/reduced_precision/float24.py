"""Float24: float32 rounded to its sign, its exponent and 15 bits of its fraction. It serves weights
whose transfer from memory, or from a cache in every step, takes longer than their arithmetic.

The relative error of a number is at most 2⁻¹⁶ (2⁻¹⁵ for numbers above the largest float24). The
error of a sum of many products is about 5·10⁻⁶ of the sum of their magnitudes, as with two split
terms (`split_terms.py`). Its effect on a whole model is judged in
`aoe.graph.precision.split_precision`.

`matmul_float24` and `conv_winograd_fitted_float24` store planes: the upper 16 bits of all columns,
then the lower 8 (`float24_planes.py`). `recurrent_float24` has no cycles to spare to join them.
There, three words hold four numbers, which three instructions extract (`words`,
`float24_panels.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from aoe.backends.cpu.lowering.reduced_precision.split_terms import splittable
from aoe.backends.llvm import float24_code
from aoe.element_types import FLOAT24, ITEM_BYTES
from aoe.loops.expression import Apply, Constant, Expression, apply, cast
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.conv import conv
from aoe.operators.types.matmul import matmul
from aoe.operators.types.recurrent import recurrent

#: Bytes of a number.
BYTES = ITEM_BYTES[FLOAT24]
#: The relative error allowed to a result. In sums, rounding errors partly cancel.
TOLERANCE = 2.0**-15
#: The most rows of a matmul, and the most pixels of a Winograd convolution, for which the transfer
#: of weights takes longer than the arithmetic.
MOST_ROWS, MOST_PIXELS = 8, 64
#: The fewest weights that pay: a megabyte of float32. Fewer stay in a cache.
LEAST_WEIGHTS = 2**18
#: Numbers in a group, and words that hold them, as loads take them.
GROUP, WORDS = float24_code.GROUP, float24_code.WORDS
#: Half a unit in the last place; the bit that keeps a NaN a NaN without its lower bits.
_HALF, _QUIET = 0x80, 0x400000
_UPPER_SHIFT, _UPPER = 16, 0xFFFF
_LOWER_SHIFT, _LOWER = 8, 0xFF
_MAGNITUDE = 0x7FFFFFFF
#: The largest finite float24.
_LARGEST = 2.0**128 - 2.0**112


def takes_float24_weights(operator: Operator) -> bool:
    """Whether an operator may take its weights as float24: a matmul of a few rows by many weights,
    a convolution of few pixels, or a recurrence, which reads all weights in every step.
    """
    if recurrent.OPERATOR.describes(operator):
        x, weights = operator.inputs[:2]
        return operator.precision == "default" and x.dtype == "float32" and _many(weights)
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
    """Whether a convolution computes few pixels with a plain 3×3 window. Transformed weights of
    larger windows amplify the rounding error.
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
    """The nearest float24, as float32."""
    return Apply("bitcast", (_part(_nearest(number), ~_LOWER),), "int32:float32")


def planes(number: Expression) -> tuple[Expression, Expression]:
    """The upper 16 bits and the lower 8 of the nearest float24, as int32."""
    nearest = _nearest(number)
    return (
        _part(_shifted(nearest, _UPPER_SHIFT), _UPPER),
        _part(_shifted(nearest, _LOWER_SHIFT), _LOWER),
    )


def words(numbers: Sequence[Expression]) -> tuple[Expression, ...]:
    """A `GROUP` of numbers in `WORDS` words, as int32. Each word is a number whose lowest byte is
    replaced by one of the three bytes of the last number, the upper byte first.

    The rounding of each number accounts for that byte, so its error is no larger than with zeros
    there. NaN stays NaN. Infinity becomes the largest finite number, except in the last number.
    """
    *others, last = numbers
    bits = Apply("bitcast", (rounded(last),), "float32:int32")
    shifts = range(_UPPER_SHIFT + _LOWER_SHIFT, 0, -_LOWER_SHIFT)
    lowest = [_part(_shifted(bits, shift), _LOWER) for shift in shifts]
    return tuple(_with_lowest(*pair) for pair in zip(others, lowest, strict=True))


def _with_lowest(number: Expression, byte: Expression) -> Expression:
    """The nearest number with this lowest byte, as int32."""
    below = apply("min", number, Constant(_LARGEST, "float32"))
    bounded = apply("max", below, Constant(-_LARGEST, "float32"))
    bits = Apply("bitcast", (bounded,), "float32:int32")
    magnitude = apply("sub", apply("add", _part(bits, _MAGNITUDE), _constant(_HALF)), byte)
    near = apply("bitwise_or", apply("max", magnitude, _constant(0)), _part(bits, ~_MAGNITUDE))
    return apply("bitwise_or", _part(_unless_nan(number, near), ~_LOWER), byte)


def _nearest(number: Expression) -> Expression:
    """A number as int32 whose upper 24 bits are those of the nearest float24."""
    bits = Apply("bitcast", (number,), "float32:int32")
    return _unless_nan(number, apply("add", bits, _constant(_HALF)))


def _unless_nan(number: Expression, near: Expression) -> Expression:
    """Keeps NaN: rounding would carry into its sign."""
    bits = Apply("bitcast", (number,), "float32:int32")
    none = apply("bitwise_or", bits, _constant(_QUIET))
    return apply("select", apply("equal", number, number), near, none)


def joined(upper: Expression, lower: Expression) -> Expression:
    """The number with these bits, as float32."""
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
