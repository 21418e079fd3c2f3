"""Models of a package run beside ONNX Runtime, each in a process of its own."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.field import __main__ as program
from benchmarks.field.__main__ import main
from benchmarks.field.catalogue import FieldModel, read_models
from benchmarks.field.one_model import largest_difference
from benchmarks.field.outcome import (
    DEFAULT,
    FAILED,
    PEER,
    RIGHT,
    ROUNDING,
    TUNED,
    Measuring,
    Outcome,
    finished,
    outcome,
    read_outcomes,
    write_outcomes,
)
from benchmarks.field.page import DATA, PAGE, page_text, read_results
from benchmarks.timing import Timing
from tests.benchmarks.field.packages import PACKAGE, VERSION, write_list, write_wheel

MEASURING = Measuring(1, 0.0, 0.0)


@pytest.fixture
def models(tmp_path: Path) -> list[FieldModel]:
    return read_models(write_list(tmp_path / "list.json"))


def options(folder: Path, *more: str) -> list[str]:
    listed = str(write_list(folder / "list.json"))
    return ["--list", listed, "--output", str(folder / "out"), "--threads", "1", *more]


def test_right_and_refused_models_are_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    published = tmp_path / "published"
    more = ["--no-tuning", "--seconds", "0", "--publish", str(published)]
    assert main(options(tmp_path, *more), write_wheel) == 1
    found = read_results(tmp_path / "out" / DATA)
    assert [item.model for item in found.outcomes] == ["lookup", "lookup", "unknown"]
    right = found.outcomes[0]
    assert (right.result, right.error, right.difference, right.nodes) == (RIGHT, 0.0, 0.0, 2)
    assert right.compile_seconds is not None
    assert right.compile_seconds > 0
    assert "NoSuchOperator" in found.outcomes[2].cause
    page = (published / PAGE).read_text()
    assert page in capsys.readouterr().out
    assert "2 of 3 cases agree with ONNX Runtime: 2 models of 1 package." in page
    assert "- tiny-models 1.0, unknown, as declared: " in page


def test_a_run_goes_on_where_it_was_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ["--no-tuning", "--seconds", "0", "--models", "lookup"]
    assert main(options(tmp_path, *more), write_wheel) == 0
    (written,) = (tmp_path / "out").rglob("outcomes.json")
    before = written.stat().st_mtime_ns
    assert main(options(tmp_path, *more, "--resume"), write_wheel) == 0
    assert "done before" in capsys.readouterr().err
    assert written.stat().st_mtime_ns == before
    assert read_outcomes(written, replace(MEASURING, threads=2)) == []


def test_a_model_is_timed_with_default_policies_and_tuned(
    tmp_path: Path,
) -> None:
    more = ["--budget", "2s", "--seconds", "0.1", "--models", "lookup"]
    assert main(options(tmp_path, *more), write_wheel) == 0
    first, second = read_results(tmp_path / "out" / DATA).outcomes
    assert first.times is not None
    assert first.times.keys() == {DEFAULT, TUNED, PEER}
    assert second.times is not None
    assert second.times.keys() == {DEFAULT, PEER}
    assert all(0 < item.minimum <= item.median for item in first.times.values())


def test_a_package_that_cannot_be_had_is_a_row(tmp_path: Path) -> None:
    more = ["--no-tuning", "--models", "unknown"]
    assert main(options(tmp_path, *more), lambda package, version, folder: None) == 1
    (item,) = read_results(tmp_path / "out" / DATA).outcomes
    assert item.result == FAILED
    assert "holds 0 wheels" in item.cause


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("import os; os.abort()", "the process ended by signal 6"),
        ("print('gone'); raise SystemExit(3)", "the process ended with status 3: gone"),
        ("import time; time.sleep(60)", "it took longer than 0.5 s"),
        ("", ""),
    ],
)
def test_how_a_process_ended_is_told(code: str, cause: str, tmp_path: Path) -> None:
    limit = 0.5 if "sleep" in code else 30.0
    assert program._ended([sys.executable, "-c", code], tmp_path, limit) == cause


def test_cases_that_a_process_did_not_reach_are_failed(models: list[FieldModel]) -> None:
    measuring = replace(MEASURING, seconds=1.0)
    reached = outcome(models[0], models[0].cases[0].text, RIGHT)
    timed = replace(reached, times={PEER: Timing(9, 1.0, 1.0, 0.0)})
    made = program._with_cause(models[0], [timed], measuring, "it crashed")
    assert [item.result for item in made] == [RIGHT, FAILED]
    made = program._with_cause(models[0], [reached], measuring, "it crashed")
    assert [item.cause for item in made] == ["it crashed", "it crashed"]


def test_a_model_is_finished_when_all_was_measured(models: list[FieldModel]) -> None:
    model, timing = models[0], Timing(9, 1.0, 1.0, 0.0)
    times = {DEFAULT: timing, PEER: timing}
    made = [replace(outcome(model, case.text, RIGHT), times=times) for case in model.cases]
    assert finished(model, made, Measuring(1, 0.0, 1.0))
    assert not finished(model, made, Measuring(1, 60.0, 1.0))
    assert not finished(model, made[:1], Measuring(1, 0.0, 1.0))
    assert not finished(model, [made[0], replace(made[1], result=FAILED)], MEASURING)


def test_outcomes_are_read_as_they_were_written(models: list[FieldModel], tmp_path: Path) -> None:
    made = [replace(outcome(models[0], "4", RIGHT), times={PEER: Timing(9, 1.0, 2.0, 0.1)})]
    write_outcomes(tmp_path / "outcomes.json", made, MEASURING)
    assert read_outcomes(tmp_path / "outcomes.json", MEASURING) == made


def test_differences_of_numbers_that_are_not_finite_do_not_count() -> None:
    ours = np.array([1.0, np.inf, 3.0], np.float32)
    theirs = np.array([1.5, np.inf, np.nan], np.float32)
    assert largest_difference([ours], [theirs]) == 0.5
    assert largest_difference([ours], [theirs[:2]]) == 0.0


def test_the_page_has_speeds_and_the_minimum_of_times(tmp_path: Path) -> None:
    times = {
        name: Timing(50, median * 0.5, median, 0.0)
        for name, median in ((DEFAULT, 2e-3), (TUNED, 1e-3), (PEER, 4e-3))
    }
    item = Outcome(f"{PACKAGE} {VERSION}", "lookup", "lookup", "4", RIGHT, times=times)
    data: dict[str, Any] = {
        "machine": {"processor": "of a test", "date": "left out"},
        "measuring": {"threads": 2, "budget": 60.0, "seconds": 4.0},
        "outcomes": [asdict(item)],
    }
    data["outcomes"].append(asdict(replace(item, result=ROUNDING, cause="half a step", times=None)))
    (tmp_path / DATA).write_text(json.dumps(data))
    page = page_text(read_results(tmp_path / DATA))
    assert "2 of 2 cases agree" in page
    assert "In 1 case of these outputs differ by rounding." in page
    assert page.index("## What differs by rounding") < page.index("half a step")
    assert "What is not right" not in page
    assert "| 2 / 4" in page
    assert "2.00 / 4.00" in page
    assert "speed is 4.00 (tuned, 1 case, least 4.00)" in page
    assert "left out" not in page
    assert "threads of both engines: 2" in page
