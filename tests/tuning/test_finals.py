"""The finals: leaders hold or give way, and those close to them have another chance."""

from __future__ import annotations

import pytest

from aoe.tuning.finals import finalists, needs_finals, review
from aoe.tuning.policy_search import run_round
from tests.tuning.conftest import moody, number_of, numbered, rounds
from tests.tuning.examples import DEVICE, doubling


def test_those_close_to_the_leader_have_another_chance() -> None:
    workshop, calm = moody(
        {0: 1.0, 1: 1.02, 2: 1.03, 3: 1.2, 4: 3.0, 5: 3.0},
        {0: 1.0, 1: 0.9, 2: 1.5, 3: 0.5, 4: 3.0, 5: 3.0},
    )
    search = workshop.search(doubling(), DEVICE, None)
    rounds(workshop, search, range(6))
    assert search.leader == numbered(0)
    assert finalists(search, 8) == [numbered(1), numbered(2)]
    calm[0] = False
    rounds(workshop, search, range(1, 3))
    assert search.leader == numbered(1)
    times = {number_of(trial.policy): trial.seconds for trial in search.history}
    assert len(times) == len(search.history) == 6
    assert times[2] == pytest.approx(1.5)


def test_finalists_have_no_more_than_their_chances() -> None:
    workshop, _ = moody(dict.fromkeys(range(6), 1.0), {})
    search = workshop.search(doubling(), DEVICE, None)
    rounds(workshop, search, range(6))
    tried = 0
    while batch := finalists(search, 8):
        run_round(search, [workshop.candidate(policy) for policy in batch], workshop)
        tried += len(batch)
    assert tried == search.limits.finals * 5
    assert not needs_finals(search)


def test_a_leader_that_is_slower_later_gives_way_to_who_led_before() -> None:
    workshop, calm = moody({0: 1.0, 1: 0.9, 2: 0.8}, {0: 1.0, 1: 0.9, 2: 0.95})
    search = workshop.search(doubling(), DEVICE, None)
    rounds(workshop, search, range(2), range(2, 3))
    assert search.leader == numbered(2)
    calm[0] = False
    review(search, workshop, 1.0)
    assert search.leader == search.reviewed == numbered(1)
    assert search.improved
    times = {number_of(trial.policy): trial.seconds for trial in search.history}
    assert times[2] == pytest.approx(0.95)


def test_a_leader_that_does_not_beat_the_baseline_later_is_none() -> None:
    workshop, calm = moody({0: 1.0, 1: 0.9, 2: 0.8}, {0: 1.0, 1: 1.2, 2: 1.1})
    search = workshop.search(doubling(), DEVICE, None)
    rounds(workshop, search, range(2), range(2, 3))
    calm[0] = False
    review(search, workshop, 1.0)
    assert search.leader == numbered(0)
    assert not search.improved


def test_a_leader_that_holds_is_reviewed_once() -> None:
    workshop, _ = moody({0: 1.0, 1: 0.9, 2: 3.0}, {})
    search = workshop.search(doubling(), DEVICE, None)
    rounds(workshop, search, range(3))
    assert needs_finals(search)
    review(search, workshop, 1.0)
    assert search.leader == search.reviewed == numbered(1)
    assert not needs_finals(search)


def test_what_a_search_without_success_has_is_not_reviewed() -> None:
    workshop, _ = moody({0: 1.0, 1: 2.0}, {})
    search = workshop.search(doubling(), DEVICE, None)
    rounds(workshop, search, range(2))
    assert not needs_finals(search)
    review(search, workshop, 1.0)
    assert search.leader == numbered(0)
