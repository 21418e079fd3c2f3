"""Numbers of float32 as sums of two or three of bfloat16, so that instructions for products of
bfloat16 compute products of float32.

A bfloat16 holds 8 significant bits, two of them and a sign 17: what is left is at most 2⁻¹⁷ of the
number. Of the four products of two such sums that of the lesser parts is as small, and left out.
Sums of products are off by about 3·10⁻⁶ of what their parts amount to, no more than Winograd's
algorithm makes of float32; what becomes of that in a whole model is judged there
(`aoe.graph.precision.split_precision`). Three parts hold all bits, and the six products that are
not below them make sums as exact as those of float32, in twice the time. Numbers that are not
finite give results that are none, and those below 10⁻³³ lose bits. The idea: G. Henry, P. T. P.
Tang and A. Heinecke, "Leveraging the bfloat16 artificial intelligence datatype for higher-precision
computations" (ARITH 2019). Used by the contractions in tiles (`aoe.operators.implementations`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from aoe.loops.expression import Apply, Constant, Expression, Load, apply
from aoe.operators.factors import factors
from aoe.operators.operator import Operator
from aoe.operators.types import attention, conv, matmul
from aoe.operators.types.conv import is_depthwise

#: By the number of parts, which of the first number are multiplied by which of the second, in an
#: order in which neighbours share one.
PRODUCTS: Mapping[int, tuple[tuple[int, int], ...]] = MappingProxyType(
    {
        1: ((0, 0),),
        2: ((1, 0), (0, 0), (0, 1)),
        3: ((2, 0), (1, 0), (1, 1), (0, 1), (0, 0), (0, 2)),
    }
)
#: The same, what a single product may be off by; in sums errors make up for each other.
TOLERANCE: Mapping[int, float] = MappingProxyType({1: 1e-5, 2: 2.0**-15, 3: 1e-5})
#: A half of what the last bit of a part stands for, the bits that one has, how many and which there
#: are below.
_HALF, _UPPER, _BELOW, _LOWER = 0x8000, -0x10000, 16, 0xFFFF
#: Types of operators that multiply numbers that may be split.
_TYPES = frozenset(item.OPERATOR.type for item in (conv, matmul, attention))


def splittable(operator: Operator, parts: int = 2) -> bool:
    """Whether so many parts may stand for the numbers that an operator multiplies."""
    allowed = not operator.whole and (parts > 2 or not operator.exact)
    if not allowed or operator.type not in _TYPES:
        return False
    multiplied = factors(operator)
    depthwise = conv.OPERATOR.describes(operator) and is_depthwise(operator)
    return {item.dtype for item in multiplied} == {"float32"} and not depthwise


def parts_of(number: Expression, parts: int) -> tuple[Expression, ...]:
    """So many parts as float32, the largest first; all but the last hold no more than 8 bits, which
    storing it as bfloat16 rounds to.
    """
    found, rest = [], number
    for _ in range(parts - 1):
        part = _rounded(rest)
        found.append(part)
        rest = apply("sub", rest, part)
    return (*found, rest)


def pairs_of(first: Expression, second: Expression, parts: int) -> tuple[Expression, ...]:
    """For each of so many parts, that of the first number and that of the second side by side, as
    int32.
    """
    pairs = zip(parts_of(first, parts), parts_of(second, parts), strict=True)
    return tuple(_side_by_side(*pair) for pair in pairs)


def _side_by_side(first: Expression, second: Expression) -> Expression:
    """The nearest bfloat16 of two numbers, the second in the upper half of a word."""
    lower, upper = (
        Apply("bitcast", (_rounded(part),), "float32:int32") for part in (first, second)
    )
    below = apply("shift_right", lower, Constant(_BELOW, "int32"))
    return apply("bitwise_or", apply("bitwise_and", below, Constant(_LOWER, "int32")), upper)


def _rounded(number: Expression) -> Expression:
    """The nearest number with 8 significant bits."""
    bits = Apply("bitcast", (number,), "float32:int32")
    nearest = apply("add", bits, Constant(_HALF, "int32"))
    upper = apply("bitwise_and", nearest, Constant(_UPPER, "int32"))
    return Apply("bitcast", (upper,), "int32:float32")


def product_of_parts(function: str, zero: Expression, parts: int) -> Expression:
    """The sum of the products of so many parts by a dot product. Operand 2n is part n of the first
    number, operand 2n + 1 that of the second.
    """
    total = zero
    for first, second in PRODUCTS[parts]:
        total = apply(function, Load(2 * first), Load(2 * second + 1), total)
    return total
