"""Filters rounded so that the errors of their weights add up to nothing."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.graph.balanced_rounding import balanced

DTYPE = "bfloat16"


def filters(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32) / 16


def sums(rounded: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """Of each filter's errors, absolute."""
    errors = rounded.astype(np.float64) - exact
    return np.asarray(np.abs(errors.reshape(len(exact), -1).sum(axis=1)))


@pytest.mark.parametrize("shape", [(64, 3, 7, 7), (128, 64, 1, 1), (16, 256, 3, 3)])
def test_errors_of_a_filter_add_up_to_far_less_than_rounded_to_nearest(
    shape: tuple[int, ...],
) -> None:
    exact = filters(*shape)
    nearest = exact.astype(ml_dtypes.bfloat16)
    found = balanced(exact, DTYPE)
    assert found.shape == shape
    assert sums(found, exact).mean() < 0.2 * sums(nearest, exact).mean()


@given(seed=st.integers(0, 1000), steps=st.integers(1, 80), scale=st.integers(-120, 100))
def test_each_weight_is_one_of_its_two_neighbours_and_no_sum_gets_worse(
    seed: int, steps: int, scale: int
) -> None:
    exact = filters(5, steps, seed=seed) * np.float32(2.0) ** scale
    nearest = exact.astype(ml_dtypes.bfloat16)
    found = balanced(exact, DTYPE)
    distance = np.spacing(np.maximum(np.abs(nearest), np.abs(found))).astype(np.float64)
    assert (np.abs(found.astype(np.float64) - exact) <= distance).all()
    assert (sums(found, exact) <= sums(nearest, exact) * (1 + 1e-6)).all()


def test_numbers_that_the_type_can_hold_stay() -> None:
    exact = np.array([[0.0, -0.0, 1.0, -2.5, 0.15625], [1e38, np.inf, -np.inf, 3.0, 0.0]])
    found = balanced(exact.astype(np.float32), DTYPE)
    nearest = exact.astype(np.float32).astype(ml_dtypes.bfloat16)
    np.testing.assert_array_equal(found[0], nearest[0])
    np.testing.assert_array_equal(found[1, 1:], nearest[1, 1:])


def test_little_is_added_to_the_single_errors() -> None:
    exact = filters(64, 256)
    nearest, found = exact.astype(ml_dtypes.bfloat16), balanced(exact, DTYPE)
    before, after = (np.linalg.norm(item.astype(np.float64) - exact) for item in (nearest, found))
    assert after < 1.1 * before
