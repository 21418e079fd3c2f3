"""Takes `grid_sample` of images and volumes and its gradient apart: looked-up corners with their
weights.

PyTorch's function for compilers is for the forward pass of images alone. `decompositions.py` has
these in its table. Coordinates that are mirrored at the border, and cubic weights, stay in PyTorch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, TypeAlias

import torch

Tensor: TypeAlias = torch.Tensor

_LINEAR, _NEAREST = 0, 1
_ZEROS, _BORDER = 0, 1


@dataclass(frozen=True, slots=True)
class _Corner:
    """A pixel beside each point.

    Attributes:
        places: Its place in the plane of a channel, of shape (batch, 1, points).
        inside: Whether it is in the image.
        weight: Its weight.
        along: The derivatives of its weight along x, y and, in volumes, z.
    """

    places: Tensor
    inside: Tensor
    weight: Tensor
    along: tuple[Tensor, ...]


def grid_sample(x: Tensor, grid: Tensor, mode: int, padding: int, aligned: bool) -> Any:
    """The pixels of images at points, which may be between pixels."""
    if not _is_known(mode, padding):
        return NotImplemented
    planes = x.flatten(2).float() if x.dtype != torch.float64 else x.flatten(2)
    total: Any = 0
    for corner in _corners(x, grid, mode, padding, aligned)[0]:
        total = total + _looked_up(planes, corner) * corner.weight
    return total.view(*x.shape[:2], *grid.shape[1:-1]).to(x.dtype)


def grid_sample_backward(
    gradient: Tensor,
    x: Tensor,
    grid: Tensor,
    mode: int,
    padding: int,
    aligned: bool,
    wanted: Sequence[bool],
) -> Any:
    """The gradients of the images and of the points."""
    if not _is_known(mode, padding):
        return NotImplemented
    wide = torch.float64 if x.dtype == torch.float64 else torch.float32
    dy, planes = gradient.flatten(2).to(wide), x.flatten(2).to(wide)
    corners, scales = _corners(x, grid, mode, padding, aligned)
    to_image, along = torch.zeros_like(planes), [torch.zeros_like(dy[:, 0])] * len(scales)
    for corner in corners:
        if wanted[0]:
            share = torch.where(corner.inside, dy * corner.weight, 0)
            to_image = to_image.scatter_add(2, corner.places.expand_as(dy), share)
        if wanted[1] and mode == _LINEAR:
            found = (_looked_up(planes, corner) * dy).sum(1)
            along = [
                total + found * slope.squeeze(1)
                for total, slope in zip(along, corner.along, strict=True)
            ]
    moved = torch.stack([a * scale for a, scale in zip(along, scales, strict=True)], -1)
    return (
        to_image.view(x.shape).to(x.dtype) if wanted[0] else None,
        moved.view(grid.shape).to(grid.dtype) if wanted[1] else None,
    )


def _is_known(mode: int, padding: int) -> bool:
    return mode in (_LINEAR, _NEAREST) and padding in (_ZEROS, _BORDER)


def _looked_up(planes: Tensor, corner: _Corner) -> Tensor:
    """What a corner is of each channel; zero outside the image."""
    places = corner.places.expand(-1, planes.shape[1], -1)
    return torch.where(corner.inside, planes.gather(2, places), 0)


def _corners(
    x: Tensor, grid: Tensor, mode: int, padding: int, aligned: bool
) -> tuple[list[_Corner], list[Tensor]]:
    """The corners of each point, and how fast its place in pixels changes with each coordinate."""
    points = grid.flatten(1, -2).to(torch.float64 if x.dtype == torch.float64 else torch.float32)
    places, scales = [], []
    for axis, size in enumerate(reversed(x.shape[2:])):
        place, scale = _in_pixels(points[..., axis], size, padding, aligned)
        places.append(place.unsqueeze(1))
        scales.append(scale)
    if mode == _NEAREST:
        near = [place.round() for place in places]
        none = torch.zeros_like(near[0])
        return [_corner(x, near, torch.ones_like(none), (none,) * len(near))], scales
    return list(_between(x, places)), scales


def _between(x: Tensor, places: Sequence[Tensor]) -> Iterator[_Corner]:
    """The corners of the pixels that a point lies between."""
    lower = [place.floor() for place in places]
    past = [place - low for place, low in zip(places, lower, strict=True)]
    for upper in product((False, True), repeat=len(places)):
        shares = [part if high else 1 - part for part, high in zip(past, upper, strict=True)]
        along = []
        for axis, high in enumerate(upper):
            others = [share for other, share in enumerate(shares) if other != axis]
            along.append(prod(others[1:], start=others[0]) * (1.0 if high else -1.0))
        corner = [low + high for low, high in zip(lower, upper, strict=True)]
        yield _corner(x, corner, prod(shares[1:], start=shares[0]), tuple(along))


def _corner(
    x: Tensor, corner: Sequence[Tensor], weight: Tensor, along: tuple[Tensor, ...]
) -> _Corner:
    sizes = x.shape[:1:-1]
    inside = torch.ones_like(corner[0], dtype=torch.bool)
    for place, size in zip(corner, sizes, strict=True):
        inside = inside & (place >= 0) & (place < size)
    number: Any = 0
    for place, size in reversed(list(zip(corner, sizes, strict=True))):
        number = number * size + torch.where(inside, place, 0).to(torch.int64)
    return _Corner(number, inside, weight, along)


def _in_pixels(place: Tensor, size: int, padding: int, aligned: bool) -> tuple[Tensor, Tensor]:
    """Where a coordinate from -1 to 1 is, counted in pixels, and the derivative."""
    if aligned:
        found, scale = (place + 1) / 2 * (size - 1), (size - 1) / 2
    else:
        found, scale = ((place + 1) * size - 1) / 2, size / 2
    if padding == _ZEROS:
        return found, torch.full_like(found, scale)
    inside = (found > 0) & (found < size - 1)
    within = torch.where(found.isnan(), 0, found.clamp(0, size - 1))  # as PyTorch takes NaN
    return within, torch.where(inside, scale, 0.0).to(found.dtype)
