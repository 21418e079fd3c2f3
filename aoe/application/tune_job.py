"""A tuning job from start to end: read the model, tune its operators, compile it with the winners,
measure what it gained, write offline model and result file.

Everything that can be refused is refused before the first file is written. An interrupted job
(Ctrl-C) goes on to its end with the winners so far; only the model's gain is then not measured.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from aoe.application.compilation import compile_with, repository_policies
from aoe.application.console import Observers
from aoe.application.model_times import ModelTimes, model_times
from aoe.application.request import TuneRequest
from aoe.application.result_observer import ResultObserver
from aoe.application.session import InferenceSession
from aoe.application.source import Source, load_graph, source_name
from aoe.application.workspace import JobFiles, job_files
from aoe.device import Device
from aoe.errors import OfflineModelError
from aoe.execute.cpu.host import host_device
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.repository.repository import require_writable
from aoe.results.improvement import improvement
from aoe.results.report import RepositorySummary
from aoe.runtime.offline_model import OfflineModel, write_offline_model
from aoe.settings import Settings
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
    tuning = tune_operators(
        graph,
        device,
        store,
        TuningOptions(request.budget_seconds, settings.compile_processes, settings.repeat_tune),
        Observers([results, observer]),
    )
    job = _Job(source, graph, device, settings, files)
    times = job.finish(tuning, results)
    seconds = time.monotonic() - begin
    if not tuning.interrupted:
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
        interrupted=tuning.interrupted,
    )


@dataclass(frozen=True, slots=True)
class _Job:
    """What stays the same from tuning to the end of a job."""

    source: Source
    graph: OperatorGraph
    device: Device
    settings: Settings
    files: JobFiles

    def finish(self, tuning: OperatorTuning, results: ResultObserver) -> ModelTimes | None:
        """Writes the offline model; then measures the model before and after, if that is new."""
        tuned = self.compiled(tuning.policies, _summary(results))
        _write(self.files.offline_model, tuned)
        before = {outcome.key: outcome.old for outcome in tuning.outcomes}
        if tuning.interrupted or not any(outcome.candidates for outcome in tuning.outcomes):
            return None
        old = self.compiled({**tuning.policies, **before}, {})
        return model_times(old, tuned, self.device.threads)

    def compiled(self, policies: Mapping[str, Policy], summary: Mapping[str, int]) -> OfflineModel:
        """The model under these policies; `summary` goes into its manifest."""
        return compile_with(self.graph, self.source, policies, self.device, self.settings, summary)


def _summary(results: ResultObserver) -> dict[str, int]:
    return results.operators.summary.to_json()


def _write(path: Path, model: OfflineModel) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OfflineModelError(f"cannot write {path}: {error.strerror or error}") from error
    write_offline_model(path, model)
