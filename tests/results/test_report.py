"""The JSON of a report is AOE's, field by field, and is read back as it was written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.errors import ResultFileError
from aoe.policy import Policy
from aoe.results.operator_report import (
    ModifiedOperator,
    OperatorTuningReport,
    changed_part,
    modified_operator,
)
from aoe.results.performance import model_performance
from aoe.results.report import TuningReport, TuningReports
from aoe.results.repository_summary import RepositorySummary
from aoe.results.result_file import read_result_file
from aoe.results.subgraph_report import SubgraphTuningReport, modified_subgraph

from .examples import REPORTS, REPORTS_OF_TASKS, SAMPLES

DATA = Path(__file__).parent / "data"
SOFTMAX = modified_operator("softmax", ("SoftmaxV2",), "Format", "add", 134e-6, 99e-6)
CONV = modified_operator("Conv_125", ("Conv2D",), "Schedule", "add", 72.055e-6, 72.046e-6)


def sample(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text())


def same_order(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal, the order of fields included."""
    return json.dumps(one) == json.dumps(other)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_documented_sample_is_read_and_written_back_as_it_was(path: Path) -> None:
    assert same_order(read_result_file(path).to_json(), json.loads(path.read_text()))


def test_the_documented_operator_report_is_made_of_measured_times() -> None:
    report = TuningReport(
        "Tuning task name",
        1494.2,
        OperatorTuningReport(
            "tuning successful",
            model_performance(113.588725e-3, 113.236731e-3),
            (SOFTMAX, CONV),
            RepositorySummary(add=19, unsatisfied=2),
        ),
    )
    assert report.to_json() == sample("operators_list")


def test_the_documented_subgraph_report_is_made_of_measured_times() -> None:
    report = TuningReport(
        "Tuning task name",
        78.0,
        subgraphs=SubgraphTuningReport(
            model_performance(5.600486e-3, 3.610442e-3, cut_off=True),
            (modified_subgraph("1024942313106047484", 5.58434e-3, 3.573203e-3),),
            (modified_subgraph("1024942313106057586", 4.58434e-3, 2.573203e-3),),
            RepositorySummary(add=1, update=1),
        ),
    )
    assert report.to_json() == sample("subgraphs_list")


@given(REPORTS)
def test_any_report_is_read_back_as_it_was_written(report: TuningReport) -> None:
    assert TuningReport.from_json(json.loads(json.dumps(report.to_json()))) == report


@given(REPORTS_OF_TASKS)
def test_any_reports_of_several_tasks_are_read_back_as_written(reports: TuningReports) -> None:
    assert TuningReports.from_json(json.loads(json.dumps(reports.to_json()))) == reports


def test_an_operator_fused_from_several_lists_their_types() -> None:
    fused = modified_operator("conv", ("Conv", "Add", "Relu"), "Impl", "update", 2e-6, 1e-6)
    data = OperatorTuningReport(modified=(fused,)).to_json()
    assert data["repo_modified_operators"][0]["op_type"] == ["Conv", "Add", "Relu"]


def test_an_interrupted_run_has_no_time_result_or_improvement() -> None:
    times = model_performance(0.1, 0.05, spreads=(0.01, 0.005), uncertainty=0.5)
    operators = OperatorTuningReport("tuning incomplete", times, (SOFTMAX,))
    basic, section = TuningReport("model", None, operators).to_json()
    assert basic == {"basic": {"tuning_name": "model"}}
    assert list(section["OPAT"]) == [
        "model_baseline_performance(ms)",
        "model_baseline_spread(ms)",
        "opat_tuning_result",
        "repo_modified_operators",
        "repo_summary",
    ]
    assert section["OPAT"]["opat_tuning_result"] == "tuning incomplete"


def test_failed_operators_are_named_when_tuning_failed() -> None:
    data = OperatorTuningReport("tuning failed", failed=("res4a_branch1",)).to_json()
    assert data["tuning_failed_operators"] == ["res4a_branch1"]


def test_failed_operators_are_a_field_of_failed_runs_only() -> None:
    assert "tuning_failed_operators" not in OperatorTuningReport("tuning successful").to_json()


