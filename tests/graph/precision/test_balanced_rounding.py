"""Filters rounded so that the errors of their weights add up to nothing."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.graph.precision.balanced_rounding import balanced, rounded_for
from aoe.operators.operator import Operand
from tests.backends.cpu.implementations.conv_transposed.test_conv_transposed_joint import layer
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.graph.models import weights

DTYPE = "bfloat16"


def filters(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32) / 16


def rounded_alike(exact: np.ndarray) -> np.ndarray:
    """Filters rounded for inputs that are all alike."""
    return balanced(exact, DTYPE, tuple(range(1, exact.ndim)), np.ones(1, np.float32))


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
    found = rounded_alike(exact)
    assert found.shape == shape
    assert sums(found, exact).mean() < 0.2 * sums(nearest, exact).mean()


@given(seed=st.integers(0, 1000), steps=st.integers(1, 80), scale=st.integers(-120, 100))
def test_each_weight_is_one_of_its_two_neighbours_and_no_sum_gets_worse(
    seed: int, steps: int, scale: int
) -> None:
    exact = filters(5, steps, seed=seed) * np.float32(2.0) ** scale
    nearest = exact.astype(ml_dtypes.bfloat16)
    found = rounded_alike(exact)
    distance = np.spacing(np.maximum(np.abs(nearest), np.abs(found))).astype(np.float64)
    assert (np.abs(found.astype(np.float64) - exact) <= distance).all()
    assert (sums(found, exact) <= sums(nearest, exact) * (1 + 1e-6)).all()


def test_numbers_that_the_type_can_hold_stay() -> None:
    exact = np.array([[0.0, -0.0, 1.0, -2.5, 0.15625], [1e38, np.inf, -np.inf, 3.0, 0.0]])
    found = rounded_alike(exact.astype(np.float32))
    nearest = exact.astype(np.float32).astype(ml_dtypes.bfloat16)
    np.testing.assert_array_equal(found[0], nearest[0])
    np.testing.assert_array_equal(found[1, 1:], nearest[1, 1:])


def test_little_is_added_to_the_single_errors() -> None:
    exact = filters(64, 256)
    nearest, found = exact.astype(ml_dtypes.bfloat16), rounded_alike(exact)
    before, after = (np.linalg.norm(item.astype(np.float64) - exact) for item in (nearest, found))
    assert after < 1.1 * before


@pytest.mark.parametrize("transposed", [False, True])
def test_products_are_right_for_what_they_read_on_average(transposed: bool) -> None:
    exact = weights(256, 96, scale=0.1)
    means = np.abs(weights(256, seed=1))
    left = Operand.row_major("float32", (4, 256))
    stored = np.ascontiguousarray(exact.T) if transposed else exact
    right = Operand.row_major("float32", stored.shape, True)
    operator = matrix_product(left, right, False, transposed)
    found = rounded_for(operator, stored, means, DTYPE).astype(np.float32)
    assert found.shape == stored.shape
    nearest = exact.astype(ml_dtypes.bfloat16).astype(np.float32)
    errors = [
        np.abs(means @ (item - exact)) for item in (found.T if transposed else found, nearest)
    ]
    assert errors[0].mean() < 0.1 * errors[1].mean()


@pytest.mark.parametrize("groups", [1, 4])
def test_filters_are_right_for_the_means_of_their_channels(groups: int) -> None:
    means = weights(64, seed=2)
    operator = convolution(Operand.row_major("float32", (1, 64, 8, 8)), 32, (3, 3), group=groups)
    exact = weights(*operator.inputs[1].shape, scale=0.1)
    nearest = exact.astype(ml_dtypes.bfloat16)
    found = rounded_for(operator, exact, means, DTYPE)
    read = np.repeat(means.reshape(groups, -1), 32 // groups, axis=0)
    errors = [
        np.abs(np.einsum("fchw,fc->f", item.astype(np.float32) - exact, read)).mean()
        for item in (found, nearest)
    ]
    assert errors[0] < 0.3 * errors[1]


@pytest.mark.parametrize("groups", [1, 4])
def test_each_place_of_a_transposed_kernel_is_right_for_the_means_of_its_channels(
    groups: int,
) -> None:
    means = weights(128, seed=2)
    operator = layer(128 // groups, (4, 4), 8, group=groups)
    exact = weights(*operator.inputs[1].shape, scale=0.1)
    nearest = exact.astype(ml_dtypes.bfloat16)
    found = rounded_for(operator, exact, means, DTYPE)
    assert found.shape == exact.shape
    errors = [
        np.abs(
            np.einsum(
                "gcfhw,gc->gfhw",
                (item.astype(np.float32) - exact).reshape(groups, -1, *exact.shape[1:]),
                means.reshape(groups, -1),
            )
        ).mean()
        for item in (found, nearest)
    ]
    assert errors[0] < 0.3 * errors[1]
