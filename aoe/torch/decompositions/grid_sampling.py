"""Takes `grid_sample` of images and volumes and its gradient apart: looked-up pixels with their
weights.

PyTorch's function for compilers is for the forward pass of images alone. `decompositions.py` has
these in its table. The formulas are those of PyTorch's `GridSampler.h`; cubic weights are those of
Keys, "Cubic convolution interpolation for digital image processing", 1981, with a = -0.75.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, TypeAlias

import torch

Tensor: TypeAlias = torch.Tensor

_LINEAR, _NEAREST, _CUBIC = 0, 1, 2
_ZEROS, _BORDER, _MIRRORED = 0, 1, 2
#: The parameter of cubic weights.
_A = -0.75


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
    wide = torch.float64 if x.dtype == torch.float64 else torch.float32
    dy, planes = gradient.flatten(2).to(wide), x.flatten(2).to(wide)
    corners, scales = _corners(x, grid, mode, padding, aligned)
    to_image, along = torch.zeros_like(planes), [torch.zeros_like(dy[:, 0])] * len(scales)
    for corner in corners:
        if wanted[0]:
            share = torch.where(corner.inside, dy * corner.weight, 0)
            to_image = to_image.scatter_add(2, corner.places.expand_as(dy), share)
        if wanted[1] and mode != _NEAREST:
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
    # Of cubic weights, each pixel that is looked up is bounded, not the place between them.
    bounds = _ZEROS if mode == _CUBIC else padding
    for axis, size in enumerate(reversed(x.shape[2:])):
        place, scale = _in_pixels(points[..., axis], size, bounds, aligned)
        places.append(place.unsqueeze(1))
        scales.append(scale)
    if mode == _NEAREST:
        near = [place.round() for place in places]
        none = torch.zeros_like(near[0])
        return [_corner(x, near, torch.ones_like(none), (none,) * len(near))], scales
    if mode == _CUBIC:
        return list(_around(x, places, padding, aligned)), scales
    return list(_between(x, places)), scales


def _between(x: Tensor, places: Sequence[Tensor]) -> Iterator[_Corner]:
    """The corners of the pixels that a point lies between."""
    lower = [place.floor() for place in places]
    past = [place - low for place, low in zip(places, lower, strict=True)]
    for upper in product((False, True), repeat=len(places)):
        shares = [part if high else 1 - part for part, high in zip(past, upper, strict=True)]
        corner = [low + high for low, high in zip(lower, upper, strict=True)]
        yield _corner(x, corner, *_weight(shares, [1.0 if high else -1.0 for high in upper]))


def _around(x: Tensor, places: Sequence[Tensor], padding: int, aligned: bool) -> Iterator[_Corner]:
    """The pixels around each point that cubic weights are of: four along each axis."""
    lower = [place.floor() for place in places]
    weights = [_cubic(place - low) for place, low in zip(places, lower, strict=True)]
    sizes = x.shape[:1:-1]
    for steps in product(range(4), repeat=len(places)):
        shares, slopes = zip(
            *(own[step] for own, step in zip(weights, steps, strict=True)), strict=True
        )
        corner = [
            _bounded(low + (step - 1), size, padding, aligned)[0]
            for low, step, size in zip(lower, steps, sizes, strict=True)
        ]
        yield _corner(x, corner, *_weight(shares, slopes))


def _weight(
    shares: Sequence[Tensor], slopes: Sequence[Tensor | float]
) -> tuple[Tensor, tuple[Tensor, ...]]:
    """The product of the weights along all axes, and its derivatives. `slopes`: those of each."""
    along = []
    for axis, slope in enumerate(slopes):
        others = [share for other, share in enumerate(shares) if other != axis]
        along.append(prod(others[1:], start=others[0]) * slope)
    return prod(shares[1:], start=shares[0]), tuple(along)


def _cubic(past: Tensor) -> list[tuple[Tensor, Tensor]]:
    """The weights of the four pixels around a place past the second one, with derivatives."""

    def near(t: Tensor) -> tuple[Tensor, Tensor]:
        weight = ((_A + 2) * t - (_A + 3)) * t * t + 1
        return weight, (3 * (_A + 2) * t - 2 * (_A + 3)) * t

    def far(t: Tensor) -> tuple[Tensor, Tensor]:
        return ((_A * t - 5 * _A) * t + 8 * _A) * t - 4 * _A, (3 * _A * t - 10 * _A) * t + 8 * _A

    (third, third_slope), (fourth, fourth_slope) = near(1 - past), far(2 - past)
    return [far(past + 1), near(past), (third, -third_slope), (fourth, -fourth_slope)]


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
    within, slope = _bounded(found, size, padding, aligned)
    return within, slope * scale


def _bounded(place: Tensor, size: int, padding: int, aligned: bool) -> tuple[Tensor, Tensor]:
    """A place in pixels, moved into the image as the padding says, and the derivative."""
    slope = torch.ones_like(place)
    if padding == _ZEROS:
        return place, slope
    if padding == _MIRRORED:
        place, slope = _mirrored(place, size, aligned)
    inside = (place > 0) & (place < size - 1)
    within = torch.where(place.isnan(), 0, place.clamp(0, size - 1))  # as PyTorch takes NaN
    return within, torch.where(inside, slope, 0)


def _mirrored(place: Tensor, size: int, aligned: bool) -> tuple[Tensor, Tensor]:
    """A place that is mirrored at the borders until it is between them, and the derivative. Borders
    go through the outermost pixels where corners are aligned, else half a pixel outside of them.
    """
    first, span = (0.0, size - 1) if aligned else (-0.5, size)
    if not span:
        return torch.zeros_like(place), torch.zeros_like(place)
    apart = (place - first).abs()
    sign = torch.where(place < first, -1.0, 1.0).to(place.dtype)
    rest = torch.fmod(apart, span)
    is_even = torch.remainder((apart / span).floor(), 2) == 0
    found = torch.where(is_even, rest, span - rest) + first
    return found, torch.where(is_even, sign, -sign)
