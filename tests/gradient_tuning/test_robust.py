"""The plan to use keeps its promise where the profile and the link are not as measured."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.gradient_tuning.backward import Backward, finish
from aoe.gradient_tuning.exact import exact
from aoe.gradient_tuning.link import Link
from aoe.gradient_tuning.robust import HARDLY, robust
from aoe.gradient_tuning.rules import known_plans, one_segment

from .backwards import backward_passes


def convolutional(count: int, link: Link) -> Backward:
    """Gradients as of a convolutional network: the large ones are ready first."""
    draws = np.random.default_rng(1)
    sizes = np.geomspace(8 << 20, 4 << 10, count) * draws.lognormal(0, 0.5, count)
    ready = np.cumsum(draws.gamma(2.0, 0.03 / count, count))
    return Backward.of(ready.tolist(), sizes.astype(int).tolist(), link)


def test_it_has_few_segments_where_many_plans_end_at_the_same_time() -> None:
    backward = convolutional(60, Link.linear(1e-4, 4e-11))
    plan = robust(backward)
    assert len(plan) < len(exact(backward)) / 3
    assert finish(backward, plan) - backward.ready[-1] < 1e-3


def test_it_loses_less_than_the_exact_plan_where_the_measurement_was_off() -> None:
    truth = convolutional(60, Link.linear(2e-4, 1e-9))
    best = finish(truth, exact(truth))
    draws = np.random.default_rng(5)
    regrets = {exact: [0.0], robust: [0.0]}
    for _ in range(8):
        intervals = np.diff(truth.ready, prepend=0.0) * draws.lognormal(0, 0.1, truth.count)
        link = truth.link.scaled(draws.lognormal(0, 0.3), draws.lognormal(0, 0.3))
        seen = Backward.of(np.cumsum(intervals).tolist(), truth.sizes, link)
        for planner, found in regrets.items():
            found.append(finish(truth, planner(seen)) - best)
    assert np.quantile(regrets[robust], 0.9) < np.quantile(regrets[exact], 0.9)


def test_a_tail_that_cannot_be_shortened_needs_one_segment() -> None:
    backward = Backward.of([1e-3, 2e-3, 3e-3], [100, 100, 100], Link.linear(10.0, 0.0))
    assert robust(backward) == (3,)


@pytest.mark.parametrize("in_flight", [1, 2])
def test_it_keeps_a_limit_and_is_no_worse_than_one_segment(in_flight: int) -> None:
    for number, backward in enumerate(backward_passes(12, in_flight, types=2)):
        most = number % 4 + 1
        plan = robust(backward, most)
        assert len(plan) <= most
        assert (
            finish(backward, plan) <= finish(backward, one_segment(backward.count)) * 1.001 + 1e-9
        )


def test_it_ends_hardly_later_than_the_plans_of_other_tools() -> None:
    for startup, per_byte in ((1e-4, 4e-11), (2e-4, 3.5e-10), (1e-3, 1e-9)):
        backward = convolutional(60, Link.linear(startup, per_byte))
        end = finish(backward, robust(backward))
        best = min(finish(backward, plan) for plan in known_plans(backward).values())
        assert end <= best * (1 + HARDLY) + 1e-12


def test_many_gradients_are_planned_in_groups() -> None:
    backward = convolutional(500, Link.linear(1e-4, 1e-9))
    plan = robust(backward)
    assert plan[-1] == 500
    assert finish(backward, plan) <= finish(backward, exact(backward)) * 1.02


@pytest.mark.parametrize("in_flight", [1, 2])
def test_it_ends_hardly_later_than_other_tools_where_updates_count(in_flight: int) -> None:
    for backward in backward_passes(12, in_flight, types=2, updates=True):
        end = finish(backward, robust(backward))
        best = min(finish(backward, plan) for plan in known_plans(backward).values())
        assert end <= best * (1 + HARDLY) + 1e-9
