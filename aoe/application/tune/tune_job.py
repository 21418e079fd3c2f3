"""A tuning job from start to end: read the model, tune its subgraphs and its operators, whichever
are asked for, compile it with the winners, measure what it gained, write offline model and result
files. The phases are `aoe.application.tune.job_run`; this prepares them.

Everything that can be refused is refused before the first file is written. An interrupted job
(Ctrl-C) goes on to its end with the winners so far; only the model's gain is then not measured.
A budget bounds all of it: the search leaves as much time as the steps after it have been seen to
need (`aoe.tuning.dry_run`).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime

from aoe.application.model.cache_request import opened_cache
from aoe.application.model.compilation import (
    known_subgraphs,
    repository_policies,
    tuned_subgraphs,
)
from aoe.application.model.machine import machine_to_tune
from aoe.application.model.precision import narrowing_of
from aoe.application.model.source import Source, load_profiles, source_name
from aoe.application.request.shapes import platform_ending
from aoe.application.request.tune_ops import OperatorSelection
from aoe.application.request.tune_request import TuneRequest, options_of
from aoe.application.tune.clean import bound_workspace
from aoe.application.tune.device_lock import device_lock, lock_path
from aoe.application.tune.job import (
    JOURNAL,
    TRIALS,
    JobRecord,
    graph_digest,
    running_job,
    set_finished,
)
from aoe.application.tune.job_run import JobRun
from aoe.application.tune.journal import Journal, JournalContent, read_journal
from aoe.application.tune.operator_phase import checked_selection
from aoe.application.tune.preconditions import preconditions
from aoe.application.tune.tune_result import TuneResult
from aoe.application.tune.workspace import JobFiles, job_files
from aoe.backends.registry import backend_of
from aoe.graph.pipeline import PreparedGraph
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import SubgraphPolicy
from aoe.repository.repository import require_writable
from aoe.settings import Settings
from aoe.tuning.deadline import Deadline
from aoe.tuning.driver import TuningOptions
from aoe.tuning.measurement.idle_wait import IdleWait
from aoe.tuning.observer import Observer
from aoe.tuning.policy_database import RepositoryPolicies
from aoe.tuning.search.search_limits import search_limits
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs
from aoe.tuning.subgraph.subgraph_tuning import model_of
from aoe.tuning.task_scheduler import GROUP
from aoe.tuning.trial_log import TrialLog


@dataclass(frozen=True, slots=True)
class _Preparation:
    """What a job begins with. `profiles`: the model, prepared, at each of its shapes, in the
    precision asked for, but for what its accuracy takes back; `known`: the
    policies known of its subgraphs, by key; `graph`: all its operators under these; `selected`:
    which of them to tune, None for all.
    """

    source: Source
    profiles: tuple[PreparedGraph, ...]
    known: Mapping[str, SubgraphPolicy]
    graph: OperatorGraph
    selected: OperatorSelection | None
    store: RepositoryPolicies
    subgraph_store: RepositorySubgraphs


def run_tune_job(
    request: TuneRequest, settings: Settings, observer: Observer, start: float | None = None
) -> TuneResult:
    """Carries out a job and returns what it made. `start`: when the run began, by
    `time.monotonic`, if that was before the call; the budget counts from there,
    less the time spent waiting for another run on the device.

    Raises `UsageError`, `ModelError` or `RepositoryError` before any work where something asked for
    is impossible; other `AoeError`s where it fails later, leaving no offline model behind.
    """
    start = time.monotonic() if start is None else start
    files = job_files(
        source_name(request.model),
        request.output,
        datetime.now(),
        settings,
        request.resumed,
        platform_ending(request.dynamic),
    )
    prepared = _prepared(request, settings, observer)
    lock = lock_path(settings.device_id, settings.lock_path)
    with (
        device_lock(lock, lambda text: observer.stage(text, None)) as waited,
        running_job(files.folder, _record(request, settings, prepared)) as record,
        backend_of(prepared.store.target).machine.watch(prepared.store.target) as watch,
    ):
        bound_workspace(files.folder.parent)
        content = read_journal(files.folder / JOURNAL)
        log = request.trial_log or files.folder / TRIALS
        options = TuningOptions(
            Deadline(request.budget_seconds, start + waited - content.seconds),
            record.repeat_tune,
            together=settings.parallel_operators or GROUP,
            fewest_runs=settings.run_loop or 1,
            limits=search_limits(request.level, request.deeper, request.unequal),
            trial_log=TrialLog(log, prepared.store.target.soc_version),
            patience=IdleWait(watch, time.monotonic()),
            seed=request.seed,
        )
        result = _carried_out(request, settings, observer, prepared, files, options, content)
        if not result.interrupted:
            set_finished(files.folder)
    return result


def _prepared(request: TuneRequest, settings: Settings, observer: Observer) -> _Preparation:
    """Reads the model, opens the repositories, and refuses or warns of what is amiss."""
    target = machine_to_tune(request.threads, settings, request.device)
    store, subgraph_store = repository_policies(settings, target), tuned_subgraphs(settings, target)
    require_writable(store.repository)
    source, profiles = load_profiles(
        request.model,
        request.framework,
        request.profiles,
        request.dump_graph,
        request.boundary,
        target=target,
    )
    if 1 in request.job_types:
        require_writable(subgraph_store.repository)
    narrowing = narrowing_of(profiles, request.precision, target, observer.warning)
    profiles = tuple(replace(item, narrowing=narrowing) for item in profiles)
    known = _known_subgraphs(request, settings, observer, profiles, subgraph_store)
    graph = model_of(profiles, known)
    selected = checked_selection(request.operators, graph, profiles, observer)
    for condition in preconditions(settings, target.soc_version):
        if condition.remedy:
            observer.warning(f"{condition.name}: {condition.found}; {condition.remedy}")
    return _Preparation(source, profiles, known, graph, selected, store, subgraph_store)


def _known_subgraphs(
    request: TuneRequest,
    settings: Settings,
    observer: Observer,
    profiles: Sequence[PreparedGraph],
    tuned: RepositorySubgraphs,
) -> dict[str, SubgraphPolicy]:
    """What the graph repository has for a model. `tuned`: the one that subgraph tuning writes."""
    graph_bank = request.mdl_bank_path
    if 1 in request.job_types and graph_bank is not None:
        observer.warning(
            f"--mdl_bank_path={graph_bank} is not used: subgraph tuning reads the graph "
            f"repository that it writes, {tuned.repository.custom}"
        )
        graph_bank = None
    if not request.buffer_optimize:
        return {}
    lookup = known_subgraphs(settings, tuned.target, graph_bank).lookup
    return {key: policy for item in profiles for key, policy in item.known(lookup).items()}


def _carried_out(
    request: TuneRequest,
    settings: Settings,
    observer: Observer,
    prepared: _Preparation,
    files: JobFiles,
    options: TuningOptions,
    content: JournalContent,
) -> TuneResult:
    """Tunes, compiles and writes. `content`: what the journal has of an earlier part of the job."""
    target = prepared.store.target
    cache = opened_cache(request.cache, settings, target)
    # With less than two processes, compiling a candidate could take this one down.
    processes = max(2, settings.compile_processes)
    with closing(backend_of(target).compiler(target, processes, cache)) as pool:
        job = JobRun(
            request.job_types,
            files,
            prepared.source,
            prepared.profiles,
            prepared.store,
            prepared.subgraph_store,
            options,
            Journal(files.folder / JOURNAL, options.deadline, content),
            pool,
            observer,
            request.dump_graph,
            request.precision,
            prepared.selected,
        )
        return job.run(prepared.known, content)


def _record(request: TuneRequest, settings: Settings, prepared: _Preparation) -> JobRecord:
    """What the job is valid for. Where subgraphs are tuned, what is known of them changes in it."""
    graph = model_of(prepared.profiles, {}) if 1 in request.job_types else prepared.graph
    repository = prepared.store.repository
    return JobRecord(
        started=datetime.now().isoformat(timespec="milliseconds"),
        options=options_of(request),
        operator_graph=graph_digest(graph),
        soc_version=repository.soc_version,
        code_generator=repository.code_generator,
        repository=str(repository.custom),
        repeat_tune=settings.repeat_tune,
    )
