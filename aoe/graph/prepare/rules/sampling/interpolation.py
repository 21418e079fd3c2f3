"""Tables of indices and weights along one axis: the elements that a new axis is computed from.

Resizing follows the definition of ONNX's Resize, and ONNX Runtime where that leaves a choice: where
the size is rounded down, `align_corners` counts the size that results.
`aoe.graph.prepare.rules.sampling.resize` makes operators of the tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, isclose

import numpy as np

#: Distance from half way, in elements, that is a rounding error.
_HALF_WAY = 1e-6
#: Coordinates that runtimes compute in float32 from beginning to end.
_FLOAT32_THROUGHOUT = frozenset(
    {"half_pixel", "pytorch_half_pixel", "tf_crop_and_resize", "tf_half_pixel_for_nn"}
)


@dataclass(frozen=True, slots=True)
class Interpolation:
    """How a Resize interpolates, as its ONNX attributes say.

    Attributes:
        mode: "nearest", "linear" or "cubic".
        coordinates: `coordinate_transformation_mode`.
        nearest: `nearest_mode`.
        coefficient: `cubic_coeff_a`.
        antialias: Whether the filter widens when the axis shrinks.
        exclude_outside: Whether taps outside the axis get weight 0.
    """

    mode: str = "nearest"
    coordinates: str = "half_pixel"
    nearest: str = "round_prefer_floor"
    coefficient: float = -0.75
    antialias: bool = False
    exclude_outside: bool = False


@dataclass(frozen=True, slots=True)
class AxisTable:
    """The elements that each new coordinate of an axis is computed from.

    Attributes:
        indices: Old coordinates, size × taps, int32.
        weights: The weights of the taps; None where each element is copied.
        outside: Whether a new coordinate lies outside the cropped region; bool.
    """

    indices: np.ndarray
    weights: np.ndarray | None = None
    outside: np.ndarray | None = None


def resized(
    how: Interpolation,
    old: int,
    new: int,
    scale: float,
    region: tuple[float, float] = (0.0, 1.0),
) -> AxisTable | None:
    """The table of an axis of `old` elements resized to `new`; None if it does not change.

    `region` is the cropped share of the axis, for the coordinates "tf_crop_and_resize".
    """
    cropped = how.coordinates == "tf_crop_and_resize"
    if isclose(scale, 1.0) and old == new and not (cropped and region != (0.0, 1.0)):
        return None
    if isclose(scale * old, new, rel_tol=1e-6):
        scale = new / old  # what a model has as float32
    places = _places(how, old, new, scale, region)
    outside = (places < 0) | (places > old - 1) if cropped else None
    if how.mode == "nearest":
        indices = np.clip(_rounded(places, how.nearest), 0, old - 1)
        return AxisTable(indices.astype(np.int32)[:, None], None, outside)
    indices, weights = _neighbours(how, places, scale)
    if how.exclude_outside:
        weights = np.where((indices < 0) | (indices >= old), 0.0, weights)
        total = weights.sum(axis=1, keepdims=True)
        weights = weights / np.where(total == 0, 1.0, total)
    return AxisTable(np.clip(indices, 0, old - 1).astype(np.int32), weights, outside)


def padded(mode: str, old: int, before: int, after: int) -> AxisTable:
    """The table of an axis padded with its own elements.

    `mode` is "reflect", "edge" or "wrap". Negative pads crop.
    """
    kept = np.arange(max(-before, 0), old - max(-after, 0))
    widths = (max(before, 0), max(after, 0))
    if mode == "reflect":
        indices = np.pad(kept, widths, "reflect")
    else:
        indices = np.pad(kept, widths, "edge" if mode == "edge" else "wrap")
    return AxisTable(indices.astype(np.int32)[:, None])


def _places(
    how: Interpolation, old: int, new: int, scale: float, region: tuple[float, float]
) -> np.ndarray:
    """The position of each new coordinate among the old ones.

    For "nearest" it matters whether a position is integral or half way. Runtimes decide that in
    float32: for half pixels in the whole formula, for symmetric half pixels in the scale and in the
    share of integral elements.
    """
    if how.mode != "nearest":
        return _computed_places(how.coordinates, np.arange(float(new)), old, scale, region)
    throughout = how.coordinates in _FLOAT32_THROUGHOUT
    number = np.float32 if throughout else np.float64
    x: np.ndarray = np.arange(new, dtype=number)
    if how.coordinates == "half_pixel_symmetric":
        scale = float(np.float32(scale))
    places = _computed_places(how.coordinates, x, old, number(scale), region)
    return places.astype(np.float32)


def _computed_places(
    coordinates: str,
    x: np.ndarray,
    old: int,
    scale: float | np.float32 | np.float64,
    region: tuple[float, float],
) -> np.ndarray:
    """The positions of new coordinates `x`, computed in the dtype of `x` and of the scale."""
    new = len(x)
    if coordinates == "asymmetric":
        return x / scale
    if coordinates == "tf_half_pixel_for_nn":
        return (x + 0.5) / scale
    if coordinates == "align_corners":
        return x * 0 if new == 1 else x * (old - 1) / (new - 1)
    if coordinates == "tf_crop_and_resize":
        kept: np.ndarray = np.asarray(region, x.dtype)
        if new == 1:
            return np.asarray(x * 0 + (kept[0] + kept[1]) * (old - 1) / 2)
        return np.asarray(kept[0] * (old - 1) + x * (kept[1] - kept[0]) * (old - 1) / (new - 1))
    if coordinates == "pytorch_half_pixel" and new == 1:
        return x * 0
    middle = (x + 0.5) / scale - 0.5
    if coordinates == "half_pixel_symmetric":
        whole_share = float(np.float32(new) / np.float32(scale * old))
        return middle + old / 2 * (1 - whole_share)
    return middle


def _rounded(places: np.ndarray, how: str) -> np.ndarray:
    """The positions rounded. One that is half way but for a rounding error counts as half way."""
    places = places.astype(np.float64)
    if how == "floor":
        return np.asarray(np.floor(places))
    if how == "ceil":
        return np.asarray(np.ceil(places))
    below = np.floor(places)
    places = np.where(np.abs(places - below - 0.5) <= _HALF_WAY, below + 0.5, places)
    down = how == "round_prefer_floor"
    return np.asarray(np.ceil(places - 0.5) if down else np.floor(places + 0.5))


def _neighbours(
    how: Interpolation, places: np.ndarray, scale: float
) -> tuple[np.ndarray, np.ndarray]:
    """The old coordinates around each position, and their weights.

    With antialiasing the filter is as wide as a new element.
    """
    shrink = min(scale, 1.0) if how.antialias else 1.0
    reach = ceil((2 if how.mode == "cubic" else 1) / shrink)
    first = np.floor(places).astype(np.int64)
    indices = first[:, None] + np.arange(1 - reach, reach + 1)
    distance = np.abs(indices - places[:, None]) * shrink
    weights = _cubic(distance, how.coefficient) if how.mode == "cubic" else _hat(distance)
    if how.antialias:
        weights = weights / weights.sum(axis=1, keepdims=True)
    return indices, weights


def _hat(distance: np.ndarray) -> np.ndarray:
    return np.asarray(np.clip(1 - distance, 0, 1))


def _cubic(distance: np.ndarray, a: float) -> np.ndarray:
    """Keys' cubic convolution kernel (IEEE Transactions on Acoustics, Speech, and Signal Processing
    29, 1981).
    """
    near = ((a + 2) * distance - (a + 3)) * distance**2 + 1
    far = ((distance - 5) * distance + 8) * distance * a - 4 * a
    return np.where(distance <= 1, near, np.where(distance < 2, far, 0.0))
