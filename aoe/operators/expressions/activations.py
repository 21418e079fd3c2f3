"""The activation functions of recurrent operators as expressions.

An activation is a text, so that it can be an attribute of an operator: `sigmoid`, or with its alpha
and beta `scaledtanh:1.7:0.66`. Used by `aoe.operators.types.recurrent.recurrent` and its
implementations. The ONNX operators of the same names are in `activation_operators`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from aoe.loops.expression import Constant, Expression, apply, substitute


def _number(value: float) -> Constant:
    return Constant(value, "float32")


def _affine(x: Expression, scale: float, shift: float) -> Expression:
    return apply("add", apply("mul", x, _number(scale)), _number(shift))


def _leaky_relu(x: Expression, slope: float) -> Expression:
    negative = apply("less", x, _number(0.0))
    return apply("select", negative, apply("mul", x, _number(slope)), x)


def _thresholded_relu(x: Expression, threshold: float) -> Expression:
    return apply("select", apply("greater", x, _number(threshold)), x, _number(0.0))


def _scaled_tanh(x: Expression, scale: float, slope: float) -> Expression:
    return apply("mul", apply("tanh", apply("mul", x, _number(slope))), _number(scale))


def _hard_sigmoid(x: Expression, slope: float, shift: float) -> Expression:
    line = _affine(x, slope, shift)
    return apply("min", apply("max", line, _number(0.0)), _number(1.0))


def _elu(x: Expression, scale: float) -> Expression:
    power = apply("expm1", apply("min", x, _number(0.0)))
    negative = apply("less", x, _number(0.0))
    return apply("select", negative, apply("mul", power, _number(scale)), x)


def _softsign(x: Expression) -> Expression:
    return apply("div", x, apply("add", apply("abs", x), _number(1.0)))


def _softplus(x: Expression) -> Expression:
    rest = apply("log1p", apply("exp", apply("neg", apply("abs", x))))
    return apply("add", apply("max", x, _number(0.0)), rest)


#: Each activation function of ONNX by its name in lower case: what it computes, and the defaults of
#: its alpha and beta.
_ACTIVATIONS: Mapping[str, tuple[Callable[..., Expression], tuple[float, ...]]] = MappingProxyType(
    {
        "affine": (_affine, (1.0, 0.0)),
        "elu": (_elu, (1.0,)),
        "hardsigmoid": (_hard_sigmoid, (0.2, 0.5)),
        "leakyrelu": (_leaky_relu, (0.01,)),
        "relu": (lambda x: apply("max", x, _number(0.0)), ()),
        "scaledtanh": (_scaled_tanh, (1.0, 1.0)),
        "sigmoid": (lambda x: apply("sigmoid", x), ()),
        "softplus": (_softplus, ()),
        "softsign": (_softsign, ()),
        "tanh": (lambda x: apply("tanh", x), ()),
        "thresholdedrelu": (_thresholded_relu, (1.0,)),
    }
)


def default_numbers(name: str) -> tuple[float, ...] | None:
    """The defaults of a function's alpha and beta, as many as it has, in float32 as ONNX keeps
    attributes; None if there is no such function. Case does not matter.
    """
    found = _ACTIVATIONS.get(name.lower())
    return None if found is None else tuple(float(np.float32(number)) for number in found[1])


def activation_text(name: str, numbers: tuple[float, ...]) -> str:
    """The text of a function with its alpha and beta."""
    return ":".join([name.lower(), *(repr(number) for number in numbers)])


def activated(text: str, x: Expression, dtype: str) -> Expression:
    """The activation of `x`, an expression of type `dtype`, by the text that `activation_text`
    gives.
    """
    name, *numbers = text.split(":")
    function, _ = _ACTIVATIONS[name]

    def typed(node: Expression) -> Expression | None:
        number = isinstance(node, Constant) and node.dtype == "float32"
        return Constant(node.value, dtype) if number and isinstance(node, Constant) else None

    return substitute(function(x, *(float(number) for number in numbers)), typed)
