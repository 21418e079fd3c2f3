"""The logarithm of the gamma function and its derivative, said with operators of ONNX.

Each function takes what makes a node of the caller's kind and what makes a number of the element
type of x, so that every reader can use it. x is best of float64: the results of float32 are then
right to the last digit, near the zeros too, where float32 would cancel.

Source: Lanczos, "A Precision Approximation of the Gamma Function" (1964), with the coefficients of
Godfrey for g = 7 and nine terms; reflection for x < 0.5.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, pi, sqrt
from typing import TypeVar

Made = TypeVar("Made")
_Number = Callable[[float], object]

_G = 7.0
_FIRST = 0.99999999999980993227684700473478
_COEFFICIENTS = (
    *(676.520368121885098567009190444019, -1259.13921672240287047156078755283),
    *(771.3234287776530788486528258894, -176.61502916214059906584551354),
    *(12.507343278686904814458936853, -0.13857109526572011689554707),
    *(9.984369578019570859563e-6, 1.50563273514931155834e-7),
)


def log_gamma(node: Callable[..., Made], number: _Number, x: object) -> Made:
    """log |gamma(x)|: infinite for 0, -1, -2 and so on, and for infinities."""
    half = number(0.5)
    below = node("Less", x, half)
    z = node("Sub", node("Where", below, node("Sub", number(1.0), x), x), number(1.0))
    total, base = number(_FIRST), node("Add", z, number(_G + 0.5))
    for place, coefficient in enumerate(_COEFFICIENTS, 1):
        part = node("Div", number(coefficient), node("Add", z, number(place)))
        total = node("Add", total, part)
    logarithm = node("Log", base)
    # (z + 1/2) log(base) - base, where the first product may be infinite
    power = node("Sub", node("Add", z, half), node("Div", base, logarithm))
    power = node("Mul", power, logarithm)
    direct = node("Add", node("Add", node("Log", total), number(log(sqrt(2 * pi)))), power)
    distance = node("Abs", node("Sub", x, node("Round", x)))
    sine = node("Log", node("Sin", node("Mul", distance, number(pi))))
    reflected = node("Sub", node("Sub", number(log(pi)), sine), direct)
    found = node("Where", below, reflected, direct)
    return node("Where", node("IsInf", x), node("Abs", x), found)


def digamma(node: Callable[..., Made], number: _Number, x: object) -> Made:
    """The derivative of log(gamma(x)): NaN at its poles 0, -1, -2 and so on, as in TensorFlow."""
    below = node("Less", x, number(0.5))
    z = node("Sub", node("Where", below, node("Sub", number(1.0), x), x), number(1.0))
    total, slope = number(_FIRST), number(0.0)
    base = node("Add", z, number(_G + 0.5))
    for place, coefficient in enumerate(_COEFFICIENTS, 1):
        part = node("Reciprocal", node("Add", z, number(place)))
        term = node("Mul", number(coefficient), part)
        total, slope = node("Add", total, term), node("Add", slope, node("Mul", term, part))
    direct = node("Sub", node("Log", base), node("Div", number(_G), base))
    direct = node("Sub", direct, node("Div", slope, total))
    turn = node("Mul", node("Sub", x, node("Round", x)), number(pi))
    turn = node("Where", node("Equal", turn, number(0.0)), number(float("nan")), turn)
    reflected = node("Sub", direct, node("Div", number(pi), node("Tan", turn)))
    return node("Where", below, reflected, direct)
