"""What the lines of a fleet's job say of its searches."""

from __future__ import annotations

import pytest

from benchmarks.fleet import Searches, rows_of, searches_of

LINES = [
    (3.0, "znver4_1c: tuning 2 of 3 operators"),
    (9.0, "znver4_1c: conv1: 12 % faster, 20 candidates"),
    (9.5, "a worker of znver4_1c was lost; operator conv2 begins again"),
    (13.0, "znver4_1c: node: of colons: nothing faster, 10 candidates"),
    (13.1, "znver4_1c: tuning 0 of 1 operator"),
]


def test_the_searches_are_those_between_the_first_and_the_last() -> None:
    found = searches_of(LINES, 20.0)
    assert found == Searches(2, 30, 10.0, 20.0, 3.0)
    assert found.after == 7.0


def test_a_job_that_searches_nothing_takes_no_time() -> None:
    assert searches_of(LINES[:1], 5.0) == Searches(0, 0, 0.0, 5.0, 3.0)


@pytest.mark.parametrize(("seconds", "within"), [(5.4, True), (5.6, False)])
def test_two_workers_halve_the_time_of_a_candidate(seconds: float, within: bool) -> None:
    alone, two = Searches(2, 30, 10.0, 20.0), Searches(2, 30, seconds, 15.0)
    first, second = rows_of({2: two, 1: alone})
    assert (first["workers"], first["within the bar"]) == (1, None)
    assert (second["workers"], second["within the bar"]) == (2, within)
