"""The plans of other tools, as their documents describe them."""

from __future__ import annotations

from aoe.gradient_tuning import rules
from aoe.gradient_tuning.backward import Backward, finish
from aoe.gradient_tuning.exact import exact
from aoe.gradient_tuning.link import Link

from .backwards import backward_passes


def test_a_bucket_closes_when_it_holds_its_cap() -> None:
    assert rules.by_caps([1, 1, 3, 2, 2, 1], [2, 4]) == (2, 4, 6)
    assert rules.ddp_default([1 << 20, 20 << 20, 5 << 20, 1]) == (1, 3, 4)


def test_a_pack_closes_when_it_holds_more() -> None:
    assert rules.by_packs([2, 2, 1, 4, 1], 4) == (3, 5)


def test_a_buffer_closes_before_it_would_hold_more() -> None:
    assert rules.by_limit([2, 2, 1, 9, 1], 4) == (2, 3, 4, 5)


def test_the_default_split_of_aoe_leaves_the_last_bytes() -> None:
    assert rules.two_by_size([90, 7, 2, 1]) == (2, 4)
    assert rules.two_by_size([1, 99]) == (1, 2)
    assert rules.two_by_size([5]) == (1,)


def test_the_rule_of_mg_wfbp_is_not_exact() -> None:
    backward = Backward.of([0.0, 0.5, 1.6], [1, 1, 1], Link.linear(1.0, 1.0))
    assert finish(backward, rules.mg_wfbp(backward)) > finish(backward, exact(backward))


def test_no_other_plan_ends_before_the_exact_one() -> None:
    for backward in backward_passes(40, most=12):
        end = finish(backward, exact(backward))
        for plan in rules.known_plans(backward).values():
            assert plan[-1] == backward.count
            assert list(plan) == sorted(set(plan))
            assert finish(backward, plan) >= end - 1e-9
