"""The final ranking: incumbents pass or are demoted, and close policies get another chance."""

from __future__ import annotations

from itertools import count

import pytest

from aoe.tuning.comparison.comparison_policy import NOISY, QUIET, ComparisonPolicy
from aoe.tuning.comparison.noise import NoiseMonitor
from aoe.tuning.comparison.timing_statistics import Comparison
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.search.final_ranking import (
    compared_when_reloaded,
    doubtful,
    finalists,
    needs_final_ranking,
    passes,
    review,
)
from aoe.tuning.search.policy_search import run_generation
from tests.tuning.conftest import Workshop, generations, number_of, numbered, two_states
from tests.tuning.examples import TARGET, doubling


def test_those_close_to_the_leader_have_another_chance() -> None:
    workshop, quiet = two_states(
        {0: 1.0, 1: 1.02, 2: 1.03, 3: 1.2, 4: 3.0, 5: 3.0},
        {0: 1.0, 1: 0.9, 2: 1.5, 3: 0.5, 4: 3.0, 5: 3.0},
    )
    search = workshop.search(doubling(), TARGET, None)
    generations(workshop, search, range(6))
    assert search.incumbent == numbered(0)
    assert finalists(search, 8) == [numbered(1), numbered(2)]
    quiet[0] = False
    generations(workshop, search, range(1, 3))
    assert search.incumbent == numbered(1)
    times = {number_of(trial.policy): trial.seconds for trial in search.history}
    assert len(times) == len(search.history) == 6
    assert times[2] == pytest.approx((1.03 + 1.5) / 2)


def test_what_was_loaded_seldom_may_have_been_unlucky_and_has_another_chance() -> None:
    workshop, quiet = two_states(
        {0: 1.0, 1: 1.11, 2: 1.15, 3: 3.0, 4: 3.0, 5: 3.0},
        {0: 1.0, 1: 0.9, 2: 1.15, 3: 3.0, 4: 3.0, 5: 3.0},
    )
    search = workshop.search(doubling(), TARGET, None)
    generations(workshop, search, range(6))
    assert finalists(search, 8) == [numbered(1)]
    quiet[0] = False
    generations(workshop, search, range(1, 2))
    assert search.incumbent == numbered(0), "its times are those of all its loadings"
    generations(workshop, search, range(1, 2))
    assert search.incumbent == numbered(1)


def test_what_was_loaded_often_and_slower_each_time_has_no_other_chance() -> None:
    workshop, _ = two_states({0: 1.0, 1: 1.09, 2: 3.0, 3: 3.0, 4: 3.0, 5: 3.0}, {})
    search = workshop.search(doubling(), TARGET, None)
    generations(workshop, search, range(6))
    assert finalists(search, 8) == [numbered(1)]
    generations(workshop, search, range(1, 2))
    assert finalists(search, 8) == []


def test_of_those_close_to_the_leader_who_was_loaded_least_often_is_next() -> None:
    workshop, _ = two_states({0: 1.0, 1: 1.01, 2: 1.02, 3: 1.03, 4: 3.0, 5: 3.0}, {})
    search = workshop.search(doubling(), TARGET, None)
    generations(workshop, search, range(6))
    assert doubtful(search, 2) == [numbered(1), numbered(2)]
    generations(workshop, search, range(1, 3))
    assert doubtful(search, 2) == [numbered(3), numbered(1)]
    assert [trial.loadings for trial in search.history] == [1, 2, 2, 1, 1, 1]


def test_finalists_have_no_more_than_their_chances() -> None:
    workshop, _ = two_states(dict.fromkeys(range(6), 1.0), {})
    search = workshop.search(doubling(), TARGET, None)
    generations(workshop, search, range(6))
    tried = 0
    while batch := finalists(search, 8):
        run_generation(search, [workshop.candidate(policy) for policy in batch], workshop)
        tried += len(batch)
    assert tried == search.limits.final_generations * 5
    assert not needs_final_ranking(search)


def test_a_leader_that_is_slower_later_gives_way_to_who_led_before() -> None:
    workshop, quiet = two_states({0: 1.0, 1: 0.9, 2: 0.8}, {0: 1.0, 1: 0.9, 2: 0.95})
    search = workshop.search(doubling(), TARGET, None)
    generations(workshop, search, range(2), range(2, 3))
    assert search.incumbent == numbered(2)
    quiet[0] = False
    review(search, workshop, 1.0)
    assert search.incumbent == search.ranking.reviewed == numbered(1)
    assert search.improved
    times = {number_of(trial.policy): trial.seconds for trial in search.history}
    assert times[2] == pytest.approx(0.95)


def test_a_leader_that_does_not_beat_the_baseline_later_is_none() -> None:
    workshop, quiet = two_states({0: 1.0, 1: 0.9, 2: 0.8}, {0: 1.0, 1: 1.2, 2: 1.1})
    search = workshop.search(doubling(), TARGET, None)
    generations(workshop, search, range(2), range(2, 3))
    quiet[0] = False
    review(search, workshop, 1.0)
    assert search.incumbent == numbered(0)
    assert not search.improved


