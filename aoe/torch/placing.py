"""Takes apart what puts elements elsewhere: masks that are filled in order, shuffled channels.

`decompositions.py` has these in its table.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, TypeAlias

import torch

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
