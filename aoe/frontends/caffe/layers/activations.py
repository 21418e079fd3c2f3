"""Functions of each element by itself."""

from __future__ import annotations

from math import exp, log

from aoe.frontends.caffe.layer import Layer, integers, layer, scalar
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError

#: Layers that are one operator of ONNX without parameters.
_SAME = {"Sigmoid": "Sigmoid", "TanH": "Tanh", "AbsVal": "Abs", "BNLL": "Softplus"}


@layer(*_SAME)
def _same(layer: Layer) -> Operand:
    return layer.node(_SAME[layer.message.type], layer.inputs[0])


@layer("ReLU")
def relu(layer: Layer) -> Operand:
    """`max(x, 0)`, or a leaky one with `negative_slope`."""
    slope = layer.parameter("relu").negative_slope
    if slope:
        return layer.node("LeakyRelu", layer.inputs[0], alpha=slope)
    return layer.node("Relu", layer.inputs[0])


@layer("ReLU6")
def relu6(layer: Layer) -> Operand:
    """Of forks: `min(max(x, 0), 6)`."""
    return layer.node("Clip", layer.inputs[0], scalar(0), scalar(6))


@layer("PReLU")
def prelu(layer: Layer) -> Operand:
    """A slope for each channel, or one for all."""
    shape = layer.shape()
    number = 1 if layer.parameter("prelu").channel_shared else shape[1]
    slope = layer.blob(0, [number]).reshape(number, *[1] * (len(shape) - 2))
    return layer.node("PRelu", layer.inputs[0], slope)


@layer("ELU")
def elu(layer: Layer) -> Operand:
    """`x` where positive, `alpha (eˣ - 1)` elsewhere."""
    return layer.node("Elu", layer.inputs[0], alpha=layer.parameter("elu").alpha)


@layer("Clip")
def clip(layer: Layer) -> Operand:
    """Between `min` and `max`, which both are required."""
    given = layer.parameter("clip")
    if not (given.HasField("min") and given.HasField("max")):
        raise ValueError("clip_param needs min and max")
    return layer.node("Clip", layer.inputs[0], scalar(given.min), scalar(given.max))


@layer("Swish")
def swish(layer: Layer) -> Operand:
    """`x sigmoid(beta x)`."""
    x, beta = layer.inputs[0], layer.parameter("swish").beta
    inner = x if beta == 1 else layer.node("Mul", x, scalar(beta))
    return layer.node("Mul", x, layer.node("Sigmoid", inner))


@layer("Threshold")
def threshold(layer: Layer) -> Operand:
    """1 above the threshold, 0 elsewhere."""
    limit = scalar(layer.parameter("threshold").threshold)
    return layer.node("Cast", layer.node("Greater", layer.inputs[0], limit), to=1)


@layer("Dropout")
def dropout(layer: Layer) -> Operand:
    """Its input: nothing is dropped in the test phase."""
    return layer.inputs[0]


@layer("Power")
def power(layer: Layer) -> Operand:
    """`(shift + scale x)^power`."""
    given = layer.parameter("power")
    if given.power * given.scale == 0:
        if given.power < 0 and given.shift == 0:
            raise UnsupportedNodeError("it divides by zero")
        value = 1 if given.power == 0 else given.shift**given.power
        if isinstance(value, complex):
            raise UnsupportedNodeError(f"{given.shift} has no power {given.power}")
        return layer.node("Expand", scalar(value), integers(layer.shape()))
    inner = affine(layer, layer.inputs[0], given.scale, given.shift)
    return inner if given.power == 1 else layer.node("Pow", inner, scalar(given.power))


@layer("Exp")
def exponential(layer: Layer) -> Operand:
    """`base^(shift + scale x)`; a base of -1 is e."""
    given = layer.parameter("exp")
    factor = _log_base(given.base)
    inner = affine(layer, layer.inputs[0], factor * given.scale, 0)
    outer = exp(factor * given.shift)
    return affine(layer, layer.node("Exp", inner), outer, 0)


@layer("Log")
def logarithm(layer: Layer) -> Operand:
    """The logarithm of `shift + scale x`; a base of -1 is e."""
    given = layer.parameter("log")
    factor = 1 / _log_base(given.base)
    inner = affine(layer, layer.inputs[0], given.scale, given.shift)
    return affine(layer, layer.node("Log", inner), factor, 0)


def affine(layer: Layer, x: Operand, scale: float, shift: float) -> Operand:
    """`shift + scale x`, without what changes nothing."""
    if scale != 1:
        x = layer.node("Mul", x, scalar(scale))
    return layer.node("Add", x, scalar(shift)) if shift else x


def _log_base(base: float) -> float:
    if base == -1:
        return 1.0
    if base <= 0 or base == 1:
        raise ValueError(f"base {base}")
    return log(base)
