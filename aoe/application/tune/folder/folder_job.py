"""The life of a job that tunes all models of a folder: a job of several models, of which
`aoe.application.tune.tune_job` is the case of one.

| phase | function | result |
|---|---|---|
| find, read and prepare the models | `read_models` | `FolderModel` each |
| choose the forms of weights of each | `settle_compression` | `JobModel` each |
| settle the precision of each | `settle_precision` | `SearchedModel` each |
| search for all together | `search_together` | `Searched` |
| check, write and report each | `complete_models` | `ModelOutcome` each |
| keep the winners that a model uses | `settle_winners` | |

A folder for another machine (`--host_env_cpu`) is only compiled (`folder_elsewhere.py`).

What can be refused for all models is refused before a file is written. A model that fails is left
out from then on, and its report says why.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

from aoe.application.display.console import Observers
from aoe.application.model.source import source_name
from aoe.application.request.tune_request import TuneRequest
from aoe.application.tune.folder.folder_elsewhere import compile_folder
from aoe.application.tune.folder.folder_models import (
    FolderModel,
    failure_text,
    joint_model,
    own_files,
    read_models,
    require_other_place,
)
from aoe.application.tune.folder.folder_result import FolderResult, ModelOutcome
from aoe.application.tune.folder.joint_search import own_tasks, search_together
from aoe.application.tune.folder.named_observer import NamedObserver
from aoe.application.tune.folder.own_compression import Concerned
from aoe.application.tune.folder.own_phases import (
    SearchedModel,
    complete_models,
    settle_winners,
)
from aoe.application.tune.folder.own_reports import OwnReport, OwnReports, SharedFiles, unwritten
from aoe.application.tune.job_folder import set_finished
from aoe.application.tune.phases.compress import settle_compression
from aoe.application.tune.phases.context import JobContext, JobModel, Reports, Repositories
from aoe.application.tune.phases.prepare import (
    PreparedJob,
    checked_selection,
    open_repositories,
    settle_precision,
    warn_of_conditions,
)
from aoe.application.tune.tune_job import running
from aoe.application.tune.workspace import job_files
from aoe.frontends.model_folder import read_model_folder
from aoe.settings import Settings
from aoe.tuning.observer import Observer, SilentObserver


def run_folder_job(
    request: TuneRequest, settings: Settings, observer: Observer, start: float | None = None
) -> FolderResult:
    """Carries out a job of several models.

    Args:
        request: What the user asks for; the origin of its model is the folder.
        settings: The environment of the run.
        observer: Shows progress and warnings.
        start: See `run_tune_job`.

    Returns:
        What became of each model.

    Raises:
        UsageError, RepositoryError: Before any work, if something asked for is impossible.
        AoeError: Later, if a step for all models fails.
    """
    start = time.monotonic() if start is None else start
    origin = request.model.origin
    folder = read_model_folder(Path(str(origin.source)), origin.framework)
    require_other_place(folder, settings)
    name = source_name(origin.source)
    if request.host is not None and not request.host.is_here:
        files = job_files(name, None, datetime.now(), settings, request.output.resumed)
        return compile_folder(folder, request, request.host.target, files, settings, observer)

    def read(repositories: Repositories) -> Sequence[FolderModel]:
        return read_models(folder, request, settings, repositories, observer)

    found = run_models_job(name, read, request, settings, observer, start)
    return replace(found, skipped=folder.skipped)


def run_models_job(
    name: str,
    read: Callable[[Repositories], Sequence[FolderModel]],
    request: TuneRequest,
    settings: Settings,
    observer: Observer,
    start: float,
) -> FolderResult:
    """Carries out a job of several models, wherever they come from.

    Args:
        name: What the job is called.
        read: Reads and prepares the models, given the repositories.
        request: What the user asks for; `output.folder` is that of the offline models.
        settings: The environment of the run.
        observer: Shows progress and warnings.
        start: See `run_tune_job`.

    Raises:
        UsageError, RepositoryError: Before any work, if something asked for is impossible.
        AoeError: Later, if a step for all models fails.
    """
    files = job_files(name, None, datetime.now(), settings, request.output.resumed)
    repositories = open_repositories(request, settings)
    warn_of_conditions(request, settings, repositories.target, observer)
    models = read(repositories)
    shared = SharedFiles.of(files, request.job_types)
    reports = {item.name: shared.reports() for item in models}
    able = [item for item in models if item.failure is None]
    selection = request.search.operators
    if able:
        joint = joint_model(name, [item.prepared for item in able])
        selection = checked_selection(selection, joint, observer)
    outcomes = {
        item.name: _failed(item, item.failure, shared, reports, time.monotonic() - start)
        for item in models
        if item.failure is not None
    }
    seconds = time.monotonic() - start
    if able:
        prepared = PreparedJob(replace(joint, selection=selection), repositories)
        with running(prepared, files, request, settings, observer, start) as context:
            for outcome in _tuned(
                able, prepared.model, request, settings, shared, reports, context
            ):
                outcomes[outcome.name] = outcome
            seconds = context.options.deadline.used
            if not any(item.interrupted for item in outcomes.values()):
                set_finished(files.folder)
    alone = request.job_types == (1,)
    return FolderResult(
        name,
        tuple(outcomes[item.name] for item in models),
        (),
        files.subgraph_result if alone else files.result,
        files.subgraph_result if 1 in request.job_types else None,
        seconds,
    )


def _tuned(
    models: Sequence[FolderModel],
    joint: JobModel,
    request: TuneRequest,
    settings: Settings,
    shared: SharedFiles,
    reports: Mapping[str, Reports],
    context: JobContext,
) -> Iterator[ModelOutcome]:
    """The phases after preparation.

    Args:
        models: The models that could be read.
        joint: The model that stands for all of them.
        request: What the user asks for.
        settings: The environment of the run.
        shared: The result files.
        reports: The reports of each model, by its name.
        context: The context of the job.
    """
    settled: list[SearchedModel] = []
    concerned = Concerned(request.compression)
    for item in models:
        own = replace(context, observer=NamedObserver(context.observer, item.name))
        compress = partial(
            settle_compression,
            item.prepared,
            settings=settings,
            context=own,
            models=len(models),
        )
        try:
            model, compression = concerned.carried_out(item.request, compress, own.observer.warning)
            gated = settle_precision(model, request.precision, own)
        except Exception as error:  # of whatever kind, it is this model's alone
            used = context.options.deadline.used
            yield _failed(item, failure_text(error), shared, reports, used)
            continue
        model = replace(model, profiles=gated.profiles, selection=joint.selection)
        files = own_files(item, request, context.files)
        tasks = own_tasks(model, context)
        report = reports[item.name]
        settled.append(SearchedModel(item, model, gated, files, report, tasks, compression))
    concerned.require_all(joint.source.name)
    if not settled:
        return
    whole = joint_model(joint.source.name, [item.model for item in settled])
    own_reports = [
        OwnReport(item.read.name, item.reports, item.tasks, request.job_types) for item in settled
    ]
    searching = replace(
        context,
        observer=Observers([context.observer, OwnReports(own_reports)]),
        reports=unwritten(context.files),
    )
    selection = joint.selection
    if any(item.compression is not None for item in settled):
        selection = checked_selection(request.search.operators, whole, SilentObserver())
        settled = [replace(x, model=replace(x.model, selection=selection)) for x in settled]
    whole = replace(whole, selection=selection)
    searched = search_together(whole, request.job_types, searching)
    settled = [replace(item, tasks=own_tasks(item.model, context, searched)) for item in settled]
    outcomes = list(complete_models(settled, searched, shared, context))
    settle_winners(settled, outcomes, context)
    yield from outcomes


def _failed(
    item: FolderModel,
    failure: str,
    shared: SharedFiles,
    reports: Mapping[str, Reports],
    seconds: float,
) -> ModelOutcome:
    """The outcome of a model that failed, after its reports are written."""
    shared.failed(item.name, failure, seconds, reports[item.name])
    return ModelOutcome(item.name, item.source, failure=failure)
