"""Positions of pixels in resized images, for readers whose formats share TensorFlow's rules.

`align_corners` puts the first and last pixels onto each other, `half_pixel_centers` counts from the
middle of pixels. Without both, positions are multiples of the scale.
"""

from __future__ import annotations

import numpy as np


def coordinate_transformation(align: bool, half: bool) -> str:
    """The `coordinate_transformation_mode` of ONNX's Resize. `align` goes first."""
    return "align_corners" if align else "half_pixel" if half else "asymmetric"


def nearest_pixels(size: int, old: int, align: bool, half: bool) -> np.ndarray:
    """The old pixel that each pixel of a new axis is, int64 of shape [size].

    Positions are computed in float32, as TensorFlow does.
    """
    places = np.arange(size, dtype=np.float32)
    places = (places + np.float32(0.5 if half else 0)) * _scale(size, old, align)
    found = np.floor(places + np.float32(0.5)) if align else np.floor(places)
    return np.clip(found, 0, old - 1).astype(np.int64)


def linear_weights(size: int, old: int, align: bool, half: bool) -> np.ndarray:
    """The weight of each old pixel for each pixel of a new axis, float32 of shape [size, old], as
    TensorFlow's ResizeBilinear. Pixels of the edge stand for those outside.
    """
    places = _places(size, old, align, half)
    first = np.floor(places)
    part = places - first
    found, rows = np.zeros((size, old), np.float32), np.arange(size)
    for pixels, weights in ((first, 1 - part), (np.ceil(places), part)):
        np.add.at(found, (rows, np.clip(pixels, 0, old - 1).astype(np.int64)), weights)
    return found


def cubic_weights(size: int, old: int, align: bool, half: bool) -> np.ndarray:
    """The weight of each old pixel for each pixel of a new axis, float32 of shape [size, old].

    As TensorFlow's ResizeBicubic: positions are rounded to 1024th parts of a pixel. With half
    pixels, the cubic is that of Keys (-0.5), and pixels outside have no weight. Else it is -0.75,
    and pixels of the edge stand for those outside.
    """
    places = _places(size, old, align, half)
    first = np.floor(places)
    part = np.round((places - first) * 1024) / 1024
    distances = np.abs(part[:, None] - np.arange(-1, 3))
    weights = _cubic(distances, -0.5 if half else -0.75)
    pixels = first.astype(np.int64)[:, None] + np.arange(-1, 3)
    inside = np.clip(pixels, 0, old - 1)
    if half:
        weights = np.where(inside == pixels, weights, 0)
        total = weights.sum(axis=1, keepdims=True)
        weights /= np.where(total, total, 1)
    found = np.zeros((size, old), np.float64)
    np.add.at(found, (np.arange(size)[:, None], inside), weights)
    return found.astype(np.float32)


def _scale(size: int, old: int, align: bool) -> np.float32:
    corners = align and size > 1
    return np.float32((old - 1) / (size - 1) if corners else old / size)


def _places(size: int, old: int, align: bool, half: bool) -> np.ndarray:
    """Where the pixels of a new axis lie between the old ones, float32 of shape [size]."""
    shift = np.float32(0.5 if half else 0)
    return (np.arange(size, dtype=np.float32) + shift) * _scale(size, old, align) - shift


def _cubic(x: np.ndarray, a: float) -> np.ndarray:
    """The cubic convolution kernel of distances from 0 to 2."""
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return np.asarray(np.where(x <= 1, near, far))
