"""`--reload`: finds the interrupted job to continue, and refuses options that contradict it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from aoe.application.options import NO_VALUE
from aoe.application.request.request_options import options_of
from aoe.application.request.tune_request import TuneRequest, tune_request
from aoe.application.tune.job_folder import Job, jobs_in
from aoe.application.tune.workspace import workspace_of
from aoe.errors import UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.settings import Settings

#: Options that only change how a run is shown.
DISPLAY = ("reload", "progress_bar", "log")


def requested_job(given: Mapping[str, str | None], settings: Settings) -> TuneRequest:
    """The job that the options of `aoe` ask for: a new one, or with `--reload` an interrupted
    one.
    """
    wanted = given.get("reload")
    if wanted is None:
        return tune_request(given, settings)
    job = interrupted_job(None if wanted == NO_VALUE else wanted, settings)
    if not {"model", "model_path"} & job.record.options.keys():
        raise UsageError(
            f"--reload: {job.name} was started from Python with a model that is not a file, or for "
            f'an operator; continue it with aoe.tune(model, reload="{job.name}"), or give the '
            "command for operators again"
        )
    repeated = {name: value for name, value in given.items() if name not in DISPLAY}
    return continued_request(job, repeated, settings)


def continued_if_wanted(
    request: TuneRequest, reload: bool | str | Path, settings: Settings
) -> TuneRequest:
    """The request of a function of Python, or the one that continues an interrupted job.

    Args:
        request: What is asked for now.
        reload: False for the request itself, True for the latest job, or the folder or name of one.
        settings: The environment of the run.

    Raises:
        UsageError: The job cannot be continued, or the request contradicts it.
    """
    if reload is False:
        return request
    return continued(request, None if reload is True else reload, settings)


def continued(request: TuneRequest, wanted: str | Path | None, settings: Settings) -> TuneRequest:
    """The request that continues an interrupted job.

    Args:
        request: What is asked for now; must not contradict the job.
        wanted: Folder or name of the job; `None` for the latest.
        settings: The environment of the run.
    """
    job = interrupted_job(None if wanted is None else str(wanted), settings)
    of_folder = "model_path" in job.record.options
    if of_folder != request.model.folder:
        one, other = ("a folder of models", "tune_folder"), ("one model", "tune")
        what, function = one if of_folder else other
        raise UsageError(f"--reload: {job.name} tunes {what}; continue it with aoe.{function}()")
    return continued_request(job, options_of(request), settings, request.model.origin)


def interrupted_job(wanted: str | None, settings: Settings) -> Job:
    """The interrupted job with this folder or name; by default the latest. Raises `UsageError` if
    it cannot be continued.
    """
    workspace = workspace_of(settings)
    jobs = jobs_in(workspace)
    able = [job for job in jobs if job.interrupted]
    choice = f"; those that can be continued: {', '.join(job.name for job in able)}" if able else ""
    if wanted is None:
        if not able:
            raise UsageError(
                f"--reload: there is no interrupted job in {workspace}; run it in the directory of "
                "the interrupted run, or start afresh without --reload"
            )
        return able[-1]
    folders = {settings.working_directory / wanted, workspace / wanted}
    job = next((job for job in jobs if job.folder in folders), None)
    if job is None:
        raise UsageError(
            f"--reload={wanted}: there is no such job in {workspace}"
            f"{choice or '; start afresh without --reload'}"
        )
    if job.running:
        raise UsageError(f"--reload={wanted}: that job is still running; wait until it has ended")
    if not job.interrupted:
        raise UsageError(
            f"--reload={wanted}: that job has come to its end{choice or '; start afresh'}"
        )
    return job


def continued_request(
    job: Job,
    given: Mapping[str, str | None],
    settings: Settings,
    model: ModelOrigin | None = None,
) -> TuneRequest:
    """The request of an interrupted job. Raises `UsageError` for an option that is given again with
    another meaning. `model` is the model where the record names none.
    """
    recorded = job.record.options
    request = tune_request(recorded, settings, model)
    for name, value in given.items():
        if value is None:
            continue
        if tune_request({**recorded, name: value}, settings, model) != request:
            then = f"with --{name}={recorded[name]}" if name in recorded else "without it"
            raise UsageError(
                f"--{name}={value} contradicts the interrupted job {job.name}, which was started "
                f"{then}; leave it out, or name another job with --reload=JOB"
            )
    return replace(request, output=replace(request.output, resumed=job.folder))
