"""Batch normalization: with kept statistics, with those of the batch, and its gradient.

All values of channels have the rank of the images, so that one operator makes them all.
"""

from __future__ import annotations

from math import prod

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import flag, operand, real, require_channels_first
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.primitives.normalization import STATISTICS
from aoe.frontends.mindspore.state import Changed, Held
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()
_TRAINING = "it is in training mode; export the model after net.set_train(False)"


@PRIMITIVES.changes("BatchNorm", "FusedBatchNorm", "FusedBatchNormEx", steps=False)
def _batch_norm(
    emit: Emitter,
    x: Item,
    scale: Item,
    bias: Item,
    mean: Item,
    variance: Item,
    is_training: Item = False,
    epsilon: Item = 1e-5,
    momentum: Item = 0.1,
    data_format: Item = None,
) -> Item:
    require_channels_first(data_format)
    small = real(epsilon, "epsilon")
    if not flag(is_training, "is_training"):
        result = _normalized(emit, x, scale, bias, mean, variance, small)
        return (result, *[STATISTICS] * 4)
    if not (_is_changeable(mean) and _is_changeable(variance)):
        raise UnsupportedNodeError(_TRAINING)
    assert isinstance(mean, Held)
    assert isinstance(variance, Held)
    return _by_batch(
        emit, operand(x), (operand(scale), operand(bias)), (mean, variance), small,
        real(momentum, "momentum"),
    )  # fmt: skip


def _is_changeable(item: Item) -> bool:
    return isinstance(item, Held) and not (item.version == 0 and isinstance(item.value, np.ndarray))


def _by_batch(
    emit: Emitter,
    x: Operand,
    affine: tuple[Operand, Operand],
    kept: tuple[Held, Held],
    epsilon: float,
    momentum: float,
) -> Changed:
    """y = x * scale + shift by the statistics of the batch. The kept ones move towards them. Images
    may have fewer bits than values of channels: MindSpore computes in the type of these.
    """
    given = dtype_of(x)
    x = emit.cast(x, dtype_of(affine[0]))
    shape, others = shape_of(x), _others(x)
    count = prod(shape) // shape[1]
    if count < 2:
        raise UnsupportedNodeError("its batch has one element for each channel")
    mean = emit.mean(x, others)
    apart = emit.node("Sub", x, mean)
    variance = emit.mean(emit.node("Mul", apart, apart), others)
    inverse = emit.node("Reciprocal", emit.node("Sqrt", emit.binary("Add", variance, epsilon)))
    scale = emit.node("Mul", inverse, _of_channels(emit, affine[0], x))
    shift = emit.node("Mul", mean, emit.node("Neg", scale))
    shift = emit.node("Add", shift, _of_channels(emit, affine[1], x))
    result = emit.node("Add", emit.node("Mul", x, scale), shift)
    moved = []
    news = ((mean, momentum), (variance, momentum * count / (count - 1)))
    for before, (new, share) in zip(kept, news, strict=True):
        old = emit.binary("Mul", _of_channels(emit, before.value, x), 1 - momentum)
        value = emit.node("Add", emit.binary("Mul", new, share), old)
        moved.append(before.changed(emit.reshaped(value, (shape[1],))))
    saved = [emit.reshaped(item, (shape[1],)) for item in (mean, inverse)]
    return Changed((emit.cast(result, given), STATISTICS, None, *saved), tuple(moved))


@PRIMITIVES.reads("BatchNormGrad")
def _batch_norm_gradient(
    emit: Emitter,
    dout: Item,
    x: Item,
    scale: Item,
    saved_mean: Item,
    saved_variance: Item,
    reserve: Item,
    is_training: Item = False,
    epsilon: Item = 1e-5,
    data_format: Item = None,
) -> Item:
    """The gradients of x, scale and bias: dx = a * dy + b * x + c, with all three of channels. The
    saved statistics are those of `_by_batch`: the mean, and one by the deviation. CPUs have no
    `reserve`.
    """
    require_channels_first(data_format)
    if not flag(is_training, "is_training"):
        raise UnsupportedNodeError("it is of a normalization that is not in training mode")
    given, kind = dtype_of(operand(x)), dtype_of(operand(scale))
    value, slope = emit.cast(operand(x), kind), emit.cast(operand(dout), kind)
    shape, others = shape_of(value), _others(value)
    mean = _of_channels(emit, operand(saved_mean), value)
    inverse = _of_channels(emit, operand(saved_variance), value)
    total = emit.summed(slope, others, keep=True)
    apart = emit.node("Sub", value, mean)
    dot = emit.summed(emit.node("Mul", slope, apart), others, keep=True)
    a = emit.node("Mul", inverse, _of_channels(emit, operand(scale), value))
    share = -shape[1] / prod(shape)
    b = emit.node("Mul", emit.node("Mul", a, inverse), inverse)
    b = emit.binary("Mul", emit.node("Mul", b, dot), share)
    c = emit.binary("Mul", emit.node("Mul", a, total), share)
    c = emit.node("Sub", c, emit.node("Mul", b, mean))
    to_x = emit.node("Mul", slope, a)
    to_x = emit.node("Add", to_x, emit.node("Add", emit.node("Mul", value, b), c))
    to_scale = emit.reshaped(emit.node("Mul", dot, inverse), (shape[1],))
    return emit.cast(to_x, given), to_scale, emit.reshaped(total, (shape[1],))


def _of_channels(emit: Emitter, values: Operand, x: Operand) -> Operand:
    """Values of channels in the rank of images."""
    rank = len(shape_of(x))
    return emit.reshaped(values, (1, shape_of(x)[1], *[1] * (rank - 2)))


def _others(x: Operand) -> list[int]:
    """All dimensions but that of channels."""
    return [0, *range(2, len(shape_of(x)))]


@PRIMITIVES.reads("BatchNormExt")
def _batch_norm_extended(
    emit: Emitter,
    x: Item,
    weight: Item = None,
    bias: Item = None,
    running_mean: Item = None,
    running_var: Item = None,
    training: Item = False,
    momentum: Item = 0.1,
    epsilon: Item = 1e-5,
) -> Item:
    if flag(training, "training") or running_mean is None or running_var is None:
        raise UnsupportedNodeError(_TRAINING)
    count = shape_of(operand(running_mean))
    scale = np.ones(count, np.float32) if weight is None else weight
    shift = np.zeros(count, np.float32) if bias is None else bias
    found = _normalized(emit, x, scale, shift, running_mean, running_var, real(epsilon, "epsilon"))
    return (found, STATISTICS, STATISTICS)


def _normalized(
    emit: Emitter, x: Item, scale: Item, bias: Item, mean: Item, variance: Item, epsilon: float
) -> Operand:
    parameters = [operand(item) for item in (scale, bias, mean, variance)]
    return emit.node("BatchNormalization", operand(x), *parameters, epsilon=epsilon)
