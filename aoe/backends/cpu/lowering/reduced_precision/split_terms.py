"""Float32 numbers as sums of two or three bfloat16 terms, so that bfloat16 instructions compute
float32 contractions.

A bfloat16 has 8 significant bits; two terms and a sign have 17, so the remainder is at most 2⁻¹⁷ of
the number. Of the four products of two such sums, that of the lower terms is as small and is left
out. The error of a sum of products is about 3·10⁻⁶ of the sum of magnitudes, no more than that of
Winograd convolution in float32. Its effect on a whole model is judged in
`aoe.graph.precision.split_precision`. Three terms hold all bits. The six largest of their products
give sums as accurate as float32, in twice the time. Infinity gives NaN, and numbers below 10⁻³³
lose bits.

Source: G. Henry, P. T. P. Tang and A. Heinecke, "Leveraging the bfloat16 artificial intelligence
datatype for higher-precision computations" (ARITH 2019). Used by the AMX contractions of
`aoe.backends.cpu.implementations`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from types import MappingProxyType

from aoe.loops.expression import Apply, Constant, Expression, Load, apply
from aoe.operators.factors import factors
from aoe.operators.operator import Operator, Precision
from aoe.operators.types.attention import attention
from aoe.operators.types.conv import conv
from aoe.operators.types.conv.conv import is_depthwise
from aoe.operators.types.matmul import matmul

#: By the number of terms: which terms of the first number are multiplied by which of the second.
#: Neighbours in this order share a term.
PRODUCTS: Mapping[int, tuple[tuple[int, int], ...]] = MappingProxyType(
    {
        1: ((0, 0),),
        2: ((1, 0), (0, 0), (0, 1)),
        3: ((2, 0), (1, 0), (1, 1), (0, 1), (0, 0), (0, 2)),
    }
)
#: By the number of terms: the relative error allowed to a result. In sums, errors partly cancel.
TOLERANCE: Mapping[int, float] = MappingProxyType({1: 1e-5, 2: 2.0**-15, 3: 1e-5})
#: By the precision of an operator: the least number of terms of a number.
LEAST_TERMS: Mapping[Precision, float] = MappingProxyType(
    {"low": 2, "default": 2, "high": 3, "highest": inf, "direct": inf}
)
#: Half a unit in the last place of a term; the bits of a term; the number and mask of those below.
_HALF, _UPPER, _BELOW, _LOWER = 0x8000, -0x10000, 16, 0xFFFF
#: Operator types whose numbers may be split.
_TYPES = frozenset(item.OPERATOR.type for item in (conv, matmul, attention))


def splittable(operator: Operator, terms: int = 2) -> bool:
    """Whether an operator may multiply numbers as sums of so many terms."""
    if terms < LEAST_TERMS[operator.precision] or operator.type not in _TYPES:
        return False
    multiplied = factors(operator)
    depthwise = conv.OPERATOR.describes(operator) and is_depthwise(operator)
    return {item.dtype for item in multiplied} == {"float32"} and not depthwise


def terms_of(number: Expression, terms: int) -> tuple[Expression, ...]:
    """A number as so many float32 terms, the largest first. All but the last have 8 significant
    bits at most; storing the last as bfloat16 rounds it.
    """
    found, rest = [], number
    for _ in range(terms - 1):
        part = _rounded(rest)
        found.append(part)
        rest = apply("sub", rest, part)
    return (*found, rest)


def pairs_of(first: Expression, second: Expression, terms: int) -> tuple[Expression, ...]:
    """For each term, that of the first number and that of the second side by side in a word, as
    int32.
    """
    pairs = zip(terms_of(first, terms), terms_of(second, terms), strict=True)
    return tuple(_side_by_side(*pair) for pair in pairs)


def _side_by_side(first: Expression, second: Expression) -> Expression:
    """The nearest bfloat16 of two numbers in a word, the second in the upper half."""
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


def product_of_terms(function: str, zero: Expression, terms: int) -> Expression:
    """The sum of the products of terms by a dot-product function. Operand 2n is term n of the first
    number, operand 2n + 1 that of the second.
    """
    total = zero
    for first, second in PRODUCTS[terms]:
        total = apply(function, Load(2 * first), Load(2 * second + 1), total)
    return total
