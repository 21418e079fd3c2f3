"""The JSON Schema files in `docs/` and the typed models agree about what a result file is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from aoe.errors import ResultFileError
from aoe.results.report import TuningReport, TuningReports

from .examples import REPORTS, REPORTS_OF_TASKS, SAMPLES

DOCS = Path(__file__).parents[2] / "docs/reference"
LIST = json.loads((DOCS / "result-file.schema.json").read_text())
TASKS = json.loads((DOCS / "result-file-of-tasks.schema.json").read_text())
REGISTRY: Registry[Any] = Registry().with_resources(
    [(schema["$id"], Resource.from_contents(schema)) for schema in (LIST, TASKS)]
)
LIST_VALIDATOR = Draft202012Validator(LIST, registry=REGISTRY)
TASKS_VALIDATOR = Draft202012Validator(TASKS, registry=REGISTRY)


def sample(name: str) -> Any:
    return json.loads((Path(__file__).parent / "data" / f"{name}.json").read_text())


@pytest.mark.parametrize("schema", [LIST, TASKS], ids=["list", "tasks"])
def test_the_schema_is_one(schema: Any) -> None:
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_documented_sample_is_of_exactly_one_form(path: Path) -> None:
    data = json.loads(path.read_text())
    assert LIST_VALIDATOR.is_valid(data) == path.stem.split("_")[1].startswith("list")
    assert TASKS_VALIDATOR.is_valid(data) == path.stem.endswith("reports")


@settings(max_examples=50)
@given(REPORTS)
def test_any_report_fits_the_schema(report: TuningReport) -> None:
    LIST_VALIDATOR.validate(report.to_json())


@settings(max_examples=25)
@given(REPORTS_OF_TASKS)
def test_any_reports_of_several_tasks_fit_the_schema(reports: TuningReports) -> None:
    TASKS_VALIDATOR.validate(reports.to_json())


FAULTS: dict[str, dict[str, Any]] = {
    "a verdict of its own": {"opat_tuning_result": "tuned"},
    "an incomplete run with a result": {"opat_tuning_result": "tuning incomplete"},
    "failed operators of a success": {"tuning_failed_operators": ["a"]},
    "a time in words": {"model_result_performance(ms)": "fast"},
    "a negative time": {"model_result_performance(ms)": -1.0},
    "an uncertainty that is no text": {"model_performance_improvement_uncertainty": 0.5},
    "an operator that is none": {"repo_modified_operators": [1]},
    "an operator without a name": {"repo_modified_operators": [{"op_type": "Conv"}]},
    "counters that are none": {"repo_summary": {}},
    "failures of candidates that are none": {"candidate_failures": [{"op_name": "a"}]},
    "failures without a number": {
        "candidate_failures": [{"op_name": "a", "cause": "hang", "number": "", "example": ""}]
    },
    "a field too many": {"model_seconds": 1},
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_what_the_schema_refuses_the_models_refuse(fault: dict[str, Any]) -> None:
    data = sample("operators_list")
    data[1]["OPAT"] |= fault
    assert not LIST_VALIDATOR.is_valid(data)
    with pytest.raises(ResultFileError):
        TuningReport.from_json(data)
