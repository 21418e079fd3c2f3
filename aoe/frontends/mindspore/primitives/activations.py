"""Activation primitives."""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import axis as axis_of
from aoe.frontends.mindspore.arguments import choice, element_type, operand, real, wholes
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()


@PRIMITIVES.reads("ReLU", "ReLUV3", "InplaceReLU")
def _relu(emit: Emitter, x: Item) -> Item:
    return emit.node("Relu", operand(x))


@PRIMITIVES.reads("ReLU6")
def _relu_6(emit: Emitter, x: Item) -> Item:
    return _clip(emit, operand(x), 0, 6)


@PRIMITIVES.reads("Hardtanh", "InplaceHardtanh")
def _hard_tanh(emit: Emitter, x: Item, min_val: Item = -1, max_val: Item = 1) -> Item:
    return _clip(emit, operand(x), real(min_val, "min_val"), real(max_val, "max_val"))


def _clip(emit: Emitter, x: Operand, low: float, high: float) -> Operand:
    dtype = dtype_of(x)
    return emit.node("Clip", x, np.asarray(low).astype(dtype), np.asarray(high).astype(dtype))


@PRIMITIVES.reads("HSwish")
def _hard_swish(emit: Emitter, x: Item) -> Item:
    return emit.node("HardSwish", operand(x))


@PRIMITIVES.reads("HSigmoid")
def _hard_sigmoid(emit: Emitter, x: Item) -> Item:
    return emit.node("HardSigmoid", operand(x), alpha=1 / 6, beta=0.5)


@PRIMITIVES.reads("SiLU", "InplaceSiLU")
def _silu(emit: Emitter, x: Item) -> Item:
    return emit.node("Mul", operand(x), emit.node("Sigmoid", operand(x)))


@PRIMITIVES.reads("GeLU", "Gelu")
def _gelu(emit: Emitter, x: Item) -> Item:
    return emit.node("Gelu", operand(x), approximate="tanh")


@PRIMITIVES.reads("GeluExt")
def _gelu_of_kind(emit: Emitter, x: Item, approximate: Item = "none") -> Item:
    kind = choice(approximate, "approximate", ("none", "tanh"))
    return emit.node("Gelu", operand(x), approximate=kind)


@PRIMITIVES.reads("FastGeLU", "FastGelu")
def _fast_gelu(emit: Emitter, x: Item) -> Item:
    """x / (1 + exp(-1.702 |x|)) · exp(0.851 (x - |x|)), which is x · sigmoid(1.702 x)."""
    return emit.node("Mul", operand(x), emit.node("Sigmoid", emit.binary("Mul", operand(x), 1.702)))


@PRIMITIVES.reads("Softplus")
def _softplus(emit: Emitter, x: Item) -> Item:
    return emit.node("Softplus", operand(x))


@PRIMITIVES.reads("SoftplusExt")
def _softplus_scaled(emit: Emitter, x: Item, beta: Item = 1, threshold: Item = 20) -> Item:
    factor = real(beta, "beta")
    scaled = emit.binary("Mul", x, factor)
    soft = emit.binary("Mul", emit.node("Softplus", scaled), 1 / factor)
    return emit.node("Where", emit.binary("Greater", scaled, threshold), operand(x), soft)


@PRIMITIVES.reads("Softsign")
def _softsign(emit: Emitter, x: Item) -> Item:
    return emit.node("Softsign", operand(x))


@PRIMITIVES.reads("Mish", "MishExt")
def _mish(emit: Emitter, x: Item) -> Item:
    return emit.node("Mish", operand(x))


@PRIMITIVES.reads("LogSigmoid")
def _log_sigmoid(emit: Emitter, x: Item) -> Item:
    return emit.node("Neg", emit.node("Softplus", emit.node("Neg", operand(x))))


@PRIMITIVES.reads("Elu", "EluExt", "InplaceElu")
def _elu(emit: Emitter, x: Item, alpha: Item = 1.0) -> Item:
    return emit.node("Elu", operand(x), alpha=real(alpha, "alpha"))


@PRIMITIVES.reads("CeLU")
def _celu(emit: Emitter, x: Item, alpha: Item = 1.0) -> Item:
    return emit.node("Celu", operand(x), alpha=real(alpha, "alpha"))


@PRIMITIVES.reads("SeLU", "SeLUExt")
def _selu(emit: Emitter, x: Item) -> Item:
    return emit.node("Selu", operand(x))


@PRIMITIVES.reads("LeakyReLUExt", "LeakyRelu", "LeakyReLU")
def _leaky_relu(emit: Emitter, x: Item, negative_slope: Item = 0.01) -> Item:
    return emit.node("LeakyRelu", operand(x), alpha=real(negative_slope, "negative_slope"))


@PRIMITIVES.reads("PReLU")
def _prelu(emit: Emitter, x: Item, weight: Item) -> Item:
    value, slope = operand(x), operand(weight)
    rank, count = len(shape_of(value)), int(np.prod(shape_of(slope)))
    if rank > 1:
        slope = emit.reshaped(slope, (count, *[1] * (rank - 2)))
    return emit.node("PRelu", value, slope)


@PRIMITIVES.reads("HShrink")
def _hard_shrink(emit: Emitter, x: Item, lambd: Item = 0.5) -> Item:
    return emit.node("Shrink", operand(x), lambd=real(lambd, "lambd"), bias=0.0)


@PRIMITIVES.reads("SoftShrink")
def _soft_shrink(emit: Emitter, x: Item, lambd: Item = 0.5) -> Item:
    bound = real(lambd, "lambd")
    return emit.node("Shrink", operand(x), lambd=bound, bias=bound)


@PRIMITIVES.reads("Threshold", "InplaceThreshold")
def _threshold(emit: Emitter, x: Item, threshold: Item, value: Item) -> Item:
    return emit.node(
        "Where", emit.binary("Greater", x, threshold), operand(x), emit.like(value, operand(x))
    )


@PRIMITIVES.reads("GLU")
def _gated(emit: Emitter, x: Item, axis: Item = -1) -> Item:
    value = operand(x)
    first, second = emit.nodes("Split", 2, value, axis=axis_of(axis, value), num_outputs=2)
    if shape_of(first) != shape_of(second):
        raise UnsupportedNodeError("its dimension is of odd size")
    return emit.node("Mul", first, emit.node("Sigmoid", second))


@PRIMITIVES.reads("Softmax")
def _softmax(emit: Emitter, x: Item, axis: Item = -1) -> Item:
    (dimension,) = _one(wholes(axis, "axis"))
    return emit.node("Softmax", operand(x), axis=axis_of(dimension, operand(x)))


@PRIMITIVES.reads("LogSoftmax")
def _log_softmax(emit: Emitter, x: Item, axis: Item = -1) -> Item:
    (dimension,) = _one(wholes(axis, "axis"))
    return emit.node("LogSoftmax", operand(x), axis=axis_of(dimension, operand(x)))


@PRIMITIVES.reads("LogSoftmaxExt")
def _log_softmax_typed(emit: Emitter, x: Item, dim: Item = None, dtype: Item = None) -> Item:
    value = operand(x) if dtype is None else emit.cast(operand(x), element_type(dtype))
    if dim is None:
        raise UnsupportedNodeError("it has no dim")
    return _log_softmax(emit, value, dim)


def _one(axes: tuple[int, ...]) -> tuple[int, ...]:
    if len(axes) != 1:
        raise UnsupportedNodeError("it goes over several dimensions")
    return axes
