"""Activations, as layers and as settings of layers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from aoe.frontends.graph_builder import Attribute, UnsupportedNodeError, shape_of
from aoe.frontends.layout import NchwView, nchw_axis, shape_of_tensor
from aoe.frontends.tensorflow.context import Context, axis_of
from aoe.frontends.tensorflow.keras.layer import Call, Layer, LayerTable
from aoe.frontends.tensorflow.values import Held, Tensor

TABLE = LayerTable()


def _node(kind: str, **attributes: Attribute) -> Callable[[Context, Held], Tensor]:
    def build(context: Context, value: Held) -> Tensor:
        return context.elementwise(kind, value, **attributes)

    return build


def _clipped(context: Context, value: Held, low: float, high: float | None) -> Tensor:
    bounds = [np.asarray(low, np.float32)]
    bounds += [] if high is None else [np.asarray(high, np.float32)]
    operands, first = context.aligned([value])
    return context.wrapped(context.node("Clip", *operands, *bounds), first)


def _silu(context: Context, value: Held) -> Tensor:
    return context.elementwise("Mul", value, context.elementwise("Sigmoid", value))


def _exponential_units(context: Context, value: Held) -> Tensor:
    return context.elementwise("Selu", value, alpha=1.67326324, gamma=1.05070098)


def softmax(context: Context, value: Held, axis: int = -1, kind: str = "Softmax") -> Tensor:
    """The softmax, or its logarithm, along one axis."""
    tensor = context.tensor(value)
    rank = len(shape_of_tensor(tensor))
    axis = axis_of(axis, rank)
    if isinstance(tensor, NchwView):
        return NchwView(context.node(kind, tensor.value, axis=nchw_axis(axis, rank)))
    return context.node(kind, tensor, axis=axis)


#: By the names of Keras.
_ACTIVATIONS: Mapping[str, Callable[[Context, Held], Tensor]] = MappingProxyType(
    {
        "relu": _node("Relu"),
        "relu6": partial(_clipped, low=0.0, high=6.0),
        "leaky_relu": _node("LeakyRelu", alpha=0.2),
        "elu": _node("Elu", alpha=1.0),
        "selu": _exponential_units,
        "celu": _node("Celu", alpha=1.0),
        "sigmoid": _node("Sigmoid"),
        "hard_sigmoid": _node("HardSigmoid", alpha=1 / 6, beta=0.5),
        "hard_silu": _node("HardSwish"),
        "hard_swish": _node("HardSwish"),
        "silu": _silu,
        "swish": _silu,
        "tanh": _node("Tanh"),
        "hard_tanh": partial(_clipped, low=-1.0, high=1.0),
        "softplus": _node("Softplus"),
        "softsign": _node("Softsign"),
        "exponential": _node("Exp"),
        "gelu": _node("Gelu"),
        "mish": _node("Mish"),
        "softmax": softmax,
        "log_softmax": partial(softmax, kind="LogSoftmax"),
    }
)


def activated(context: Context, value: Held, activation: Any) -> Held:
    """A value after the activation that a setting names."""
    if activation in (None, "linear"):
        return value
    found = _ACTIVATIONS.get(activation) if isinstance(activation, str) else None
    if found is None:
        name = activation.get("class_name") if isinstance(activation, dict) else activation
        raise UnsupportedNodeError(f"its activation is {name}")
    return found(context, value)


@TABLE.add("Activation")
def _activation(context: Context, layer: Layer, call: Call) -> Held:
    return activated(context, call.only(), layer.config["activation"])


@TABLE.add("ReLU")
def _relu(context: Context, layer: Layer, call: Call) -> Held:
    """With a threshold, values below it have the slope from there."""
    value, most = call.only(), layer.config.get("max_value")
    slope, threshold = layer.number("negative_slope"), layer.number("threshold")
    if threshold or (slope and most is not None):
        raise UnsupportedNodeError(
            f"it has a threshold of {threshold}, a slope of {slope} and the most {most}"
        )
    if slope:
        return context.elementwise("LeakyRelu", value, alpha=slope)
    return context.elementwise("Relu", value) if most is None else _clipped(context, value, 0, most)


@TABLE.add("LeakyReLU")
def _leaky(context: Context, layer: Layer, call: Call) -> Held:
    return context.elementwise("LeakyRelu", call.only(), alpha=layer.number("negative_slope", 0.3))


@TABLE.add("ELU")
def _elu(context: Context, layer: Layer, call: Call) -> Held:
    return context.elementwise("Elu", call.only(), alpha=layer.number("alpha", 1.0))


@TABLE.add("PReLU")
def _parametric(context: Context, layer: Layer, call: Call) -> Held:
    return context.elementwise("PRelu", call.only(), layer.weight(0))


@TABLE.add("Softmax")
def _softmax(context: Context, layer: Layer, call: Call) -> Held:
    axis = layer.config.get("axis", -1)
    value = call.only()
    if not isinstance(axis, list):
        return softmax(context, value, int(axis))
    if len(axis) == 1:
        return softmax(context, value, int(axis[0]))
    plain = context.plain(value)
    shape = shape_of(plain)
    last = sorted(axis_of(int(item), len(shape)) for item in axis)
    if last != list(range(len(shape) - len(last), len(shape))):
        raise UnsupportedNodeError(f"its axes are {axis}")
    flat = context.reshaped(plain, (*shape[: -len(last)], -1))
    return context.reshaped(context.node("Softmax", flat, axis=-1), shape)
