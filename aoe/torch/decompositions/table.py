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

from aoe.frontends.torch.decompositions import NUMBERS
from aoe.frontends.torch.distances import DISTANCES
from aoe.frontends.torch.order_statistics import ORDER_STATISTICS
from aoe.frontends.torch.scatters import SCATTERS
from aoe.torch.decompositions.attention import ATTENTION
from aoe.torch.decompositions.foreach import foreach_decompositions
from aoe.torch.decompositions.frequencies import frequencies, frequencies_of_half
from aoe.torch.decompositions.grid_sampling import grid_sample, grid_sample_backward
from aoe.torch.decompositions.normalizations import (
    batch_norm,
    batch_norm_backward,
    batch_norm_without_statistics,
    fixed_batch_norm,
    layer_norm_backward,
    weight_norm_backward,
)
from aoe.torch.decompositions.placing import (
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
        "_native_batch_norm_legit_functional.default": batch_norm,
        "_native_batch_norm_legit.no_stats": batch_norm_without_statistics,
        "_native_batch_norm_legit_no_training.default": fixed_batch_norm,
        "native_batch_norm_backward.default": batch_norm_backward,
        "native_layer_norm_backward.default": layer_norm_backward,
        "nll_loss_backward.default": _nll_loss_backward,
        "grid_sampler_2d.default": grid_sample,
        "grid_sampler_2d_backward.default": grid_sample_backward,
        "grid_sampler_3d.default": grid_sample,
        "grid_sampler_3d_backward.default": grid_sample_backward,
        "_weight_norm_interface_backward.default": weight_norm_backward,
        "conv_tbc.default": _convolution_of_times,
        "fft_fftfreq.default": frequencies,
        "fft_rfftfreq.default": frequencies_of_half,
        "_neg_view.default": torch.neg,
        "hypot.default": NUMBERS["hypot.default"],
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
    found = {**ORDER_STATISTICS, **DISTANCES, **SCATTERS}
    return {name: function for name, function in found.items() if name not in _TRANSLATED}


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
