"""Removes old jobs from a workspace: `aoe clean`, and a limit that every job applies.

Offline models are results and stay unless `--results` asks to remove them. Running jobs are never
touched.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from filelock import FileLock, Timeout

from aoe.application.tune.job_folder import JOURNAL, LOCK, RECORD, TRIALS, Job, jobs_in
from aoe.application.tune.workspace import RESULTS, workspace_of
from aoe.errors import AoeError, UsageError, bytes_text, counted
from aoe.settings import read_settings

logger = logging.getLogger(__name__)

#: How many finished and how many interrupted jobs a workspace keeps.
FINISHED_JOBS, INTERRUPTED_JOBS = 20, 20


@dataclass(frozen=True, slots=True)
class Removed:
    """What was removed.

    Attributes:
        jobs: Number of jobs.
        interrupted: How many of these were interrupted and could have been continued.
        bytes: Disk space that was freed.
    """

    jobs: int
    interrupted: int
    bytes: int


def clean_command(keep: int, results: bool) -> int:
    """Carries out `aoe clean`; returns the exit status."""
    if keep < 0:
        raise UsageError(f"--keep={keep}: must be a number of jobs, 0 or more")
    workspace = workspace_of(read_settings())
    jobs = jobs_in(workspace)
    running = [job for job in jobs if job.running]
    ended = [job for job in jobs if not job.running]
    kept = ended[len(ended) - min(keep, len(ended)) :]
    removed = remove_jobs([job for job in ended if job not in kept])
    models = 0, 0
    if results:
        models = _remove_models(workspace, {job.folder for job in (*running, *kept)})
    _remove_empty(workspace)
    click.echo(
        f"removed {counted(removed.jobs, 'job')} of {workspace}: {bytes_text(removed.bytes)} freed"
    )
    if removed.interrupted:
        click.echo(f"{removed.interrupted} of them were interrupted and cannot be continued now")
    if results:
        click.echo(f"removed {counted(models[0], 'offline model')}: {bytes_text(models[1])} freed")
    for number, words in ((len(kept), "kept as asked"), (len(running), "running, left alone")):
        if number:
            click.echo(f"{counted(number, 'job')} {words}")
    left = list(_models(workspace))
    if left:
        size = bytes_text(sum(path.stat().st_size for path in left))
        more = "" if results else "; aoe clean --results removes them too"
        click.echo(f"kept {counted(len(left), 'offline model')} of {size} in {workspace}{more}")
    return 0


def bound_workspace(workspace: Path) -> None:
    """Removes the oldest jobs above the limits. Warns of interrupted ones. Offline models stay."""
    jobs = [job for job in jobs_in(workspace) if not job.running]
    remove_jobs([job for job in jobs if not job.interrupted][:-FINISHED_JOBS])
    old = [job for job in jobs if job.interrupted][:-INTERRUPTED_JOBS]
    if old:
        names = ", ".join(job.name for job in old)
        remove_jobs(old)
        logger.warning(
            "more than %d interrupted jobs: the oldest cannot be continued any more: %s",
            INTERRUPTED_JOBS,
            names,
        )


def remove_jobs(jobs: Sequence[Job]) -> Removed:
    """Removes everything of some jobs except their offline models. Raises `AoeError` if the system
    refuses.
    """
    done: list[Job] = []
    freed = 0
    for job in jobs:
        try:
            with FileLock(job.folder / LOCK, blocking=False):
                # The record goes last, so that a half-removed job can be removed again.
                for name in (TRIALS, JOURNAL, RECORD):
                    freed += _remove(job.folder / name)
                _remove(job.folder / LOCK)
        except Timeout:
            continue  # another process continues it right now
        except OSError as error:
            raise AoeError(f"cannot remove {job.folder}: {error.strerror or error}") from error
        _remove_empty(job.folder)
        done.append(job)
    return Removed(len(done), sum(job.interrupted for job in done), freed)


def _remove_models(workspace: Path, kept: set[Path]) -> tuple[int, int]:
    """Removes the offline models of all jobs but those kept. Returns their number and their
    bytes.
    """
    number, freed = 0, 0
    for path in list(_models(workspace)):
        folder = workspace / path.relative_to(workspace).parts[0]
        if folder in kept:
            continue
        try:
            freed += _remove(path)
        except OSError as error:
            raise AoeError(f"cannot remove {path}: {error.strerror or error}") from error
        number += 1
        for place in (path.parent, path.parent.parent, folder):
            _remove_empty(place)
    return number, freed


def _models(workspace: Path) -> Iterator[Path]:
    return workspace.glob(f"*/{RESULTS}/*.om")


def _remove(path: Path) -> int:
    """Removes a file and returns its size."""
    try:
        size = path.stat().st_size
        path.unlink()
    except FileNotFoundError:
        return 0
    return size


def _remove_empty(folder: Path) -> None:
    """Removes a folder that holds nothing but empty folders."""
    if folder.is_dir() and not any(not path.is_dir() for path in folder.rglob("*")):
        shutil.rmtree(folder, ignore_errors=True)
