"""Races keep the fast candidates, whatever speed the machine has meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.tuning.comparison.comparison_policy import NOISY
from aoe.tuning.comparison.paired_comparison import Turns
from aoe.tuning.comparison.racing import race
from tests.tuning.comparison.samplers import FakeSampler


class ChangingSampler(FakeSampler):
    """The machine is half as fast before so many candidates were sampled."""

    def __init__(self, seconds: Mapping[int, float], slow: int) -> None:
        super().__init__(seconds)
        self.slow = slow
        self.count = 0

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        self.taken.append(tuple(candidates))
        seconds = {}
        for number in candidates:
            seconds[number] = self.seconds[number] * (2 if self.count < self.slow else 1)
            self.count += 1
        return seconds


def test_a_race_orders_candidates_and_samples_losers_once() -> None:
    sampler = FakeSampler({0: 1.0, 1: 0.9, 2: 5.0})
    assert list(race(Turns(sampler), [0, 1, 2])) == [1, 0, 2]
    assert sum(2 in taken for taken in sampler.taken) == 1


def test_a_candidate_that_was_slowed_down_while_sampled_first_is_sampled_again() -> None:
    class Slowing(FakeSampler):
        def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
            seconds = dict(super().sample(candidates))
            return seconds | {1: 2.1} if len(self.taken) == 1 else seconds

    assert list(race(Turns(Slowing({0: 1.0, 1: 0.9, 2: 5.0})), [0, 1, 2])) == [1, 0, 2]


def test_a_race_leaves_out_candidates_that_fail() -> None:
    assert list(race(Turns(FakeSampler({1: 1.0})), [0, 1])) == [1]
    assert list(race(Turns(FakeSampler({0: 1.0})), [0, 1])) == [0]
    assert race(Turns(FakeSampler({})), [0, 1]) == {}


def test_a_race_of_one_times_it() -> None:
    assert race(Turns(FakeSampler({0: 1.5})), [0]) == {0: 1.5}


def test_a_candidate_that_fails_later_is_left_out_too() -> None:
    class Failing(FakeSampler):
        def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
            if len(self.taken) == 3:
                self.seconds = {1: 1.1, 2: 2.5}
            return super().sample(candidates)

    assert list(race(Turns(Failing({0: 1.0, 1: 1.1, 2: 2.5})), [0, 1, 2])) == [1, 2]


@given(st.integers(0, 60))
def test_the_order_is_right_wherever_in_a_race_the_machine_becomes_faster(slow: int) -> None:
    seconds = {number: 1.0 + 0.02 * number for number in range(6)}
    found = race(Turns(ChangingSampler(seconds, slow)), [5, 4, 3, 2, 1, 0])
    assert list(found) == sorted(seconds)
    assert found[5] / found[0] == pytest.approx(seconds[5] / seconds[0])


def test_a_machine_that_changes_all_the_time_is_raced_on_all_the_same() -> None:
    class Changing(FakeSampler):
        def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
            factor = 1 + len(self.taken) % 2
            return {n: factor * taken for n, taken in super().sample(candidates).items()}

    sampler = Changing({0: 1.0, 1: 1.1, 2: 9.0})
    assert list(race(Turns(sampler), [0, 1, 2])) == [0, 1, 2]
    assert sum(2 in taken for taken in sampler.taken) == NOISY.turns
