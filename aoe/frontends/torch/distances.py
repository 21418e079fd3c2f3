"""Distances of vectors from each other.

`decompositions.py` puts them into the table of the reader, and `aoe.torch.decompositions` into that
of training. Gradients are those of PyTorch: 0 where vectors are equal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import torch


def _length(apart: Any, p: float) -> Any:
    """The norms of absolute differences along the last dimension."""
    if p == 0:
        return (apart != 0).to(apart.dtype).sum(-1)
    if p == 1:
        return apart.sum(-1)
    if p == 2:
        return (apart * apart).sum(-1).sqrt()
    if math.isinf(p):
        return apart.amax(-1)
    return apart.pow(p).sum(-1).pow(1 / p)


def _between(x: Any, y: Any, p: float = 2.0, _mode: int | None = None) -> Any:
    """Of each vector of one matrix from each of another."""
    return _length((x.unsqueeze(-2) - y.unsqueeze(-3)).abs(), p)


def _within(x: Any, p: float = 2.0) -> Any:
    """Of each vector of a matrix from each behind it."""
    found = _pairs(x)
    if found is None:
        return NotImplemented
    first, second = found
    apart = torch.index_select(x, 0, first) - torch.index_select(x, 0, second)
    return _length(apart.abs(), p)


def _between_gradient(gradient: Any, x: Any, y: Any, p: float, lengths: Any) -> Any:
    """The gradient of `between` for its first matrix."""
    apart = x.unsqueeze(-2) - y.unsqueeze(-3)
    return _change(gradient.unsqueeze(-1), apart, lengths.unsqueeze(-1), p).sum(-2)


def _within_gradient(gradient: Any, x: Any, p: float, lengths: Any) -> Any:
    found = _pairs(x)
    if found is None:
        return NotImplemented
    first, second = found
    apart = torch.index_select(x, 0, first) - torch.index_select(x, 0, second)
    moved = _change(gradient.unsqueeze(-1), apart, lengths.unsqueeze(-1), p)
    found = torch.zeros_like(x).index_add(0, first, moved)
    return found.index_add(0, second, -moved)


def _change(share: Any, apart: Any, lengths: Any, p: float) -> Any:
    """The gradients of differences; 0 of equal vectors."""
    sign, size = torch.sign(apart), apart.abs()
    if p == 0:
        return torch.zeros_like(apart)
    if p == 1:
        return share * sign
    if math.isinf(p):
        return share * sign * (size == lengths).to(size.dtype)
    per_length = size / torch.where(lengths == 0, torch.ones_like(lengths), lengths)
    powers = per_length if p == 2 else per_length.pow(p - 1)
    return torch.where(size == 0, torch.zeros_like(size), share * sign * powers)


def _pairs(x: Any) -> tuple[Any, Any] | None:
    """The rows of each pair, in the order of their distances."""
    rows = x.shape[0]
    if not isinstance(rows, int) or rows < 2:
        return None
    number = torch.arange(rows, device=x.device)
    behind = number.unsqueeze(0) > number.unsqueeze(1)
    kept = torch.sort(behind.reshape(-1).to(torch.int32), 0, True)[1]
    kept = kept.narrow(0, 0, rows * (rows - 1) // 2)
    return kept // rows, torch.remainder(kept, rows)


#: What takes operators of ATen apart, by their names.
DISTANCES: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "cdist.default": _between,
        "_cdist_forward.default": _between,
        "_cdist_backward.default": _between_gradient,
        "pdist.default": _within,
        "_pdist_forward.default": _within,
        "_pdist_backward.default": _within_gradient,
    }
)
