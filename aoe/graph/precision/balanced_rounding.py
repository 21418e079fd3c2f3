"""Rounds weights to fewer bits so that the errors of the terms of each sum cancel.

The inputs of most layers have a mean that is not zero; what a ReLU lets through has one sign. So
rounding adds to each result the sum of its weights' errors times the means of its inputs. That is a
large part of the error of a layer, and the same for all data. To cancel it, some weights near the
middle between two numbers are rounded to the farther one. Error diffusion does the same to images
(R. Floyd and L. Steinberg, 1976): no error exceeds the distance of two neighbours, and errors add
up to about zero. Used by `aoe.graph.precision.mixed_precision`.
"""

from __future__ import annotations

from math import isqrt, prod

import numpy as np

from aoe.element_types import numpy_type
from aoe.operators.factors import contraction_of
from aoe.operators.operator import Operator

#: The least rounding error of a weight that may be rounded to its other neighbour, as a share of
#: the distance of both neighbours. The largest error is half of that distance.
_MIDDLE = 0.3
#: Passes over the weights. Each leaves a rest that is smaller than the change of one more weight.
_PASSES = 3
#: How many weights are considered, as a multiple of the square root of their number: the sum of
#: their errors grows with that.
_CONSIDERED = 8
#: Results whose weights are rounded in one step, so that they stay in a cache.
_AT_ONCE = 64


def rounded_for(
    operator: Operator, weights: np.ndarray, means: np.ndarray, dtype: str
) -> np.ndarray:
    """The constant weights of a contraction as `dtype`.

    Args:
        operator: The contraction.
        weights: Its weights, float32, of two dimensions or more.
        means: The mean of its input along `Contraction.mean_axis`; one number if none is known.
        dtype: A type of 16 bits.
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
    """Weights, each rounded to one of its two neighbours, nearly all to the nearest.

    Args:
        weights: The weights, float32.
        dtype: A type of 16 bits with a sign bit.
        summed: The axes that sums run along. Each place on the other axes is a sum of its own.
        inputs: The mean of what each weight is multiplied by, broadcast to the weights' shape.
    """
    last = tuple(range(-len(summed), 0))
    wide = np.moveaxis(weights, summed, last)
    means = np.moveaxis(np.broadcast_to(inputs, weights.shape), summed, last)
    rounded = np.empty(wide.shape, numpy_type(dtype))
    steps = prod(wide.shape[-len(summed) :])
    exact, factors, found = (item.reshape(-1, steps) for item in (wide, means, rounded))
    for begin in range(0, len(exact), _AT_ONCE):
        some = slice(begin, begin + _AT_ONCE)
        numbers, by = (np.asarray(item[some], order="C") for item in (exact, factors))
        found[some] = _balanced(numbers, by, found.dtype)
    return np.asarray(np.moveaxis(rounded, last, summed), order="C")


def _balanced(wide: np.ndarray, inputs: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Numbers rounded so that in each row their errors times inputs add up to about 0."""
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
    """Rounds some numbers to the other neighbour, in place, so that the sums of errors times inputs
    come nearer to 0.

    Args:
        wide: The numbers before rounding.
        inputs: What they are multiplied by.
        rounded: The rounded numbers, which are changed.
        totals: The sum of errors times inputs of each row.

    Returns:
        What the changes add to `totals`.
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
    """The next lower number of the type where `downwards`, else the next higher one, of numbers
    that are not 0.
    """
    bits = numbers.view(np.uint16)
    negative = bits >> 15 == 1
    return np.where(negative == downwards, bits + np.uint16(1), bits - np.uint16(1)).view(
        numbers.dtype
    )
