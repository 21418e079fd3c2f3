"""Normalizations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.single_operator.call import (
    Call,
    Given,
    Tensor,
    axis,
    integers,
    require,
    require_floating,
    scalar,
)
from aoe.frontends.single_operator.table import OperatorTypes

TYPES = OperatorTypes()
_STATISTICS = ("y", "mean", "variance")


@TYPES.reads("BNInference", mixes_formats=True)
def _inference(
    call: Call,
    x: Tensor,
    mean: Tensor,
    variance: Tensor,
    momentum: Tensor,
    scale: Tensor | None = None,
    offset: Tensor | None = None,
    *,
    epsilon: float = 1e-5,
    use_global_stats: bool = True,
    mode: int = 1,
) -> Operand:
    """As Caffe's layers BatchNorm and Scale: `momentum` divides mean and variance, unless it is
    0.
    """
    require(use_global_stats, True, "use_global_stats")
    require(mode, 1, "mode")
    kind = call.same_type(x, mean, variance, momentum)
    if momentum.shape not in ((), (1,)):
        raise UnsupportedNodeError(
            f"its momentum has the shape {list(momentum.shape)}; give one number"
        )
    factor: Operand
    if isinstance(momentum.operand, np.ndarray):
        held = np.asarray(momentum.operand, np.float64)
        factor = np.where(held == 0, 0, 1 / np.where(held == 0, 1, held)).astype(kind)
    else:
        none = call.node("Equal", momentum, scalar(0, x))
        factor = call.node("Where", none, scalar(0, x), call.node("Reciprocal", momentum))
    channels = shape_of(call.first(x))[1]
    one, zero = np.ones(channels, kind), np.zeros(channels, kind)
    made = call.node(
        "BatchNormalization",
        call.first(x),
        one if scale is None else _of_channels(call, scale, channels),
        zero if offset is None else _of_channels(call, offset, channels),
        call.node("Mul", _of_channels(call, mean, channels), factor),
        call.node("Mul", _of_channels(call, variance, channels), factor),
        epsilon=epsilon,
    )
    return call.back(made, x)


@TYPES.reads(
    "BatchNorm",
    results=("y", "batch_mean", "batch_variance"),
    mixes_formats=True,
)
def _batch(
    call: Call,
    x: Tensor,
    scale: Tensor,
    offset: Tensor,
    mean: Tensor | None = None,
    variance: Tensor | None = None,
    *,
    epsilon: float = 1e-4,
    data_format: str | None = None,
    is_training: bool = True,
) -> Sequence[Operand]:
    if is_training or mean is None or variance is None:
        raise UnsupportedNodeError("it computes statistics of its batch; set is_training to false")
    value = call.first(x, data_format)
    channels = shape_of(value)[1]
    given = [_of_channels(call, item, channels) for item in (scale, offset, mean, variance)]
    made = call.node("BatchNormalization", value, *given, epsilon=epsilon)
    return call.back(made, x, data_format), mean.operand, variance.operand


def _of_channels(call: Call, value: Tensor, channels: int) -> Operand:
    if int(np.prod(value.shape)) != channels:
        raise UnsupportedNodeError(
            f"{value.name} has the shape {list(value.shape)} for {counted(channels, 'channel')}"
        )
    return call.reshaped(value, (channels,))


@TYPES.reads("LayerNorm", "LayerNormV3", results=_STATISTICS)
def _layer(
    call: Call,
    x: Tensor,
    gamma: Tensor,
    beta: Tensor,
    *,
    begin_norm_axis: int = 0,
    begin_params_axis: int = 0,
    epsilon: float = 1e-7,
) -> Sequence[Operand]:
    """Also gives the mean and the variance, if they are described."""
    require_floating(x)
    call.same_type(x, gamma, beta)
    first = axis(begin_norm_axis, x.rank)
    if call.op == "LayerNormV3":
        _require_no_statistics(call)
    own = x.shape[axis(begin_params_axis, x.rank) :]
    if gamma.shape != own or beta.shape != own:
        raise UnsupportedNodeError(
            f"gamma and beta have the shapes {list(gamma.shape)} and {list(beta.shape)}, not "
            f"{list(own)}"
        )
    if own == x.shape[first:]:
        made = call.node("LayerNormalization", x, gamma, beta, axis=first, epsilon=epsilon)
    else:
        plain = np.ones(x.shape[first:], x.dtype)
        normal = call.node("LayerNormalization", x, plain, axis=first, epsilon=epsilon)
        made = call.node("Add", call.node("Mul", normal, gamma), beta)
    return (made, *_statistics(call, x, range(first, x.rank)))


def _require_no_statistics(call: Call) -> None:
    if len(call.outputs) > 1:
        raise UnsupportedNodeError(
            "its statistics are not computed; describe the first output only"
        )


def _statistics(call: Call, x: Given, axes: Sequence[int]) -> Sequence[Operand]:
    """The mean and the variance over some axes, as many of them as are described."""
    if len(call.outputs) == 1:
        return ()
    places = integers(axes)
    mean = call.node("ReduceMean", x, places, keepdims=1)
    centred = call.node("Sub", x, mean)
    variance = call.node("ReduceMean", call.node("Mul", centred, centred), places, keepdims=1)
    return mean, variance


@TYPES.reads("LayerNormV4", results=("y", "mean", "rstd"))
def _layer_of_shape(
    call: Call,
    x: Tensor,
    normalized_shape: Tensor,
    gamma: Tensor | None = None,
    beta: Tensor | None = None,
    *,
    epsilon: float = 1e-5,
) -> Sequence[Operand]:
    """Normalises the last dimensions, whose sizes are given."""
    require_floating(x)
    _require_no_statistics(call)
    own = call.integers(normalized_shape)
    if not own or own != x.shape[x.rank - len(own) :]:
        raise UnsupportedNodeError(f"its normalized_shape is {list(own)} for x of {list(x.shape)}")
    for item in (gamma, beta):
        if item is not None and (item.shape != own or item.dtype != x.dtype):
            raise UnsupportedNodeError(
                f"its {item.name} is {item.dtype}{list(item.shape)}, not {x.dtype}{list(own)}"
            )
    first = x.rank - len(own)
    plain = np.ones(own, x.dtype) if gamma is None else gamma
    return [call.node("LayerNormalization", x, plain, beta, axis=first, epsilon=epsilon)]


@TYPES.reads("BNInfer", mixes_formats=True)
def _inference_of_statistics(
    call: Call,
    x: Tensor,
    scale: Tensor,
    offset: Tensor,
    mean: Tensor,
    variance: Tensor,
    *,
    epsilon: float,
) -> Operand:
    value = call.first(x)
    channels = shape_of(value)[1]
    given = [_of_channels(call, item, channels) for item in (scale, offset, mean, variance)]
    return call.back(call.node("BatchNormalization", value, *given, epsilon=epsilon), x)


@TYPES.reads("InstanceNorm", results=_STATISTICS, mixes_formats=True)
def _instance(
    call: Call,
    x: Tensor,
    gamma: Tensor,
    beta: Tensor,
    *,
    data_format: str | None = None,
    epsilon: float = 1e-6,
) -> Operand:
    """Each channel of each image."""
    _require_no_statistics(call)
    value = call.first(x, data_format)
    channels = shape_of(value)[1]
    given = [_of_channels(call, item, channels) for item in (gamma, beta)]
    made = call.node("InstanceNormalization", value, *given, epsilon=epsilon)
    return call.back(made, x, data_format)


@TYPES.reads("GroupNorm", results=_STATISTICS, mixes_formats=True)
def _group(
    call: Call,
    x: Tensor,
    gamma: Tensor,
    beta: Tensor,
    *,
    num_groups: int,
    data_format: str | None = None,
    eps: float = 1e-4,
    is_training: bool = True,
) -> Operand:
    """Groups of channels of each image, in training and in inference alike."""
    _require_no_statistics(call)
    value = call.first(x, data_format)
    channels = shape_of(value)[1]
    if num_groups < 1 or channels % num_groups:
        raise UnsupportedNodeError(
            f"it puts {counted(channels, 'channel')} into {num_groups} groups"
        )
    kind, rest = call.same_type(x, gamma, beta), [1] * (x.rank - 2)
    one, zero = np.ones(num_groups, kind), np.zeros(num_groups, kind)
    size = int(np.prod(shape_of(value)[1:])) // num_groups
    flat = call.reshaped(value, (shape_of(value)[0], num_groups, size))
    made = call.node("InstanceNormalization", flat, one, zero, epsilon=eps)
    scale, offset = (
        call.reshaped(_of_channels(call, item, channels), (channels, *rest))
        for item in (gamma, beta)
    )
    normal = call.reshaped(made, shape_of(value))
    made = call.node("Add", call.node("Mul", normal, scale), offset)
    return call.back(made, x, data_format)


@TYPES.reads("RmsNorm", results=("y", "rstd"))
def _root_mean_square(
    call: Call, x: Tensor, gamma: Tensor, *, epsilon: float = 1e-6
) -> Sequence[Operand]:
    """Divides by the root of the mean square over the dimensions of `gamma`."""
    require_floating(x)
    if not 1 <= gamma.rank <= x.rank or x.shape[x.rank - gamma.rank :] != gamma.shape:
        raise UnsupportedNodeError(f"its gamma has the shape {list(gamma.shape)}")
    call.same_type(x, gamma)
    wide = call.cast(x, np.dtype(np.float32)) if x.dtype.itemsize < 4 else x.operand
    places = integers(range(x.rank - gamma.rank, x.rank))
    square = call.node("ReduceMean", call.node("Mul", wide, wide), places, keepdims=1)
    shifted = call.node("Add", square, scalar(epsilon, wide))
    root = call.node("Reciprocal", call.node("Sqrt", shifted))
    normal = call.node(
        "Mul",
        call.node("Mul", wide, root),
        call.cast(gamma, np.dtype(np.float32)) if x.dtype.itemsize < 4 else gamma,
    )
    return call.cast(normal, x.dtype), root


@TYPES.reads("AddRmsNorm", results=("y", "rstd", "x"))
def _root_mean_square_of_sum(
    call: Call, x1: Tensor, x2: Tensor, gamma: Tensor, *, epsilon: float = 1e-6
) -> Sequence[Operand]:
    """The same of a sum, which is a result, too."""
    call.same_type(x1, x2)
    if x1.shape != x2.shape:
        raise UnsupportedNodeError(f"it adds {list(x1.shape)} and {list(x2.shape)}; give one shape")
    total = Tensor("x", call.node("Add", x1, x2), x1.format)
    return (*_root_mean_square(call, total, gamma, epsilon=epsilon), total.operand)


@TYPES.reads("LRN")
def _local_response(
    call: Call,
    x: Tensor,
    *,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    norm_region: str = "ACROSS_CHANNELS",
    data_format: str | None = None,
) -> Operand:
    """`x / (bias + alpha * sum of squares of the channels around) ** beta`."""
    require(norm_region, "ACROSS_CHANNELS", "norm_region")
    if depth_radius < 0:
        raise UnsupportedNodeError(f"its depth_radius is {depth_radius}")
    size = 2 * depth_radius + 1
    value = call.first(x, data_format)
    made = call.node("LRN", value, size=size, alpha=alpha * size, beta=beta, bias=bias)
    return call.back(made, x, data_format)
