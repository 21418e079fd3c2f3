"""Names, writes and reads result files. A file is replaced as a whole after every operator, so it
is complete JSON at any moment, even after a crash.

A process that tunes one model writes with a `SingleResultFile`. A process that tunes several opens
one `SharedResultFile` and writes each report with a `TaskReport`, from any thread. Both are
`ReportWriter`s.
"""

from __future__ import annotations

import json
import os
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal, Protocol

from aoe.atomic_file import replace_file
from aoe.errors import ResultFileError, not_read, not_written
from aoe.results.report import TuningReport, TuningReports, report_name

#: AOE's abbreviations of operator, subgraph and gradient tuning.
Kind = Literal["opat", "sgat", "gdat"]


class ReportWriter(Protocol):
    """Writes the report of one job to a file."""

    @property
    def path(self) -> Path:
        """The result file."""

    def write(self, report: TuningReport) -> None:
        """Replaces the report. Raises `ResultFileError` if the file cannot be written."""


def timestamp(moment: datetime) -> str:
    """A moment as AOE writes it in names: `YYYYMMDD_HHMMSSmmm`."""
    return f"{moment:%Y%m%d_%H%M%S}{moment.microsecond // 1000:03d}"


def result_path(kind: Kind, directory: Path, started: datetime) -> Path:
    """The result file of a tuning run of this process."""
    return directory / f"aoe_result_{kind}_{timestamp(started)}_pid{os.getpid()}.json"


@dataclass(frozen=True, slots=True)
class SingleResultFile:
    """The result file of one job, in the form of a list. A `ReportWriter`."""

    path: Path

    def write(self, report: TuningReport) -> None:
        """See `ReportWriter.write`."""
        _write(self.path, report.to_json())


class SharedResultFile:
    """The result file of several jobs, in the `report_…` form. Several threads may write it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._names: set[str] = set()
        self._reports = TuningReports()

    def task(self, started: datetime, thread_id: int | None = None) -> TaskReport:
        """The report of a job that starts now. `thread_id` is the thread that tunes, by default
        this one. If the name is taken, the next free millisecond is used.
        """
        thread = threading.get_native_id() if thread_id is None else thread_id
        with self._lock:
            while (name := report_name(timestamp(started), thread)) in self._names:
                started += timedelta(milliseconds=1)
            self._names.add(name)
        return TaskReport(self, name)

    def write(self, name: str, report: TuningReport) -> None:
        """Replaces the report of a job. Raises `ResultFileError` if the file cannot be written."""
        with self._lock:
            self._reports = self._reports.with_report(name, report)
            _write(self.path, self._reports.to_json())


@dataclass(frozen=True, slots=True)
class TaskReport:
    """The report of one job in a shared result file. A `ReportWriter`.

    Attributes:
        file: The result file.
        name: The job's name in it.
    """

    file: SharedResultFile
    name: str

    @property
    def path(self) -> Path:
        """The result file."""
        return self.file.path

    def write(self, report: TuningReport) -> None:
        """See `ReportWriter.write`."""
        self.file.write(self.name, report)


def read_result_file(path: Path) -> TuningReport | TuningReports:
    """The content of a result file of either form. Raises `ResultFileError` if it has another
    form.
    """
    try:
        data = json.loads(path.read_bytes())
        is_list = isinstance(data, list)
        return TuningReport.from_json(data) if is_list else TuningReports.from_json(data)
    except OSError as error:
        raise ResultFileError(not_read(f"the result file {path}", error)) from error
    except (ValueError, RecursionError) as error:
        raise ResultFileError(f"{path} is not JSON: {error}") from error
    except ResultFileError as error:
        raise ResultFileError(f"{path} is not a result file: {error}") from error


def _write(path: Path, data: Any) -> None:
    text = json.dumps(data, indent=4, ensure_ascii=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, f"{text}\n".encode(errors="backslashreplace"))
    except OSError as error:
        raise ResultFileError(not_written(f"the result file {path}", error)) from error
