"""What TopK compares: elements, or integers that are ordered as they are.

NaN counts as the largest element (`aoe.operators.types.selection.top_k`). The maximum of
floating-point numbers gives NaN where there is one, so the largest are found as they are. So does
the minimum, so the smallest are found by integers.
"""

from __future__ import annotations

from aoe.element_types import integer_limits, is_floating
from aoe.loops.expression import Apply, Constant, Expression, apply, cast


def compared_type(dtype: str, largest: bool) -> str:
    """The element type of what is compared, for elements of type `dtype`."""
    if largest or not is_floating(dtype):
        return dtype
    return "int64" if dtype == "float64" else "int32"


def compared(element: Expression, dtype: str, largest: bool) -> Expression:
    """What stands for an element of type `dtype`.

    The integer of a number is its magnitude's bits with its sign, so that zeros are equal; that of
    NaN is the highest one.
    """
    whole = compared_type(dtype, largest)
    if whole == dtype:
        return element
    wide = "float64" if whole == "int64" else "float32"
    number = element if dtype == wide else cast(element, wide)
    bits = Apply("bitcast", (number,), f"{wide}:{whole}")
    lowest, highest = (Constant(limit, whole) for limit in integer_limits(whole))
    negative = apply("less", bits, Constant(0, whole))
    signed = apply("select", negative, apply("sub", lowest, bits), bits)
    return apply("select", apply("not_equal", number, number), highest, signed)
