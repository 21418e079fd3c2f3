"""One thread and several take turns on a model, each in a process of its own."""

from __future__ import annotations

import json
from pathlib import Path

import onnx
import pytest

from benchmarks import scaling
from benchmarks.overheads.call import relu_model
from benchmarks.scaling import Rounds, main, row_of


def rounds_of(near: list[bool]) -> Rounds:
    return Rounds({1: [4.0, 8.0, 2.0], 2: [2.0, 5.0, 1.6]}, [1.9, 2.0, 1.5], near)


def test_the_speed_up_is_the_median_of_the_rounds_ratios() -> None:
    row = row_of("net", rounds_of([False, True, False]))
    assert (row["model"], row["rounds"], row["speed-up"]) == ("net", 3, 1.6)
    assert (row["ms, 1 thread"], row["ms, 2 threads"]) == (4000.0, 2000.0)
    assert row["lower quartile"] == pytest.approx(1.25)
    assert row["upper quartile"] == pytest.approx(2.0)
    assert row["of the fastest"] == pytest.approx(1.25)
    assert row["multiply-adds"] == 1.9


def test_quiet_rounds_have_a_speed_up_of_their_own() -> None:
    row = row_of("net", rounds_of([True, True, False]))
    assert row["quiet rounds"] == 2
    assert row["speed-up, quiet"] == pytest.approx((2.0 + 1.6) / 2)


def test_a_round_without_two_whole_cores_is_not_quiet() -> None:
    row = row_of("net", rounds_of([False, True, True]))
    assert row["quiet rounds"] == 1
    assert row["speed-up, quiet"] == 1.6


def test_no_speed_up_is_quoted_where_no_round_was_quiet() -> None:
    row = row_of("net", rounds_of([False, False, False]))
    assert row["quiet rounds"] == 0
    assert row["speed-up, quiet"] is None


def test_a_model_is_measured_with_both_numbers_of_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scaling, "TURN_SECONDS", 0.01)
    onnx.save(relu_model(), tmp_path / "relu.onnx")
    options = [str(tmp_path / "relu.onnx"), "--seconds", "0", "--json"]
    assert main(options) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row["rounds"] >= 5
    assert row["speed-up"] > 0
    assert row["multiply-adds"] > 0
    assert 0 <= row["quiet rounds"] <= row["rounds"]


def test_one_thread_is_not_compared_with_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "relu.onnx"
    model.touch()
    with pytest.raises(SystemExit):
        main([str(model), "--threads", "1"])
    assert "--threads: must be 2 or more" in capsys.readouterr().err
