"""Where a tuning job puts what it makes, named as AOE names it.

<working directory>/aoe_workspace/<model>_<timestamp>/tunespace/result/<model>_<timestamp>_tune.om
<ASCEND_WORK_PATH or working directory>/aoe_result_opat_<timestamp>_pid<id>.json
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from aoe.errors import UsageError
from aoe.results.result_file import result_path, timestamp
from aoe.settings import Settings, unusable_location


@dataclass(frozen=True, slots=True)
class JobFiles:
    """The files of one job."""

    offline_model: Path
    result: Path


def job_files(
    model_name: str, output: Path | None, started: datetime, settings: Settings
) -> JobFiles:
    """The files of a job that starts now; `output` is where the user wants the offline model.

    Raises `UsageError` if one of them could not be written.
    """
    offline_model = output or _default_path(model_name, started, settings)
    files = JobFiles(offline_model, result_path("opat", settings.result_directory, started))
    for path, remedy in (
        (files.offline_model, "choose another place with --output"),
        (files.result, "choose another place with ASCEND_WORK_PATH"),
    ):
        reason = unusable_location(path.parent)
        if reason is not None:
            raise UsageError(f"cannot write {path}: {reason}; {remedy}")
    return files


def file_name(text: str) -> str:
    """A name as part of a file name: what could separate folders becomes `_`."""
    return re.sub(r"[^\w.-]", "_", text).lstrip(".") or "model"


def _default_path(model_name: str, started: datetime, settings: Settings) -> Path:
    job = f"{file_name(model_name)}_{timestamp(started)}"
    folder = settings.working_directory / "aoe_workspace" / job
    return folder / "tunespace" / "result" / f"{job}_tune.om"
