"""Medians, modes, running extremes and places in sorted sequences, by sorting and by comparisons.

Torch's exporter translates none of them. `decompositions.py` puts them into its table, and so does
training (`aoe.torch.decompositions`), whose gradients follow from the places.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import torch


def _stable_sort(
    x: Any, *, stable: bool | None = None, dim: int = -1, descending: bool = False
) -> tuple[Any, Any]:
    """Each of our sorts is stable."""
    return torch.sort(x, dim, descending)  # type: ignore[no-any-return]


def _stable_places(
    x: Any, *, stable: bool | None = None, dim: int = -1, descending: bool = False
) -> Any:
    return torch.sort(x, dim, descending)[1]


def _median(x: Any, dim: int = -1, keepdim: bool = False) -> tuple[Any, Any]:
    """The smaller one of two; the first element that is no number, if one is not."""
    row = x if x.dim() else x.reshape(1)
    values, places = _kth_value(row, (row.shape[dim] + 1) // 2, dim, True)
    if x.is_floating_point():
        is_none = torch.isnan(row)
        first = is_none.to(torch.int32).argmax(dim, keepdim=True)
        has_none = is_none.any(dim, keepdim=True)
        values = torch.where(has_none, torch.full_like(values, math.nan), values)
        places = torch.where(has_none, first, places)
    return _kept(x, values, places, dim, keepdim)


def _median_of_all(x: Any) -> Any:
    return _median(x.reshape(-1), 0)[0] if x.numel() else NotImplemented


def _median_of_numbers(x: Any, dim: int = -1, keepdim: bool = False) -> tuple[Any, Any]:
    """The median of what is not NaN; NaN, which is sorted behind the rest, if nothing is."""
    row = x if x.dim() else x.reshape(1)
    if not x.is_floating_point():
        return _median(x, dim, keepdim)
    values, places = torch.sort(row, dim)
    count = torch.logical_not(torch.isnan(row)).to(torch.int64).sum(dim, keepdim=True)
    middle = torch.clamp((count + 1) // 2 - 1, min=0)
    found = torch.gather(values, dim, middle), torch.gather(places, dim, middle)
    return _kept(x, *found, dim, keepdim)


def _median_of_all_numbers(x: Any) -> Any:
    return _median_of_numbers(x.reshape(-1), 0)[0] if x.numel() else NotImplemented


def _kth_value(x: Any, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Any, Any]:
    values, places = torch.sort(x if x.dim() else x.reshape(1), dim)
    found = values.narrow(dim, k - 1, 1), places.narrow(dim, k - 1, 1)
    return _kept(x, *found, dim, keepdim)


def _mode(x: Any, dim: int = -1, keepdim: bool = False) -> Any:
    """The smallest of the most frequent elements, and the last place where it is.

    An element that is no number is like none, and counts once. Eager mode sorts such rows with
    a comparison that gives them no order, so its result depends on where they are: of
    (0, 1, NaN, 0) the first 0, once. Rows of nothing else have NaN and 0 there and here.
    """
    row = x if x.dim() else x.reshape(1)
    size = row.shape[dim]
    if not isinstance(size, int):
        return NotImplemented
    values, places = torch.sort(row, dim)
    number = _numbers(values, dim)
    before = torch.cat([values.narrow(dim, 0, 1), values.narrow(dim, 0, size - 1)], dim)
    begins = torch.where(values != before, number, torch.zeros_like(number))
    begins = _running(begins, dim, torch.maximum, 0)
    last = (number - begins).argmax(dim, keepdim=True)
    found = torch.gather(values, dim, last), torch.gather(places, dim, last)
    return _kept(x, *found, dim, keepdim)


def _kept(x: Any, values: Any, places: Any, dim: int, keepdim: bool) -> tuple[Any, Any]:
    """Results with an axis of size 1, or without it; a tensor without axes gets none."""
    if keepdim and x.dim():
        return values, places
    return values.squeeze(dim), places.squeeze(dim)


def _running_extreme(is_largest: bool) -> Callable[..., Any]:
    def of(x: Any, dim: int) -> Any:
        return _extreme(x, dim, is_largest)

    return of


def _running_product(x: Any, dim: int, *, dtype: Any = None) -> Any:
    if dtype is None:
        whole = not (x.is_floating_point() or x.is_complex())
        dtype = torch.int64 if whole else x.dtype
    if not x.dim():
        return x.to(dtype)
    if not isinstance(x.shape[dim], int):
        return NotImplemented
    return _running(x.to(dtype), dim, torch.mul, 1)


def _running_log_of_sums(x: Any, dim: int) -> Any:
    if not x.dim():
        return x.clone()
    if not isinstance(x.shape[dim], int) or not x.is_floating_point():
        return NotImplemented
    return _running(x, dim, _joined_logarithms, -math.inf).contiguous()


def _joined_logarithms(x: Any, y: Any) -> Any:
    """The logarithm of the sum of what x and y are logarithms of."""
    larger, smaller = torch.maximum(x, y), torch.minimum(x, y)
    apart = torch.where(larger == smaller, torch.zeros_like(x), smaller - larger)
    joined = larger + torch.log1p(torch.exp(apart))
    return torch.where(torch.isinf(larger), larger, joined)


def _places_in(sequence: Any, values: Any, right: bool, out_int32: bool) -> Any:
    """How many elements of a sorted sequence come before each value, by halving."""
    size = sequence.shape[-1]
    if not isinstance(size, int):
        return NotImplemented
    found = torch.zeros_like(values, dtype=torch.int64)
    step = 1 << (size.bit_length() - 1) if size else 0
    while step:
        further = found + step
        at = torch.clamp(further - 1, max=size - 1)
        if sequence.dim() > 1:
            element = torch.gather(sequence, -1, at)
        else:
            element = torch.index_select(sequence, 0, at.reshape(-1)).reshape(at.shape)
        stays = element > values if right else element >= values
        goes = torch.logical_and(torch.logical_not(stays), further <= size)
        found, step = torch.where(goes, further, found), step // 2
    return found.to(torch.int32) if out_int32 else found


def _search_sorted(
    sequence: Any,
    values: Any,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Any = None,
) -> Any:
    if sorter is not None:
        sequence = torch.gather(sequence, -1, sorter)
    if not isinstance(values, torch.Tensor):
        values = torch.full((), values, dtype=sequence.dtype, device=sequence.device)
    return _places_in(sequence, values, right or side == "right", out_int32)


def _bucket(x: Any, boundaries: Any, *, out_int32: bool = False, right: bool = False) -> Any:
    if not isinstance(x, torch.Tensor):
        x = torch.full((), x, dtype=boundaries.dtype, device=boundaries.device)
    return _places_in(boundaries, x, right, out_int32)


def _numbers(x: Any, dim: int) -> Any:
    """The place of each element along a dimension."""
    shape = [1] * x.dim()
    shape[dim] = x.shape[dim]
    return torch.arange(x.shape[dim], device=x.device).reshape(shape).expand(x.shape)


def _running(x: Any, dim: int, join: Callable[[Any, Any], Any], neutral: float | bool) -> Any:
    """What `join` makes of each element and all before it, by those of 2, 4, 8 neighbours and so
    on.
    """
    size, step = x.shape[dim], 1
    while step < size:
        none = torch.full_like(x.narrow(dim, 0, step), neutral)
        moved = torch.cat([none, x.narrow(dim, 0, size - step)], dim)
        x, step = join(x, moved), 2 * step
    return x


def _extreme(x: Any, dim: int, is_largest: bool) -> Any:
    """The largest or smallest elements so far, and the last places where they are. NaN is both
    the largest and the smallest.
    """
    if not x.dim():
        return x.clone(), torch.zeros_like(x, dtype=torch.int64)
    if not isinstance(x.shape[dim], int):
        return NotImplemented
    join = torch.maximum if is_largest else torch.minimum
    wide = x.to(torch.uint8) if x.dtype == torch.bool else x
    values = _running(wide, dim, join, _least(wide.dtype, is_largest))
    is_one = wide == values
    if x.is_floating_point():
        is_one = torch.logical_or(is_one, torch.isnan(x))
    number = _numbers(x, dim)
    number = torch.where(is_one, number, torch.zeros_like(number))
    places = _running(number, dim, torch.maximum, 0)
    return values.to(x.dtype).contiguous(), places.contiguous()  # as eager lays them out


def _least(dtype: Any, is_largest: bool) -> float | int:
    """The number of a type that no other one is less than, or greater than."""
    if dtype.is_floating_point:
        return -math.inf if is_largest else math.inf
    limits = torch.iinfo(dtype)
    return int(limits.min if is_largest else limits.max)


#: What takes operators of ATen apart, by their names.
ORDER_STATISTICS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "sort.stable": _stable_sort,
        "argsort.stable": _stable_places,
        "median.dim": _median,
        "median.default": _median_of_all,
        "nanmedian.dim": _median_of_numbers,
        "nanmedian.default": _median_of_all_numbers,
        "kthvalue.default": _kth_value,
        "mode.default": _mode,
        "cummax.default": _running_extreme(True),
        "cummin.default": _running_extreme(False),
        "cumprod.default": _running_product,
        "logcumsumexp.default": _running_log_of_sums,
        "searchsorted.Tensor": _search_sorted,
        "searchsorted.Scalar": _search_sorted,
        "bucketize.Tensor": _bucket,
        "bucketize.Scalar": _bucket,
    }
)
