"""Result files have AOE's names and are whole at any moment."""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from aoe.errors import ResultFileError
from aoe.results.report import TuningReport, TuningReports
from aoe.results.result_file import (
    SharedResultFile,
    SingleResultFile,
    read_result_file,
    result_path,
    timestamp,
)

STARTED = datetime(2026, 1, 2, 3, 4, 5, 6789)


def test_the_name_holds_kind_moment_and_process() -> None:
    path = result_path("opat", Path("/work"), STARTED)
    assert path == Path(f"/work/aoe_result_opat_20260102_030405006_pid{os.getpid()}.json")
    assert result_path("sgat", Path("/work"), STARTED).name.startswith("aoe_result_sgat_2026")


def test_timestamps_sort_as_moments_do() -> None:
    moments = [datetime(2026, 1, 2, 3, 4, 5, micros) for micros in (0, 999, 1000, 99_000, 999_999)]
    texts = [timestamp(moment) for moment in moments]
    assert texts == sorted(texts)
    assert all(re.fullmatch(r"\d{8}_\d{9}", text) for text in texts)


def test_a_report_is_written_and_replaced(tmp_path: Path) -> None:
    file = SingleResultFile(tmp_path / "new" / "result.json")
    file.write(TuningReport("first"))
    file.write(TuningReport("模型", 2))
    assert read_result_file(file.path) == TuningReport("模型", 2)
    assert [item.name for item in file.path.parent.iterdir()] == ["result.json"]


def test_tasks_write_their_reports_side_by_side(tmp_path: Path) -> None:
    file = SharedResultFile(tmp_path / "result.json")
    first, second = file.task(STARTED, 11), file.task(STARTED, 12)
    second.write(TuningReport("b"))
    first.write(TuningReport("a"))
    second.write(TuningReport("b", 3))
    assert read_result_file(file.path) == TuningReports(
        (
            ("report_20260102_030405006_12", TuningReport("b", 3)),
            ("report_20260102_030405006_11", TuningReport("a")),
        )
    )


def test_a_task_is_named_after_the_thread_that_asks_for_it(tmp_path: Path) -> None:
    task = SharedResultFile(tmp_path / "result.json").task(STARTED)
    assert task.name == f"report_20260102_030405006_{threading.get_native_id()}"


def test_tasks_that_begin_at_once_have_names_of_their_own(tmp_path: Path) -> None:
    file = SharedResultFile(tmp_path / "result.json")
    assert len({file.task(STARTED, 1).name for _ in range(5)}) == 5


def test_threads_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    file = SharedResultFile(tmp_path / "result.json")

    def work(number: int) -> None:
        task = file.task(STARTED, number)
        for seconds in range(5):
            task.write(TuningReport(f"model {number}", seconds))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = read_result_file(file.path)
    assert isinstance(found, TuningReports)
    assert sorted(report.tuning_name for _, report in found.reports) == [
        f"model {number}" for number in range(4)
    ]
    assert all(report.seconds == 4 for _, report in found.reports)


def _write_single(path: Path, name: str) -> None:
    SingleResultFile(path).write(TuningReport(name))


def _write_shared(path: Path, name: str) -> None:
    SharedResultFile(path).task(STARTED).write(TuningReport(name))


@pytest.mark.parametrize("write", [_write_single, _write_shared])
def test_a_reader_never_sees_a_part_of_a_file(
    tmp_path: Path, write: Callable[[Path, str], None]
) -> None:
    path = tmp_path / "result.json"
    write(path, "0")
    ended = threading.Event()

    def rewrite() -> None:
        for number in range(60):
            write(path, "x" * (number * 997 % 20_000))
        ended.set()

    writer = threading.Thread(target=rewrite)
    writer.start()
    while not ended.is_set():
        read_result_file(path)
    writer.join()


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = SingleResultFile(tmp_path / "result.json")
    file.write(TuningReport("first"))

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(ResultFileError, match=r"result\.json: disk full"):
        file.write(TuningReport("second"))
    assert read_result_file(file.path) == TuningReport("first")
    assert [item.name for item in tmp_path.iterdir()] == ["result.json"]


@pytest.mark.parametrize(
    ("text", "message"),
    [("{", "is not JSON"), ("[]", "is not a result file"), ('{"a": 1}', "is not a result file")],
)
def test_what_is_no_result_file_is_refused_by_name(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "result.json"
    path.write_text(text)
    with pytest.raises(ResultFileError, match=rf"result\.json {message}"):
        read_result_file(path)


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ResultFileError, match=r"nothing\.json: No such file"):
        read_result_file(tmp_path / "nothing.json")


def test_our_own_files_are_plain_json(tmp_path: Path) -> None:
    file = SingleResultFile(tmp_path / "result.json")
    file.write(TuningReport("m", 2.4))
    assert json.loads(file.path.read_text()) == [
        {"basic": {"tuning_name": "m", "tuning_time(s)": 2}}
    ]
