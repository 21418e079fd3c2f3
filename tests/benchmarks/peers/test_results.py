"""Comparisons survive their file, and tell how we stand."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.peers.engine import FLOAT32, MIXED, STRICT
from benchmarks.peers.results import (
    Absence,
    Comparison,
    Result,
    read_comparisons,
    result_path,
    write_comparison,
)
from benchmarks.peers.tables import latency_rows, report_text, result_rows, summary_rows
from benchmarks.timing import Timing


def result(engine: str, *medians: float, precision: str = FLOAT32) -> Result:
    timings = tuple(Timing(10, median / 2, median, median / 100) for median in medians)
    return Result(engine, precision, "1.0", timings, 1e-6, 0.0)


def comparison(*results: Result, model: str = "m", threads: int = 2) -> Comparison:
    absences = [Absence("TVM", FLOAT32, "tvm is not installed", failed=False)]
    return Comparison(model, threads, {"date": "d", "versions": "v"}, list(results), absences)


def test_a_comparison_is_read_as_it_was_written(tmp_path: Path) -> None:
    both = [comparison(result("open-aoe", 1.0, 2.0), threads=count) for count in (2, 1)]
    for item in reversed(both):
        write_comparison(result_path(tmp_path, item.model, item.threads), item)
    assert read_comparisons(tmp_path) == both


def test_the_speed_is_the_fastest_peer_over_what_tuning_gave() -> None:
    peers = [result("A", 3.0), result("B", 2.0), result("B", 1.5, precision=MIXED)]
    found = comparison(result("open-aoe", 1.6), result("open-aoe tuned", 1.0), *peers)
    assert found.speed(FLOAT32) == 2.0
    assert found.speed(MIXED) == 1.5


def test_there_is_no_speed_without_a_peer() -> None:
    assert comparison(result("open-aoe", 1.0)).speed(FLOAT32) is None


def test_a_result_is_the_median_of_its_processes_and_their_disagreement() -> None:
    found = result("A", 1.0, 5.0, 2.0)
    assert (found.median, found.spread, found.minimum, found.runs) == (2.0, 2.0, 0.5, 30)


def test_a_table_ends_with_the_geometric_mean() -> None:
    models = [
        comparison(result("open-aoe", 1.0), result("A", time), model=name)
        for name, time in (("m", 2.0), ("n", 8.0))
    ]
    last = latency_rows(models)[-1]
    assert last["model"] == "geometric mean"
    assert last["speed"] == pytest.approx(4.0)


def test_the_report_names_who_is_not_in_it_and_why() -> None:
    text = report_text([comparison(result("open-aoe", 1.0))])
    assert "- TVM f32, m: tvm is not installed" in text.splitlines()


def test_what_was_not_prepared_took_no_time() -> None:
    prepared = replace(result("A", 1.0), prepare_seconds=12.0)
    rows = result_rows(comparison(result("open-aoe", 1.0), prepared))
    assert [row["prepared in, s"] for row in rows] == [None, 12.0]


def test_a_report_of_nothing_says_so() -> None:
    assert "(nothing measured)" in report_text([])


def test_a_strict_result_is_compared_with_what_peers_call_float32() -> None:
    ours = [result("open-aoe", 1.0), result("open-aoe", 2.0, precision=STRICT)]
    found = comparison(*ours, result("A", 3.0))
    assert (found.speed(FLOAT32), found.speed(STRICT)) == (3.0, 1.5)
    assert comparison(ours[0], result("A", 3.0)).speed(STRICT) is None


def test_a_summary_has_a_row_for_each_kind_and_names_the_least() -> None:
    times = {"lstm_64": 2.0, "lstm_128": 8.0, "dcgan_first": 0.5, "mine": 1.0}
    models = [
        comparison(
            result("open-aoe", 1.0),
            result("open-aoe", 2.0, precision=STRICT),
            result("ONNX Runtime", time),
            model=name,
        )
        for name, time in times.items()
    ]
    rows = {row["kind"]: row for row in summary_rows(models)}
    assert list(rows) == ["recurrences", "ends", "all"]
    assert rows["recurrences"]["default: geometric mean"] == pytest.approx(4.0)
    assert rows["recurrences"]["strict: geometric mean"] == pytest.approx(2.0)
    assert (rows["all"]["models"], rows["all"]["default: least model"]) == (4, "dcgan_first")
    assert summary_rows([comparison(result("open-aoe", 1.0))]) == []
