"""Figures of whole models: what disturbs is left out, and every process counts the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf

import pytest

from aoe.tuning.model_check.model_comparison import (
    FEWEST_ROUNDS,
    MOST_PARTS,
    MOST_ROUNDS,
    PART_SECONDS,
    PARTS,
    PRECISE,
    Part,
    are_enough,
    comparison_of,
    part_seconds,
    take_part,
    uncertainty,
    undisturbed,
)

NEW, OLD = 1, 0


class SlowingSampler:
    """Two models, the new one twice as fast, on a machine that is slowed down in some rounds."""

    def __init__(self, slowed: Sequence[int] = (), fails: int = -1) -> None:
        self.slowed = slowed
        self.fails = fails
        self.orders: list[tuple[int, ...]] = []

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        factor = 2.2 if len(self.orders) in self.slowed else 1.0
        self.orders.append(tuple(candidates))
        seconds = {NEW: 1.0 * factor, OLD: 2.0 * factor}
        return {number: seconds[number] for number in candidates if number != self.fails}


def part(new: float, old: float) -> Part:
    return Part((new,) * 8, (old,) * 8)


def test_a_part_without_time_has_the_fewest_rounds_in_either_order() -> None:
    sampler = SlowingSampler()
    found = take_part(sampler, NEW, OLD, 0.0)
    assert found == part(1.0, 2.0)
    assert len(sampler.orders) == FEWEST_ROUNDS
    assert set(sampler.orders) == {(NEW, OLD), (OLD, NEW)}


def test_a_part_with_time_has_an_end() -> None:
    sampler = SlowingSampler()
    take_part(sampler, NEW, OLD, 60.0)
    assert len(sampler.orders) == MOST_ROUNDS


def test_rounds_in_which_the_machine_was_slow_do_not_count() -> None:
    slowed = range(3, FEWEST_ROUNDS)
    found = take_part(SlowingSampler(slowed), NEW, OLD, 0.0)
    assert found == Part((1.0,) * 3, (2.0,) * 3)


def test_a_model_that_fails_has_no_part() -> None:
    assert take_part(SlowingSampler(fails=NEW), NEW, OLD, 0.0) is None


def test_a_model_that_wavers_by_itself_keeps_all_its_rounds() -> None:
    rounds = [(0.97, 1.0), (1.05, 1.0)] * 5
    assert undisturbed(rounds) == rounds


def test_processes_count_the_same_and_the_ratio_is_that_of_the_times() -> None:
    found = comparison_of([part(1.0, 2.0), part(1.0, 2.2), part(1.1, 2.1)])
    assert found.ratio == pytest.approx(found.challenger.median / found.incumbent.median)
    assert 2.0 < found.incumbent.median < 2.2
    assert found.verdict == -1


def test_a_machine_that_slows_down_within_a_process_does_not_change_the_ratio() -> None:
    slowing = [1.0 + 0.01 * number for number in range(9)]
    old = tuple(2.0 * factor for factor in slowing)
    late = Part(tuple(slowing), old)
    assert comparison_of([late, part(1.0, 2.0)]).ratio == pytest.approx(0.5)
    uneven = Part((1.0, 1.0, 1.1, 1.1, 1.1), (2.0, 2.0, 2.0, 2.2, 2.2))
    assert comparison_of([uneven]).ratio == pytest.approx(0.5)


def test_parts_that_say_different_things_are_not_enough() -> None:
    agreeing = [part(1.0 + number % 2 / 1000, 2.0) for number in range(PARTS)]
    differing = [part(1.0 + number % 3 / 20, 2.0) for number in range(PARTS)]
    assert uncertainty(agreeing) < PRECISE < uncertainty(differing)
    assert are_enough(agreeing)
    assert not are_enough(differing)
    assert are_enough(differing * MOST_PARTS)
    assert uncertainty(agreeing[:2]) == inf


def test_how_sure_the_ratio_is_is_known_from_three_parts_on() -> None:
    parts = [part(1.0, 2.0), part(1.01, 2.0), part(1.02, 2.0)]
    assert comparison_of(parts).uncertainty == uncertainty(parts)
    assert comparison_of(parts[:2]).uncertainty is None


def test_one_or_two_undisturbed_parts_do_not_decide_where_there_are_others() -> None:
    lucky, other, slow, slowest = part(0.9, 2.0), part(1.6, 3.0), part(1.7, 3.1), part(1.0, 4.0)
    found = comparison_of([slowest, slow, lucky, other])
    assert found.ratio == pytest.approx(1.6 / 3.0)
    assert found.uncertainty == uncertainty([lucky, other, slow])
    enough = [lucky, part(1.0, 2.0), part(1.02, 2.0)]
    assert comparison_of([*enough, slow]).ratio == pytest.approx(0.5)


def test_a_process_in_which_one_of_the_models_alone_is_slow_does_not_count() -> None:
    usual = [part(0.98, 1.0), part(0.97, 1.0), part(0.99, 1.0), part(0.98, 1.0)]
    parts = [*usual, part(1.7, 1.0)]
    assert comparison_of(parts).ratio == pytest.approx(0.98)
    assert uncertainty(parts) < 0.05


def test_the_spread_is_at_least_half_of_what_processes_differ_by() -> None:
    found = comparison_of([part(1.0, 2.0), part(1.0, 2.0), part(1.1, 2.1)])
    assert found.challenger.spread == pytest.approx(0.05)
    assert found.incumbent.spread == pytest.approx(0.05)
    assert comparison_of([part(1.0, 2.0)] * 2).challenger.spread == 0.0


@pytest.mark.parametrize("usual", [None, 2.0])
def test_a_part_that_was_disturbed_from_start_to_end_is_left_out(usual: float | None) -> None:
    found = comparison_of([part(3.0, 4.0), part(1.0, 2.0)], usual)
    assert (found.challenger.median, found.incumbent.median) == pytest.approx((1.0, 2.0))


def test_the_least_disturbed_part_is_used_if_all_were() -> None:
    found = comparison_of([part(3.0, 4.0), part(2.0, 3.0)], 2.0)
    assert (found.challenger.median, found.incumbent.median) == pytest.approx((2.0, 3.0))


def test_on_a_machine_that_is_slower_by_now_not_one_process_alone_decides() -> None:
    parts = [part(6.3, 6.2), part(6.1, 6.3), part(6.1, 6.25), part(9.9, 9.0)]
    assert comparison_of(parts, 3.7).ratio == pytest.approx(6.1 / 6.25)


def test_parts_of_calm_cores_alone_count_where_there_are_enough() -> None:
    calm = [part(1.0, 2.0), part(1.01, 2.0), part(1.02, 2.0)]
    apart = [replace(part(1.9, 2.0), calm=False)] * 5
    found = comparison_of([*apart, *calm])
    assert found.ratio == pytest.approx(1.01 / 2.0)
    assert found.uncertainty == uncertainty(calm)


def test_how_sure_the_ratio_is_is_not_known_where_cores_were_never_calm() -> None:
    apart = [replace(part(1.0 + number % 2 / 1000, 2.0), calm=False) for number in range(PARTS)]
    assert comparison_of(apart).uncertainty is None
    assert not are_enough(apart)
    assert are_enough(apart * MOST_PARTS)


def test_only_undisturbed_parts_are_enough_but_not_for_ever() -> None:
    assert not are_enough([])
    assert not are_enough([part(1.0, 2.0)] * (PARTS - 1))
    assert are_enough([part(1.0, 2.0)] * PARTS)
    assert not are_enough([part(3.0, 4.0), *[part(1.0, 2.0)] * (PARTS - 1)])
    assert not are_enough([part(1.0, 2.0)] * PARTS, usual=1.0)
    assert are_enough([part(1.0, 2.0)] * MOST_PARTS, usual=1.0)


@pytest.mark.parametrize(
    ("left", "around", "taken", "seconds"),
    [
        (5.1, 0.3, 0, 0.3),
        (1.5, 0.3, PARTS - 3, 0.3),
        (1.5, 0.3, 0, 0.15),
        (6.0, 3.0, 0, PART_SECONDS),
        (0.4, 0.3, PARTS - 1, 0.4),
        (60.0, 0.3, 0, PART_SECONDS),
        (0.3, 3.0, 0, 0.3),
        (-1.0, 0.3, 0, 0.0),
        (0.4, 0.3, PARTS, 0.4),
    ],
)
def test_the_time_is_shared_out_among_the_parts_that_are_worth_a_process(
    left: float, around: float, taken: int, seconds: float
) -> None:
    assert part_seconds(left, around, taken) == pytest.approx(seconds)
