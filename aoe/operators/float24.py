"""Float32 in 24 bits, its sign, its exponent and 15 bits of its fraction, for weights that
take as long to come from memory as they have bits.

A number is off by 2⁻¹⁶ of itself at most, sums of many products by about 5·10⁻⁶ of what their terms
amount to, as much as with numbers in two parts (`aoe.operators.split`), and what becomes of that in
a whole model is judged in the same place (`aoe.graph.exactness`). The upper 16 bits and the lower 8
are stored apart. Used by `aoe.operators.implementations.matmul_float24`.
"""

from __future__ import annotations

from math import prod

from aoe.loops.expression import Apply, Constant, Expression, apply, cast
from aoe.operators.operator import Operator
from aoe.operators.split import splittable

#: Bytes of a number.
BYTES = 3
#: What a single number may be off by; in sums errors make up for each other.
TOLERANCE = 2.0**-15
#: The most rows of a matrix whose products with weights are short of weights, not of arithmetic.
MOST_ROWS = 8
#: The fewest weights that are worth it: a megabyte as float32. Fewer stay in a cache.
LEAST_WEIGHTS = 2**18
#: A half of what the last bit stands for; what makes bits of no number bits of none again when the
#: lower ones are gone.
_HALF, _QUIET = 0x80, 0x400000
_UPPER_SHIFT, _UPPER = 16, 0xFFFF
_LOWER_SHIFT, _LOWER = 8, 0xFF


def shortens(operator: Operator) -> bool:
    """Whether weights of 24 bits may stand for those of an operator: of a product of a few rows by
    many weights.
    """
    if operator.type != "MatMul" or not splittable(operator):
        return False
    b = operator.inputs[1]
    many = prod(b.shape) >= LEAST_WEIGHTS and prod(b.shape[:-2]) == 1
    return b.constant and many and prod(operator.output.shape[:-1]) <= MOST_ROWS


def rounded(number: Expression) -> Expression:
    """The nearest number of 24 bits, as float32."""
    return joined(*halves(number))


def halves(number: Expression) -> tuple[Expression, Expression]:
    """The upper 16 bits and the lower 8 of the nearest number of 24 bits, as int32.

    What is no number stays none: rounding would carry into its sign.
    """
    bits = Apply("bitcast", (number,), "float32:int32")
    none = apply("bitwise_or", bits, Constant(_QUIET, "int32"))
    near = apply("add", bits, Constant(_HALF, "int32"))
    nearest = apply("select", apply("equal", number, number), near, none)
    upper = apply("shift_right", nearest, Constant(_UPPER_SHIFT, "int32"))
    lower = apply("shift_right", nearest, Constant(_LOWER_SHIFT, "int32"))
    return (
        apply("bitwise_and", upper, Constant(_UPPER, "int32")),
        apply("bitwise_and", lower, Constant(_LOWER, "int32")),
    )


def joined(upper: Expression, lower: Expression) -> Expression:
    """The number of such bits, as float32."""
    high = apply("shift_left", cast(upper, "int32"), Constant(_UPPER_SHIFT, "int32"))
    low = apply("shift_left", cast(lower, "int32"), Constant(_LOWER_SHIFT, "int32"))
    bits = apply("bitwise_or", high, low)
    return Apply("bitcast", (bits,), "int32:float32")
