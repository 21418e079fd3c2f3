"""The plans that are compared on real steps."""

from __future__ import annotations

from aoe.gradient_tuning.backward import Backward, finish
from aoe.gradient_tuning.candidates import (
    MOST_PLANS,
    all_reduce_share,
    candidate_plans,
    moved,
    raced,
)
from aoe.gradient_tuning.link import Link
from aoe.gradient_tuning.packs import HOPELESS
from aoe.gradient_tuning.rules import ddp_default, known_plans, one_segment

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


def test_the_share_of_an_all_reduce() -> None:
    backward = Backward.of([2.0, 4.0], [1, 1], Link.linear(0.0, 1.0))
    assert all_reduce_share(backward) == 0.5
