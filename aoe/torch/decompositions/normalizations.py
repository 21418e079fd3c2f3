"""Normalisations of batches, layers and weights, with their gradients, in few passes over memory.

What statistics and the values of channels are made of has the shape that broadcasts to the input,
so that one operator makes them. Halves are computed in float32.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import torch

from aoe.torch.decompositions.attention import is_half

Tensor: TypeAlias = torch.Tensor


def batch_norm(
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
        found = fixed_batch_norm(x, weight, bias, running_mean, running_var, momentum, eps)
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


def batch_norm_without_statistics(
    x: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
) -> Any:
    """As `batch_norm`, of a layer that keeps no statistics."""
    return batch_norm(x, weight, bias, None, None, True, momentum, eps)[:3]


def fixed_batch_norm(
    x: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor,
    running_var: Tensor,
    momentum: float,
    eps: float,
) -> Any:
    """y = x * scale + shift of the running statistics, and two saved tensors of no elements."""
    rank = x.dim()
    rstd = _of_channels(torch.rsqrt(running_var + eps), rank)
    y = _scaled(_widened(x), _of_channels(running_mean, rank), rstd, weight, bias)
    return y.to(x.dtype), running_mean.new_zeros((0,)), running_mean.new_zeros((0,))


def batch_norm_backward(
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


def layer_norm_backward(
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


def weight_norm_backward(
    gradient: Tensor, v: Tensor, g: Tensor, norms: Tensor, dim: int
) -> tuple[Tensor, Tensor]:
    """The gradients of v and g in w = v * (g / norm), with a norm for each place of a dimension."""
    dy, wide, lengths = _widened(gradient), _widened(v), _widened(norms).view(g.shape)
    others = [axis for axis in range(v.dim()) if axis != dim % v.dim()]
    along = (dy * wide).sum(others, keepdim=True) / lengths
    to_v = (_widened(g) / lengths) * (dy - wide * (along / lengths))
    return to_v.to(v.dtype), along.to(g.dtype)


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
