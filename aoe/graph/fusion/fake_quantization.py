"""Numbers that are quantised and dequantised in one expression stay floating-point numbers.

Rounded to whole numbers within the limits of a type of 8 bits, a number is the same in float32. The
casts to bytes, to int32 and back take as long as what they are between.
"""

from __future__ import annotations

from aoe.element_types import integer_limits, is_floating
from aoe.loops.expression import Apply, Constant, Expression, apply, cast, substitute


def without_bytes(expression: Expression) -> Expression:
    """The expression without casts of whole numbers to bytes that become float32 again."""
    return substitute(expression, _in_float)


def _in_float(item: Expression) -> Expression | None:
    """(float32)((int32)(byte) number - zero) as number - zero."""
    whole = _casted(item, "float32")
    if whole is None:
        return None
    zero: Expression | None = None
    if isinstance(whole, Apply) and whole.function == "sub":
        whole, zero = whole.arguments
    byte = _casted(whole, "int32")
    if not isinstance(byte, Apply) or byte.function != "cast" or is_floating(byte.dtype):
        return None
    (number,) = byte.arguments
    if byte.dtype not in ("int8", "uint8") or not _is_whole(number, byte.dtype):
        return None
    return number if zero is None else apply("sub", number, cast(zero, "float32"))


def _casted(item: Expression, dtype: str) -> Expression | None:
    if isinstance(item, Apply) and item.function == "cast" and item.dtype == dtype:
        return item.arguments[0]
    return None


def _is_whole(number: Expression, dtype: str) -> bool:
    """Whether a number was rounded, and is within the limits of an integer type."""
    limits = {float(limit) for limit in integer_limits(dtype)}
    for function in ("min", "max"):
        if not isinstance(number, Apply) or number.function != function:
            return False
        known = [item.value for item in number.arguments if isinstance(item, Constant)]
        rest = [item for item in number.arguments if not isinstance(item, Constant)]
        if len(known) != 1 or float(known[0]) not in limits:
            return False
        limits.remove(float(known[0]))
        number = rest[0]
    if isinstance(number, Apply) and number.function == "add":
        rounded = [item for item in number.arguments if not _is_zero_point(item)]
        number = rounded[0] if len(rounded) == 1 else number
    return isinstance(number, Apply) and number.function == "round"


def _is_zero_point(item: Expression) -> bool:
    inner = _casted(item, "float32")
    return isinstance(inner, Constant) and not is_floating(inner.dtype)
