"""Weights and biases times factors, where their type can hold the products."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np


def rounded(array: np.ndarray, dtype: np.dtype) -> np.ndarray | None:
    """An array of float64 in another type; None where a number is not finite in it."""
    with np.errstate(over="ignore"):
        result = array.astype(dtype)
    return result if np.all(np.isfinite(result)) else None


def scaled_filters(weights: np.ndarray, factors: np.ndarray, axis: int) -> np.ndarray | None:
    """Weights times one factor for each filter.

    Args:
        weights: The weights of a layer.
        factors: A number for each filter.
        axis: The dimension of the filters.

    Returns:
        The products in the type of the weights. None if one of them is not finite there, or if the
        weights of a filter become so small that they lose digits.
    """
    around = [1] * weights.ndim
    around[axis] = factors.size
    exact = weights.astype(np.float64) * factors.astype(np.float64).reshape(around)
    result = rounded(exact, weights.dtype)
    if result is None or not weights.size:
        return result
    others = tuple(i for i in range(weights.ndim) if i != axis)
    before, after = (np.abs(a).max(others).astype(np.float64) for a in (weights, result))
    finfo: Callable[[np.dtype], Any] = ml_dtypes.finfo  # it has no types
    least = float(finfo(weights.dtype).smallest_normal)
    lost = (before >= least) & (after < least) & (factors.reshape(-1) != 0)
    return None if np.any(lost) else result
