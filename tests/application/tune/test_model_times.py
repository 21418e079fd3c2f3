"""Times of the whole model over several phases, and what result files say of them."""

from __future__ import annotations

import pytest

from aoe.application.tune.model_times import ModelTimes, overall_times, reported
from aoe.results.performance import ModelPerformance


def test_gains_of_phases_multiply_and_the_spread_goes_with_its_time() -> None:
    phases = [ModelTimes(4.0, 2.0, 0.3, 0.3), ModelTimes(3.0, 1.0, 0.3, 0.1)]
    times = overall_times(phases)
    assert times is not None
    assert (times.before, times.after) == (6.0, 1.0)
    assert times.before_spread == pytest.approx(0.6)
    assert times.after_spread == 0.1


def test_what_phases_are_uncertain_by_adds_up_where_it_is_known_of_all() -> None:
    phases = [ModelTimes(4.0, 2.0, uncertainty=0.03), ModelTimes(3.0, 1.5, uncertainty=0.04)]
    times = overall_times(phases)
    assert times is not None
    assert times.uncertainty == pytest.approx(0.05)
    assert times.improvement_uncertainty == pytest.approx(20.0)
    unknown = overall_times([ModelTimes(4.0, 2.0), phases[1]])
    assert unknown is not None
    assert unknown.improvement_uncertainty is None


def test_a_model_that_is_as_it_was_has_the_same_times_twice() -> None:
    times = ModelTimes(4.0, 2.0, 0.2, 0.1)
    assert times.unchanged_before == ModelTimes(4.0, 4.0, 0.2, 0.2)
    assert times.unchanged_after == ModelTimes(2.0, 2.0, 0.1, 0.1)


def test_what_was_not_measured_is_not_reported() -> None:
    assert reported(None) == ModelPerformance()
    assert reported(ModelTimes(0.002, 0.001)).baseline_spread_ms is None
    assert reported(ModelTimes(0.002, 0.001, 0.0001, 0.0001)).result_spread_ms == 0.1
    assert reported(ModelTimes(0.002, 0.001)).improvement_uncertainty is None


def test_how_sure_a_gain_is_is_reported_in_percentage_points() -> None:
    assert reported(ModelTimes(0.002, 0.001, uncertainty=0.01)).improvement_uncertainty == "2.00%"
