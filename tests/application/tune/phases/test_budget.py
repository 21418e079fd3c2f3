"""How the phases of a job share its budget."""

from __future__ import annotations

from aoe.application.tune.phases.budget import share_of
from aoe.tuning.deadline import Deadline


def test_a_part_is_a_share_of_what_is_left_of_the_budget() -> None:
    now = 40.0
    whole = Deadline(100.0, 20.0, lambda: now)
    part = share_of(whole, 0.25)
    assert part.budget == 20.0 + 0.25 * 80.0
    assert part.left == 20.0


def test_of_no_budget_a_part_is_none() -> None:
    assert share_of(Deadline(), 0.25).budget is None
