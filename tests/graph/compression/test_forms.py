"""Weights in fewer bits are those that were given, up to half a step."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.graph.compression.forms import (
    Form,
    by_output,
    in_blocks,
    is_two_of_four,
    two_of_four,
)
from tests.graph.compression import networks
from tests.properties import examples


@pytest.mark.parametrize("bits", [4, 8])
@pytest.mark.parametrize("block", [2, 8, 32])
def test_blocks_are_off_by_half_a_step_or_one_at_the_far_end(bits: int, block: int) -> None:
    weights = networks.normal(64, 5)
    blocks = in_blocks(weights, bits, block)
    step = np.repeat(np.abs(blocks.scales), block, axis=0)
    error = np.abs(blocks.weights - weights)
    assert blocks.steps.max() < 1 << bits
    assert (error <= 1.001 * step).all()
    assert np.mean(error <= 0.501 * step) > 0.9


def test_the_weight_that_is_furthest_from_zero_is_exact() -> None:
    weights = np.asarray([[1.0], [-3.0], [2.0], [0.5]], np.float32)
    assert in_blocks(weights, 4, 4).weights[1, 0] == -3.0


def test_a_block_of_zeros_stays_zero() -> None:
    assert not in_blocks(np.zeros((8, 3), np.float32), 4, 4).weights.any()
    steps, scales = by_output(np.zeros((8, 3), np.float32), 1)
    assert not (steps * scales).any()


@pytest.mark.parametrize("axis", [0, 1])
def test_each_output_has_its_own_scale(axis: int) -> None:
    weights = networks.normal(6, 6) * np.asarray([1, 10, 100, 1, 10, 100], np.float32)
    steps, scales = by_output(weights, axis)
    spread = scales.reshape(-1, 1) if axis == 0 else scales
    assert (np.abs(steps * spread - weights) <= 0.501 * spread).all()


def test_outputs_may_share_a_scale() -> None:
    _, scales = by_output(networks.normal(6, 4), 1, by_channel=False)
    assert len(set(scales.tolist())) == 1


def test_fewer_levels_give_fewer_steps() -> None:
    steps, _ = by_output(networks.normal(64, 4), 1, levels=31)
    assert steps.min() >= -31
    assert steps.max() == 31 or steps.min() == -31


@given(seed=st.integers(0, 1000), groups=st.integers(1, 5), columns=st.integers(1, 5))
@examples(30)
def test_two_of_four_weights_and_their_places_are_the_weights(
    seed: int, groups: int, columns: int
) -> None:
    weights = networks.two_of_four(4 * groups, columns, seed)
    assert is_two_of_four(weights, 0)
    values, places = two_of_four(weights)
    assert (places[:, 0] < places[:, 1]).all()
    found = np.zeros((groups, 4, columns), np.float32)
    np.put_along_axis(found, places.astype(np.int64), values, axis=1)
    np.testing.assert_array_equal(found.reshape(weights.shape), weights)


def test_three_of_four_weights_are_not_two() -> None:
    weights = np.asarray([[1.0], [2.0], [3.0], [0.0]], np.float32)
    assert not is_two_of_four(weights, 0)
    assert not is_two_of_four(np.zeros((6, 1), np.float32), 0)


def test_bytes_are_those_of_steps_and_scales() -> None:
    assert Form("int4", 32).stored_bytes(64, 10) == 64 * 10 // 2 + 2 * 10 * 4
    assert Form("int8").stored_bytes(64, 10) == 64 * 10 + 10 * 4
    assert Form("sparse").stored_bytes(64, 10) == 64 * 10 // 4 * 9
    assert Form("bfloat16").stored_bytes(64, 10) == 2 * 64 * 10
