"""Operator tuning follows AOE's decision rule, counts as AOE counts, and always ends well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np
import pytest

from aoe.backends.cpu.backend import CpuCost, CpuMachine
from aoe.errors import RepositoryError
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.tuning import task_scheduler
from aoe.tuning.operator_tuning import operators_by_key, tune_operators, working_set
from aoe.tuning.policy_database import Winner
from aoe.tuning.search.search_limits import USUAL
from aoe.tuning.tuning_options import TuningOptions
from aoe.tuning.tuning_result import with_reverted
from aoe.tuning.workload.cold_operands import WARM, ColdOperands
from tests.backends.cpu.changed_target import changed
from tests.tuning.conftest import Workshop, no_waiting, number_of, numbered
from tests.tuning.examples import TARGET, MemoryStore, Recorder, chain, doubling, product
from tests.tuning.tuned_graph import POOL, best_is, graph, tune


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
    again = USUAL.final_generations * (workshop.size - 1)
    assert workshop.compiled == 2 * (workshop.size + again)


def test_how_far_each_operator_is_is_told_from_the_beginning(workshop: Workshop) -> None:
    observer = Recorder()
    workshop.seconds = best_is(3)
    tune(MemoryStore(), observer=observer)
    first, *later = observer.tasks
    assert [task.state for task in first] == ["waiting", "waiting"]
    assert {len(changed) for changed in later} == {1}
    last = {changed[0].key: changed[0] for changed in later}
    assert {task.key for task in first} == last.keys()
    for task in last.values():
        assert task.state == "decided"
        assert task.before is not None
        assert task.after is not None
        assert task.after < task.before


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
    assert "default policy does not work (wrong: fake)" in observer.warnings[0]


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
        chain(doubling(8), doubling(8), product(1, 8, 8)),
        TARGET,
        store,
        TuningOptions(measuring=no_waiting()),
        observer,
        POOL,
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
        TARGET,
        store,
        TuningOptions(measuring=no_waiting()),
        Recorder(),
        POOL,
    )
    assert stored_when_measured[0] == 1


def test_a_winner_that_loses_in_the_model_leaves_the_repository(workshop: Workshop) -> None:
    workshop.seconds = best_is(3)
    store, observer = MemoryStore(), Recorder()
    lost, kept = doubling(8).key, product(1, 8, 8).key
    tuning = with_reverted(
        tune(store), {lost}, operators_by_key(graph()), store, observer, TuningOptions()
    )
    assert store.withdrawn == [lost]
    assert tuning.policies == {lost: numbered(0), kept: numbered(3)}
    assert [item.decision for item in tuning.outcomes] == ["unsatisfied", "add"]
    assert observer.reverted == [tuning.outcomes[0]]
    assert (tuning.summary.add, tuning.summary.unsatisfied, tuning.summary.total) == (1, 1, 2)


def test_an_update_that_loses_in_the_model_is_reserved(workshop: Workshop) -> None:
    workshop.seconds = best_is(3)
    keys = {doubling(8).key, product(1, 8, 8).key}
    store = MemoryStore(dict.fromkeys(keys, numbered(4)))
    found = tune(store, repeat=True)
    assert found.summary.update == 2
    tuning = with_reverted(
        found, keys, operators_by_key(graph()), store, Recorder(), TuningOptions()
    )
    assert (tuning.summary.hit, tuning.summary.update, tuning.summary.reserved) == (2, 0, 2)
    assert set(tuning.policies.values()) == {numbered(4)}


def test_a_winner_that_stops_working_leaves_the_repository(workshop: Workshop) -> None:
    workshop.size = 40
    workshop.seconds = best_is(3)

    class Breaking(MemoryStore):
        def store(self, operator: Operator, winner: Winner) -> None:
            super().store(operator, winner)
            workshop.broken = frozenset({number_of(winner.policy)})

    store = Breaking()
    tuning = tune_operators(
        chain(doubling(8)), TARGET, store, TuningOptions(measuring=no_waiting()), Recorder(), POOL
    )
    assert [item.decision for item in tuning.outcomes] == ["unsatisfied"]
    assert store.policies == {}


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


def test_candidates_are_measured_with_operands_from_outside_of_a_large_graph_cold(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    tune(MemoryStore())
    assert set(workshop.cold.values()) == {WARM}
    monkeypatch.setattr(CpuCost, "held_bytes", lambda self, target: 0.0)
    tune(MemoryStore())
    assert workshop.cold == {doubling(8).key: ColdOperands(inputs=(0,)), product(1, 8, 8).key: WARM}


def test_the_working_set_is_the_models_constants_or_more_than_caches_hold() -> None:
    small = chain(product(2, 4, 8))
    assert working_set(small, TARGET) == 4 * 8 * 4
    large = OperatorGraph("large", (), (), {}, {"w": np.empty(TARGET.l3)}, ())
    assert working_set(large, TARGET) == inf


def test_a_last_cache_as_slow_as_memory_holds_little_of_a_model() -> None:
    speed = replace(TARGET.speed, l3=TARGET.speed.memory)
    target = changed(TARGET, l3=1 << 30, speed=speed)
    large = OperatorGraph("large", (), (), {}, {"w": np.empty(1 << 25)}, ())
    assert working_set(large, target) == inf
    small = OperatorGraph("small", (), (), {}, {"w": np.empty(1 << 20)}, ())
    assert working_set(small, target) == 8 << 20


def test_only_selected_operators_are_tuned_and_the_others_use_the_repository(
    workshop: Workshop,
) -> None:
    workshop.seconds = best_is(3)
    store = MemoryStore({doubling(8).key: numbered(4)})
    options = TuningOptions(
        measuring=no_waiting(), selected={product(1, 8, 8).key}, repeat_tune=True
    )
    tuning = tune_operators(graph(), TARGET, store, options, Recorder(), POOL)
    assert [item.key for item in tuning.outcomes] == [product(1, 8, 8).key]
    assert tuning.policies == {
        doubling(8).key: numbered(4),
        product(1, 8, 8).key: numbered(3),
    }
    assert tuning.summary.total == 1


def test_as_many_operators_are_compiled_together_as_asked_for(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups = []

    def compile_noted(requests: Sequence[tuple[Operator, Policy]], pool: object) -> object:
        groups.append({operator.key for operator, _ in requests})
        return workshop.compile(requests, pool)

    monkeypatch.setattr(task_scheduler, "compile_candidates", compile_noted)
    options = TuningOptions(measuring=no_waiting(), together=1)
    tune_operators(graph(), TARGET, MemoryStore(), options, Recorder(), POOL)
    assert {len(group) for group in groups} == {1}


def test_a_leader_that_breaks_in_a_challenge_is_forgotten_with_its_gain(workshop: Workshop) -> None:
    workshop.size = 40
    times = {3: 1.0, 0: 2.0}
    workshop.seconds = lambda operator, policy: times.get(number_of(policy), 3.0)

    class Breaking(MemoryStore):
        def store(self, operator: Operator, winner: Winner) -> None:
            super().store(operator, winner)
            if len(self.winners) == 1:  # whatever comes next looks faster, and the incumbent breaks
                times.update(dict.fromkeys(range(4, 40), 0.5))
                workshop.breaking_in_pairs = frozenset({number_of(winner.policy)})

    store = Breaking()
    tuning = tune_operators(
        chain(doubling(8)), TARGET, store, TuningOptions(measuring=no_waiting()), Recorder(), POOL
    )
    (outcome,) = tuning.outcomes
    assert any(failure.policy == numbered(3) for failure in outcome.failures)
    assert outcome.policy != numbered(3)
    assert store.policies in ({}, {doubling(8).key: outcome.policy})


def test_an_operator_whose_first_policies_all_fail_is_warned_of_with_the_reason(
    workshop: Workshop,
) -> None:
    workshop.broken = frozenset(range(60))
    workshop.size = 60
    observer = Recorder()
    tune_operators(
        chain(doubling(8)),
        TARGET,
        MemoryStore(),
        TuningOptions(measuring=no_waiting()),
        observer,
        POOL,
    )
    said = [text for text in observer.warnings if "policies all failed" in text]
    assert len(said) == 1
    assert said[0].startswith("node0: the first ")
    assert "made_up for one (wrong: fake)" in said[0]


@pytest.mark.parametrize(
    ("resolution", "decision"), [(0.0, "add"), (0.05e-6, "unsatisfied"), (0.01e-6, "add")]
)
def test_a_gain_below_the_resolution_of_the_clock_leaves_the_default_in_place(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, resolution: float, decision: str
) -> None:
    monkeypatch.setattr(CpuMachine, "resolution", lambda self, target: resolution)
    workshop.seconds = lambda operator, policy: 0.18e-6 if number_of(policy) == 3 else 0.2e-6
    store = MemoryStore()
    tuning = tune(store)
    assert {item.decision for item in tuning.outcomes} == {decision}
    assert set(tuning.policies.values()) == {numbered(3 if decision == "add" else 0)}
    assert set(store.policies.values()) == ({numbered(3)} if decision == "add" else set())
