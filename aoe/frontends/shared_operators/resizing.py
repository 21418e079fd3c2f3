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
    corners = align and size > 1
    scale = np.float32((old - 1) / (size - 1) if corners else old / size)
    places = np.arange(size, dtype=np.float32)
    places = (places + np.float32(0.5 if half else 0)) * scale
    found = np.floor(places + np.float32(0.5)) if align else np.floor(places)
    return np.clip(found, 0, old - 1).astype(np.int64)
