"""Rounding of filters to fewer bits so that the errors of each filter's weights add up to nothing.

What an activation lets through is of one sign, so a filter's result errs by the mean of its inputs
times the sum of its weights' errors, and that is most of what rounding costs it. Some weights that
lie near the middle of two numbers are therefore rounded to the other one. Used by
`aoe.graph.mixed_precision`; that no error may be larger than the distance of two neighbours, and
the sum should be about zero, is also what error diffusion does to images (R. Floyd and L.
Steinberg, 1976), which makes more of the single errors than this.
"""

from __future__ import annotations

import numpy as np

from aoe.element_types import numpy_type

#: How far a weight must be from the number it was rounded to for the other one to do as well, in
#: parts of their distance; half of it is the farthest there is.
_MIDDLE = 0.3
#: Each leaves a rest smaller than what one more weight would add to it.
_PASSES = 2


def balanced(filters: np.ndarray, dtype: str) -> np.ndarray:
    """`filters`, float32 of shape (filters, …), as `dtype` of 16 bits with a sign of its own:
    nearly all rounded to nearest, and each to one of its two neighbours.
    """
    wide = filters.reshape(len(filters), -1)
    rounded = wide.astype(numpy_type(dtype))
    for _ in range(_PASSES):
        _balance(wide, rounded)
    return rounded.reshape(filters.shape)


def _balance(wide: np.ndarray, rounded: np.ndarray) -> None:
    """Rounds some weights the other way, as long as that brings the sum of errors nearer to 0."""
    values = rounded.astype(np.float32)
    with np.errstate(invalid="ignore", over="ignore"):
        errors = values - wide
        totals = errors.sum(axis=1, keepdims=True, dtype=np.float64)
        others = _neighbours(rounded, downwards=(totals > 0))
        distances = np.abs(others.astype(np.float32) - values)
        fit = (np.sign(errors) == np.sign(totals)) & (values != 0)
        fit &= (np.abs(errors) > _MIDDLE * distances) & np.isfinite(distances)
        moved = np.cumsum(np.where(fit, distances, 0.0), axis=1, dtype=np.float64)
        fit &= moved - distances / 2 <= np.abs(totals)
    rounded[fit] = others[fit]


def _neighbours(numbers: np.ndarray, downwards: np.ndarray) -> np.ndarray:
    """The next number of the type below (above, if not `downwards`) each that is not 0."""
    bits = numbers.view(np.uint16)
    negative = bits >> 15 == 1
    return np.where(negative == downwards, bits + np.uint16(1), bits - np.uint16(1)).view(
        numbers.dtype
    )