@pytest.mark.parametrize("policy", [QUIET, NOISY])
def test_a_leader_must_pass_more_reviews_on_a_noisy_machine(policy: ComparisonPolicy) -> None:
    workshop, _ = two_states({0: 1.0, 1: 0.9, 2: 3.0}, {})
    search = workshop.search(doubling(), TARGET, None)
    search.noise.quiet_cores = policy is QUIET
    generations(workshop, search, range(3))
    for _ in range(policy.reviews):
        assert needs_final_ranking(search)
        review(search, workshop, 1.0)
        assert search.incumbent == search.ranking.reviewed == numbered(1)
    assert not needs_final_ranking(search)


def test_a_leader_that_won_by_where_its_memory_lay_gives_way() -> None:
    workshop = Workshop()
    search = workshop.search(doubling(), TARGET, None)
    lucky = [0.8]
    workshop.seconds = lambda _, policy: lucky[0] if policy == numbered(1) else 1.0
    generations(workshop, search, range(2))
    assert search.improved
    loading, loads = workshop.load, count(1)

    def load(number: int, candidate: Candidate) -> CandidateFailure | None:
        lucky[0] = 0.8 if next(loads) <= 2 else 1.1  # in the first loading only
        return loading(number, candidate)

    workshop.load = load  # type: ignore[method-assign]
    review(search, workshop, 1.0)
    assert search.incumbent == numbered(0)
    assert not search.improved


def test_loadings_end_as_soon_as_enough_of_them_agree() -> None:
    workshop, _ = two_states({0: 1.0, 1: 0.9}, {})
    found = reloaded(workshop)
    assert found is not None
    assert found.ratio == pytest.approx(0.9)
    assert passes(found)
    assert len(workshop.places) == QUIET.final.looks[0]


def test_every_loading_has_both_elsewhere_and_each_where_the_other_was() -> None:
    workshop, _ = two_states({0: 1.0, 1: 0.9}, {})
    reloaded(workshop)
    orders = [[number_of(policy) for policy in loaded] for loaded in workshop.places]
    assert orders[:3] == [[1, 0], [0, 1], [1, 0]]


def test_a_leader_that_is_as_often_slower_as_faster_does_not_pass() -> None:
    workshop = Workshop()
    lucky, loads = [1.0], count()
    workshop.seconds = lambda _, policy: lucky[0] if policy == numbered(1) else 1.0
    loading = workshop.load

    def load(number: int, candidate: Candidate) -> CandidateFailure | None:
        lucky[0] = (0.9, 1.05)[next(loads) // 2 % 2]
        return loading(number, candidate)

    workshop.load = load  # type: ignore[method-assign]
    found = reloaded(workshop)
    assert found is not None
    assert not passes(found)
    assert len(workshop.places) == QUIET.final.looks[-1]


def test_without_time_a_leader_passes_if_it_looks_faster() -> None:
    workshop, _ = two_states({0: 1.0, 1: 0.9}, {})
    found = reloaded(workshop, -1.0)
    assert found is not None
    assert len(workshop.places) == 1
    assert passes(found)


def reloaded(workshop: Workshop, seconds: float = 60.0) -> Comparison | None:
    """Policy 1 against policy 0."""
    workshop.open(doubling())
    first, second = workshop.candidate(numbered(1)), workshop.candidate(numbered(0))
    return compared_when_reloaded(workshop, first, second, NoiseMonitor(), seconds)


def test_a_baseline_that_stopped_working_is_not_compared_with() -> None:
    workshop, _ = two_states({0: 1.0, 1: 0.9, 2: 0.8, 3: 1.5}, {})
    search = workshop.search(doubling(), TARGET, None)
    generations(workshop, search, range(3))
    workshop.broken = frozenset({0})
    generations(workshop, search, range(3, 4))
    assert search.improved
    for _ in range(QUIET.reviews):
        review(search, workshop, 1.0)
    assert search.incumbent == numbered(2)
    assert not needs_final_ranking(search)


def test_a_leader_that_fails_in_its_review_gives_way_to_who_led_before() -> None:
    workshop, _ = two_states({0: 1.0, 1: 0.9, 2: 0.8}, {})
    search = workshop.search(doubling(), TARGET, None)
    generations(workshop, search, range(2), range(2, 3))
    workshop.broken = frozenset({2})
    review(search, workshop, 1.0)
    assert search.incumbent == numbered(1)
    assert search.improved
    (trial,) = [trial for trial in search.history if trial.policy == numbered(2)]
    assert trial.seconds is None
    assert trial.cause == "wrong"
    assert [failure.policy for failure in search.failures] == [numbered(2)]


def test_what_a_search_without_success_has_is_not_reviewed() -> None:
    workshop, _ = two_states({0: 1.0, 1: 2.0}, {})
    search = workshop.search(doubling(), TARGET, None)
    generations(workshop, search, range(2))
    assert not needs_final_ranking(search)
    review(search, workshop, 1.0)
    assert search.incumbent == numbered(0)
