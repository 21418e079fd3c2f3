"""Functions of probability as graphs of ONNX, compiled, against Python's or their definition."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from statistics import NormalDist

import numpy as np
import pytest

from aoe.frontends.shared_operators.gamma_functions import digamma, log_gamma
from aoe.frontends.shared_operators.logarithms import log_to_base
from aoe.frontends.shared_operators.normal_distribution import (
    complementary_erf,
    inverse_erf,
    normal_quantile,
)
from tests.frontends.shared_operators.functions import computed

_SIZES = 10.0 ** np.arange(-30, 6, 0.31)
_REAL = np.concatenate([_SIZES, -_SIZES[_SIZES < 40], np.arange(-6.4, 30, 0.37), [1.0, 2.0, 0.5]])
_PARTS = np.concatenate([_SIZES[_SIZES < 1], 1 - _SIZES[(_SIZES < 1) & (_SIZES > 1e-12)]])


def _derivative(x: float) -> float:
    """The digamma function by its recurrence and its asymptotic series."""
    if x < 0.5:
        return _derivative(1 - x) - math.pi / math.tan(math.pi * math.remainder(x, 1))
    total = 0.0
    while x < 20:
        total, x = total - 1 / x, x + 1
    terms = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132)
    series = sum(term / x ** (2 * power) for power, term in enumerate(terms, 1))
    return total + math.log(x) - 0.5 / x - series


def _inverse_erf(y: float) -> float:
    """The inverse by the quantiles of Python, exact near 0."""
    if abs(y) < 1e-6:
        return y * math.sqrt(math.pi) / 2
    return math.copysign(-NormalDist().inv_cdf((1 - abs(y)) / 2), y) * math.sqrt(0.5)


@pytest.mark.parametrize(
    ("function", "expected", "numbers", "error"),
    [
        (log_gamma, math.lgamma, _REAL, 2e-14),
        (digamma, _derivative, _REAL, 1e-13),
        (normal_quantile, NormalDist().inv_cdf, _PARTS, 4e-15),
        (inverse_erf, _inverse_erf, np.concatenate([_PARTS, -_PARTS]), 1e-12),
    ],
)
def test_functions_of_doubles_are_exact(
    function: Callable[..., str],
    expected: Callable[[float], float],
    numbers: np.ndarray,
    error: float,
) -> None:
    found = computed(function, numbers)
    wanted = np.asarray([expected(float(number)) for number in numbers])
    np.testing.assert_allclose(found, wanted, rtol=error, atol=error)


@pytest.mark.parametrize(("dtype", "error"), [(np.float32, 2e-5), (np.float64, 1e-12)])
def test_tails_of_the_error_function_do_not_cancel(dtype: type[np.floating], error: float) -> None:
    numbers = np.arange(-6, 9 if dtype is np.float32 else 26, 0.13).astype(dtype)
    found = computed(partial(complementary_erf, is_double=dtype is np.float64), numbers)
    wanted = np.asarray([math.erfc(float(number)) for number in numbers])
    np.testing.assert_allclose(found, wanted, rtol=error)


@pytest.mark.parametrize(
    ("function", "numbers", "expected"),
    [
        (log_gamma, [0, -1, -7, np.inf, -np.inf, np.nan], [*[np.inf] * 5, np.nan]),
        (digamma, [0, -1, np.inf, -np.inf, np.nan], [np.nan, np.nan, np.inf, np.nan, np.nan]),
        (normal_quantile, [0, 0.5, 1, 2, -1], [-np.inf, 0, np.inf, np.nan, np.nan]),
        (inverse_erf, [-1, 0, 1, 2, np.nan], [-np.inf, 0, np.inf, np.nan, np.nan]),
    ],
)
def test_ends_and_poles_are_those_of_tensorflow(
    function: Callable[..., str], numbers: list[float], expected: list[float]
) -> None:
    np.testing.assert_array_equal(computed(function, np.asarray(numbers, float)), expected)


def test_tails_of_infinities_are_their_limits() -> None:
    numbers = np.asarray([-np.inf, np.inf, np.nan, 40, -40], np.float32)
    found = computed(partial(complementary_erf, is_double=False), numbers)
    np.testing.assert_array_equal(found, [2, 0, np.nan, 0, 2])


@pytest.mark.parametrize("base", [2.0, 10.0])
def test_logarithms_of_whole_powers_are_whole(base: float) -> None:
    whole = np.arange(-300.0, 300) if base == 2 else np.arange(-30.0, 23)
    powers = np.array([float(f"1e{power:.0f}") if base == 10 else base**power for power in whole])
    found = computed(partial(log_to_base, base=base), powers)
    np.testing.assert_array_equal(found, whole)


def test_logarithms_of_other_numbers_are_exact() -> None:
    found = computed(partial(log_to_base, base=2.0), _SIZES)
    np.testing.assert_allclose(found, [math.log2(x) for x in _SIZES], rtol=4e-16)
    corners = computed(partial(log_to_base, base=10.0), np.array([0.0, np.inf, -1.0, np.nan]))
    np.testing.assert_array_equal(corners, [-np.inf, np.inf, np.nan, np.nan])
