"""Runs of whole models: what others slow down is left out, and the time is shared out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from aoe.tuning.comparison.comparison_policy import QUIET
from aoe.tuning.comparison.timing_statistics import Run
from aoe.tuning.model_check.model_comparison import (
    FEWEST_PAIRS,
    clean_pairs,
    run_seconds,
    take_run,
)

NEW, OLD = 1, 0
WANTED, LONGEST = QUIET.model.looks[0], QUIET.model_run_seconds


class SlowingSampler:
    """Two models, the new one twice as fast, on a machine that is slowed down in some turns."""

    def __init__(self, slowed: Sequence[int] = (), fails: int = -1) -> None:
        self.slowed = slowed
        self.fails = fails
        self.orders: list[tuple[int, ...]] = []

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        factor = 2.2 if len(self.orders) in self.slowed else 1.0
        self.orders.append(tuple(candidates))
        seconds = {NEW: 1.0 * factor, OLD: 2.0 * factor}
        return {number: seconds[number] for number in candidates if number != self.fails}


def test_a_run_without_time_has_the_fewest_pairs_in_either_order() -> None:
    sampler = SlowingSampler()
    found = take_run(sampler, NEW, OLD, 0.0)
    assert found == Run({NEW: (1.0,) * FEWEST_PAIRS, OLD: (2.0,) * FEWEST_PAIRS})
    assert len(sampler.orders) == FEWEST_PAIRS
    assert set(sampler.orders) == {(NEW, OLD), (OLD, NEW)}


def test_a_run_with_time_has_an_end() -> None:
    sampler = SlowingSampler()
    take_run(sampler, NEW, OLD, 60.0)
    assert len(sampler.orders) == QUIET.model_pairs[1]


def test_pairs_in_which_the_machine_was_slow_do_not_count() -> None:
    slowed = range(3, FEWEST_PAIRS)
    found = take_run(SlowingSampler(slowed), NEW, OLD, 0.0)
    assert found == Run({NEW: (1.0,) * 3, OLD: (2.0,) * 3})


def test_a_model_that_fails_has_no_run() -> None:
    assert take_run(SlowingSampler(fails=NEW), NEW, OLD, 0.0) is None


def test_a_model_that_wavers_by_itself_keeps_all_its_pairs() -> None:
    pairs = [(0.97, 1.0), (1.05, 1.0)] * 5
    assert clean_pairs(pairs) == pairs


@pytest.mark.parametrize(
    ("left", "around", "taken", "seconds"),
    [
        (5.1, 0.3, 0, 0.3),
        (1.5, 0.3, WANTED - 3, 0.3),
        (1.5, 0.3, 0, 0.15),
        (6.0, 3.0, 0, LONGEST),
        (0.4, 0.3, WANTED - 1, 0.4),
        (60.0, 0.3, 0, LONGEST),
        (0.3, 3.0, 0, 0.3),
        (-1.0, 0.3, 0, 0.0),
        (0.4, 0.3, WANTED, 0.4),
    ],
)
def test_the_time_is_shared_out_among_the_runs_that_are_worth_a_process(
    left: float, around: float, taken: int, seconds: float
) -> None:
    assert run_seconds(left, around, taken) == pytest.approx(seconds)
