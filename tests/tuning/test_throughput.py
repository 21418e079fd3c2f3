"""The pace tells what is left to do, within what is left of the budget."""

from __future__ import annotations

import pytest

from aoe.tuning.deadline import Deadline
from aoe.tuning.throughput import Throughput


def throughput(budget: float | None, used: float = 0.0) -> Throughput:
    made = Throughput(Deadline(budget, 0.0, lambda: used), reserve=5.0, after=17.0)
    made.count(10.0, 20)
    return made


@pytest.mark.parametrize(
    ("budget", "used", "candidates", "seconds"),
    [
        (None, 0.0, 8, 4.0 + 17.0),  # all there is to try, and a full check
        (100.0, 0.0, 8, 4.0 + 17.0),
        (20.0, 0.0, 8, 4.0 + 16.0),  # the check gets what the search leaves
        (20.0, 0.0, 999, 15.0 + 5.0),  # the search takes all but the reserve
        (20.0, 18.0, 999, 5.0),
    ],
)
def test_the_time_left_is_that_of_the_search_and_of_what_follows(
    budget: float | None, used: float, candidates: int, seconds: float
) -> None:
    assert throughput(budget, used).expected(candidates) == pytest.approx(seconds)


def test_no_time_is_promised_before_a_candidate_was_tried() -> None:
    assert Throughput(Deadline(60.0, 0.0, lambda: 1.0)).expected(8) is None


def test_with_nothing_to_try_the_rest_is_what_follows_the_search() -> None:
    assert Throughput(Deadline(60.0, 0.0, lambda: 1.0), reserve=5.0).expected(0) == 5.0
