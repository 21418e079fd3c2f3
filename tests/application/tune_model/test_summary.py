"""The table, the files and the next commands at the end of `aoe tune`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from aoe.application.tune.tune_result import TuneResult
from aoe.application.tune_model.summary import TOP, files_text, next_text, summary_table
from tests.application.display.test_live_table import task

PLACE = Path("/home/you")
RESULT = TuneResult(
    name="m",
    model_path=PLACE / "my model.om",
    result_path=PLACE / "results/r.json",
    seconds=1.0,
    baseline_ms=4.0,
    result_ms=3.2,
    baseline_spread_ms=0.25,
    result_spread_ms=0.125,
    improvement_uncertainty=0.85,
)


def _rows(result: TuneResult, *tasks: object) -> list[list[str]]:
    text = summary_table(result, tasks, "operators")  # type: ignore[arg-type]
    return [[cell for cell in line.split("  ") if cell.strip()] for line in text.splitlines()[2:]]


def test_the_model_comes_first_with_how_sure_its_gain_is() -> None:
    (row,) = _rows(RESULT)
    assert [cell.strip() for cell in row] == [
        "m, one inference",
        "100.0%",
        "4.000 ms ± 250.0 us",
        "3.200 ms ± 125.0 us",
        "25.00% ± 0.85",
    ]


def test_a_model_that_is_computed_as_before_has_one_time() -> None:
    undone = replace(RESULT, result_ms=4.0, result_spread_ms=0.25, improvement_uncertainty=None)
    (row,) = _rows(undone)
    assert [cell.strip() for cell in row] == [
        "m, one inference",
        "100.0%",
        "4.000 ms ± 250.0 us",
        "unchanged",
    ]


def test_operators_follow_by_their_share_of_the_time() -> None:
    _, first, second = _rows(
        RESULT, task("a", "decided", 1, 10, 10), task("b", "decided", 3, 20, 10)
    )
    assert [cell.strip() for cell in first] == [
        "b (Conv) x3",
        "75.0%",
        "20.0 us",
        "10.0 us",
        "100.00%",
    ]
    assert [cell.strip() for cell in second] == ["a (Conv)", "25.0%", "10.0 us", "10.0 us"]


def test_what_is_not_shown_or_not_measured_is_counted() -> None:
    tasks = [task(str(number), "decided", 1, 10, 10) for number in range(TOP + 2)]
    rows = _rows(RESULT, *tasks, task("known", "decided"), task("late", "waiting", 1, 5, 5))
    assert rows[-2][0].startswith("2 more operators")
    assert rows[-1][0].startswith("2 operators not measured")


def test_a_model_that_was_not_measured_says_so() -> None:
    assert "not measured" in summary_table(replace(RESULT, result_ms=None), [], "operators")


def test_files_and_commands_are_named_from_this_directory() -> None:
    assert files_text(RESULT, PLACE) == (
        "files\n  model             my model.om\n  results           results/r.json"
    )
    assert next_text(RESULT, PLACE, True).splitlines()[1] == (
        "  aoe bench 'my model.om' --compare onnxruntime"
    )
    assert "--compare" not in next_text(RESULT, PLACE, False)


def test_a_model_with_open_shapes_is_run_at_some() -> None:
    at = "--input_shape='x:1,8;y:1'"
    assert next_text(RESULT, PLACE, False, "x:1,8;y:1", PLACE / "m.onnx").splitlines()[1:] == [
        f"  aoe bench 'my model.om' {at}",
        f"  aoe report m.onnx {at}",
        f"  aoe run 'my model.om' --random {at}",
    ]
    assert "report" not in next_text(RESULT, PLACE, False, "x:1,8;y:1")
