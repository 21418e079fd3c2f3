"""Normalizations of rows, channels and groups, and the gradient of that of rows. That of batches is
in `batch_normalization.py`.
"""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import axes as axes_of
from aoe.frontends.mindspore.arguments import axis, operand, real, whole, wholes
from aoe.frontends.mindspore.emitter import Emitter, ints
from aoe.frontends.mindspore.items import Item, Unknown
from aoe.frontends.mindspore.table import Primitives

PRIMITIVES = Primitives()
STATISTICS = Unknown("the statistics of a normalization are not read")


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
        raise UnsupportedNodeError("its parameters have more dimensions than it normalizes")
    result = emit.node(
        "LayerNormalization",
        value,
        operand(gamma),
        operand(beta),
        axis=first,
        epsilon=real(epsilon, "epsilon"),
    )
    if isinstance(operand(gamma), np.ndarray):  # not in training: no gradient reads them
        return result, STATISTICS, STATISTICS
    rows = range(first, len(shape_of(value)))
    mean = emit.mean(value, rows)
    apart = emit.node("Sub", value, mean)
    variance = emit.mean(emit.node("Mul", apart, apart), rows)
    return result, mean, emit.binary("Add", variance, real(epsilon, "epsilon"))


@PRIMITIVES.reads("LayerNormGrad")
def _layer_norm_gradient(
    emit: Emitter,
    x: Item,
    dy: Item,
    variance: Item,
    mean: Item,
    gamma: Item,
    begin_norm_axis: Item = 1,
    begin_params_axis: Item = 1,
) -> Item:
    """The gradients of x, gamma and beta. `variance` is that of `_layer_norm`, above zero."""
    value, slope, scale = operand(x), operand(dy), operand(gamma)
    first, rank = axis(begin_norm_axis, value, "begin_norm_axis"), len(shape_of(value))
    if axis(begin_params_axis, value, "begin_params_axis") != first:
        raise UnsupportedNodeError("its parameters have more dimensions than it normalizes")
    rows, others = range(first, rank), range(first)
    inverse = emit.node("Reciprocal", emit.node("Sqrt", operand(variance)))
    middle = operand(mean)
    normalized = emit.node("Mul", emit.node("Sub", value, middle), inverse)
    share = emit.node("Mul", slope, scale)
    along = emit.mean(emit.node("Mul", share, normalized), rows)
    rest = emit.node("Sub", share, emit.mean(share, rows))
    rest = emit.node("Sub", rest, emit.node("Mul", normalized, along))
    to_x = emit.node("Mul", rest, inverse)
    to_gamma = emit.node("Mul", slope, normalized)
    if not others:
        return to_x, to_gamma, slope
    return to_x, emit.summed(to_gamma, others), emit.summed(slope, others)


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
    return result, STATISTICS, STATISTICS


@PRIMITIVES.reads("RmsNorm")
def _rms_norm(emit: Emitter, x: Item, gamma: Item, epsilon: Item = 1e-6) -> Item:
    value, scale = operand(x), operand(gamma)
    rank = len(shape_of(value))
    last = ints(range(rank - len(shape_of(scale)), rank))
    square = emit.node("ReduceMean", emit.node("Mul", value, value), last, keepdims=1)
    root = emit.node("Sqrt", emit.binary("Add", square, real(epsilon, "epsilon")))
    return emit.node("Mul", emit.node("Div", value, root), scale), STATISTICS


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
    if weight is None or isinstance(operand(weight), np.ndarray):  # not in training
        return result, STATISTICS, STATISTICS
    rows = emit.reshaped(value, (shape[0], groups, size))
    mean = emit.mean(rows, [2])
    apart = emit.node("Sub", rows, mean)
    variance = emit.mean(emit.node("Mul", apart, apart), [2])
    root = emit.node("Sqrt", emit.binary("Add", variance, real(eps, "eps")))
    flat = (shape[0], groups)
    return result, emit.reshaped(mean, flat), emit.reshaped(emit.node("Reciprocal", root), flat)


@PRIMITIVES.reads("GroupNormGrad")
def _group_norm_gradient(
    emit: Emitter,
    dy: Item,
    x: Item,
    mean: Item,
    rstd: Item,
    gamma_opt: Item,
    num_groups: Item,
    dx_is_require: Item = True,
    dgamma_is_require: Item = True,
    dbeta_is_require: Item = True,
) -> Item:
    """The gradients of x, gamma and beta. `rstd` is one over the deviation of each group."""
    shape, groups = shape_of(operand(x)), whole(num_groups, "num_groups")
    size = int(np.prod(shape[2:], dtype=np.int64))
    channels = (shape[0], shape[1], size)
    rows = (shape[0], groups, shape[1] // max(groups, 1) * size)
    middle, inverse = (emit.reshaped(operand(item), (*rows[:2], 1)) for item in (mean, rstd))
    apart = emit.node("Sub", emit.reshaped(operand(x), rows), middle)
    normalized = emit.node("Mul", apart, inverse)
    slope = emit.reshaped(operand(dy), channels)
    share = emit.node("Mul", slope, emit.reshaped(operand(gamma_opt), (shape[1], 1)))
    share = emit.reshaped(share, rows)
    along = emit.mean(emit.node("Mul", share, normalized), [2])
    rest = emit.node("Sub", share, emit.mean(share, [2]))
    rest = emit.node("Sub", rest, emit.node("Mul", normalized, along))
    to_x = emit.reshaped(emit.node("Mul", rest, inverse), shape)
    to_gamma = emit.node("Mul", slope, emit.reshaped(normalized, channels))
    return to_x, emit.summed(to_gamma, [0, 2]), emit.summed(slope, [0, 2])


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
        raise UnsupportedNodeError(f"its norm_region is {norm_region!r}")
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
