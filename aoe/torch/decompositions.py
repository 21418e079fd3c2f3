"""How AOTAutograd takes operators apart before they are translated.

PyTorch's table for export is not for training: it takes attention apart so that its second output
are the probabilities, but leaves the gradient of attention, which expects logarithms of sums. The
table here names PyTorch's functions that are right in both directions, and has its own for
attention and batch normalisation, which make fewer passes over memory. Operators with random
numbers stay whole, so that the numbers are eager's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from types import MappingProxyType
from typing import Any, TypeAlias

import torch

from aoe.frontends.torch.decompositions import numbers
from aoe.frontends.torch.distances import distances
from aoe.frontends.torch.order_statistics import order_statistics
from aoe.frontends.torch.scatters import scatters
from aoe.torch.attention import ATTENTION, is_half
from aoe.torch.foreach import foreach_decompositions
from aoe.torch.grid_sampling import grid_sample, grid_sample_backward
from aoe.torch.placing import (
    masked_scatter,
    masked_scatter_backward,
    put_by_mask_and_indices,
    shuffled_channels,
)
from aoe.torch.private_torch import GuardOnDataDependentSymNode
from aoe.torch.refused_types import unless_refused

#: Operators that PyTorch's own functions take apart.
_BY_PYTORCH = (
    "addcdiv", "addcmul", "addr", "affine_grid_generator", "alias_copy", "aminmax",
    "batch_norm_backward", "_batch_norm_with_update_functional", "binary_cross_entropy",
    "binary_cross_entropy_backward", "binary_cross_entropy_with_logits", "block_diag", "celu",
    "count_nonzero", "deg2rad", "diag_embed", "diagonal_backward", "dist", "elu_backward",
    "_euclidean_dist", "expand_as", "expand_copy", "eye", "frac", "_fused_rms_norm",
    "_fused_rms_norm_backward", "gelu_backward", "glu", "glu_backward", "hann_window", "hardshrink",
    "hardsigmoid", "hardsigmoid_backward", "hardswish", "hardswish_backward", "hardtanh_backward",
    "heaviside", "huber_loss", "huber_loss_backward", "index_add", "index_copy", "index_fill",
    "isin", "isneginf", "isposinf", "l1_loss", "ldexp", "leaky_relu_backward", "lerp",
    "linalg_cross", "linalg_vector_norm", "linspace", "log_sigmoid_backward", "log_sigmoid_forward",
    "_log_softmax_backward_data", "logaddexp", "logaddexp2", "logit", "logit_backward", "logsumexp",
    "max_unpool2d", "max_unpool3d", "mish", "mish_backward", "mse_loss", "mse_loss_backward",
    "nan_to_num", "nansum", "narrow", "narrow_copy", "native_dropout_backward", "native_group_norm",
    "native_group_norm_backward", "nll_loss2d_backward", "nll_loss2d_forward", "nll_loss_forward",
    "norm", "permute_copy", "pixel_shuffle", "pixel_unshuffle", "_prelu_kernel",
    "_prelu_kernel_backward", "rad2deg", "reflection_pad1d", "reflection_pad2d", "reflection_pad3d",
    "renorm", "replication_pad1d", "replication_pad2d", "replication_pad3d", "roll", "rot90",
    "_safe_softmax", "select_backward", "sgn", "sigmoid_backward", "silu", "silu_backward", "sinc",
    "slice_backward", "smooth_l1_loss", "smooth_l1_loss_backward", "soft_margin_loss",
    "soft_margin_loss_backward", "_softmax_backward_data", "softplus", "softplus_backward",
    "softshrink", "special_entr", "special_xlog1py", "split_with_sizes_copy", "squeeze_copy",
    "stack", "std", "std_mean", "t_copy", "tanh_backward", "threshold", "threshold_backward",
    "trace", "transpose_copy", "tril", "tril_indices", "triu", "triu_indices", "unbind_copy",
    "unfold_backward", "vdot", "_weight_norm_interface", "xlogy",
    "zero",
)  # fmt: skip
#: Operators of the reader's functions that the translator knows.
_TRANSLATED = (
    "sort.stable", "argsort.stable", "cumprod.default", "scatter.src", "scatter_add.default",
)  # fmt: skip
#: What losses call the mean over all samples.
_MEAN = 1

Tensor: TypeAlias = torch.Tensor


@cache
def decompositions() -> Mapping[Any, Callable[..., Any]]:
    """The table, by overload."""
    aten = torch.ops.aten
    found: list[Any] = []
    for name in _BY_PYTORCH:
        packet, _, overload = name.partition(".")
        item = getattr(aten, packet, None)
        item = getattr(item, overload, None) if overload else item
        if item is not None:
            found.append(item)
    table = {**torch._decomp.get_decompositions(found), **foreach_decompositions()}
    own: Mapping[str, Callable[..., Any]] = {
        **ATTENTION,
        **_of_the_reader(),
        "_native_batch_norm_legit_functional.default": _batch_norm,
        "_native_batch_norm_legit.no_stats": _batch_norm_without_statistics,
        "_native_batch_norm_legit_no_training.default": _fixed_batch_norm,
        "native_batch_norm_backward.default": _batch_norm_backward,
        "native_layer_norm_backward.default": _layer_norm_backward,
        "nll_loss_backward.default": _nll_loss_backward,
        "grid_sampler_2d.default": grid_sample,
        "grid_sampler_2d_backward.default": grid_sample_backward,
        "grid_sampler_3d.default": grid_sample,
        "grid_sampler_3d_backward.default": grid_sample_backward,
        "_weight_norm_interface_backward.default": _weight_norm_backward,
        "conv_tbc.default": _convolution_of_times,
        "_neg_view.default": torch.neg,
        "hypot.default": numbers(torch)["hypot.default"],
        "_trilinear.default": _product_of_three,
        "channel_shuffle.default": shuffled_channels,
        "index_put.default": put_by_mask_and_indices,
        "masked_scatter.default": masked_scatter,
        "masked_scatter_backward.default": masked_scatter_backward,
    }
    for name, function in own.items():
        packet, _, overload = name.partition(".")
        item = getattr(getattr(aten, packet, None), overload, None)
        if item is not None:
            table[item] = _unless_data_decide(function)
    for item in (aten.index_add.default, aten.index_copy.default):
        table[item] = _of_whole_slices(table[item])
    for name in ("mse_loss", "smooth_l1_loss", "huber_loss"):
        item = getattr(aten, f"{name}_backward").default
        table[item] = _of_all_elements(table[item])
    return MappingProxyType({item: unless_refused(item, made) for item, made in table.items()})


def _of_whole_slices(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of PyTorch that takes an index without dimensions as one of one element: it would
    write one element to a place of a vector that has none for it. It leaves slices of other shapes
    to PyTorch, which refuses them: it would repeat them.
    """

    @wraps(function)
    def decomposed(
        x: Tensor, dim: int, index: Tensor, source: Tensor, *others: Any, **named: Any
    ) -> Any:
        if source.dim() > x.dim():
            return NotImplemented
        if x.dim() > 1:
            place = dim % x.dim()
            wanted, given = (
                [*item.shape[:place], *item.shape[place + 1 :]] for item in (x, source)
            )
            if source.dim() != x.dim() or given != wanted:
                return NotImplemented
        index = index if index.dim() else index.reshape(1)
        return function(x, dim, index, source, *others, **named)

    return decomposed


