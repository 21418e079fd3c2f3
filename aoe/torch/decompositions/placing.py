"""Takes apart what puts elements elsewhere: masks that are filled in order or stand beside other
indices, shuffled channels.

`decompositions.py` has these in its table.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, TypeAlias

import torch

from aoe.torch.private_torch import free_unbacked_symbols

Tensor: TypeAlias = torch.Tensor


def shuffled_channels(x: Tensor, groups: int) -> Tensor:
    """Channels one by one from each group."""
    batch, channels, *image = x.shape
    apart = x.reshape(batch, groups, channels // groups, *image)
    return apart.transpose(1, 2).reshape(x.shape)


def masked_scatter(x: Tensor, mask: Tensor, source: Tensor) -> Any:
    """Elements of the source, in their order, where the mask is."""
    if not source.numel():
        return NotImplemented
    x, mask = torch.broadcast_tensors(x, mask)
    places = mask.reshape(-1).cumsum(0) - 1
    taken = source.reshape(-1)[places.clamp(0, source.numel() - 1)]
    return torch.where(mask, taken.view(x.shape), x).contiguous()  # as eager lays it out


def masked_scatter_backward(gradient: Tensor, mask: Tensor, sizes: Sequence[int]) -> Any:
    """The gradient of the source: what was not taken from it goes to one element more."""
    count = prod(sizes)
    if not count:
        return NotImplemented
    flags = mask.expand(gradient.shape).reshape(-1)
    places = torch.where(flags, flags.cumsum(0) - 1, count).clamp(max=count)
    found = gradient.new_zeros(count + 1).scatter(0, places, gradient.reshape(-1))
    return found[:count].view(sizes)


def put_by_mask_and_indices(
    x: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool = False
) -> Any:
    """What is written where a mask says, with indices of one element beside it and the same values
    at all its places, as `x[mask, [2]] = 1` has it.

    Each place of the mask has its own row, so that all places are written, those outside the mask
    with what was there. Several indices meet the places of the mask one by one, but all meet the
    same place where it has only one. Data decide which, and whether there is an error, so PyTorch
    computes these.
    """
    at = [number for number, index in enumerate(indices) if index is not None]
    masks = [number for number in at if indices[number].dtype == torch.bool]  # type: ignore[union-attr]
    beside = [index for index in indices if index is not None and index.dtype != torch.bool]
    if len(masks) != 1 or not beside or free_unbacked_symbols([x, values, *beside]):
        return NotImplemented
    mask: Any = indices[masks[0]]
    first = at[0] if at[-1] - at[0] == len(at) - 1 else 0
    behind = x.dim() - (mask.dim() - 1) - len(at) - first
    several = values.dim() > behind and values.shape[-1 - behind] != 1
    if several or any(index.dim() > 1 or index.numel() != 1 for index in beside):
        return NotImplemented
    rows = x.flatten(masks[0], masks[0] + mask.dim() - 1) if mask.dim() > 1 else x
    flags = mask.reshape(-1)
    full = list(indices)
    full[masks[0]] = torch.arange(flags.shape[0], device=x.device)
    here = flags.view(-1, *[1] * behind)
    before = x.new_zeros(()) if accumulate else torch.ops.aten.index(rows, full)
    put = torch.where(here, values, before)
    return torch.ops.aten.index_put(rows, full, put, accumulate).view(x.shape)
