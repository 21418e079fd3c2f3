"""Times of calls from profiles of several inferences."""

from __future__ import annotations

from aoe.application.explain.call_times import usual_call_seconds


def test_times_are_those_of_the_undisturbed_half_of_the_profiles() -> None:
    quiet = [(1.0, 2.0), (1.2, 2.0), (1.1, 2.1)]
    disturbed = [(9.0, 2.0), (1.0, 9.0)]
    assert usual_call_seconds([*disturbed, *quiet]) == [1.1, 2.0]
    assert usual_call_seconds(disturbed[:1]) == [9.0, 2.0]
