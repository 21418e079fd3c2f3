"""Logarithms to a base, which ONNX has no operators for.

As in `near_zero.py`, the caller says how a node and a number of the element type are made.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import TypeVar

Made = TypeVar("Made")


def log_to_base(
    node: Callable[..., Made], number: Callable[[float], object], x: object, base: float
) -> Made:
    """The logarithm of x to a base. x is best of float64: the quotient then rounds to the right
    float32. A whole number whose power is x takes the place of its neighbour, because rounding down
    would make one less of an error in the last place.
    """
    found = node("Mul", node("Log", x), number(1 / log(base)))
    whole = node("Round", found)
    power = node("Pow", number(base), whole)
    return node("Where", node("Equal", power, x), whole, found)
