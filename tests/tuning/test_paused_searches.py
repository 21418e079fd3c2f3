"""Searches of a part of a run that another part of it goes on with."""

from __future__ import annotations

import pytest

from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.tuning import operator_tuning
from aoe.tuning.deadline import Deadline
from aoe.tuning.dry_run import DryRun
from aoe.tuning.operator_tuning import OperatorTuning, tune_operators
from aoe.tuning.tuning_options import EarlierTuning, LaterTuning, TuningOptions
from aoe.tuning.tuning_result import with_paused_ended
from tests.tuning.conftest import Workshop, number_of, numbered
from tests.tuning.examples import TARGET, MemoryStore, Recorder, chain, doubling, product

POOL = CpuCompiler(TARGET, 1)
FIRST, SECOND = doubling(8), product(1, 8, 8)
GRAPH = chain(FIRST, SECOND)
PAUSING = LaterTuning(pausing=True)


@pytest.fixture(autouse=True)
def third_is_fastest(workshop: Workshop) -> None:
    workshop.size = 60
    workshop.seconds_per_sample = 0.1
    workshop.seconds = lambda operator, policy: 1.0 if number_of(policy) == 3 else 2.0


def paused(
    workshop: Workshop, store: MemoryStore, observer: Recorder | None = None
) -> OperatorTuning:
    """The first part, which has time for some generations."""
    deadline = Deadline(workshop.now + 6.0, 0.0, lambda: workshop.now)
    options = TuningOptions(deadline, later=PAUSING)
    return tune_operators(GRAPH, TARGET, store, options, observer or Recorder(), POOL)


def gone_on(
    first: OperatorTuning, store: MemoryStore, graph: OperatorGraph = GRAPH
) -> OperatorTuning:
    finished = {outcome.key: outcome for outcome in first.outcomes}
    options = TuningOptions(earlier=EarlierTuning(finished, paused=first.paused))
    return tune_operators(graph, TARGET, store, options, Recorder(), POOL)


def test_what_did_not_come_to_its_end_has_no_outcome_and_its_winner_is_stored(
    workshop: Workshop,
) -> None:
    store, observer = MemoryStore(), Recorder()
    first = paused(workshop, store, observer)
    assert set(first.paused) == {FIRST.key, SECOND.key}
    assert (first.outcomes, observer.outcomes, observer.warnings) == ((), [], [])
    assert first.untried == 0
    assert store.policies == {FIRST.key: numbered(3), SECOND.key: numbered(3)}


def test_there_is_no_dry_run_before_it(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operator_tuning, "measure_dry_run", lambda *_: pytest.fail("dry run"))
    assert paused(workshop, MemoryStore()).dry_run == DryRun()


def test_the_next_part_begins_no_search_again(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore()
    first = paused(workshop, store)
    tried = [len(task.search.history) for task in first.paused.values() if task.search is not None]
    monkeypatch.setattr(operator_tuning, "start_search", lambda *_, **__: pytest.fail("begun"))
    tuning = gone_on(first, store)
    for outcome, before in zip(tuning.outcomes, tried, strict=True):
        assert outcome.candidates > before > 0
        assert (outcome.decision, outcome.policy) == ("add", numbered(3))
        assert outcome.old == numbered(0)
    assert store.policies == {FIRST.key: numbered(3), SECOND.key: numbered(3)}


def test_what_is_new_in_the_next_part_is_searched_too(workshop: Workshop) -> None:
    store, other = MemoryStore(), product(1, 8, 16)
    tuning = gone_on(paused(workshop, store), store, chain(FIRST, other))
    assert [outcome.key for outcome in tuning.outcomes] == [FIRST.key, other.key]
    assert all(outcome.decision == "add" for outcome in tuning.outcomes)


def test_a_search_that_came_to_its_end_is_not_gone_on_with(workshop: Workshop) -> None:
    store = MemoryStore()
    options = TuningOptions(later=PAUSING)
    first = tune_operators(GRAPH, TARGET, store, options, Recorder(), POOL)
    assert (len(first.outcomes), first.paused) == (2, {})
    samples = workshop.samples
    assert gone_on(first, store).outcomes == first.outcomes
    assert workshop.samples == samples


def test_what_earlier_parts_have_found_has_a_dry_run_for_the_check_of_the_model(
    workshop: Workshop,
) -> None:
    store = MemoryStore()
    first = tune_operators(GRAPH, TARGET, store, TuningOptions(later=PAUSING), Recorder(), POOL)
    workshop.dry_run = DryRun(compile_seconds=1.0)
    assert gone_on(first, store).dry_run == workshop.dry_run


def test_where_nothing_goes_on_what_was_found_holds_for_now(workshop: Workshop) -> None:
    observer = Recorder()
    ended = with_paused_ended(paused(workshop, MemoryStore()), observer)
    assert ended.policies == {FIRST.key: numbered(3), SECOND.key: numbered(3)}
    assert observer.outcomes == list(ended.outcomes)
    assert not any(outcome.complete for outcome in ended.outcomes)
    assert ended.paused == {}


def test_an_interruption_ends_the_searches_as_ever(workshop: Workshop) -> None:
    def seconds(operator: Operator, policy: Policy) -> float:
        if operator.key == SECOND.key and workshop.now > 2.0:
            raise KeyboardInterrupt
        return 1.0 if number_of(policy) == 3 else 2.0

    workshop.seconds = seconds
    tuning = paused(workshop, MemoryStore())
    assert tuning.interrupted
    assert tuning.paused == {}
    assert not tuning.outcomes[0].complete
