"""Rounding of weights to fewer bits so that the errors behind each result add up to nothing.

What an activation lets through is of one sign, and most inputs of a layer have a mean. A result
errs by the mean of its inputs times their weights' errors, summed up, which is a large part of what
rounding costs it and the same for all data. Some weights that lie near the middle of two numbers
are therefore rounded to the other one. Used by `aoe.graph.precision.mixed_precision`; that no error
may be larger than the distance of two neighbours, and the sum should be about zero, is also what
error diffusion does to images (R. Floyd and L. Steinberg, 1976), which makes more of the single
errors than this.
"""

from __future__ import annotations

from math import isqrt, prod

import numpy as np

from aoe.element_types import numpy_type
from aoe.operators.factors import contraction_of
from aoe.operators.operator import Operator

#: How far a weight must be from the number it was rounded to for the other one to do as well, in
#: parts of their distance; half of it is the farthest there is.
_MIDDLE = 0.3
#: Each leaves a rest smaller than what one more weight would add to it.
_PASSES = 3
#: Weights that are considered, in parts of the square root of how many there are, which is what
#: the sum of their errors grows with.
_CONSIDERED = 8
#: Results whose weights are rounded at once, so that they stay in a cache.
_AT_ONCE = 64


def rounded_for(
    operator: Operator, weights: np.ndarray, means: np.ndarray, dtype: str
) -> np.ndarray:
    """The constant that a contraction multiplies by, of two dimensions or more, as `dtype`.
    `means`: what it reads on average, at each step of a product or of each channel of an image; or
    one number, if all are taken to be alike. Weights of recurrences are rounded to nearest: states
    are of either sign.
    """
    sums = contraction_of(operator).summed_weights(operator, weights, means)
    if sums is None:
        return weights.astype(numpy_type(dtype))
    return balanced(sums.weights, dtype, sums.axes, sums.inputs).reshape(weights.shape)


def balanced(
    weights: np.ndarray,
    dtype: str,
    summed: tuple[int, ...],
    inputs: np.ndarray,
) -> np.ndarray:
    """`weights`, float32, as `dtype` of 16 bits with a sign of its own: nearly all rounded to
    nearest, and each to one of its two neighbours. `summed`: the axes along which products with
    them are summed up; each place on the other axes is a result with weights of its own. `inputs`:
    what each is multiplied by on average, to be broadcast to the weights' shape.
    """
    last = tuple(range(-len(summed), 0))
    wide = np.moveaxis(weights, summed, last)
    means = np.moveaxis(np.broadcast_to(inputs, weights.shape), summed, last)
    rounded = np.empty(wide.shape, numpy_type(dtype))
    steps = prod(wide.shape[-len(summed) :])
    exact, factors, found = (item.reshape(-1, steps) for item in (wide, means, rounded))
    for begin in range(0, len(exact), _AT_ONCE):
        some = slice(begin, begin + _AT_ONCE)
        numbers, by = (np.ascontiguousarray(item[some]) for item in (exact, factors))
        found[some] = _balanced(numbers, by, found.dtype)
    return np.ascontiguousarray(np.moveaxis(rounded, last, summed))


def _balanced(wide: np.ndarray, inputs: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Numbers rounded so that their errors times inputs add up to about 0 in each row."""
    rounded: np.ndarray = wide.astype(dtype)
    with np.errstate(invalid="ignore", over="ignore"):
        errors = (rounded.astype(np.float32) - wide) * inputs
        totals = errors.sum(axis=1, dtype=np.float64)
        some = slice(_CONSIDERED * (isqrt(wide.shape[1]) + 1))
        for _ in range(_PASSES):
            totals += _move(wide[:, some], inputs[:, some], rounded[:, some], totals)
    return rounded


def _move(
    wide: np.ndarray, inputs: np.ndarray, rounded: np.ndarray, totals: np.ndarray
) -> np.ndarray:
    """Rounds some numbers the other way, as long as that brings the sums of their errors times
    inputs nearer to 0; `totals`: these sums. Returns what it adds to them.
    """
    values, sums = rounded.astype(np.float32), totals[:, np.newaxis]
    errors, upwards = values - wide, (sums < 0) == (inputs > 0)
    others = _neighbours(rounded, ~upwards)
    distances = np.abs(others.astype(np.float32) - values)
    fit = (errors < 0) == upwards
    fit &= (values != 0) & (np.abs(errors) > _MIDDLE * distances) & np.isfinite(distances)
    steps = np.where(fit, distances * np.abs(inputs), 0.0)
    fit &= np.cumsum(steps, axis=1, dtype=np.float64) - steps / 2 <= np.abs(sums)
    rounded[fit] = others[fit]
    added = steps.sum(axis=1, where=fit, dtype=np.float64)
    return np.asarray(np.where(totals < 0, added, -added))


def _neighbours(numbers: np.ndarray, downwards: np.ndarray) -> np.ndarray:
    """The next number of the type below (above, if not `downwards`) each that is not 0."""
    bits = numbers.view(np.uint16)
    negative = bits >> 15 == 1
    return np.where(negative == downwards, bits + np.uint16(1), bits - np.uint16(1)).view(
        numbers.dtype
    )
