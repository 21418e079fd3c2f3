"""The statistic: medians of ratios, the sign test and intervals of the median."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import pytest

from aoe.tuning.comparison.timing_statistics import (
    FEWEST_RUNS,
    Measurement,
    Run,
    compare,
    compare_runs,
    median_interval,
    sign_test,
    sign_verdict,
)

NEW, OLD = 1, 0


def run(new: float, old: float) -> Run:
    return Run({NEW: (new,) * 8, OLD: (old,) * 8})


def test_a_measurement_sums_up_its_samples() -> None:
    assert Measurement.of([3.0, 1.0, 2.0, 9.0, 2.5]) == Measurement(1.0, 2.5, 0.5, 5)


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


@pytest.mark.parametrize("level", [0.004, 0.025, 0.2])
@pytest.mark.parametrize("count", [5, 8, 13, 25, 40])
def test_equal_candidates_are_called_faster_no_more_often_than_the_level_says(
    count: int, level: float
) -> None:
    wins = [
        number
        for number in range(count + 1)
        if sign_verdict([0.9] * number + [1.1] * (count - number), level) < 0
    ]
    assert sum(comb(count, number) for number in wins) / 2**count <= level


@pytest.mark.parametrize("count", range(FEWEST_RUNS, 41))
def test_an_interval_contains_the_median_of_what_is_sampled_in_95_percent(count: int) -> None:
    interval = median_interval([float(number) for number in range(count)])
    assert interval is not None
    below = int(interval[0])
    assert interval[1] == count - 1 - below
    outside = 2 * sum(comb(count, number) for number in range(below + 1)) / 2**count
    assert outside <= 0.05
    assert outside + 2 * comb(count, below + 1) / 2**count > 0.05, "it is the shortest one"


def test_too_few_values_have_no_interval() -> None:
    assert median_interval([1.0] * (FEWEST_RUNS - 1)) is None


def test_one_contaminated_pair_does_not_decide() -> None:
    assert compare([1.0, 1.0, 1.0], [1.0, 1.0, 9.0]).verdict == 0


def test_runs_count_the_same_and_the_ratio_is_that_of_the_times() -> None:
    found = compare_runs([run(1.0, 2.0), run(1.0, 2.2), run(1.1, 2.1)], NEW, OLD)
    assert found.ratio == pytest.approx(0.5)
    assert found.ratio == pytest.approx(found.candidate.median / found.incumbent.median)
    assert 2.0 < found.incumbent.median < 2.2
    assert found.runs == 3


def test_a_machine_that_slows_down_within_a_run_does_not_change_the_ratio() -> None:
    slowing = [1.0 + 0.01 * number for number in range(9)]
    late = Run({NEW: slowing, OLD: [2.0 * factor for factor in slowing]})
    assert compare_runs([late, run(1.0, 2.0)], NEW, OLD).ratio == pytest.approx(0.5)
    uneven = Run({NEW: (1.0, 1.0, 1.1, 1.1, 1.1), OLD: (2.0, 2.0, 2.0, 2.2, 2.2)})
    assert compare_runs([uneven], NEW, OLD).ratio == pytest.approx(0.5)


def test_the_spread_is_at_least_half_of_what_runs_of_several_samples_differ_by() -> None:
    found = compare_runs([run(1.0, 2.0), run(1.0, 2.0), run(1.1, 2.1)], NEW, OLD)
    assert found.candidate.spread == pytest.approx(0.05)
    assert found.incumbent.spread == pytest.approx(0.05)
    assert compare_runs([run(1.0, 2.0)] * 2, NEW, OLD).candidate.spread == 0.0


def test_how_certain_a_ratio_is_is_known_from_six_runs_on() -> None:
    runs = [run(1.0 + number / 100, 2.0) for number in range(FEWEST_RUNS)]
    found = compare_runs(runs, NEW, OLD)
    assert found.uncertainty == pytest.approx(0.5 * 0.05 / found.ratio / 2)
    assert compare_runs(runs[1:], NEW, OLD).uncertainty is None


def test_a_run_in_which_one_candidate_alone_is_slow_does_not_count_much() -> None:
    runs = [*[run(0.98, 1.0), run(0.97, 1.0), run(0.99, 1.0)] * 3, run(1.7, 1.0)]
    assert compare_runs(runs, NEW, OLD).ratio == pytest.approx(0.98)
