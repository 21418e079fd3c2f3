"""Normalizations in their form for inference."""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import Operand, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import axes as axes_of
from aoe.frontends.mindspore.arguments import (
    axis,
    flag,
    operand,
    real,
    require_channels_first,
    whole,
    wholes,
)
from aoe.frontends.mindspore.emitter import Emitter, ints
from aoe.frontends.mindspore.items import Item, Unknown, UnsupportedPrimitiveError
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()
_TRAINING = "it is in training mode; export the model after net.set_train(False)"
_STATISTICS = Unknown("the statistics of a normalization are not read")


@PRIMITIVES.reads("BatchNorm", "FusedBatchNorm", "FusedBatchNormEx")
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
    if flag(is_training, "is_training"):
        raise UnsupportedPrimitiveError(_TRAINING)
    result = _normalized(emit, x, scale, bias, mean, variance, real(epsilon, "epsilon"))
    return (result, *[_STATISTICS] * 4)


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
        raise UnsupportedPrimitiveError(_TRAINING)
    count = shape_of(operand(running_mean))
    scale = np.ones(count, np.float32) if weight is None else weight
    shift = np.zeros(count, np.float32) if bias is None else bias
    found = _normalized(emit, x, scale, shift, running_mean, running_var, real(epsilon, "epsilon"))
    return (found, _STATISTICS, _STATISTICS)


def _normalized(
    emit: Emitter, x: Item, scale: Item, bias: Item, mean: Item, variance: Item, epsilon: float
) -> Operand:
    parameters = [operand(item) for item in (scale, bias, mean, variance)]
    return emit.node("BatchNormalization", operand(x), *parameters, epsilon=epsilon)


@PRIMITIVES.reads("LayerNorm", "LayerNormV3")
def _layer_norm(
    emit: Emitter,
    x: Item,
    gamma: Item,
    beta: Item,
    begin_norm_axis: Item = 1,
    begin_params_axis: Item = 1,
    epsilon: Item = 1e-7,
) -> Item:
    value = operand(x)
    first = axis(begin_norm_axis, value, "begin_norm_axis")
    if axis(begin_params_axis, value, "begin_params_axis") < first:
        raise UnsupportedPrimitiveError("its parameters have more dimensions than it normalizes")
    result = emit.node(
        "LayerNormalization",
        value,
        operand(gamma),
        operand(beta),
        axis=first,
        epsilon=real(epsilon, "epsilon"),
    )
    return result, _STATISTICS, _STATISTICS


@PRIMITIVES.reads("LayerNormExt")
def _layer_norm_extended(
    emit: Emitter,
    x: Item,
    normalized_shape: Item,
    weight: Item = None,
    bias: Item = None,
    eps: Item = 1e-5,
) -> Item:
    value, shape = operand(x), wholes(normalized_shape, "normalized_shape")
    scale = np.ones(shape, dtype_of(value)) if weight is None else operand(weight)
    result = emit.node(
        "LayerNormalization",
        value,
        scale,
        None if bias is None else operand(bias),
        axis=len(shape_of(value)) - len(shape),
        epsilon=real(eps, "eps"),
    )
    return result, _STATISTICS, _STATISTICS


@PRIMITIVES.reads("RmsNorm")
def _rms_norm(emit: Emitter, x: Item, gamma: Item, epsilon: Item = 1e-6) -> Item:
    value, scale = operand(x), operand(gamma)
    rank = len(shape_of(value))
    last = ints(range(rank - len(shape_of(scale)), rank))
    square = emit.node("ReduceMean", emit.node("Mul", value, value), last, keepdims=1)
    root = emit.node("Sqrt", emit.binary("Add", square, real(epsilon, "epsilon")))
    return emit.node("Mul", emit.node("Div", value, root), scale), _STATISTICS


@PRIMITIVES.reads("GroupNorm")
def _group_norm(
    emit: Emitter,
    x: Item,
    num_groups: Item,
    weight: Item = None,
    bias: Item = None,
    eps: Item = 1e-5,
) -> Item:
    value, groups = operand(x), whole(num_groups, "num_groups")
    shape, dtype = shape_of(value), dtype_of(operand(x))
    size = int(np.prod(shape[1:], dtype=np.int64)) // max(groups, 1)
    result = emit.node(
        "InstanceNormalization",
        emit.reshaped(value, (shape[0], groups, size)),
        np.ones(groups, dtype),
        np.zeros(groups, dtype),
        epsilon=real(eps, "eps"),
    )
    result = emit.reshaped(result, shape)
    channel = (shape[1], *[1] * (len(shape) - 2))
    if weight is not None:
        result = emit.node("Mul", result, emit.reshaped(operand(weight), channel))
    if bias is not None:
        result = emit.node("Add", result, emit.reshaped(operand(bias), channel))
    return result, _STATISTICS, _STATISTICS


@PRIMITIVES.reads("LRN")
def _local_response(
    emit: Emitter,
    x: Item,
    *,
    depth_radius: Item = 5,
    bias: Item = 1.0,
    alpha: Item = 1.0,
    beta: Item = 0.5,
    norm_region: Item = "ACROSS_CHANNELS",
) -> Item:
    if norm_region != "ACROSS_CHANNELS":
        raise UnsupportedPrimitiveError(f"its norm_region is {norm_region!r}")
    size = 2 * whole(depth_radius, "depth_radius") + 1
    return emit.node(
        "LRN",
        operand(x),
        size=size,
        alpha=real(alpha, "alpha") * size,
        beta=real(beta, "beta"),
        bias=real(bias, "bias"),
    )


@PRIMITIVES.reads("L2Normalize")
def _l2_normalize(emit: Emitter, x: Item, *, axis: Item = 0, epsilon: Item = 1e-4) -> Item:
    value = operand(x)
    total = emit.node("ReduceSumSquare", value, ints(axes_of(axis, value)), keepdims=1)
    bounded = emit.binary("Max", total, real(epsilon, "epsilon"))
    return emit.node("Div", value, emit.node("Sqrt", bounded))
