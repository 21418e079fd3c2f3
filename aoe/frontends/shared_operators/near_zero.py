"""log(1 + x) and exp(x) - 1, exact for small x too, said with operators of ONNX.

Each function takes what makes a node of the caller's kind and what makes a number of the element
type of x, so that every reader can use it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Made = TypeVar("Made")

#: Below it exp(x) - 1 loses a digit to cancellation.
_NEAR = 0.5


def log_of_one_more(
    node: Callable[..., Made], number: Callable[[float], object], x: object
) -> Made:
    """log(u) * x / (u - 1) with u = 1 + x (Goldberg, "What Every Computer Scientist Should Know
    About Floating-Point Arithmetic", 1991, theorem 4).
    """
    one = number(1.0)
    shifted = node("Add", x, one)
    rest = node("Sub", shifted, one)
    tiny = node("Equal", rest, number(0.0))
    logarithm = node("Log", shifted)
    exact = node("Mul", logarithm, node("Div", x, node("Where", tiny, one, rest)))
    endless = node("Equal", shifted, number(float("inf")))
    return node("Where", tiny, x, node("Where", endless, logarithm, exact))


def power_less_one(node: Callable[..., Made], number: Callable[[float], object], x: object) -> Made:
    """2 * tanh(x / 2) / (1 - tanh(x / 2)) near 0, where exp(x) - 1 would cancel."""
    one = number(1.0)
    half = node("Tanh", node("Mul", x, number(0.5)))
    near = node("Div", node("Add", half, half), node("Sub", one, half))
    far = node("Sub", node("Exp", x), one)
    return node("Where", node("Less", node("Abs", x), number(_NEAR)), near, far)
