"""Names and writes result files. A file is replaced as a whole after every operator, so at any
moment, a crash included, it is complete JSON of what was known by then.
"""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path

from aoe.atomic_file import replace_file
from aoe.results.report import TuningReport


def timestamp(moment: datetime) -> str:
    """A moment as AOE puts it in names: `YYYYMMDD_HHMMSSmmm`."""
    return f"{moment:%Y%m%d_%H%M%S}{moment.microsecond // 1000:03d}"


def operator_result_path(directory: Path, started: datetime) -> Path:
    """The result file of an operator tuning run of this process."""
    return directory / f"aoe_result_opat_{timestamp(started)}_pid{os.getpid()}.json"


def write_report(path: Path, report: TuningReport) -> None:
    """Replaces the result file; makes its directory. Raises `OSError` if it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(report.to_json(), indent=4, ensure_ascii=False)
    replace_file(path, f"{text}\n".encode())
