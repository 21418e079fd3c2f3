"""The error function of arrays against that of the C library."""

from __future__ import annotations

import math

import numpy as np
import pytest

from aoe.operators.error_function import erf

SPECIAL = [0.0, -0.0, np.inf, -np.inf, 6.0, -6.0, 5.999, 1 / 64, np.nextafter(1 / 64, 0), 1e-300]


def test_it_is_that_of_the_c_library_within_two_units() -> None:
    rng = np.random.default_rng(0)
    x = np.concatenate(
        [SPECIAL, 2 * rng.standard_normal(40_000), 10 ** rng.uniform(-300, 2, 10_000)]
    )
    expected = np.asarray([math.erf(item) for item in x])
    np.testing.assert_allclose(erf(x), expected, rtol=5e-16)
    np.testing.assert_array_equal(np.signbit(erf(x)), np.signbit(x))


def test_no_number_stays_none() -> None:
    np.testing.assert_array_equal(erf(np.asarray([np.nan, 0.0])), [np.nan, 0.0])


@pytest.mark.parametrize("shape", [(), (0,), (2, 3)])
def test_shape_and_type_stay(shape: tuple[int, ...]) -> None:
    found = erf(np.ones(shape, np.float32))
    assert found.shape == shape
    assert found.dtype == np.float32
