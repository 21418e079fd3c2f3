"""Result files have AOE's names and are whole at any moment."""

import json
import os
import re
from datetime import datetime
from pathlib import Path

import pytest

from aoe.results.report import TuningReport
from aoe.results.result_file import operator_result_path, timestamp, write_report


def test_the_name_holds_moment_and_process() -> None:
    path = operator_result_path(Path("/work"), datetime(2026, 1, 2, 3, 4, 5, 6789))
    assert path == Path(f"/work/aoe_result_opat_20260102_030405006_pid{os.getpid()}.json")


def test_timestamps_sort_as_moments_do() -> None:
    moments = [datetime(2026, 1, 2, 3, 4, 5, micros) for micros in (0, 999, 1000, 99_000, 999_999)]
    texts = [timestamp(moment) for moment in moments]
    assert texts == sorted(texts)
    assert all(re.fullmatch(r"\d{8}_\d{9}", text) for text in texts)


def test_a_report_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "new" / "result.json"
    write_report(path, TuningReport("first"))
    write_report(path, TuningReport("模型", 2.0))
    assert json.loads(path.read_text()) == TuningReport("模型", 2.0).to_json()
    assert [item.name for item in path.parent.iterdir()] == ["result.json"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "result.json"
    write_report(path, TuningReport("first"))

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_report(path, TuningReport("second"))
    assert json.loads(path.read_text()) == TuningReport("first").to_json()
    assert [item.name for item in tmp_path.iterdir()] == ["result.json"]
