"""The levels widen every bound, and nothing else."""

from __future__ import annotations

import pytest

from aoe.backends.implementation import MAX_BREADTH
from aoe.tuning.search.search_limits import LEVELS, USUAL, search_limits


def test_the_usual_level_is_o2() -> None:
    assert search_limits() == search_limits("O2") == USUAL


@pytest.mark.parametrize(
    ("narrow", "wide"),
    [
        (LEVELS["O2"], LEVELS["O1"]),
        (LEVELS["O2"], search_limits("O2", deeper=True)),
        (LEVELS["O1"], search_limits("O1", deeper=True)),
    ],
)
def test_wider_limits_are_wider_in_everything(narrow: object, wide: object) -> None:
    for name in ("breadth", "explored", "patience", "most_trials", "similar"):
        assert getattr(wide, name) > getattr(narrow, name)
    for name in ("negligible", "margin"):
        assert getattr(wide, name) < getattr(narrow, name)


def test_the_deepest_search_chooses_from_the_widest_space() -> None:
    assert search_limits("O1", deeper=True).breadth == MAX_BREADTH
