"""Numbers that are quantised and dequantised in one expression are not made bytes in between.

Within the limits of a type of 8 bits, a number becomes the same integer of 32 bits directly as by
that type: whole, 0 for NaN, and without a negative zero.
"""

from __future__ import annotations

from typing import TypeGuard

from aoe.element_types import integer_limits
from aoe.loops.expression import Apply, Expression, cast, limits_of, substitute


def without_bytes(expression: Expression) -> Expression:
    """The expression without casts of limited numbers to bytes that become int32."""
    return substitute(expression, _directly)


def _directly(item: Expression) -> Expression | None:
    """(int32)(byte) number as (int32) number."""
    byte = item.arguments[0] if _is_cast(item, "int32") else None
    if byte is None or not (_is_cast(byte, "int8") or _is_cast(byte, "uint8")):
        return None
    lowest, highest = integer_limits(byte.dtype)
    number = byte.arguments[0]
    limits = limits_of(number)
    if limits is None or limits[0] < lowest or limits[1] > highest:
        return None
    return cast(number, "int32")


def _is_cast(item: Expression, dtype: str) -> TypeGuard[Apply]:
    return isinstance(item, Apply) and item.function == "cast" and item.dtype == dtype
