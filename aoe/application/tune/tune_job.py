"""A tuning job from start to end: read the model, tune its operators, compile it with the winners,
measure what it gained, write offline model and result file.

Everything that can be refused is refused before the first file is written. An interrupted job
(Ctrl-C) goes on to its end with the winners so far; only the model's gain is then not measured.
A budget bounds all of it: the search leaves as much time as the steps after it have been seen to
need (`aoe.tuning.rehearsal`).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import numpy as np

from aoe.application.display.console import Observers
from aoe.application.model.cache_request import CacheRequest, opened_cache
from aoe.application.model.compilation import (
    compile_with,
    known_subgraphs,
    repository_policies,
)
from aoe.application.model.machine import this_machine
from aoe.application.model.precision import Precision, in_precision, measured, outputs_of
from aoe.application.model.session import InferenceSession
from aoe.application.model.source import Source, load_profiles, source_name
from aoe.application.request.shapes import platform_ending
from aoe.application.request.tune_ops import OperatorSelection
from aoe.application.request.tune_request import TuneRequest, options_of
from aoe.application.tune.clean import bound_workspace
from aoe.application.tune.device_lock import device_lock, lock_path
from aoe.application.tune.interruption import postponed_interruption
from aoe.application.tune.job import (
    JOURNAL,
    TRIALS,
    JobRecord,
    graph_digest,
    running_job,
    set_finished,
)
from aoe.application.tune.journal import Journal, JournalContent, read_journal
from aoe.application.tune.model_times import SECONDS as TIMING_SECONDS
from aoe.application.tune.model_times import ModelTimes, unchanged_times
from aoe.application.tune.preconditions import preconditions
from aoe.application.tune.result_observer import ResultObserver
from aoe.application.tune.workspace import JobFiles, job_files
from aoe.device import Device
from aoe.errors import OfflineModelError, UsageError
from aoe.execute.compile_pool import CompilePool
from aoe.execute.cpu.core_watch import core_watch
from aoe.graph.pipeline import KnownSubgraphs, nothing_known
from aoe.graph.profiles import together
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.repository.repository import Repository, require_writable
from aoe.results.improvement import improvement
from aoe.results.repository_summary import RepositorySummary
from aoe.results.result_file import SingleResultFile
from aoe.runtime.offline_model import OfflineModel, write_offline_model
from aoe.settings import Settings
from aoe.tuning.deadline import Deadline
from aoe.tuning.model_check import CHECK_SECONDS, check_model
from aoe.tuning.observer import Observer, OperatorOutcome
from aoe.tuning.operator_tuning import (
    OperatorTuning,
    TuningOptions,
    tune_operators,
    with_reverted,
)
from aoe.tuning.patience import Patience
from aoe.tuning.search_limits import search_limits
from aoe.tuning.stored_policies import RepositoryPolicies
from aoe.tuning.trial_log import TrialLog
from aoe.tuning.tuning_session import GROUP


@dataclass(frozen=True, slots=True)
class TuneResult:
    """What a tuning job made. Times of the whole model are in ms for one inference, before and
    after; None where not measured: nothing was searched, or the job was interrupted. `untried`: how
    many operators the budget did not reach. `precision`: None where the model keeps its types.
    """

    name: str
    model_path: Path
    result_path: Path
    seconds: float
    outcomes: tuple[OperatorOutcome, ...]
    summary: RepositorySummary
    baseline_ms: float | None = None
    result_ms: float | None = None
    interrupted: bool = False
    untried: int = 0
    precision: Precision | None = None

    @property
    def improvement(self) -> float | None:
        """Percent gained by the whole model, (before - after) / after."""
        if self.baseline_ms is None or self.result_ms is None:
            return None
        return float(improvement(self.baseline_ms, self.result_ms))

    @property
    def failed(self) -> tuple[str, ...]:
        """The operators for which no candidate worked."""
        return tuple(item.name for item in self.outcomes if item.decision == "failed")

    def session(self, threads: int | None = None) -> InferenceSession:
        """A session of the tuned model."""
        return InferenceSession(self.model_path, threads)


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
    device = this_machine(request.threads, settings)
    store = repository_policies(settings, device)
    require_writable(store.repository)
    source, prepared = load_profiles(
        request.model, request.framework, request.profiles, request.dump_graph, request.boundary
    )
    known: KnownSubgraphs = nothing_known
    if request.buffer_optimize:
        known = known_subgraphs(settings, device, request.mdl_bank_path).lookup
    exact = tuple(item.formed(item.known(known)) for item in prepared)
    profiles, precision = in_precision(exact, request.precision, device, observer.warning)
    graph = together(profiles)
    selected = _selected(request.operators, graph, observer)
    for condition in preconditions(settings, device.soc_version):
        if condition.remedy:
            observer.warning(f"{condition.name}: {condition.found}; {condition.remedy}")
    lock = lock_path(settings.device_id, settings.lock_path)
    with (
        device_lock(lock, lambda text: observer.stage(text, None)) as waited,
        running_job(files.folder, _record(request, settings, graph, store)) as record,
        core_watch(device) as watch,
    ):
        start += waited
        bound_workspace(files.folder.parent)
        journal = read_journal(files.folder / JOURNAL)
        deadline = Deadline(request.budget_seconds, start - journal.seconds)
        _take_over(journal, store.repository)
        options = TuningOptions(
            deadline,
            record.repeat_tune,
            selected=selected,
            finished=journal.finished,
            together=settings.parallel_operators or GROUP,
            fewest_runs=settings.run_loop or 1,
            limits=search_limits(request.level, request.deeper),
            trial_log=TrialLog(request.trial_log or files.folder / TRIALS, device.soc_version),
            patience=Patience(watch, time.monotonic()),
            seed=request.seed,
        )
        made = _Made(source, profiles, exact if precision else (), precision)
        result = _carry_out(files, made, store, options, settings, request.cache, observer)
        if not result.interrupted:
            set_finished(files.folder)
    return result


def _record(
    request: TuneRequest, settings: Settings, graph: OperatorGraph, store: RepositoryPolicies
) -> JobRecord:
    return JobRecord(
        started=datetime.now().isoformat(timespec="milliseconds"),
        options=options_of(request),
        operator_graph=graph_digest(graph),
        soc_version=store.repository.soc_version,
        code_generator=store.repository.code_generator,
        repository=str(store.repository.custom),
        repeat_tune=settings.repeat_tune,
    )


def _take_over(journal: JournalContent, repository: Repository) -> None:
    """Makes what an earlier part of the job has stored this part's. Winners of searches that did
    not come to their end leave the repository: those searches begin anew.
    """
    for key, stored in journal.stored.items():
        repository.take_over(stored.entry, stored.before)
        if key not in journal.finished:
            repository.withdraw(stored.entry.signature, key)


@dataclass(frozen=True, slots=True)
class _Made:
    """What was made of the model before the search. `profiles`: the graphs to tune; `exact`: those
    of the model's own element types, where that is something else.
    """

    source: Source
    profiles: tuple[OperatorGraph, ...]
    exact: tuple[OperatorGraph, ...]
    precision: Precision | None


def _carry_out(
    files: JobFiles,
    made: _Made,
    store: RepositoryPolicies,
    options: TuningOptions,
    settings: Settings,
    caching: CacheRequest,
    observer: Observer,
) -> TuneResult:
    graph, source = together(made.profiles), made.source
    deadline, device = options.deadline, store.device
    journal = Journal(files.folder / JOURNAL, deadline, options.finished)
    store.repository.announce_stores(journal.storing)
    results = ResultObserver(SingleResultFile(files.result), source.name)
    observers = Observers([journal, results, observer])
    cache = opened_cache(caching, settings, device)
    # With less than two processes candidates would be compiled in this one, and could take it down.
    with closing(CompilePool(device, max(2, settings.compile_processes), cache)) as pool:
        job = _Job(
            source,
            graph,
            made.profiles,
            device,
            store,
            pool,
            deadline,
            observers,
            options,
        )
        expected = job.outputs_of(made.exact)
        tuning = tune_operators(graph, device, store, options, observers, pool)
        checked = job.check(tuning)
        observers.stage("writing the model", checked.tuning.rehearsal.ending)
        with postponed_interruption() as interruption:
            model = job.compiled(checked.policies, results.operators.summary.to_json())
            model, precision = measured(model, made.precision, expected, device.threads)
            _write(files.offline_model, model)
    interrupted = checked.tuning.interrupted or interruption.asked
    times = checked.times
    if times is None and not interrupted and _was_searched(tuning):
        times, interrupted = _unchanged_times(model, device.threads, deadline, options.seed)
    if not interrupted and (tuning.outcomes or not tuning.untried):
        results.finished(deadline.used, times)
    return TuneResult(
        name=source.name,
        model_path=files.offline_model,
        result_path=files.result,
        seconds=deadline.used,
        outcomes=checked.tuning.outcomes,
        summary=results.operators.summary,
        baseline_ms=None if times is None else times.before * 1e3,
        result_ms=None if times is None else times.after * 1e3,
        interrupted=interrupted,
        untried=tuning.untried,
        precision=precision,
    )


@dataclass(frozen=True, slots=True)
class _Checked:
    """The tuning with what the whole model had to say of it, the policies to compile with, and what
    was measured of the whole model if anything was.
    """

    tuning: OperatorTuning
    policies: Mapping[str, Policy]
    times: ModelTimes | None = None


@dataclass(frozen=True, slots=True)
class _Job:
    """What stays the same from tuning to the end of a job."""

    source: Source
    graph: OperatorGraph
    profiles: tuple[OperatorGraph, ...]
    device: Device
    store: RepositoryPolicies
    pool: CompilePool
    deadline: Deadline
    observer: Observer
    options: TuningOptions

    def check(self, tuning: OperatorTuning) -> _Checked:
        """Measures the whole model with the winners against the one before, where that is new; what
        does not help there is not used and not kept.
        """
        before = {outcome.key: outcome.old for outcome in tuning.outcomes}
        old = {**tuning.policies, **before}
        changed = any(tuning.policies.get(key, policy) != policy for key, policy in old.items())
        if tuning.interrupted or not changed:
            return _Checked(tuning, tuning.policies)
        rehearsal = tuning.rehearsal
        seconds = self.deadline.within(CHECK_SECONDS, rehearsal.preparing_check + rehearsal.ending)
        self.observer.stage(
            "measuring the whole model", rehearsal.preparing_check + seconds + rehearsal.ending
        )
        try:
            found = check_model(
                self.graph,
                old,
                tuning.policies,
                self.pool,
                self.observer,
                seconds,
                self.options.fewest_runs,
                rehearsal.run_seconds or None,
                self.options.patience,
                self.options.seed,
            )
            kept = with_reverted(tuning, found.reverted, self.graph, self.store, self.observer)
        except KeyboardInterrupt:
            return _Checked(replace(tuning, interrupted=True), tuning.policies)
        times = None
        if found.before is not None and found.after is not None:
            times = ModelTimes(found.before.median, found.after.median)
        return _Checked(kept, found.policies, times)

    def outputs_of(self, graphs: tuple[OperatorGraph, ...]) -> list[np.ndarray]:
        """What the model computes, at each of its shapes, under default policies."""
        if not graphs:
            return []
        first, *others = graphs
        model = compile_with(first, self.source, {}, self.device, self.pool, profiles=others)
        return outputs_of(model, self.device.threads)

    def compiled(self, policies: Mapping[str, Policy], summary: Mapping[str, int]) -> OfflineModel:
        """The model under these policies; `summary` goes into its manifest."""
        first, *others = self.profiles
        return compile_with(
            first, self.source, policies, self.device, self.pool, summary, profiles=others
        )


def _selected(
    operators: OperatorSelection | None, graph: OperatorGraph, observer: Observer
) -> frozenset[str] | None:
    """Keys of the operators to tune, None for all; tells of names and types the model has not."""
    if operators is None:
        return None
    keys = operators.keys(graph)
    missing = ", ".join(map(repr, operators.unmatched(graph)))
    if not keys:
        raise UsageError(
            f"--tune_ops_file: no operator of the model has one of the names or types {missing}; "
            "take them from a result file or from a profile of the compiled model"
        )
    if missing:
        observer.warning(f"--tune_ops_file: no operator of the model is called {missing}")
    return keys


def _was_searched(tuning: OperatorTuning) -> bool:
    return any(outcome.candidates for outcome in tuning.outcomes)


def _unchanged_times(
    model: OfflineModel, threads: int, deadline: Deadline, seed: int
) -> tuple[ModelTimes | None, bool]:
    """The times of a model that is the same before and after, and whether that was interrupted."""
    try:
        return unchanged_times(model, threads, deadline.within(TIMING_SECONDS), seed), False
    except KeyboardInterrupt:
        return None, True


def _write(path: Path, model: OfflineModel) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OfflineModelError(f"cannot write {path}: {error.strerror or error}") from error
    write_offline_model(path, model)
