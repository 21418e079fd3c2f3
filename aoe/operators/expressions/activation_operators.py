"""ONNX's activation functions as expressions.

`aoe.operators.types.elementwise.pointwise` uses them, and has all other elementwise operators.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from aoe.element_types import computed_type, integer_limits, is_floating
from aoe.loops.expression import Constant, Expression, Load, apply, cast
from aoe.operators.definition import SourceNode
from aoe.operators.importing import float_attribute, number_like, required_input, text_attribute

_X = Load(0)


def _at_least_huge(node: SourceNode) -> Expression:
    """x, with −∞ replaced by the lowest finite number, so that its product with 0 is 0."""
    return apply("max", _X, number_like(node, -_highest(node)))


def _at_most_huge(node: SourceNode, x: Expression = _X) -> Expression:
    """x, with ∞ replaced by the highest finite number."""
    return apply("min", x, number_like(node, _highest(node)))


def _highest(node: SourceNode) -> float:
    return float(np.finfo(computed_type(required_input(node, 0).dtype)).max)


def _relu(node: SourceNode) -> Expression:
    return apply("max", _X, number_like(node, 0))


def _leaky_relu(node: SourceNode) -> Expression:
    alpha = float_attribute(node, "alpha", 0.01)
    scaled = apply("mul", _X, number_like(node, alpha))
    if 0.0 <= alpha <= 1.0:
        return apply("max", _X, scaled)
    return apply("select", apply("less", _X, number_like(node, 0)), scaled, _X)


def _hard_sigmoid(node: SourceNode) -> Expression:
    alpha, beta = float_attribute(node, "alpha", 0.2), float_attribute(node, "beta", 0.5)
    line = apply("add", apply("mul", _X, number_like(node, alpha)), number_like(node, beta))
    return apply("min", apply("max", line, number_like(node, 0)), number_like(node, 1))


def _hard_swish(node: SourceNode) -> Expression:
    """x·min(max(x + 3, 0), 6) / 6, where x + 3 is exact near −3."""
    x = apply("max", _X, number_like(node, -3))
    line = apply("min", apply("add", x, number_like(node, 3)), number_like(node, 6))
    return apply("mul", x, apply("mul", line, number_like(node, 1.0 / 6.0)))


def _exponential_tail(
    node: SourceNode, alpha: float, gamma: float = 1.0, width: float = 1.0
) -> Expression:
    """gamma·x above zero and gamma·alpha·(exp(x / width) − 1) below."""
    zero = number_like(node, 0)
    below = apply("min", _X, zero)
    argument = below if width == 1.0 else apply("mul", below, number_like(node, 1.0 / width))
    tail = apply("mul", apply("expm1", argument), number_like(node, alpha * gamma))
    line = _X if gamma == 1.0 else apply("mul", _X, number_like(node, gamma))
    return apply("select", apply("less", _X, zero), tail, line)


def _elu(node: SourceNode) -> Expression:
    return _exponential_tail(node, float_attribute(node, "alpha", 1.0))


def _celu(node: SourceNode) -> Expression:
    alpha = float_attribute(node, "alpha", 1.0)
    return _exponential_tail(node, alpha, width=alpha) if alpha else _relu(node)


def _selu(node: SourceNode) -> Expression:
    alpha = float_attribute(node, "alpha", 1.67326319217681884765625)
    return _exponential_tail(node, alpha, float_attribute(node, "gamma", 1.05070102214813232421875))


def _softplus(node: SourceNode) -> Expression:
    small = apply("exp", apply("neg", apply("abs", _X)))
    return apply("add", apply("max", _X, number_like(node, 0)), apply("log1p", small))


def _softsign(node: SourceNode) -> Expression:
    x = _at_most_huge(node, _at_least_huge(node))
    return apply("div", x, apply("add", apply("abs", x), number_like(node, 1)))


def _mish(node: SourceNode) -> Expression:
    """x·tanh(ln(1 + eˣ)) = x·w / (w + 2), w = eˣ·(eˣ + 2). Beyond 20 the quotient is 1."""
    two = number_like(node, 2)
    power = apply("exp", apply("min", _X, number_like(node, 20)))
    w = apply("mul", power, apply("add", power, two))
    return apply("mul", _at_least_huge(node), apply("div", w, apply("add", w, two)))


def _swish(node: SourceNode) -> Expression:
    alpha = float_attribute(node, "alpha", 1.0)
    scaled = _X if alpha == 1.0 else apply("mul", _X, number_like(node, alpha))
    x = _at_least_huge(node) if alpha >= 0 else _at_most_huge(node)
    return apply("mul", x, apply("sigmoid", scaled))


def _thresholded_relu(node: SourceNode) -> Expression:
    limit = number_like(node, float_attribute(node, "alpha", 1.0))
    return apply("select", apply("greater", _X, limit), _X, number_like(node, 0))


def _gelu(node: SourceNode) -> Expression:
    if text_attribute(node, "approximate", "none") == "tanh":  # (1 + tanh u) / 2 = sigmoid(2u)
        slope = math.sqrt(8.0 / math.pi)
        bent = apply("mul", apply("mul", _X, _X), number_like(node, slope * 0.044715))
        twice = apply("mul", _X, apply("add", bent, number_like(node, slope)))
        return apply("mul", _at_least_huge(node), apply("sigmoid", twice))
    bell = apply("erf", apply("mul", _X, number_like(node, math.sqrt(0.5))))
    half = apply("mul", _at_least_huge(node), number_like(node, 0.5))
    return apply("mul", half, apply("add", bell, number_like(node, 1)))


def _shrink(node: SourceNode) -> Expression:
    """x moved by `bias` towards zero where it is beyond ±`lambd`, else 0. Integers wrap around."""
    dtype = required_input(node, 0).dtype
    limit, bias = float_attribute(node, "lambd", 0.5), float_attribute(node, "bias", 0.0)
    x, computed = (_X, dtype) if is_floating(dtype) else (cast(_X, "float64"), "float64")
    if computed != dtype and bias.is_integer():  # float64 does not have all integers
        moves = [_moved_integer(function, bias, dtype) for function in ("add", "sub")]
    else:
        constant = Constant(bias, computed)
        moves = [apply(function, x, constant) for function in ("add", "sub")]
        moves = moves if computed == dtype else [cast(moved, dtype) for moved in moves]
    below = apply("less", x, Constant(-limit, computed))
    above = apply("greater", x, Constant(limit, computed))
    rest = apply("select", above, moves[1], number_like(node, 0))
    return apply("select", below, moves[0], rest)


def _moved_integer(function: str, bias: float, dtype: str) -> Expression:
    lowest, highest = integer_limits(dtype)
    wrapped = (int(bias) - lowest) % (highest - lowest + 1) + lowest
    return apply(function, _X, Constant(wrapped, dtype))


#: What each ONNX operator computes. `Load(i)` is input i of the node.
EXPRESSIONS: Mapping[str, Callable[[SourceNode], Expression]] = MappingProxyType(
    {
        "Celu": _celu,
        "Elu": _elu,
        "Gelu": _gelu,
        "HardSigmoid": _hard_sigmoid,
        "HardSwish": _hard_swish,
        "LeakyRelu": _leaky_relu,
        "Mish": _mish,
        "Relu": _relu,
        "Selu": _selu,
        "Shrink": _shrink,
        "Softplus": _softplus,
        "Softsign": _softsign,
        "Swish": _swish,
        "ThresholdedRelu": _thresholded_relu,
    }
)
