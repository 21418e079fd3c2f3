"""A deadline says what is left, and keeps time back for what follows."""

from aoe.tuning.deadline import Deadline


def at(now: float, budget: float | None) -> Deadline:
    return Deadline(budget, 100.0, lambda: now)


def test_the_budget_counts_from_the_start() -> None:
    assert at(103.0, 10.0).used == 3.0
    assert at(103.0, 10.0).left == 7.0
    assert at(200.0, 10.0).left == 0.0
    assert at(200.0, None).left is None


def test_a_step_gets_what_it_wants_within_what_is_left_but_for_the_reserve() -> None:
    assert at(103.0, 10.0).within(5.0) == 5.0
    assert at(103.0, 10.0).within(5.0, reserve=4.0) == 3.0
    assert at(103.0, 10.0).within(5.0, reserve=9.0) == 0.0
    assert at(103.0, None).within(5.0, reserve=9.0) == 5.0
