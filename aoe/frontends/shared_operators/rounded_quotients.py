"""Numbers rounded towards 0, and remainders of real numbers with the sign of the divisor.

As in `near_zero.py`, the caller says how a node and a number of the element type are made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Made = TypeVar("Made")


def truncated(node: Callable[..., Made], x: object) -> Made:
    """Real numbers rounded towards 0."""
    return node("Mul", node("Sign", x), node("Floor", node("Abs", x)))


def floor_remainder(
    node: Callable[..., Made], number: Callable[[float], object], x: object, y: object
) -> Made:
    """x - y floor(x / y) of real numbers, without the rounding of the quotient: the remainder that
    has the sign of x, and y added where that is not the sign of y.
    """
    zero = number(0.0)
    rest = node("Mod", x, y, fmod=1)
    other_sign = node("Xor", node("Less", rest, zero), node("Less", y, zero))
    adds = node("And", other_sign, node("Not", node("Equal", rest, zero)))
    return node("Where", adds, node("Add", rest, y), rest)
