"""What a search has found is not searched for again, unless there is a reason to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.tuning import operator_tuning
from aoe.tuning.deadline import Deadline
from aoe.tuning.operator_tuning import OperatorTuning, operators_by_key, tune_operators
from aoe.tuning.search.search_limits import USUAL
from aoe.tuning.tuning_options import EarlierTuning, TuningOptions
from aoe.tuning.tuning_result import with_reverted
from tests.not_empty import not_empty
from tests.tuning.conftest import Workshop, no_waiting, numbered
from tests.tuning.examples import TARGET, MemoryStore, Recorder, doubling
from tests.tuning.tuned_graph import POOL, best_is, graph, tune


def again(
    workshop: Workshop, store: MemoryStore, options: TuningOptions | None = None
) -> OperatorTuning:
    """A later run with the same repository, whose measurements are counted from zero."""
    workshop.compiled = workshop.samples = 0
    usual = options or TuningOptions(measuring=no_waiting())
    return tune_operators(graph(), TARGET, store, usual, Recorder(), POOL)


def test_a_second_run_measures_nothing_and_counts_the_same(workshop: Workshop) -> None:
    store = MemoryStore()
    first = tune(store)
    second = again(workshop, store)
    assert (workshop.compiled, workshop.samples) == (0, 0)
    assert second.summary == first.summary
    assert second.policies == first.policies
    assert [item.candidates for item in second.outcomes] == [0, 0]


def test_a_deeper_or_a_repeated_search_searches_again(workshop: Workshop) -> None:
    store = MemoryStore()
    tune(store)
    deeper = replace(USUAL, most_trials=2 * USUAL.most_trials)
    workshop.seconds = best_is(3)
    found = again(workshop, store, TuningOptions(measuring=no_waiting(), limits=deeper))
    assert found.summary.add == 2
    store.policies.clear()
    tuning = again(workshop, store, TuningOptions(measuring=no_waiting(), repeat_tune=True))
    assert tuning.summary.add == 2


def test_another_default_policy_is_searched_again(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as after a new measurement of the machine."""
    store = MemoryStore()
    tune(store)
    monkeypatch.setattr(operator_tuning, "default_policy", lambda *arguments: numbered(1))
    found = again(workshop, store)
    assert workshop.samples > 0
    assert all(item.candidates > 0 for item in not_empty(found.outcomes))


def test_what_lost_in_the_model_is_not_searched_again_for_it(workshop: Workshop) -> None:
    workshop.seconds = best_is(3)
    store, lost = MemoryStore(), doubling(8).key
    options = TuningOptions(measuring=no_waiting(), model="mine")
    found = tune_operators(graph(), TARGET, store, options, Recorder(), POOL)
    with_reverted(found, {lost}, operators_by_key(graph()), store, Recorder(), options)
    second = again(workshop, store, options)
    assert (workshop.compiled, workshop.samples) == (0, 0)
    assert [item.decision for item in second.outcomes] == ["unsatisfied", "reserved"]
    other = again(workshop, store, replace(options, model="another"))
    assert [item.decision for item in other.outcomes] == ["add", "reserved"]


def test_what_lost_in_the_model_is_searched_again_if_its_search_did_not_end(
    workshop: Workshop,
) -> None:
    workshop.seconds = best_is(3)
    store, lost = MemoryStore(), doubling(8).key
    options = TuningOptions(measuring=no_waiting(), model="mine")
    found = tune_operators(graph(), TARGET, store, options, Recorder(), POOL)
    cut = tuple(replace(item, complete=False) for item in found.outcomes)
    rest = replace(found, outcomes=cut)
    with_reverted(rest, {lost}, operators_by_key(graph()), store, Recorder(), options)
    assert store.withdrawn == [lost]
    assert store.searched == {}


def test_a_search_cut_short_is_repeated_with_a_larger_budget_only(workshop: Workshop) -> None:
    workshop.size, workshop.seconds_per_sample = 60, 10.0
    store = MemoryStore()

    def within(seconds: float) -> TuningOptions:
        deadline = Deadline(seconds, workshop.now, clock=lambda: workshop.now)
        return TuningOptions(deadline, measuring=no_waiting(), budget=seconds, model="mine")

    for _ in range(2):  # the budget is enough for one of the two operators
        again(workshop, store, within(60.0))
    assert [depth.budget for depth in store.searched.values()] == [60.0, 60.0]
    again(workshop, store, within(60.0))
    assert (workshop.compiled, workshop.samples) == (0, 0)
    again(workshop, store, within(61.0))
    assert workshop.samples > 0


def test_a_negligible_operator_is_searched_again_in_another_model(workshop: Workshop) -> None:
    workshop.size = 40
    workshop.seconds = lambda operator, _: 1e-6 if operator == doubling(8) else 1.0
    store = MemoryStore()
    options = TuningOptions(measuring=no_waiting(), model="mine")
    again(workshop, store, options)
    again(workshop, store, options)
    assert (workshop.compiled, workshop.samples) == (0, 0)
    other = again(workshop, store, replace(options, model="another"))
    assert [item.candidates > 0 for item in other.outcomes] == [True, False]


def test_what_an_earlier_part_of_the_run_has_decided_is_not_searched_again(
    workshop: Workshop,
) -> None:
    workshop.seconds = best_is(3)
    first = tune(MemoryStore()).outcomes[0]
    compiled = workshop.compiled
    options = TuningOptions(measuring=no_waiting(), earlier=EarlierTuning({first.key: first}))
    tuning = tune_operators(graph(), TARGET, MemoryStore(), options, Recorder(), POOL)
    assert tuning.outcomes[0] == first
    assert workshop.compiled == compiled + workshop.size
    assert [item.decision for item in tuning.outcomes] == ["add", "add"]
