"""`aoe report`: finds out what its subject is, collects what there is to say, and draws a page."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from aoe.application.explain.recorded_searches import recorded_searches
from aoe.application.model.machine import this_machine
from aoe.application.model.opening import opened_session
from aoe.application.report.collect.gradients import gradient_contents
from aoe.application.report.collect.model import model_contents
from aoe.application.report.collect.provenance import job_facts, machine_facts, model_facts
from aoe.application.report.collect.tuning import job_that_made, model_of_job, tuning_contents
from aoe.application.report.comparison import (
    ComparedModel,
    Comparison,
    compared_model,
    read_compared,
)
from aoe.application.report.contents import Report, to_json
from aoe.application.report.server import ADDRESS, page_server
from aoe.application.request.values import checked_threads
from aoe.application.tune.job_folder import RECORD, TRIALS, Job, jobs_in
from aoe.application.tune.workspace import workspace_of
from aoe.atomic_file import check_keeps, replace_file
from aoe.errors import AoeError, UsageError, not_written
from aoe.settings import Settings, read_settings, unusable_location, unusable_name
from aoe.tuning.trial_log import read_searches

PAGE = ".html"
#: Seconds between two looks at a running job.
FOLLOW = 2.0
#: Groups of facts, as the page names them.
MACHINE, MODEL, JOB = "Machine", "Model", "Job"


def report_command(
    subject: str | None,
    output: str | None,
    against: str | None,
    threads: int | None,
    input_shape: str | None,
) -> int:
    """Carries out `aoe report` without a server. Returns the exit status."""
    pages, settings = drawing(), read_settings()
    path = Path(output or f"{_stem(subject)}_report{PAGE}")
    _check_place(path)
    # An earlier page may be replaced: it is read before.
    models = (name for name in (subject, against) if name is not None)
    check_keeps(path, *(Path(name) for name in models if not name.endswith(PAGE)))
    report = report_of(subject, threads, input_shape, settings)
    comparison = None
    if against is not None:
        before = _compared(Path(against), threads, input_shape, settings)
        comparison = Comparison(before, compared_model(to_json(report)))
    content = pages.page_of(report, comparison).encode(errors="backslashreplace")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, content)
    except OSError as error:
        raise AoeError(not_written(path, error)) from error
    click.echo(f"report: {path}, {len(content) / 1e6:.1f} MB; open it in a browser")
    return 0


def _check_place(path: Path) -> None:
    """Raises `UsageError` if no page can be written to a path, before anything is measured."""
    reason = unusable_location(path.absolute().parent) or unusable_name(path)
    if os.path.isdir(path):
        reason = "it is a directory"
    if reason is not None:
        raise UsageError(f"--output={path}: cannot write there: {reason}; choose another file")


def serve_command(
    subject: str | None,
    output: str | None,
    against: str | None,
    threads: int | None,
    input_shape: str | None,
    port: int | None,
) -> int:
    """Carries out `aoe report --serve` until Ctrl-C. Returns the exit status."""
    for name, given in (("output", output), ("against", against)):
        if given is not None:
            raise UsageError(f"--{name} does not belong to --serve; leave one of them out")
    pages, settings = drawing(), read_settings()
    job = job_of(subject, settings)
    if job is not None and job.running:
        watched = WatchedJob(job, checked_threads(threads), settings)
        page: Callable[[], str] = watched.page
        live: Callable[[], Any] | None = watched.live
        what = "the running job"
    else:
        text = pages.page_of(report_of(subject, threads, input_shape, settings))
        page, live = lambda: text, None
        what = "the report"
    with page_server(page, live, port or 0) as server:
        click.echo(f"{what} is at http://{ADDRESS}:{server.server_port}/ until Ctrl-C")
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    return 0


class WatchedJob:
    """A running job that a server shows: its latest state, and its whole report when it has ended.
    Several threads may ask.
    """

    def __init__(self, job: Job, threads: int | None, settings: Settings) -> None:
        self._job = job
        self._threads = threads
        self._settings = settings
        self._lock = threading.Lock()
        self._ended: str | None = None

    def page(self) -> str:
        """The page now."""
        job = self._latest()
        if job.running:
            return str(drawing().page_of(self._report(job), follow=FOLLOW))
        with self._lock:
            if self._ended is None:
                self._ended = str(drawing().page_of(self._report(job)))
            return self._ended

    def live(self) -> dict[str, Any]:
        """The state of the job now, for the script of the page."""
        found: dict[str, Any] = drawing().live_data(tuning_contents(self._latest()))
        return found

    def _report(self, job: Job) -> Report:
        return of_job(job, self._threads, self._settings)

    def _latest(self) -> Job:
        jobs = jobs_in(self._job.folder.parent)
        return next((job for job in jobs if job.folder == self._job.folder), self._job)


def report_of(
    subject: str | None, threads: int | None, input_shape: str | None, settings: Settings
) -> Report:
    """The report of what a user names. A model is measured.

    Args:
        subject: An offline model or a source model, the folder of a job or its name in the
            workspace, or a result file of gradients. By default the latest job of the workspace.
        threads: Threads of a model; by default all.
        input_shape: Shapes of a source model, as text of `--input_shape`.
        settings: The environment.

    Raises:
        UsageError: There is no such thing.
        AoeError: It cannot be read, or the model does not run here.
    """
    path = None if subject is None else Path(subject)
    if path is not None and path.suffix == ".json" and path.is_file():
        gradients = gradient_contents(path)
        target = this_machine(checked_threads(threads), settings)
        facts = {MACHINE: machine_facts(target), JOB: {"result file": str(path)}}
        return Report(gradients.model, _now(), facts, gradients=gradients)
    job = job_of(subject, settings)
    if job is None:
        assert path is not None, "without a subject there is a job or an error"
        return _of_model(path, threads, input_shape, settings)
    return of_job(job, threads, settings)


def of_job(job: Job, threads: int | None, settings: Settings) -> Report:
    """The report of a job, with the model that it wrote, if that is there and the job has ended. A
    model that cannot be shown, such as one with open shapes, is left out with the reason.
    """
    made = None if job.running else model_of_job(job)
    reason = {}
    if made is not None and made.is_file():
        try:
            return _of_model(made, threads, None, settings, job)
        except AoeError as error:
            reason = {"its model is left out": str(error)}
    machine = machine_facts(this_machine(checked_threads(threads), settings))
    facts = {MACHINE: machine, JOB: {**job_facts(job), **reason}}
    return Report(job.folder.name, _now(), facts, tuning=tuning_contents(job))


def job_of(subject: str | None, settings: Settings) -> Job | None:
    """The job that a user names, by its folder or by the name of that; `None` for something else.
    Without a name it is the one that runs, or the latest.

    Raises:
        UsageError: Nothing is named, and the workspace has no job.
    """
    workspace = workspace_of(settings)
    if subject is None:
        jobs = jobs_in(workspace)
        if not jobs:
            raise UsageError(
                f"{workspace} has no job; name an offline model, or tune a model first"
            )
        return next((job for job in reversed(jobs) if job.running), jobs[-1])
    path = Path(subject)
    folder = path if (path / RECORD).is_file() else workspace / path.name
    if not (folder / RECORD).is_file() or path.is_file():
        return None
    return next(job for job in jobs_in(folder.parent) if job.folder.name == folder.name)


def drawing() -> Any:
    """The module that makes pages.

    Raises:
        AoeError: Bokeh, which draws the figures, is not installed.
    """
    if find_spec("bokeh") is None:
        raise AoeError(
            "aoe report draws with Bokeh, which is not installed; "
            "run: pip install 'open-aoe[report]'"
        )
    from aoe.application.report.page import page

    return page


def _of_model(
    path: Path,
    threads: int | None,
    input_shape: str | None,
    settings: Settings,
    job: Job | None = None,
) -> Report:
    if not os.path.exists(path):
        raise UsageError(
            f"{path}: there is no such file, and {workspace_of(settings)} has no job of that name"
        )
    job = job or job_that_made(path, settings)
    searches = recorded_searches(settings, None, read_searches)
    if job is not None and (job.folder / TRIALS).is_file():
        searches |= read_searches(job.folder / TRIALS)
    with closing(opened_session(path, threads, input_shape, settings, fixed=True)) as session:
        model = model_contents(session, settings, searches)
        manifest, count = session.manifest, session.threads
    facts = {
        MACHINE: machine_facts(this_machine(count, settings, manifest.target.backend)),
        MODEL: {"file": str(path), **model_facts(manifest)},
    }
    report = Report(manifest.name, _now(), facts, model)
    if job is None:
        return report
    return replace(report, facts={**facts, JOB: job_facts(job)}, tuning=tuning_contents(job))


def _compared(
    path: Path, threads: int | None, input_shape: str | None, settings: Settings
) -> ComparedModel:
    """The other side of a comparison: a page, or a model that is measured now."""
    if path.suffix == PAGE:
        return read_compared(path)
    return compared_model(to_json(_of_model(path, threads, input_shape, settings)))


def _stem(subject: str | None) -> str:
    return "aoe" if subject is None else Path(subject).stem or "aoe"


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
