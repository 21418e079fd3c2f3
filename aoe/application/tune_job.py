"""A tuning job from start to end: read the model, tune its operators, compile it with the winners,
measure what it gained, write offline model and result file.

Everything that can be refused is refused before the first file is written. An interrupted job
(Ctrl-C) goes on to its end with the winners so far; only the model's gain is then not measured.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from aoe.application.compilation import compile_with, repository_policies
from aoe.application.console import Observers
from aoe.application.model_times import ModelTimes, unchanged_times
from aoe.application.request import TuneRequest
from aoe.application.result_observer import ResultObserver
from aoe.application.session import InferenceSession
from aoe.application.source import Source, load_graph, source_name
from aoe.application.workspace import job_files
from aoe.device import Device
from aoe.errors import OfflineModelError
from aoe.execute.compile_pool import CompilePool
from aoe.execute.cpu.host import host_device
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.repository.repository import require_writable
from aoe.results.improvement import improvement
from aoe.results.report import RepositorySummary
from aoe.runtime.offline_model import OfflineModel, write_offline_model
from aoe.settings import Settings
from aoe.tuning.model_check import check_model
from aoe.tuning.observer import Observer, OperatorOutcome
from aoe.tuning.operator_tuning import OperatorTuning, TuningOptions, tune_operators


@dataclass(frozen=True, slots=True)
class TuneResult:
    """What a tuning job made. Times of the whole model are in ms for one inference, before and
    after; None where not measured: nothing had to be searched, or the job was interrupted.
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


def run_tune_job(request: TuneRequest, settings: Settings, observer: Observer) -> TuneResult:
    """Carries out a job and returns what it made.

    Raises `UsageError`, `ModelError` or `RepositoryError` before any work where something asked for
    is impossible; other `AoeError`s where it fails later, leaving no offline model behind.
    """
    begin = time.monotonic()
    files = job_files(source_name(request.model), request.output, datetime.now(), settings)
    device = host_device(request.threads)
    store = repository_policies(settings, device)
    require_writable(store.repository)
    source, graph = load_graph(
        request.model, request.framework, request.input_shapes, request.dump_graph
    )
    results = ResultObserver(files.result, source.name)
    options = TuningOptions(
        request.budget_seconds, settings.compile_processes, settings.repeat_tune
    )
    tuning = tune_operators(graph, device, store, options, Observers([results, observer]))
    job = _Job(source, graph, device, settings, observer)
    checked = job.check(tuning)
    model = job.compiled(checked.policies, results.operators.summary.to_json())
    _write(files.offline_model, model)
    if checked.times is None and not checked.interrupted and _was_searched(tuning):
        checked = _timed(checked, model, device.threads)
    times, interrupted = checked.times, checked.interrupted
    seconds = time.monotonic() - begin
    if not interrupted:
        results.finished(seconds, times)
    return TuneResult(
        name=source.name,
        model_path=files.offline_model,
        result_path=files.result,
        seconds=seconds,
        outcomes=tuning.outcomes,
        summary=results.operators.summary,
        baseline_ms=None if times is None else times.before * 1e3,
        result_ms=None if times is None else times.after * 1e3,
        interrupted=interrupted,
    )


@dataclass(frozen=True, slots=True)
class _Checked:
    """The policies to compile with, and what was measured of the whole model if anything was."""

    policies: Mapping[str, Policy]
    times: ModelTimes | None = None
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class _Job:
    """What stays the same from tuning to the end of a job."""

    source: Source
    graph: OperatorGraph
    device: Device
    settings: Settings
    observer: Observer

    def check(self, tuning: OperatorTuning) -> _Checked:
        """Measures the whole model with the winners against the one before, where that is new; what
        does not help there is not used.
        """
        old = {outcome.key: outcome.old for outcome in tuning.outcomes}
        changed = any(tuning.policies.get(key, policy) != policy for key, policy in old.items())
        if tuning.interrupted or not changed:
            return _Checked(tuning.policies, interrupted=tuning.interrupted)
        try:
            with closing(CompilePool(self.device, self.settings.compile_processes)) as pool:
                found = check_model(self.graph, old, tuning.policies, pool, self.observer)
        except KeyboardInterrupt:
            return _Checked(tuning.policies, interrupted=True)
        if found.before is None or found.after is None:
            return _Checked(found.policies)
        return _Checked(found.policies, ModelTimes(found.before.median, found.after.median))

    def compiled(self, policies: Mapping[str, Policy], summary: Mapping[str, int]) -> OfflineModel:
        """The model under these policies; `summary` goes into its manifest."""
        return compile_with(self.graph, self.source, policies, self.device, self.settings, summary)


def _was_searched(tuning: OperatorTuning) -> bool:
    return any(outcome.candidates for outcome in tuning.outcomes)


def _timed(checked: _Checked, model: OfflineModel, threads: int) -> _Checked:
    try:
        return replace(checked, times=unchanged_times(model, threads))
    except KeyboardInterrupt:
        return replace(checked, interrupted=True)


def _write(path: Path, model: OfflineModel) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OfflineModelError(f"cannot write {path}: {error.strerror or error}") from error
    write_offline_model(path, model)
