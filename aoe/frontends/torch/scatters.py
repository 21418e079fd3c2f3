"""Scatters that leave out what was there before, make means, or write a part of their source, and
counts of numbers in bins, which ONNX's operators do not.

Torch's exporter translates some of them to other results. `decompositions.py` puts them into its
table, and so does training (`aoe.torch.decompositions`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import torch


def _scatter_reduce(
    x: Any, dim: int, index: Any, source: Any, reduce: str, *, include_self: bool = True
) -> Any:
    if not x.dim() or index.dim() != x.dim() or source.dim() != x.dim():
        return NotImplemented
    if reduce != "mean" and include_self and index.shape == source.shape:
        return NotImplemented
    source = _written(index, source)
    if reduce == "mean":
        return _mean(x, dim, index, source, include_self)
    if include_self:
        return torch.scatter_reduce(x, dim, index, source, reduce, include_self=True)
    if reduce not in ("sum", "prod", "amax", "amin"):
        return NotImplemented
    start = torch.scatter(x, dim, index, _neutral(x.dtype, reduce))
    return torch.scatter_reduce(start, dim, index, source, reduce, include_self=True)


def _scatter(x: Any, dim: int, index: Any, source: Any) -> Any:
    if not x.dim() or index.dim() != source.dim() or index.shape == source.shape:
        return NotImplemented
    return torch.scatter(x, dim, index, _written(index, source))


def _scatter_add(x: Any, dim: int, index: Any, source: Any) -> Any:
    if not x.dim() or index.dim() != source.dim() or index.shape == source.shape:
        return NotImplemented
    return torch.scatter_add(x, dim, index, _written(index, source))


def _written(index: Any, source: Any) -> Any:
    """The part of a source that is written."""
    for axis, size in enumerate(index.shape):
        source = source.narrow(axis, 0, size)
    return source


def _mean(x: Any, dim: int, index: Any, source: Any, with_self: bool) -> Any:
    start = x if with_self else torch.scatter(x, dim, index, 0)
    total = torch.scatter_add(start, dim, index, source)
    ones = torch.ones_like(source)
    count = torch.scatter_add(torch.full_like(x, int(with_self)), dim, index, ones)
    count = torch.clamp(count, min=1)
    if x.is_floating_point():
        return total / count
    return torch.div(total, count, rounding_mode="floor")


def _index_reduce(
    x: Any, dim: int, index: Any, source: Any, reduce: str, *, include_self: bool = True
) -> Any:
    reduce = {"mul": "prod"}.get(reduce, reduce)
    if not x.dim() or not index.dim():
        return NotImplemented
    shape = [1] * x.dim()
    shape[dim] = index.shape[0]
    places = index.reshape(shape).expand(source.shape)
    return torch.scatter_reduce(x, dim, places, source, reduce, include_self=include_self)


def _histc(x: Any, bins: int = 100, min: float = 0, max: float = 0) -> Any:
    """The bin of a number is found in its own element type, as eager mode on a CPU does."""
    if x.dtype not in (torch.float32, torch.float64) or not x.numel():
        return NotImplemented
    numbers = x.reshape(-1)
    if min == max:
        low, high = numbers.amin(0), numbers.amax(0)
        one = (low == high).to(x.dtype)
        low, high = low - one, high + one
    else:
        low, high = x.new_full((), min), x.new_full((), max)
    inside = torch.logical_and(numbers >= low, numbers <= high)
    past = torch.where(inside, numbers - low, 0)
    bin = torch.clamp((past * bins / (high - low)).to(torch.int64), max=bins - 1)
    return torch.scatter_add(x.new_zeros(bins), 0, bin, inside.to(x.dtype))


def _neutral(dtype: Any, reduce: str) -> float | int:
    """The number that a reduction does not change another one by."""
    if reduce in ("sum", "prod"):
        return int(reduce == "prod")
    if dtype.is_floating_point:
        return -math.inf if reduce == "amax" else math.inf
    if dtype == torch.bool:
        return int(reduce == "amin")
    limits = torch.iinfo(dtype)
    return int(limits.min if reduce == "amax" else limits.max)


#: What takes operators of ATen apart, by their names.
SCATTERS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "scatter.src": _scatter,
        "scatter_add.default": _scatter_add,
        "scatter_reduce.two": _scatter_reduce,
        "index_reduce.default": _index_reduce,
        "histc.default": _histc,
    }
)
