"""Operator tuning keeps to its budget, and what it leaves unused is searched in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.operators.operator_graph import OperatorGraph
from aoe.tuning import operator_tuning
from aoe.tuning.comparison.comparison_policy import WAITING
from aoe.tuning.deadline import Deadline
from aoe.tuning.dry_run import CHECK_RUNS, ENDING, DryRun
from aoe.tuning.measurement.idle_wait import IdleWait
from aoe.tuning.measurement.measurement_options import MeasurementOptions
from aoe.tuning.model_check.model_versions import CHECK_SECONDS
from aoe.tuning.operator_tuning import tune_operators
from aoe.tuning.search.search_limits import LEVELS
from aoe.tuning.tuning_options import LaterTuning, TuningOptions
from tests.tuning.conftest import Workshop, number_of
from tests.tuning.examples import TARGET, MemoryStore, Recorder, chain, doubling, product

#: The workshop compiles nothing.
POOL = CpuCompiler(TARGET, 1)


def graph() -> OperatorGraph:
    """Two operators, the second used twice."""
    return chain(doubling(8), product(1, 8, 8), product(1, 8, 8))


def bounded(workshop: Workshop, budget: float | None) -> TuningOptions:
    """A run that begins now, by the workshop's clock."""
    return TuningOptions(Deadline(budget, workshop.now, lambda: workshop.now))


def test_the_budget_bounds_the_search(workshop: Workshop) -> None:
    workshop.size = 60
    workshop.seconds_per_sample = 1.0
    tune_operators(graph(), TARGET, MemoryStore(), bounded(workshop, None), Recorder(), POOL)
    unbounded, workshop.now = workshop.now, 0.0
    tune_operators(graph(), TARGET, MemoryStore(), bounded(workshop, 15.0), Recorder(), POOL)
    assert 10.0 < workshop.now <= 16.0 < unbounded


def test_the_search_leaves_the_time_that_the_steps_after_it_need(workshop: Workshop) -> None:
    workshop.size = 60
    workshop.seconds_per_sample = 1.0
    workshop.dry_run = DryRun(run_seconds=100.0 / CHECK_RUNS)
    observer = Recorder()
    options = bounded(workshop, 115.0)
    tuning = tune_operators(graph(), TARGET, MemoryStore(), options, observer, POOL)
    assert tuning.dry_run == workshop.dry_run
    assert 10.0 < workshop.now <= 16.0
    assert all(left is None or left >= 100.0 for left in observer.seconds_left)
    assert observer.seconds_left[-1] is not None


def test_tuning_that_is_followed_by_other_tuning_searches_longer(workshop: Workshop) -> None:
    workshop.size = 60
    workshop.seconds_per_sample = 1.0
    workshop.dry_run = DryRun(load_seconds=100.0)
    spent = []
    for followed in (False, True):
        workshop.now = 0.0
        options = replace(bounded(workshop, 160.0), later=LaterTuning(followed=followed))
        tune_operators(graph(), TARGET, MemoryStore(), options, Recorder(), POOL)
        spent.append(workshop.now)
    assert spent[1] - spent[0] > 10.0


def test_what_compiling_ahead_saves_is_for_searching(workshop: Workshop) -> None:
    workshop.size = 300
    workshop.seconds_per_sample = 0.5
    workshop.seconds = lambda operator, policy: 1.0 if number_of(policy) == 3 else 2.0
    workshop.dry_run = DryRun(compile_seconds=100.0, run_seconds=1.0 / CHECK_RUNS)
    spent = []
    for taken in (None, 0.0):
        workshop.now = 0.0
        workshop.ahead = lambda dry_run, t=taken: replace(dry_run, tuned_seconds=t)  # type: ignore[misc]
        options = replace(bounded(workshop, 200.0), limits=LEVELS["O1"])
        tune_operators(graph(), TARGET, MemoryStore(), options, Recorder(), POOL)
        spent.append(workshop.now)
    reserved, exact = spent
    latest = 200.0 - CHECK_SECONDS - ENDING + workshop.seconds_per_sample
    assert reserved <= 200.0 - workshop.dry_run.least < exact < latest


def test_without_a_winner_the_search_goes_on_into_the_time_of_the_check(
    workshop: Workshop,
) -> None:
    workshop.size = 300
    workshop.seconds_per_sample = 0.1
    options = replace(bounded(workshop, 8.0), limits=LEVELS["O1"])
    tune_operators(graph(), TARGET, MemoryStore(), options, Recorder(), POOL)
    assert 8.0 - workshop.dry_run.reserve(8.0) < workshop.now <= 8.0


def test_operators_the_budget_did_not_reach_are_warned_of_and_not_counted(
    workshop: Workshop,
) -> None:
    workshop.seconds_per_sample = 1.0
    observer = Recorder()
    options = bounded(workshop, 1.0)
    tuning = tune_operators(graph(), TARGET, MemoryStore(), options, observer, POOL)
    assert (tuning.summary.total, tuning.untried) == (1, 1)
    assert observer.warnings == [
        "the budget ended with 1 of 2 operators untried; a longer one tries them"
    ]


