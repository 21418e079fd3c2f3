"""Operator tuning follows AOE's decision rule, counts as AOE counts, and always ends well."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from aoe.errors import RepositoryError
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.tuning import operator_tuning
from aoe.tuning.operator_tuning import OperatorTuning, TuningOptions, tune_operators, working_set
from aoe.tuning.pace import Pace
from aoe.tuning.stored_policies import Winner
from tests.tuning.conftest import Workshop, number_of, numbered
from tests.tuning.examples import DEVICE, MemoryStore, Recorder, chain, doubling, product

Seconds = Callable[[Operator, Policy], float]


def graph() -> OperatorGraph:
    """Two operators, the second used twice."""
    return chain(doubling(8), product(1, 8, 8), product(1, 8, 8))


def tune(
    store: MemoryStore, observer: Recorder | None = None, *, repeat: bool = False
) -> OperatorTuning:
    options = TuningOptions(repeat_tune=repeat)
    return tune_operators(graph(), DEVICE, store, options, observer or Recorder())


def best_is(number: int) -> Seconds:
    """A machine on which one policy is twice as fast as the others."""
    return lambda operator, policy: 1.0 if number_of(policy) == number else 2.0


def test_a_miss_with_a_gain_is_added(workshop: Workshop) -> None:
    workshop.seconds = best_is(3)
    store = MemoryStore()
    tuning = tune(store)
    assert [item.decision for item in tuning.outcomes] == ["add", "add"]
    assert set(store.policies.values()) == {numbered(3)} == set(tuning.policies.values())
    assert tuning.summary.to_json() == {
        "repo_add_num": 2,
        "repo_hit_num": 0,
        "repo_reserved_num": 0,
        "repo_unsatisfied_num": 0,
        "repo_update_num": 0,
        "total_num": 2,
    }


def test_a_miss_without_a_gain_is_unsatisfied_and_stores_nothing(workshop: Workshop) -> None:
    store = MemoryStore()
    tuning = tune(store)
    assert [item.decision for item in tuning.outcomes] == ["unsatisfied", "unsatisfied"]
    assert store.policies == {}
    assert set(tuning.policies.values()) == {numbered(0)}
    assert tuning.summary.total == tuning.summary.unsatisfied == 2


def test_a_hit_is_used_without_a_search(workshop: Workshop) -> None:
    store = MemoryStore({doubling(8).key: numbered(4), product(1, 8, 8).key: numbered(5)})
    tuning = tune(store)
    assert (workshop.compiled, workshop.samples) == (0, 0)
    assert set(tuning.policies.values()) == {numbered(4), numbered(5)}
    assert (tuning.summary.hit, tuning.summary.reserved, tuning.summary.update) == (2, 2, 0)


def test_repeated_tuning_updates_what_it_can_beat_and_reserves_the_rest(
    workshop: Workshop,
) -> None:
    workshop.seconds = best_is(3)
    store = MemoryStore({doubling(8).key: numbered(4), product(1, 8, 8).key: numbered(3)})
    tuning = tune(store, repeat=True)
    assert [item.decision for item in tuning.outcomes] == ["update", "reserved"]
    assert tuning.outcomes[0].old == numbered(4)
    assert store.policies[doubling(8).key] == numbered(3)
    assert len(store.winners) == 1
    assert (tuning.summary.hit, tuning.summary.update, tuning.summary.reserved) == (2, 1, 1)


def test_equal_operators_are_tuned_once_and_counted(workshop: Workshop) -> None:
    observer = Recorder()
    tuning = tune(MemoryStore(), observer)
    assert [item.uses for item in tuning.outcomes] == [1, 2]
    assert observer.totals == [2]
    assert workshop.compiled == 2 * workshop.size


def test_before_and_after_are_of_the_old_and_the_new_policy(workshop: Workshop) -> None:
    workshop.seconds = best_is(3)
    outcome = tune(MemoryStore()).outcomes[0]
    assert outcome.before is not None
    assert outcome.after is not None
    assert (outcome.before.median, outcome.after.median) == (2.0, 1.0)
    assert outcome.gain == pytest.approx(2.0)
    assert (outcome.old, outcome.policy) == (numbered(0), numbered(3))
    assert outcome.types == ("Pointwise",)


def test_candidates_that_fail_are_reported_and_cost_nothing_else(workshop: Workshop) -> None:
    workshop.broken = frozenset({3})
    workshop.seconds = best_is(3)
    tuning = tune(MemoryStore())
    assert [item.decision for item in tuning.outcomes] == ["unsatisfied", "unsatisfied"]
    assert [failure.policy for failure in tuning.outcomes[0].failures] == [numbered(3)]


def test_a_default_that_does_not_work_is_warned_of_and_avoided(workshop: Workshop) -> None:
    workshop.broken = frozenset({0})
    observer = Recorder()
    tuning = tune(MemoryStore(), observer)
    assert numbered(0) not in tuning.policies.values()
    assert "default policy does not work (wrong: made up)" in observer.warnings[0]


def test_an_operator_without_any_working_candidate_fails_alone(workshop: Workshop) -> None:
    workshop.broken = frozenset(range(workshop.size))
    tuning = tune(MemoryStore())
    assert tuning.failed == ("node0", "node1")
    assert tuning.policies == {}
    assert tuning.summary.total == 2


def test_an_interruption_keeps_the_winners_so_far(workshop: Workshop) -> None:
    def seconds(operator: Operator, policy: Policy) -> float:
        if operator == product(1, 8, 8):
            raise KeyboardInterrupt
        return best_is(3)(operator, policy)

    workshop.seconds = seconds
    store = MemoryStore()
    observer = Recorder()
    tuning = tune_operators(
        chain(doubling(8), doubling(8), product(1, 8, 8)), DEVICE, store, TuningOptions(), observer
    )
    assert tuning.interrupted
    assert list(tuning.policies) == [doubling(8).key]
    assert list(store.policies.values()) == [numbered(3)]
    assert len(observer.outcomes) == len(tuning.outcomes) == 1
    assert observer.warnings == []


def test_a_winner_is_stored_before_the_next_operator_is_measured(workshop: Workshop) -> None:
    stored_when_measured: list[int] = []
    store = MemoryStore()

    def seconds(operator: Operator, policy: Policy) -> float:
        if operator == product(1, 8, 8):
            stored_when_measured.append(len(store.policies))
        return best_is(3)(operator, policy)

    workshop.seconds = seconds
    tune_operators(
        chain(doubling(8), doubling(8), product(1, 8, 8)),
        DEVICE,
        store,
        TuningOptions(),
        Recorder(),
    )
    assert stored_when_measured[0] == 1


def test_the_budget_bounds_the_search(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop.size = 60
    workshop.seconds_per_sample = 1.0
    monkeypatch.setattr(operator_tuning, "Pace", lambda budget: Pace(budget, lambda: workshop.now))
    tune_operators(graph(), DEVICE, MemoryStore(), TuningOptions(), Recorder())
    unbounded, workshop.now = workshop.now, 0.0
    tune_operators(graph(), DEVICE, MemoryStore(), TuningOptions(budget=15.0), Recorder())
    assert 10.0 < workshop.now <= 16.0 < unbounded


def test_operators_the_budget_did_not_reach_are_warned_of_and_not_counted(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop.seconds_per_sample = 1.0
    monkeypatch.setattr(operator_tuning, "Pace", lambda budget: Pace(budget, lambda: workshop.now))
    observer = Recorder()
    options = TuningOptions(budget=1.0)
    tuning = tune_operators(graph(), DEVICE, MemoryStore(), options, observer)
    assert tuning.summary.total == 1
    assert observer.warnings == ["the budget ended before 1 of 2 operators were tried"]


def test_operators_with_a_single_policy_are_no_cases(workshop: Workshop) -> None:
    workshop.size = 1
    observer = Recorder()
    assert tune(MemoryStore(), observer).outcomes == ()
    assert observer.totals == [0]


def test_progress_reaches_the_total(workshop: Workshop) -> None:
    observer = Recorder()
    tune(MemoryStore(), observer)
    assert observer.done[-1] == 2


def test_a_repository_that_cannot_be_written_ends_the_run(workshop: Workshop) -> None:
    class FullStore(MemoryStore):
        def store(self, operator: Operator, winner: Winner) -> None:
            raise RepositoryError("the disk is full")

    workshop.seconds = best_is(3)
    with pytest.raises(RepositoryError, match="the disk is full"):
        tune(FullStore())


def test_the_working_set_is_the_models_constants_up_to_a_full_cache() -> None:
    small = chain(product(2, 4, 8))
    assert working_set(small, DEVICE) == 4 * 8 * 4
    large = OperatorGraph("large", (), (), {}, {"w": np.empty(DEVICE.l3)}, ())
    assert working_set(large, DEVICE) == DEVICE.l3 * 3 // 2
