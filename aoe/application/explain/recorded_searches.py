"""What the jobs of a workspace tried, from their trial logs (`aoe.tuning.trial_log`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from aoe.application.tune.job_folder import TRIALS, jobs_in
from aoe.application.tune.workspace import workspace_of
from aoe.settings import Settings
from aoe.tuning.trial_log import Device

_Search = TypeVar("_Search")


def recorded_searches(
    settings: Settings, path: Path | None, read: Callable[[Path], Mapping[Device, _Search]]
) -> dict[Device, _Search]:
    """The searches in a trial log, by device model and key.

    Args:
        settings: Where the workspace is.
        path: The trial log. Without it, the logs of all jobs count, the latest of each operator or
            subgraph.
        read: Reads the searches of operators, or those of subgraphs, of a log.
    """
    if path is not None:
        return {**read(path)}
    found: dict[Device, _Search] = {}
    for job in jobs_in(workspace_of(settings)):
        if (job.folder / TRIALS).is_file():
            found |= read(job.folder / TRIALS)
    return found
