"""A generation measures what is new, once, and remembers why the rest failed."""

from __future__ import annotations

import pytest

from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.search.policy_search import run_generation
from aoe.tuning.search.search_strategy import Trial
from tests.tuning.conftest import Workshop, generations, number_of, numbered, two_states
from tests.tuning.examples import TARGET, doubling


def test_policies_of_the_same_code_are_measured_once_and_share_the_time() -> None:
    workshop = Workshop(code_of=lambda number: number // 2)
    measured: set[int] = set()

    def seconds(operator: Operator, policy: Policy) -> float:
        measured.add(number_of(policy))
        return 1.0 + number_of(policy)

    workshop.seconds = seconds
    search = workshop.search(doubling(), TARGET, None)
    run_generation(search, [workshop.candidate(numbered(number)) for number in range(4)], workshop)
    run_generation(search, [workshop.candidate(numbered(number)) for number in (5, 4)], workshop)
    assert measured == {0, 2, 5}
    found = {number_of(trial.policy): trial for trial in search.history}
    assert found[1] == Trial(numbered(1), found[0].seconds, same_as=numbered(0))
    assert found[4] == Trial(numbered(4), found[5].seconds, same_as=numbered(5))
    assert set(found) == set(range(6))


def test_the_policy_to_beat_is_measured_even_if_its_code_is_that_of_the_default() -> None:
    workshop = Workshop(code_of=lambda number: 0)
    search = workshop.search(doubling(), TARGET, numbered(3))
    run_generation(search, [workshop.candidate(numbered(number)) for number in (0, 3, 4)], workshop)
    same = {number_of(trial.policy): trial.same_as for trial in search.history}
    assert same == {0: None, 3: None, 4: numbered(0)}


def test_a_policy_with_the_code_of_one_that_failed_has_failed_too() -> None:
    workshop = Workshop(code_of=lambda number: min(number, 1), broken=frozenset({1}))
    search = workshop.search(doubling(), TARGET, None)
    run_generation(search, [workshop.candidate(numbered(number)) for number in range(3)], workshop)
    found = {number_of(trial.policy): trial for trial in search.history}
    assert found[1] == Trial(numbered(1), None, "wrong", "fake")
    assert found[2] == Trial(numbered(2), None, "wrong", "fake", numbered(1))
    assert len(search.failures) == 1


def test_a_leader_that_is_fast_in_one_state_of_the_machine_only_gives_way() -> None:
    workshop, quiet = two_states(
        dict(enumerate([1.0, 0.9, 0.8, 0.7] + [2.0] * 12)),
        dict(enumerate([1.0, 0.9, 0.94, 0.96] + [2.0] * 12)),
    )
    search = workshop.search(doubling(), TARGET, None)
    generations(workshop, search, range(2), range(2, 4))
    assert search.incumbent == numbered(3)
    quiet[0] = False
    generations(workshop, search, range(4, 10))
    assert search.incumbent == numbered(1)
    assert search.comparison is not None
    assert search.comparison.ratio < 1.0
    times = {number_of(trial.policy): trial.seconds for trial in search.history}
    assert times[3] == pytest.approx(0.96)
    quiet[0] = True
    generations(workshop, search, range(10, 16))
    assert search.incumbent == numbered(1)


def test_without_a_leader_before_the_baseline_leads_again() -> None:
    workshop, quiet = two_states(
        {0: 1.0, 1: 0.5, **dict.fromkeys(range(2, 20), 3.0)},
        {0: 1.0, 1: 1.5, **dict.fromkeys(range(2, 20), 3.0)},
    )
    search = workshop.search(doubling(), TARGET, None)
    generations(workshop, search, range(2))
    assert search.improved
    quiet[0] = False
    generations(workshop, search, range(2, 8))
    assert search.incumbent == numbered(0)
    assert not search.improved
    assert search.incumbent_seconds == pytest.approx(1.0)


def test_a_leader_that_holds_stays() -> None:
    workshop, _ = two_states({0: 1.0, 1: 0.9, **dict.fromkeys(range(2, 20), 3.0)}, {})
    search = workshop.search(doubling(), TARGET, None)
    generations(workshop, search, range(2), range(2, 10), range(10, 18))
    assert search.incumbent == numbered(1)
    assert len(search.revalidation.runs) == 16