def _of_all_elements(function: Callable[..., Any]) -> Callable[..., Any]:
    """A gradient of PyTorch that divides by the number of elements, of no elements, too. Its meta
    tensors are of this function as well, so that the operator cannot stay as it is. It is NaN where
    the loss is, as in eager mode.
    """

    @wraps(function)
    def decomposed(gradient: Tensor, x: Tensor, y: Tensor, *others: Any, **named: Any) -> Any:
        try:
            found = function(gradient, x, y, *others, **named)
        except ZeroDivisionError:
            return torch.zeros_like(x)
        return torch.where((x - y).isnan(), torch.nan, found)

    return decomposed


def _unless_data_decide(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that leaves an operator as it is where it asks for a size that data decide."""

    @wraps(function)
    def decomposed(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except GuardOnDataDependentSymNode:
            return NotImplemented

    return decomposed


def _of_the_reader() -> dict[str, Callable[..., Any]]:
    """Functions that it shares, without what is translated as it is."""
    shared = (order_statistics, distances, scatters)
    found = {name: item for made in shared for name, item in made(torch).items()}
    return {name: function for name, function in found.items() if name not in _TRANSLATED}


def _batch_norm(
    x: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
) -> Any:
    """y = x * scale + shift, with both of channels."""
    if not training:
        if running_mean is None or running_var is None:
            return NotImplemented
        found = _fixed_batch_norm(x, weight, bias, running_mean, running_var, momentum, eps)
        return (*found, running_mean, running_var)
    wide = _widened(x)
    # All values of channels have the shape of the statistics, so that one operator makes them all.
    variance, mean = torch.var_mean(wide, _others(x), correction=0, keepdim=True)
    rstd = torch.rsqrt(variance + eps)
    y = _scaled(wide, mean, rstd, weight, bias).to(x.dtype)
    if running_mean is None or running_var is None:
        return y, mean.view(-1), rstd.view(-1), running_mean, running_var
    count, rank = x.numel() / x.shape[1], x.dim()
    new_mean = mean * momentum + _of_channels(running_mean, rank) * (1 - momentum)
    unbiased = variance * (momentum * count / (count - 1))
    new_var = unbiased + _of_channels(running_var, rank) * (1 - momentum)
    return y, mean.view(-1), rstd.view(-1), new_mean.view(-1), new_var.view(-1)


def _batch_norm_without_statistics(
    x: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
) -> Any:
    return _batch_norm(x, weight, bias, None, None, True, momentum, eps)[:3]


def _fixed_batch_norm(
    x: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor,
    running_var: Tensor,
    momentum: float,
    eps: float,
) -> Any:
    rank = x.dim()
    rstd = _of_channels(torch.rsqrt(running_var + eps), rank)
    y = _scaled(_widened(x), _of_channels(running_mean, rank), rstd, weight, bias)
    return y.to(x.dtype), running_mean.new_zeros((0,)), running_mean.new_zeros((0,))


def _batch_norm_backward(
    gradient: Tensor,
    x: Tensor,
    weight: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    save_mean: Tensor | None,
    save_rstd: Tensor | None,
    train: bool,
    eps: float,
    wanted: Sequence[bool],
) -> Any:
    """dx = a * dy + b * x + c, with all three of channels."""
    if train:
        mean, rstd = save_mean, save_rstd
    else:
        mean = running_mean
        rstd = None if running_var is None else torch.rsqrt(running_var + eps)
    if mean is None or rstd is None:
        return NotImplemented
    dy, wide, axes, rank = _widened(gradient), _widened(x), _others(x), x.dim()
    mean, rstd = _of_channels(mean, rank), _of_channels(rstd, rank)
    total = dy.sum(axes, keepdim=True)
    dot = (dy * (wide - mean)).sum(axes, keepdim=True)
    a = rstd if weight is None else rstd * _of_channels(weight, rank)  # by the operator of sums
    dx = dy * a
    if train:
        share = -x.shape[1] / x.numel()
        b = a * rstd * rstd * dot * share
        c = a * total * share - b * mean
        dx = dx + (wide * b + c)
    return (
        dx.to(x.dtype) if wanted[0] else None,
        (dot * rstd).view(-1) if wanted[1] else None,
        total.view(-1) if wanted[2] else None,
    )


def _layer_norm_backward(
    gradient: Tensor,
    x: Tensor,
    shape: Sequence[int],
    mean: Tensor,
    rstd: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    wanted: Sequence[bool],
) -> Any:
    """Rows first: dx is one operator (`aoe.graph.fusion.rows`). The gradient of the weight reads x
    in another way than dx does, because what both read would be stored.
    """
    dy, wide, inner = _widened(gradient), _widened(x), x.dim() - len(shape)
    outer, axes = list(range(inner)), list(range(inner, x.dim()))
    normalized = (wide - mean) * rstd
    share = dy if weight is None else dy * _widened(weight)
    along = (share * normalized).mean(axes, keepdim=True)
    dx = (share - share.mean(axes, keepdim=True) - normalized * along) * rstd
    to_weight, to_bias = (mean - wide) * (dy * rstd), dy
    if outer:
        to_weight, to_bias = to_weight.sum(outer), to_bias.sum(outer)
    return (
        dx.to(x.dtype) if wanted[0] else None,
        -to_weight.to(weight.dtype) if wanted[1] and weight is not None else None,
        to_bias.to(bias.dtype) if wanted[2] and bias is not None else None,
    )


def _weight_norm_backward(
    gradient: Tensor, v: Tensor, g: Tensor, norms: Tensor, dim: int
) -> tuple[Tensor, Tensor]:
    """The gradients of v and g in w = v * (g / norm), with a norm for each place of a dimension."""
    dy, wide, lengths = _widened(gradient), _widened(v), _widened(norms).view(g.shape)
    others = [axis for axis in range(v.dim()) if axis != dim % v.dim()]
    along = (dy * wide).sum(others, keepdim=True) / lengths
    to_v = (_widened(g) / lengths) * (dy - wide * (along / lengths))
    return to_v.to(v.dtype), along.to(g.dtype)


def _convolution_of_times(x: Tensor, weight: Tensor, bias: Tensor, pad: int = 0) -> Tensor:
    """A convolution of a sequence with its times in front and its channels last."""
    by_channels = x.permute(1, 2, 0), weight.permute(2, 1, 0)
    found = torch.conv1d(*by_channels, bias, padding=pad)
    return found.permute(2, 0, 1).contiguous()


def _nll_loss_backward(
    gradient: Tensor,
    x: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: int,
    ignored: int,
    total_weight: Tensor,
) -> Any:
    """Compares numbers of classes with the targets. PyTorch's function scatters into zeros, which
    are as large as x; a comparison is fused with the gradient of the softmax.
    """
    if x.dim() != 2:
        by_pytorch = torch._decomp.decomposition_table[torch.ops.aten.nll_loss_backward.default]
        return by_pytorch(gradient, x, target, weight, reduction, ignored, total_weight)
    share = gradient / total_weight if reduction == _MEAN else gradient
    classes = target.unsqueeze(1)
    kept = torch.where(classes != ignored, -share.reshape(-1, 1), 0)
    if weight is not None:
        kept = kept * weight
    numbers = torch.arange(x.shape[1], dtype=torch.int32, device=x.device)
    hits = numbers == classes.to(torch.int32)
    return torch.where(hits, kept, 0)


def _product_of_three(
    a: Tensor,
    b: Tensor,
    c: Tensor,
    expand_a: Sequence[int],
    expand_b: Sequence[int],
    expand_c: Sequence[int],
    sums: Sequence[int],
    unroll: int = 1,
) -> Tensor:
    """Two products of matrices, the first tensor with the second one first.

    Args:
        a: The first tensor.
        b: The second one.
        c: The third one.
        expand_a: The dimensions of the product that the first tensor lacks.
        expand_b: Those that the second one lacks.
        expand_c: Those that the third one lacks.
        sums: Those that are added up.
        unroll: One that eager mode goes along, with the same result.
    """
    every = range(a.dim() + len(expand_a))
    missing = ([axis % len(every) for axis in axes] for axes in (expand_a, expand_b, expand_c))
    left, middle, right = ([axis for axis in every if axis not in axes] for axes in missing)
    added = [axis % len(every) for axis in sums]
    kept = [axis for axis in every if axis not in added]
    return torch.einsum(a, left, b, middle, c, right, kept)


def _scaled(
    x: Tensor, mean: Tensor, rstd: Tensor, weight: Tensor | None, bias: Tensor | None
) -> Tensor:
    scale = rstd if weight is None else rstd * _of_channels(weight, x.dim())
    shift = mean * -scale  # so that x - mean, which the variance has, too, is not kept
    return x * scale + (shift if bias is None else shift + _of_channels(bias, x.dim()))


def _of_channels(values: Tensor, rank: int) -> Tensor:
    return values.view(1, -1, *[1] * (rank - 2))


def _others(x: Tensor) -> list[int]:
    """All dimensions but that of channels."""
    return [0, *range(2, x.dim())]


def _widened(x: Tensor) -> Tensor:
    return x.float() if is_half(x) else x
