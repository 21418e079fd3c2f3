"""The result file follows tuning operator by operator."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from aoe.application.tune.model_times import ModelTimes
from aoe.application.tune.result_observer import ResultObserver
from aoe.errors import AoeError
from aoe.results.result_file import SharedResultFile, SingleResultFile
from aoe.tuning.observer import CandidateFailure, Cause
from tests.application.tune.outcomes import outcome
from tests.results.test_schema import LIST_VALIDATOR, TASKS_VALIDATOR


def sections(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    data = json.loads(path.read_text())
    LIST_VALIDATOR.validate(data)
    basic, operators = data
    return basic["basic"], operators["OPAT"]


@pytest.fixture
def observer(tmp_path: Path) -> ResultObserver:
    observer = ResultObserver(SingleResultFile(tmp_path / "result.json"), "resnet50")
    observer.started(5)
    return observer


def test_a_run_that_dies_is_incomplete(observer: ResultObserver) -> None:
    observer.decided(outcome("conv1", "add", 20, 10))
    basic, operators = sections(observer.writer.path)
    assert basic == {"tuning_name": "resnet50"}
    assert operators["opat_tuning_result"] == "tuning incomplete"
    assert operators["repo_summary"]["repo_add_num"] == 1


def test_every_decision_has_its_counter(observer: ResultObserver) -> None:
    observer.decided(outcome("a", "add", 20, 10))
    observer.decided(outcome("b", "update", 20, 10))
    observer.decided(outcome("c", "reserved"))
    observer.decided(outcome("d", "unsatisfied"))
    observer.decided(outcome("e", "failed"))
    assert sections(observer.writer.path)[1]["repo_summary"] == {
        "repo_add_num": 1,
        "repo_hit_num": 2,
        "repo_reserved_num": 1,
        "repo_unsatisfied_num": 2,
        "repo_update_num": 1,
        "total_num": 5,
    }


def test_operators_added_and_updated_are_listed_with_their_gain(observer: ResultObserver) -> None:
    observer.decided(outcome("a", "add", 20, 10))
    observer.decided(outcome("c", "reserved"))
    observer.decided(outcome("b", "update", 15, 10))
    listed = sections(observer.writer.path)[1]["repo_modified_operators"]
    assert [item["op_name"] for item in listed] == ["a", "b"]
    assert listed[1] == {
        "op_name": "b",
        "op_type": ["Conv", "Relu"],
        "tune_performance": {
            "Schedule": {
                "performance_after_tune(us)": 10.0,
                "performance_before_tune(us)": 15.0,
                "performance_improvement": "50.00%",
                "update_mode": "update",
            }
        },
    }


def test_a_reverted_operator_is_counted_anew_and_listed_no_more(observer: ResultObserver) -> None:
    for name, decision in (("a", "add"), ("b", "update"), ("c", "add")):
        observer.decided(outcome(name, decision, 20, 10))  # type: ignore[arg-type]
    observer.decided(outcome("d", "failed"))
    observer.decided_again(outcome("a", "unsatisfied"))
    observer.decided_again(outcome("b", "reserved"))
    operators = sections(observer.writer.path)[1]
    assert [item["op_name"] for item in operators["repo_modified_operators"]] == ["c"]
    assert operators["repo_summary"] == {
        "repo_add_num": 1,
        "repo_hit_num": 1,
        "repo_reserved_num": 1,
        "repo_unsatisfied_num": 2,
        "repo_update_num": 0,
        "total_num": 4,
    }
    assert observer.operators.failed == ("d",)


def test_the_end_adds_time_verdict_and_the_models_gain(observer: ResultObserver) -> None:
    observer.decided(outcome("a", "add", 20, 10))
    observer.finished(12.4, ModelTimes(0.040, 0.032, 0.001, 0.0005, 0.01))
    basic, operators = sections(observer.writer.path)
    assert basic["tuning_time(s)"] == 12
    assert operators["opat_tuning_result"] == "tuning successful"
    assert operators["model_baseline_performance(ms)"] == 40.0
    assert operators["model_result_performance(ms)"] == 32.0
    assert operators["model_performance_improvement"] == "25.00%"
    assert operators["model_performance_improvement_uncertainty"] == "1.25%"
    assert operators["model_baseline_spread(ms)"] == 1.0
    assert operators["model_result_spread(ms)"] == 0.5


def test_a_failed_operator_fails_the_verdict_and_is_named(observer: ResultObserver) -> None:
    observer.decided(outcome("bad", "failed"))
    observer.finished(1.0, None)
    operators = sections(observer.writer.path)[1]
    assert operators["opat_tuning_result"] == "tuning failed"
    assert operators["tuning_failed_operators"] == ["bad"]


def test_candidates_that_failed_are_counted_by_operator_and_cause(
    observer: ResultObserver,
) -> None:
    tried = outcome("conv1", "add", 20, 10)
    details: tuple[tuple[Cause, str], ...] = (("hang", "no result"), ("wrong", "x"), ("hang", "y"))
    failures = tuple(CandidateFailure(tried.old, cause, detail) for cause, detail in details)
    observer.decided(replace(tried, failures=failures))
    observer.decided(outcome("conv2", "unsatisfied"))
    operators = sections(observer.writer.path)[1]
    assert operators["candidate_failures"] == [
        {"op_name": "conv1", "cause": "hang", "number": 2, "example": "no result"},
        {"op_name": "conv1", "cause": "wrong", "number": 1, "example": "x"},
    ]


def test_where_no_candidate_failed_nothing_is_said_of_it(observer: ResultObserver) -> None:
    observer.decided(outcome("conv1", "add", 20, 10))
    assert "candidate_failures" not in sections(observer.writer.path)[1]


def test_a_model_without_operators_has_no_section(tmp_path: Path) -> None:
    observer = ResultObserver(SingleResultFile(tmp_path / "result.json"), "empty")
    observer.started(0)
    observer.finished(0.0, None)
    assert len(json.loads(observer.writer.path.read_text())) == 1


def test_a_file_that_cannot_be_written_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    observer = ResultObserver(SingleResultFile(tmp_path / "file" / "result.json"), "m")
    with pytest.raises(AoeError, match=r"result\.json"):
        observer.started(1)


def test_several_models_share_a_file_each_with_its_own_report(tmp_path: Path) -> None:
    shared = SharedResultFile(tmp_path / "result.json")
    started = datetime(2026, 1, 2, 3, 4, 5)
    observers = [ResultObserver(shared.task(started, 7), name) for name in ("first", "second")]
    for observer in observers:
        observer.started(1)
    observers[0].decided(outcome("conv1", "add", 20, 10))
    observers[0].finished(1.0, None)
    data = json.loads(shared.path.read_text())
    TASKS_VALIDATOR.validate(data)
    assert list(data) == ["report_20260102_030405000_7", "report_20260102_030405001_7"]
    first, second = (report[1]["OPAT"]["opat_tuning_result"] for report in data.values())
    assert (first, second) == ("tuning successful", "tuning incomplete")
