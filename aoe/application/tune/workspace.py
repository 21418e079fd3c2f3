"""The files of a tuning job, named as AOE names them.

<working directory>/aoe_workspace/<model>_<timestamp>/tunespace/result/<model>_<timestamp>_tune.om
<ASCEND_WORK_PATH or working directory>/aoe_result_opat_<timestamp>_pid<id>.json
<ASCEND_WORK_PATH or working directory>/aoe_result_sgat_<timestamp>_pid<id>.json
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from aoe.errors import UsageError
from aoe.results.result_file import result_path, timestamp
from aoe.settings import Settings, unusable_location

WORKSPACE = "aoe_workspace"
#: Folder of the offline model, below the folder of a job.
RESULTS = "tunespace/result"


@dataclass(frozen=True, slots=True)
class JobFiles:
    """The files of one job.

    Attributes:
        folder: The folder of the job in the workspace.
        offline_model: The offline model.
        result: Result file of operator tuning.
        subgraph_result: Result file of subgraph tuning.
    """

    folder: Path
    offline_model: Path
    result: Path
    subgraph_result: Path


def workspace_of(settings: Settings) -> Path:
    """The folder of all jobs."""
    return settings.tuning_directory / WORKSPACE


def job_files(
    model_name: str,
    output: Path | None,
    started: datetime,
    settings: Settings,
    resumed: Path | None = None,
    ending: str = "",
) -> JobFiles:
    """The files of a job that starts now.

    Args:
        model_name: Name of the model.
        output: Where the user wants the offline model; `None` for the folder of the job.
        started: When the job starts.
        settings: The environment of the run.
        resumed: Folder of the interrupted job that this one continues.
        ending: Ending of the default name of the offline model.

    Raises:
        UsageError: If one of the files could not be written.
    """
    folder = resumed or _new_folder(model_name, started, settings)
    offline_model = output or folder / RESULTS / f"{folder.name}_tune{ending}.om"
    results = settings.result_directory
    files = JobFiles(
        folder,
        offline_model,
        result_path("opat", results, started),
        result_path("sgat", results, started),
    )
    for path, remedy in (
        (files.offline_model, "choose another place with --output"),
        (files.folder, "run aoe in a directory that this user can write"),
        (files.result, "choose another place with ASCEND_WORK_PATH"),
    ):
        reason = unusable_location(path.parent)
        if reason is not None:
            raise UsageError(f"cannot write {path}: {reason}; {remedy}")
    return files


def file_name(text: str) -> str:
    """A name that is safe as part of a file name: every other character becomes `_`."""
    return re.sub(r"[^\w.-]", "_", text).lstrip(".") or "model"


def _new_folder(model_name: str, started: datetime, settings: Settings) -> Path:
    """A folder that no job has. Two jobs that start in the same moment get different ones."""
    while True:
        job = f"{file_name(model_name)}_{timestamp(started)}"
        folder = workspace_of(settings) / job
        if not folder.exists():
            return folder
        started += timedelta(milliseconds=1)
