"""Compiles all models of a folder for another machine (`--host_env_cpu`), one after the other.

Nothing is searched, so the models have nothing to do together. `aoe.application.tune.other_machine`
compiles each of them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TypeAlias

from aoe.application.model.compilation import repository_policies, tuned_subgraphs
from aoe.application.model.compression.report import Compression
from aoe.application.model.source import source_name
from aoe.application.request.tune_request import TuneRequest
from aoe.application.tune.folder.folder_models import (
    FolderModel,
    failure_text,
    own_files,
    read_models,
)
from aoe.application.tune.folder.folder_result import FolderResult, ModelOutcome
from aoe.application.tune.folder.named_observer import NamedObserver
from aoe.application.tune.folder.own_compression import Concerned
from aoe.application.tune.folder.own_reports import SharedFiles
from aoe.application.tune.other_machine import compile_profiles, compressed_elsewhere
from aoe.application.tune.phases.context import Reports, Repositories
from aoe.application.tune.phases.prepare import read_of
from aoe.application.tune.tune_result import TuneResult
from aoe.application.tune.workspace import JobFiles
from aoe.frontends.model_folder import ModelFolder
from aoe.graph.pipeline import PreparedGraph
from aoe.results.report import TuningReport
from aoe.settings import Settings
from aoe.target import Target
from aoe.tuning.observer import Observer


def compile_folder(
    folder: ModelFolder,
    request: TuneRequest,
    target: Target,
    files: JobFiles,
    settings: Settings,
    observer: Observer,
) -> FolderResult:
    """Compiles the models of a folder for a device that this machine has not, and writes them. A
    model that fails stops no other.

    Args:
        folder: The models.
        request: What the user asks for.
        target: The device.
        files: The files of the job.
        settings: The environment of the run.
        observer: Shows progress and warnings.

    Raises:
        UsageError: If something asked for needs the device, or no model has an input that an
            option names.
    """
    begin = time.monotonic()
    for warning in request.warnings:
        observer.warning(warning)
    repositories = Repositories(
        repository_policies(settings, target), tuned_subgraphs(settings, target)
    )
    models = read_models(folder, request, settings, repositories, observer)
    shared = SharedFiles.of(files, request.job_types)
    compressed = _compressed(models, request, target, settings, observer)
    outcomes = []
    for item, model in zip(models, compressed, strict=True):
        reports, started = shared.reports(), time.monotonic()
        own = NamedObserver(observer, item.name)
        result, failure = None, model if isinstance(model, str) else None
        if not isinstance(model, str):
            try:
                result = _compiled(item, model, target, files, settings, own)
            except Exception as error:  # of whatever kind, it is this model's alone
                failure = failure_text(error)
        if failure is not None:
            shared.failed(item.name, failure, time.monotonic() - started, reports)
        elif result is not None:
            _report(result, request, reports)
        outcomes.append(ModelOutcome(item.name, item.source, result, failure))
    alone = request.job_types == (1,)
    return FolderResult(
        source_name(request.model.origin.source),
        tuple(outcomes),
        folder.skipped,
        files.subgraph_result if alone else files.result,
        files.subgraph_result if 1 in request.job_types else None,
        time.monotonic() - begin,
    )


#: A prepared model, and what compression did to it; None if none was wanted.
Compressed: TypeAlias = tuple[tuple[PreparedGraph, ...], Compression | None]


def _compressed(
    models: Sequence[FolderModel],
    request: TuneRequest,
    target: Target,
    settings: Settings,
    observer: Observer,
) -> list[Compressed | str]:
    """Each model with the forms of weights that are wanted, or why it failed."""
    concerned = Concerned(request.compression)
    found: list[Compressed | str] = []
    for item in models:
        if item.failure is not None:
            found.append(item.failure)
            continue
        own = NamedObserver(observer, item.name)
        profiles = item.prepared.profiles

        def compress(
            wanted: TuneRequest,
            own: Observer = own,
            profiles: tuple[PreparedGraph, ...] = profiles,
        ) -> Compressed:
            if not wanted.compression.wanted:
                return profiles, None
            read = read_of(wanted, quiet=True)
            return compressed_elsewhere(read, wanted, target, settings, own)

        try:
            found.append(concerned.carried_out(item.request, compress, own.warning))
        except Exception as error:  # of whatever kind, it is this model's alone
            found.append(failure_text(error))
    concerned.require_all(source_name(request.model.origin.source))
    return found


def _compiled(
    item: FolderModel,
    model: Compressed,
    target: Target,
    files: JobFiles,
    settings: Settings,
    observer: Observer,
) -> TuneResult:
    profiles, compression = model
    return compile_profiles(
        item.prepared.source,
        profiles,
        item.request,
        target,
        own_files(item, item.request, files),
        settings,
        observer,
        item.prepared.reference,
        compression,
    )


def _report(result: TuneResult, request: TuneRequest, reports: Reports) -> None:
    """Writes the reports of a model that was compiled."""
    report = TuningReport(result.name, result.seconds)
    if 1 in request.job_types:
        reports.subgraphs.write(report)
    if 2 in request.job_types:
        reports.operators.write(report)
