"""The JSON of a report is AOE's, field by field."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.policy import Policy
from aoe.results.report import (
    ModifiedOperator,
    OperatorTuningReport,
    RepositorySummary,
    TuningReport,
    changed_part,
)

SOFTMAX = ModifiedOperator("softmax", ("SoftmaxV2",), "Format", "add", 134e-6, 99e-6)
CONV = ModifiedOperator("Conv_125", ("Conv2D",), "Schedule", "add", 72.055e-6, 72.046e-6)
DOCUMENTED_REPORT = TuningReport(
    "Tuning task name",
    1494.2,
    OperatorTuningReport(
        "tuning successful",
        113.588725e-3,
        113.236731e-3,
        (SOFTMAX, CONV),
        RepositorySummary(add=19, unsatisfied=2),
    ),
)
#: The sample of AOE's guide, "Tuning Result Viewing".
DOCUMENTED_JSON: list[dict[str, Any]] = [
    {"basic": {"tuning_name": "Tuning task name", "tuning_time(s)": 1494}},
    {
        "OPAT": {
            "model_baseline_performance(ms)": 113.588725,
            "model_performance_improvement": "0.31%",
            "model_result_performance(ms)": 113.236731,
            "opat_tuning_result": "tuning successful",
            "repo_modified_operators": [
                {
                    "op_name": "softmax",
                    "op_type": "SoftmaxV2",
                    "tune_performance": {
                        "Format": {
                            "performance_after_tune(us)": 99,
                            "performance_before_tune(us)": 134,
                            "performance_improvement": "35.35%",
                            "update_mode": "add",
                        }
                    },
                },
                {
                    "op_name": "Conv_125",
                    "op_type": "Conv2D",
                    "tune_performance": {
                        "Schedule": {
                            "performance_after_tune(us)": 72.046,
                            "performance_before_tune(us)": 72.055,
                            "performance_improvement": "0.01%",
                            "update_mode": "add",
                        }
                    },
                },
            ],
            "repo_summary": {
                "repo_add_num": 19,
                "repo_hit_num": 0,
                "repo_reserved_num": 0,
                "repo_unsatisfied_num": 2,
                "repo_update_num": 0,
                "total_num": 21,
            },
        }
    },
]


def test_the_documented_sample_is_reproduced() -> None:
    assert DOCUMENTED_REPORT.to_json() == DOCUMENTED_JSON


def test_fields_stand_in_the_documented_order() -> None:
    assert list(DOCUMENTED_REPORT.to_json()[1]["OPAT"]) == list(DOCUMENTED_JSON[1]["OPAT"])


def test_an_operator_fused_from_several_lists_their_types() -> None:
    fused = ModifiedOperator("conv", ("Conv", "Add", "Relu"), "Impl", "update", 2e-6, 1e-6)
    data = OperatorTuningReport(modified=(fused,)).to_json()
    assert data["repo_modified_operators"][0]["op_type"] == ["Conv", "Add", "Relu"]


def test_an_interrupted_run_has_no_time_result_or_improvement() -> None:
    operators = OperatorTuningReport("tuning incomplete", 0.1, 0.05, (SOFTMAX,))
    basic, section = TuningReport("model", None, operators).to_json()
    assert basic == {"basic": {"tuning_name": "model"}}
    assert list(section["OPAT"]) == [
        "model_baseline_performance(ms)",
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
