"""Reported gains stand beside those measured again, for every tuning of a model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.tuning.fresh_processes import Processes
from benchmarks.tuning.results import result_rows, told, tunings_of
from benchmarks.tuning.runs import Tuning


def reported(tuning: Tuning, before: float, after: float) -> None:
    tuning.folder.mkdir(parents=True)
    times = {
        "model_baseline_performance(ms)": before,
        "model_result_performance(ms)": after,
        "model_performance_improvement_uncertainty": "0.85%",
    }
    sections = [{"basic": {"tuning_name": "m", "tuning_time(s)": 9}}, {"OPAT": times}]
    (tuning.folder / "aoe_result_opat_1.json").write_text(json.dumps(sections))


def test_equal_budgets_are_tunings_of_their_own(tmp_path: Path) -> None:
    tunings = tunings_of(Path("m.onnx"), 2, ["9s", "1m", "9s"], tmp_path)
    assert [tuning.folder.name for tuning in tunings] == ["9s_1", "1m_1", "9s_2"]


def test_a_row_has_both_gains_and_their_difference(tmp_path: Path) -> None:
    first, second = tunings_of(Path("m.onnx"), 2, ["9s", "1m"], tmp_path)
    reported(first, 2.0, 1.0)
    measured = Processes(((2.1e-3, 1.0e-3, 1.5e-3), (2.1e-3, 1.0e-3, 1.5e-3)))
    rows = result_rows([first, second], measured)
    assert rows[0]["reported gain"] == pytest.approx(100.0)
    assert rows[0]["reported ±"] == 0.85
    assert rows[0]["gain"] == pytest.approx(110.0)
    assert rows[0]["difference"] == pytest.approx(-10.0)
    assert rows[0]["tuned for, s"] == 9
    assert rows[1]["to first tuning"] == pytest.approx(1 / 1.5)
    assert rows[1]["difference"] is None
    assert rows[1]["reported ±"] is None


@pytest.mark.parametrize(
    ("reported", "off_by", "gain", "measured_to", "expected"),
    [
        (5.0, 1.0, 6.5, 0.2, "right"),
        (5.0, 2.0, 8.0, 1.0, "right"),
        (5.0, 1.0, 8.0, 0.2, "wrong"),
        (1.0, 1.5, 1.0, 0.2, "undecided"),
        (5.0, None, 9.0, 0.2, "undecided"),
        (None, None, 0.0, 0.2, None),
    ],
)
def test_a_gain_is_told_right_wrong_or_undecided(
    reported: float | None,
    off_by: float | None,
    gain: float,
    measured_to: float,
    expected: str | None,
) -> None:
    assert told(reported, off_by, gain, measured_to) == expected
