"""Comparisons tell a gain from noise."""

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import count

import pytest

from aoe.tuning.comparison.timing_statistics import (
    CONFIRMATIONS,
    CONFIRMING_PAIRS,
    LOOKS,
    MAXIMUM_PAIRS,
    Measurement,
    compare,
    confirm,
    duel,
    sign_test,
)


class FakeSampler:
    """Candidates with a given duration each, and the noise of a seeded generator."""

    def __init__(self, seconds: Mapping[int, float], noise: float = 0.0) -> None:
        self.seconds = seconds
        self.taken: list[tuple[int, ...]] = []
        self.random = random.Random(1)
        self.noise = noise

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        self.taken.append(tuple(candidates))
        return {
            number: self.seconds[number] * (1 + self.noise * self.random.random())
            for number in candidates
            if number in self.seconds
        }


def test_a_measurement_sums_up_its_samples() -> None:
    assert Measurement.of([3.0, 1.0, 2.0, 9.0, 2.5]) == Measurement(1.0, 2.5, 0.5, 5)


@pytest.mark.parametrize(("factor", "verdict"), [(0.8, -1), (1.25, 1)])
def test_a_clear_difference_is_seen_through_noise(factor: float, verdict: int) -> None:
    comparison = duel(FakeSampler({0: factor, 1: 1.0}, noise=0.05), 0, 1)
    assert comparison is not None
    assert comparison.verdict == verdict
    assert comparison.ratio == pytest.approx(factor, rel=0.1)


def test_equal_candidates_are_sampled_to_the_limit_and_called_equal() -> None:
    sampler = FakeSampler({0: 1.0, 1: 1.0})
    comparison = duel(sampler, 0, 1)
    assert comparison is not None
    assert comparison.verdict == 0
    assert len(sampler.taken) == MAXIMUM_PAIRS


def test_where_only_wins_count_a_challenger_that_is_behind_is_given_up_early() -> None:
    sampler = FakeSampler({0: 1.0, 1: 1.0})
    comparison = duel(sampler, 0, 1, only_wins_count=True)
    assert comparison is not None
    assert comparison.verdict == 0
    assert len(sampler.taken) == LOOKS[0]


def test_a_duel_takes_both_orders() -> None:
    sampler = FakeSampler({0: 1.0, 1: 2.0})
    duel(sampler, 0, 1)
    assert {(0, 1), (1, 0)} == set(sampler.taken)


def test_a_duel_with_a_failing_candidate_has_no_result() -> None:
    assert duel(FakeSampler({1: 1.0}), 0, 1) is None


@pytest.mark.parametrize(
    ("judge", "expected"),
    [
        (lambda: sign_test(5, 5), 1.0),
        (lambda: sign_test(0, 4), 0.125),
        (lambda: sign_test(0, 0), 1),
        (lambda: sign_test(0, 1440), 2.0**-1439),
        (lambda: sign_test(800, 800), 1.0),
    ],
)
def test_the_sign_test_gives_the_binomial_tails(
    judge: Callable[[], float], expected: float
) -> None:
    assert judge() == pytest.approx(expected)


def test_one_disturbed_pair_does_not_decide() -> None:
    assert compare([1.0, 1.0, 1.0], [1.0, 1.0, 9.0]).verdict == 0


class DisturbedSampler(FakeSampler):
    """Candidate 1 takes `factor` times as long in the rounds that `disturbed` names."""

    def __init__(self, factor: float, disturbed: Callable[[int], bool]) -> None:
        super().__init__({0: 0.9, 1: 1.0})
        self.rounds = count()
        self.factor = factor
        self.disturbed = disturbed

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        seconds = dict(super().sample(candidates))
        if self.disturbed(next(self.rounds)):
            seconds[1] *= self.factor
        return seconds


def test_a_confirmation_takes_pairs_of_its_own() -> None:
    sampler = FakeSampler({0: 0.5, 1: 1.0})
    comparison = confirm(sampler, 0, 1, 0.5)
    assert comparison is not None
    assert (comparison.verdict, comparison.ratio) == (-1, 0.5)
    assert len(sampler.taken) == CONFIRMING_PAIRS


def test_a_confirmation_in_which_one_pair_was_disturbed_has_as_many_pairs_again() -> None:
    sampler = DisturbedSampler(2.0, lambda number: number == 4)
    sampler.seconds = {0: 1.0, 1: 0.9}
    comparison = confirm(sampler, 1, 0, 0.9)
    assert comparison is not None
    assert comparison.verdict == -1
    assert comparison.ratio == pytest.approx(0.9)
    assert len(sampler.taken) == 2 * CONFIRMING_PAIRS


def test_a_baseline_measured_without_its_cpu_is_measured_again() -> None:
    sampler = DisturbedSampler(1000.0, lambda number: number < CONFIRMING_PAIRS)
    comparison = confirm(sampler, 0, 1, 0.0009, seconds=60.0)
    assert comparison is not None
    assert comparison.ratio == pytest.approx(0.9)
    assert comparison.incumbent.median == 1.0


def test_unsteady_samples_are_taken_again() -> None:
    sampler = DisturbedSampler(2.0, lambda number: number < CONFIRMING_PAIRS and number % 2 == 0)
    comparison = confirm(sampler, 0, 1, 0.9)
    assert comparison is not None
    assert comparison.steady
    assert len(sampler.taken) == 2 * CONFIRMING_PAIRS


def test_minima_stand_for_medians_that_never_settle() -> None:
    sampler = DisturbedSampler(3.0, lambda number: number % 9 > 0)
    comparison = confirm(sampler, 0, 1, 0.9)
    assert comparison is not None
    assert comparison.ratio == pytest.approx(0.9)
    assert (comparison.challenger.median, comparison.incumbent.median) == (0.9, 1.0)
    assert len(sampler.taken) == CONFIRMATIONS * CONFIRMING_PAIRS


def test_a_winner_only_while_the_other_was_disturbed_is_none() -> None:
    sampler = DisturbedSampler(3.0, lambda number: number % 9 > 0)
    sampler.seconds = {0: 1.1, 1: 1.0}
    comparison = confirm(sampler, 0, 1, 0.4)
    assert comparison is not None
    assert comparison.verdict >= 0


def test_a_confirmation_with_a_failing_candidate_has_no_result() -> None:
    assert confirm(FakeSampler({1: 1.0}), 0, 1, 0.5) is None