def test_a_model_with_nothing_to_tune_has_no_operator_section() -> None:
    assert TuningReport("model", 1.0).to_json() == [
        {"basic": {"tuning_name": "model", "tuning_time(s)": 1}}
    ]


@pytest.mark.parametrize(
    ("summary", "total"),
    [
        (RepositorySummary(add=19, unsatisfied=2), 21),
        (RepositorySummary(add=2, update=2, reserved=15), 19),
        (RepositorySummary(add=2, reserved=10, unsatisfied=1), 13),
        (RepositorySummary(add=1, update=1), 2),
    ],
)
def test_totals_are_those_documented(summary: RepositorySummary, total: int) -> None:
    assert summary.total == total


@given(*[st.integers(0, 1000)] * 4)
def test_the_written_counters_keep_their_identities(
    add: int, update: int, reserved: int, unsatisfied: int
) -> None:
    data = RepositorySummary(add, update, reserved, unsatisfied).to_json()
    assert data["repo_hit_num"] == data["repo_reserved_num"] + data["repo_update_num"]
    assert data["total_num"] == (
        data["repo_add_num"] + data["repo_hit_num"] + data["repo_unsatisfied_num"]
    )


@pytest.mark.parametrize(
    ("new", "mode"),
    [
        (Policy.of("winograd", {"input": "blocked"}, {"tile": 4}), "Impl"),
        (Policy.of("direct", {"input": "blocked"}, {"tile": 4}), "Format"),
        (Policy.of("direct", {"input": "channels_last"}, {"tile": 4}), "Schedule"),
    ],
)
def test_a_gain_is_named_after_the_outermost_part_that_changed(new: Policy, mode: str) -> None:
    old = Policy.of("direct", {"input": "channels_last"}, {"tile": 2})
    assert changed_part(old, new) == mode


WRONG: dict[str, Any] = {
    "is not a JSON list": {},
    "lacks the section 'basic'": [],
    "two sections 'basic'": [{"basic": {"tuning_name": "m"}}] * 2,
    "unknown field 'GRAT'": [{"GRAT": {}}],
    "'tuning_name' of 'basic' of a section is not a text": [{"basic": {"tuning_name": 1}}],
    "is not a whole number": [{"basic": {"tuning_name": "m", "tuning_time(s)": 1.5}}],
    "lacks 'opat_tuning_result'": [{"basic": {"tuning_name": "m"}, "OPAT": {}}],
}


@pytest.mark.parametrize(("message", "data"), WRONG.items(), ids=WRONG)
def test_anything_else_is_refused_with_what_is_wrong(message: str, data: Any) -> None:
    with pytest.raises(ResultFileError, match=message):
        TuningReport.from_json(data)


@pytest.mark.parametrize(
    ("message", "change"),
    [
        ("is none of tuning successful", {"opat_tuning_result": "tuned"}),
        ("cannot have a result", {"opat_tuning_result": "tuning incomplete"}),
        ("failed runs only", {"tuning_failed_operators": ["a"]}),
        ("is not a number", {"model_result_performance(ms)": "fast"}),
        ("is not a JSON object", {"repo_modified_operators": [1]}),
        ("is not a JSON object", {"repo_summary": []}),
        ("is not a list", {"repo_modified_operators": "none"}),
    ],
)
def test_an_operator_section_with_a_fault_is_refused(message: str, change: Any) -> None:
    data = sample("operators_list")
    data[1]["OPAT"] |= change
    with pytest.raises(ResultFileError, match=message):
        TuningReport.from_json(data)


def test_reports_of_several_tasks_are_told_by_their_names() -> None:
    with pytest.raises(ResultFileError, match="'job' is not the name of a report"):
        TuningReports.from_json({"job": [{"basic": {"tuning_name": "m"}}]})


def test_an_operator_with_gains_in_several_parts_keeps_them_all() -> None:
    data = SOFTMAX.to_json()
    data["tune_performance"]["Schedule"] = CONV.to_json()["tune_performance"]["Schedule"]
    assert ModifiedOperator.from_json(data).to_json() == data
