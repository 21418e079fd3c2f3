"""What is remembered of a job for the table at its end."""

from __future__ import annotations

from aoe.application.tune_model.task_recorder import TaskRecorder
from tests.application.display.test_live_table import task
from tests.application.tune.outcomes import outcome


def test_the_last_state_of_each_operator_is_remembered() -> None:
    recorder = TaskRecorder()
    recorder.started(2)
    recorder.tasks_changed([task("a", "searching", 1, 2, 2), task("b", "waiting")])
    recorder.tasks_changed([task("a", "decided", 1, 2, 1)])
    assert recorder.tasks == [task("a", "decided", 1, 2, 1), task("b", "waiting")]


def test_a_gain_that_did_not_hold_is_none() -> None:
    recorder = TaskRecorder()
    recorder.started(1)
    recorder.tasks_changed([task("a", "decided", 1, 2, 1)])
    recorder.decided_again(outcome("a", "unsatisfied"))
    assert recorder.tasks == [task("a", "decided", 1, 2, 2)]


def test_operators_come_before_subgraphs() -> None:
    recorder = TaskRecorder()
    recorder.started(1, "subgraphs")
    recorder.tasks_changed([task("s", "decided", 1, 2, 1)])
    assert (recorder.kind, len(recorder.tasks)) == ("subgraphs", 1)
    recorder.started(1)
    recorder.tasks_changed([task("o", "decided", 1, 2, 1)])
    assert (recorder.kind, recorder.tasks[0].name) == ("operators", "o")
    recorder.started(1, "subgraphs")
    assert recorder.kind == "operators"
