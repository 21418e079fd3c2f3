"""The first group of a budget tells how long a candidate takes, so that others fit in the time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest

from aoe.errors import AoeError
from aoe.tuning import task_scheduler
from aoe.tuning.deadline import Deadline
from aoe.tuning.operator_tuning import OperatorTuning, tune_operators
from aoe.tuning.tuning_options import TuningOptions
from tests.tuning.conftest import Workshop, no_waiting
from tests.tuning.examples import TARGET, MemoryStore, Recorder, chain, product
from tests.tuning.tuned_graph import POOL

#: Different operators of the model.
OPERATORS = 8


def tuned_with(
    workshop: Workshop, compile_seconds: float, budget: float, patch: pytest.MonkeyPatch
) -> OperatorTuning:
    """A tuning on a machine where a candidate takes so long to compile."""

    def slowly(requests: Sequence[Any], pool: object) -> list[Any]:
        workshop.now += compile_seconds * len(requests)
        return workshop.compile(requests, pool)

    patch.setattr(task_scheduler, "compile_candidates", slowly)
    graph = chain(*(product(1, 8 + number, 9 + number) for number in range(OPERATORS)))
    deadline = Deadline(budget, 0.0, lambda: workshop.now)
    options = TuningOptions(deadline, measuring=no_waiting(), budget=budget)
    return tune_operators(graph, TARGET, MemoryStore(), options, Recorder(), POOL)


def test_a_short_budget_on_a_slow_machine_tries_what_fits(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = tuned_with(workshop, 1.0, 9.0, monkeypatch)
    assert OPERATORS - found.untried >= 3


def test_a_short_budget_on_a_fast_machine_tries_all(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tuned_with(workshop, 0.01, 1.0, monkeypatch).untried == 0


def test_without_a_budget_the_first_group_is_a_full_one(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    compile_batches = task_scheduler.TaskScheduler.compile_batches

    def counted(scheduler: Any, group: Sequence[Any], pool: Any) -> Any:
        sizes.append(len(group))
        return compile_batches(scheduler, group, pool)

    monkeypatch.setattr(task_scheduler.TaskScheduler, "compile_batches", counted)
    graph = chain(*(product(1, 8 + number, 9 + number) for number in range(OPERATORS)))
    options = TuningOptions(measuring=no_waiting())
    tune_operators(graph, TARGET, MemoryStore(), options, Recorder(), POOL)
    assert sizes[0] == task_scheduler.GROUP


@pytest.mark.parametrize("error", [MemoryError(), AoeError("the process was lost")])
def test_a_search_that_an_error_ends_is_not_one_in_vain(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    workshop.size = 40
    opens, opened = count(1), workshop.open

    def failing(*arguments: Any) -> None:
        if next(opens) == 2:
            raise error
        opened(*arguments)

    monkeypatch.setattr(workshop, "open", failing)
    store, recorder = MemoryStore(), Recorder()
    options = TuningOptions(measuring=no_waiting())
    found = tune_operators(chain(product(1, 8, 9)), TARGET, store, options, recorder, POOL)
    (outcome,) = found.outcomes
    assert "cannot be measured" in recorder.warnings[0]
    assert outcome.decision == "unsatisfied"
    assert not outcome.complete
    assert store.searched == {}
