"""Intervals between gradients, from several steps, and what a repository keeps of them."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.errors import AoeError
from aoe.gradient_tuning.backward_profile import (
    BackwardProfile,
    is_dynamic,
    link_of,
    order_of,
    steps_of,
)
from aoe.gradient_tuning.link import Link
from aoe.repository.gradient_entry import LinkPlan


def test_the_three_largest_values_of_an_interval_do_not_count() -> None:
    # Intervals of 2 and 3; one of them is disturbed in three of the seven steps.
    ready = np.array([[2.0, 5.0]] * 4 + [[2.0, 55.0], [2.0, 65.0], [2.0, 75.0]])
    found = steps_of(ready, (0, 1))
    assert found.intervals == pytest.approx((2.0, 3.0))
    assert found.deviations[0] == 0.0
    assert found.deviations[1] > 10.0


def test_the_last_gradient_is_ready_at_the_median_of_its_times() -> None:
    draws = np.random.default_rng(1)
    ready = np.cumsum(draws.uniform(0.5, 1.5, (9, 20)), axis=1)
    found = steps_of(ready, tuple(range(20)))
    assert sum(found.intervals) == pytest.approx(np.median(ready[:, -1]))


def test_the_order_is_that_of_the_medians() -> None:
    ready = np.array([[3.0, 1.0, 2.0], [3.0, 1.0, 2.0], [0.0, 5.0, 6.0]])
    assert order_of(ready) == (1, 2, 0)


def test_a_dynamic_graph_is_noticed() -> None:
    steady = np.array([[1.0, 2.0, 10.0], [1.0, 2.0, 10.0], [2.1, 2.0, 10.0]])
    assert not is_dynamic(steady, (0, 1, 2))
    changing = np.array([[1.0, 5.0, 10.0], [9.0, 5.0, 10.0], [9.0, 5.0, 2.0], [1.0, 5.0, 2.0]])
    assert is_dynamic(changing, order_of(changing))


def test_three_steps_are_too_few() -> None:
    with pytest.raises(AoeError, match="more than 3"):
        steps_of(np.ones((3, 2)), (0, 1))


def test_an_entry_gives_the_profile_back() -> None:
    profile = BackwardProfile((1, 0), ("b", "a"), ("float32", "float32"), (8, 400), (1e-3, 2e-3))
    entry = profile.entry("7", (), "2026-01-01T00:00:00Z", "0.1.0")
    assert entry.times_us == (1000.0, 2000.0)
    found = BackwardProfile.of(entry)
    assert (found.order, found.names, found.sizes) == (profile.order, profile.names, (8, 400))
    assert found.ready == pytest.approx((1e-3, 3e-3))


def test_a_link_keeps_its_times() -> None:
    plan = LinkPlan("x", (1.0, 2.0), (3e6, 5e6), (2e6, 5e6), 2, 1.5, 1.2, None, 1.0, 1.0, 0, 0, "")
    assert link_of(plan) == Link((1.0, 2.0), (3.0, 5.0), (2.0, 5.0), 2, 1.5, 1.2)
