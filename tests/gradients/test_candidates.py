"""The plans that are compared on real steps, and the fit to a measured step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.gradients.backward import Backward, finish
from aoe.gradients.candidates import (
    HOPELESS,
    MOST_PLANS,
    all_reduce_share,
    beside_compute,
    candidate_plans,
    moved,
    raced,
)
from aoe.gradients.link import Link
from aoe.gradients.rules import ddp_default, known_plans, one_segment

from .backwards import backward_passes
from .test_robust import convolutional


def test_candidates_differ_and_none_is_hopeless() -> None:
    for backward in backward_passes(12, 2, most=12):
        default = one_segment(backward.count)
        plans = candidate_plans(backward, default)
        assert len(plans) < MOST_PLANS
        assert default not in plans.values()
        assert len({*plans.values()}) == len(plans)
        ends = [finish(backward, plan) for plan in (*plans.values(), default)]
        assert max(ends[:-1], default=0.0) <= HOPELESS * min(ends) + 1e-9


def test_a_cut_is_moved_by_one_gradient() -> None:
    backward = convolutional(20, Link.linear(1e-4, 1e-9))
    plan = moved(backward, (5, 6, 20))
    assert sum(one != other for one, other in zip(plan, (5, 6, 20), strict=True)) == 1
    assert moved(backward, (20,)) == (20,)


def test_the_race_ends_no_later_than_the_plans_of_other_tools() -> None:
    for startup, per_byte in ((1e-4, 4e-11), (2e-4, 3.5e-10), (1e-3, 1e-9)):
        backward = convolutional(60, Link.linear(startup, per_byte))
        end = finish(backward, raced(backward, ddp_default(backward.sizes)))
        others = known_plans(backward).values()
        assert end <= min(finish(backward, plan) for plan in others) + 1e-9


def test_a_measured_end_tells_how_much_slower_collectives_were() -> None:
    backward = Backward.of([2.0, 4.0, 6.0], [2, 2, 2], Link.linear(0.1, 1.0))
    slowed = replace(backward, link=replace(backward.link, beside_compute=1.6))
    measured = finish(slowed, (1, 2, 3))
    assert beside_compute(backward, (1, 2, 3), measured) == pytest.approx(1.6, rel=1e-3)
    assert beside_compute(backward, (1, 2, 3), 1.0) == 1.0


def test_the_share_of_an_all_reduce() -> None:
    backward = Backward.of([2.0, 4.0], [1, 1], Link.linear(0.0, 1.0))
    assert all_reduce_share(backward) == 0.5
