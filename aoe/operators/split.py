"""Numbers of float32 as sums of two of bfloat16, a high part and a low one, so that instructions
for products of bfloat16 compute products of float32.

A bfloat16 holds 8 significant bits, two of them 16 and a sign: what is left is at most 2⁻¹⁷ of the
number. Of the four products of two such sums, that of the low parts is as small, and left out. Sums
of products are so exact to about 5·10⁻⁶ of the largest result, which is less than Winograd's
algorithm loses in float32. Numbers that are not finite give results that are no numbers, and those
below 10⁻³⁶ count as zeros. The idea: G. Henry, P. T. P. Tang and A. Heinecke, "Leveraging the
bfloat16 artificial intelligence datatype for higher-precision computations" (ARITH 2019).
Used by the contractions in tiles (`aoe.operators.implementations._grouped`).
"""

from __future__ import annotations

from aoe.loops.expression import Apply, Constant, Expression, Load, apply

#: Products of parts that are summed up for each product of two numbers.
PRODUCTS = 3
#: Parts of a number.
PARTS = 2
#: A half of what the last bit of a high part stands for, and the bits that one has.
_HALF, _UPPER = 0x8000, -0x10000


def high_part(number: Expression) -> Expression:
    """The nearest number with 8 significant bits, as float32."""
    bits = Apply("bitcast", (number,), "float32:int32")
    rounded = apply("add", bits, Constant(_HALF, "int32"))
    upper = apply("bitwise_and", rounded, Constant(_UPPER, "int32"))
    return Apply("bitcast", (upper,), "int32:float32")


def low_part(number: Expression) -> Expression:
    """What the high part leaves, as float32: storing it as bfloat16 rounds it."""
    return apply("sub", number, high_part(number))


def product_of_parts(function: str, zero: Expression) -> Expression:
    """The sum of the products of operands 0 and 1 (high parts) and 2 and 3 (their low parts), by a
    dot product: in an order in which neighbours share an operand.
    """
    first = apply(function, Load(2), Load(1), zero)
    second = apply(function, Load(0), Load(1), first)
    return apply(function, Load(0), Load(3), second)
