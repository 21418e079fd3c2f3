"""The error function of arrays in NumPy, for the reference evaluator (`aoe.operators.reference`).

The C library has it for single numbers only, which would be most of the time that GELU takes there.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np

#: The distance of the points around which the function is expanded, and how many of its values are
#: computed at once.
_STEP, _BLOCK = 1 / 32, 2**14


def erf(array: np.ndarray) -> np.ndarray:
    """The error function to about 1e-16: Taylor series around the nearest of equally distant
    points. Elements are computed in blocks that a cache holds.
    """
    points, source = _points(), array.reshape(-1)
    result = np.empty(source.shape, array.dtype)
    for start in range(0, source.size, _BLOCK):
        x = source[start : start + _BLOCK].astype(np.float64)
        # erf is 1 from the last point on.
        near = np.fmin(np.abs(x), _STEP * (points.shape[1] - 1))
        point = np.rint(near / _STEP).astype(np.intp)
        distance = near - point * _STEP
        total = points[-1].take(point)
        for coefficient in points[-2::-1]:
            total *= distance
            total += coefficient.take(point)
        found = np.where(np.isnan(x), x, np.copysign(total, x))
        result[start : start + _BLOCK] = found
    return result.reshape(array.shape)


@cache
def _points() -> np.ndarray:
    """The Taylor coefficients (8, 193) of erf at multiples of `_STEP` up to 6, as far as they
    matter at half a step: derivative n + 1 is (−1)ⁿ·Hₙ(x)·2/√π·exp(−x²) with the Hermite polynomial
    Hₙ (Abramowitz and Stegun, 7.1.19 and 22.7.13).
    """
    x = np.arange(0.0, 6.0 + _STEP, _STEP)
    slope = 2.0 / math.sqrt(math.pi) * np.exp(-x * x)
    before, hermite = np.zeros_like(x), np.ones_like(x)
    rows = [np.asarray([math.erf(item) for item in x])]
    for n in range(7):
        rows.append((-1) ** n * hermite * slope / math.factorial(n + 1))
        before, hermite = hermite, 2.0 * x * hermite - 2.0 * n * before
    return np.asarray(rows)