def test_a_budget_too_small_to_search_is_said_once_and_tries_nothing(workshop: Workshop) -> None:
    workshop.dry_run = DryRun(compile_seconds=10.0, load_seconds=2.0)
    observer = Recorder()
    options = bounded(workshop, 5.0)
    tuning = tune_operators(graph(), TARGET, MemoryStore(), options, observer, POOL)
    assert (tuning.outcomes, tuning.untried, workshop.samples) == ((), 2, 0)
    (warning,) = observer.warnings
    assert "a budget of 5 s leaves no time to search" in warning
    assert f"about {workshop.dry_run.least:.0f} s" in warning


def test_a_continued_job_tells_what_was_used_before_apart(workshop: Workshop) -> None:
    workshop.dry_run = DryRun(compile_seconds=10.0, load_seconds=2.0)
    observer = Recorder()
    options = bounded(workshop, 36.0)
    late = replace(options.deadline, start=options.deadline.start - 31.0, earlier=31.0)
    tune_operators(graph(), TARGET, MemoryStore(), replace(options, deadline=late), observer, POOL)
    (warning,) = observer.warnings
    assert "search: the job had used 31 s before it was continued, and reading" in warning
    assert f"about {workshop.dry_run.least:.0f} s" in warning


@pytest.mark.parametrize(("read", "unchecked"), [(1.0, False), (4.0, True)])
def test_a_short_budget_that_reading_has_eaten_is_for_searching(
    read: float, unchecked: bool, workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    if unchecked:
        monkeypatch.setattr(operator_tuning, "measure_dry_run", lambda *_: pytest.fail("dry run"))
    options = bounded(workshop, 6.0)
    workshop.now, workshop.seconds_per_sample = read, 0.001
    workshop.seconds = lambda operator, policy: 1.0 if number_of(policy) == 3 else 2.0
    tuning = tune_operators(graph(), TARGET, MemoryStore(), options, Recorder(), POOL)
    assert tuning.summary.add == 2
    assert tuning.dry_run.unchecked == unchecked


@pytest.mark.parametrize(("budget", "unchecked"), [(6.0, True), (60.0, False)])
def test_a_budget_without_time_for_a_check_has_none(
    budget: float, unchecked: bool, workshop: Workshop
) -> None:
    workshop.dry_run = DryRun(compile_seconds=1.0, load_seconds=10.0)
    workshop.seconds_per_sample = 0.001
    observer = Recorder()
    options = bounded(workshop, budget)
    tuning = tune_operators(graph(), TARGET, MemoryStore(), options, observer, POOL)
    assert (tuning.summary.total, observer.warnings) == (2, [])
    assert tuning.dry_run == replace(workshop.dry_run, unchecked=unchecked)


def test_a_share_of_a_budget_too_small_to_search_is_told_of_as_such(workshop: Workshop) -> None:
    workshop.dry_run = DryRun(compile_seconds=10.0, load_seconds=2.0)
    observer = Recorder()
    options = replace(bounded(workshop, 5.0), later=LaterTuning(followed=True))
    tuning = tune_operators(graph(), TARGET, MemoryStore(), options, observer, POOL)
    assert (tuning.untried, workshop.samples) == (2, 0)
    (warning,) = observer.warnings
    assert warning.startswith("no operators are tuned: compiling and checking this model take")
    assert f"about {tuning.dry_run.least:.0f} s" in warning


def test_a_dry_run_that_takes_a_whole_share_is_told_of_as_such(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def took_long(*_: object) -> DryRun:
        workshop.now += 8.0
        return DryRun(compile_seconds=10.0)

    monkeypatch.setattr(operator_tuning, "measure_dry_run", took_long)
    observer = Recorder()
    options = replace(bounded(workshop, 5.0), later=LaterTuning(followed=True))
    tune_operators(graph(), TARGET, MemoryStore(), options, observer, POOL)
    (warning,) = observer.warnings
    assert warning.startswith("no operators are tuned: compiling and checking this model take")


def test_a_share_without_time_has_no_dry_run_and_is_told_of_as_unwanted(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operator_tuning, "measure_dry_run", lambda *_: pytest.fail("dry run"))
    observer = Recorder()
    options = replace(bounded(workshop, 0.0), later=LaterTuning(followed=True))
    tune_operators(graph(), TARGET, MemoryStore(), options, observer, POOL)
    (warning,) = observer.warnings
    assert "in this budget more is expected of what follows" in warning


@pytest.mark.parametrize(("budget", "waited"), [(None, WAITING.final_seconds), (30.0, 1.0)])
def test_a_final_ranking_waits_for_a_quiet_machine_a_part_of_the_time_left(
    workshop: Workshop, budget: float | None, waited: float
) -> None:
    workshop.seconds_per_sample = 0.01
    waits: list[float] = []

    class Restless:
        """Is quiet until nothing but the final ranking is left, never afterwards."""

        def is_quiet(self) -> bool:
            return workshop.compiled < 2 * workshop.size

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        workshop.now += seconds

    idle_wait = IdleWait(Restless(), 0.0, lambda: workshop.now, sleep)
    measuring = MeasurementOptions(idle_wait=idle_wait)
    options = replace(bounded(workshop, budget), measuring=measuring)
    tune_operators(graph(), TARGET, MemoryStore(), options, Recorder(), POOL)
    assert max(waits) == WAITING.apart_seconds, "there was a final ranking"
    assert (
        sum(seconds for seconds in waits if seconds < WAITING.apart_seconds)
        >= waited - WAITING.look_seconds
    )
    assert budget is None or workshop.now <= budget
