"""The angle of a point and the signs of numbers, which ONNX has no operators for.

As in `near_zero.py`, the caller says how a node and a number of the element type are made.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from typing import TypeVar

Made = TypeVar("Made")


def angle_of(
    node: Callable[..., Made], number: Callable[[float], object], y: object, x: object
) -> Made:
    """atan2: the angle of the point (x, y), from -pi to pi. Signs of zeros count, and infinities
    are taken for equal.
    """
    zero, half_turn = number(0.0), number(pi)
    both = node("And", node("Equal", x, zero), node("Equal", y, zero))
    # infinities have no quotient
    size = [node("Abs", value) for value in (y, x)]
    sign = [node("Sign", value) for value in (y, x)]
    quotient = node("Where", node("Equal", *size), node("Mul", *sign), node("Div", y, x))
    angle = node("Where", both, y, node("Atan", quotient))
    turned = node("Where", is_negative(node, number, y), number(-pi), half_turn)
    return node("Add", angle, node("Where", is_negative(node, number, x), turned, zero))


def is_negative(node: Callable[..., Made], number: Callable[[float], object], x: object) -> Made:
    """Whether elements have a minus sign, as the zero has whose reciprocal is less than 0. One that
    is no number has none.
    """
    zero = number(0.0)
    signed = node("Where", node("Equal", x, zero), node("Reciprocal", x), x)
    return node("Less", signed, zero)
