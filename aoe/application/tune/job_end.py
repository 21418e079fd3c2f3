"""What a tuning job leaves behind: its phases with what keeps their result files, the last lines of
these, the offline model, and what the run returns. `job_run` is what comes before.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aoe.application.model.precision import Precision
from aoe.application.tune.model_times import SECONDS as TIMING_SECONDS
from aoe.application.tune.model_times import ModelTimes, overall_times, unchanged_times
from aoe.application.tune.operator_phase import OperatorPhase
from aoe.application.tune.result_observer import ResultObserver
from aoe.application.tune.subgraph_phase import SubgraphPhase
from aoe.application.tune.subgraph_results import SubgraphResultObserver
from aoe.application.tune.tune_result import TuneResult
from aoe.application.tune.workspace import JobFiles
from aoe.errors import OfflineModelError
from aoe.results.repository_summary import RepositorySummary
from aoe.runtime.offline_model import OfflineModel, write_offline_model
from aoe.tuning.driver import Tuning, TuningOptions


@dataclass(frozen=True, slots=True)
class SubgraphsEnd:
    """The phase of subgraphs, and what keeps its result file."""

    phase: SubgraphPhase
    results: SubgraphResultObserver

    @property
    def summary(self) -> RepositorySummary:
        """How many ended how."""
        return self.results.subgraphs.summary


@dataclass(frozen=True, slots=True)
class OperatorsEnd:
    """The phase of operators, and what keeps its result file."""

    phase: OperatorPhase
    results: ResultObserver

    @property
    def summary(self) -> RepositorySummary:
        """How many ended how."""
        return self.results.operators.summary


@dataclass(frozen=True, slots=True)
class JobEnd:
    """The phases that a job has had."""

    subgraphs: SubgraphsEnd | None
    operators: OperatorsEnd | None

    @property
    def tunings(self) -> list[Tuning[Any]]:
        """Of the phases, in their order."""
        parts = (self.subgraphs, self.operators)
        return [part.phase.tuning for part in parts if part is not None]

    @property
    def summaries(self) -> dict[str, Any]:
        """What the manifest of the model says of the tuning."""
        found: dict[str, Any] = {} if self.operators is None else self.operators.summary.to_json()
        if self.subgraphs is not None:
            found["subgraphs"] = self.subgraphs.summary.to_json()
        return found

    @property
    def was_searched(self) -> bool:
        """Whether anything was."""
        return any(outcome.candidates for item in self.tunings for outcome in item.outcomes)

    @property
    def times(self) -> ModelTimes | None:
        """Of the model before and after the job, if the whole model was asked."""
        operators = None if self.operators is None else self.operators.phase
        if operators is not None and operators.of_whole_job and operators.times is not None:
            return operators.times
        parts = (self.subgraphs, self.operators)
        known = [part.phase.times for part in parts if part is not None]
        return overall_times([times for times in known if times is not None])

    def complete(self, used: float, unchanged: ModelTimes | None) -> None:
        """Notes the end in the result files. `used`: seconds of the job; `unchanged`: times of a
        model that is as it was.
        """
        subgraphs, operators = self.subgraphs, self.operators
        if subgraphs is not None:
            times = subgraphs.phase.times or unchanged
            if times is None and operators is not None and operators.phase.times is not None:
                times = operators.phase.times.unchanged_before
            tuning = subgraphs.phase.tuning
            if tuning.outcomes or not tuning.untried:
                subgraphs.results.finished(used, times)
        if operators is not None:
            times = operators.phase.times or unchanged
            if times is None and subgraphs is not None and subgraphs.phase.times is not None:
                times = subgraphs.phase.times.unchanged_after
            if operators.phase.tuning.outcomes or not operators.phase.tuning.untried:
                operators.results.finished(used, times)

    def result(
        self,
        name: str,
        files: JobFiles,
        seconds: float,
        times: ModelTimes | None,
        precision: Precision | None,
        interrupted: bool,
    ) -> TuneResult:
        """What the run returns; `times`: of the model before and after it."""
        subgraphs, operators = self.subgraphs, self.operators
        first = files.subgraph_result if subgraphs is not None else None
        return TuneResult(
            name=name,
            model_path=files.offline_model,
            result_path=first if operators is None and first is not None else files.result,
            seconds=seconds,
            outcomes=() if operators is None else operators.phase.tuning.outcomes,
            summary=RepositorySummary() if operators is None else operators.summary,
            baseline_ms=None if times is None else times.before * 1e3,
            result_ms=None if times is None else times.after * 1e3,
            baseline_spread_ms=None if times is None else _milliseconds(times.before_spread),
            result_spread_ms=None if times is None else _milliseconds(times.after_spread),
            improvement_uncertainty=None if times is None else times.improvement_uncertainty,
            interrupted=interrupted,
            untried=sum(tuning.untried for tuning in self.tunings),
            subgraphs=() if subgraphs is None else subgraphs.phase.tuning.outcomes,
            subgraph_summary=RepositorySummary() if subgraphs is None else subgraphs.summary,
            subgraph_result_path=first,
            precision=precision,
        )


def times_of_unchanged(
    model: OfflineModel, threads: int, options: TuningOptions
) -> tuple[ModelTimes | None, bool]:
    """The times of a model that is the same before and after, and whether that was interrupted."""
    try:
        seconds = options.deadline.within(TIMING_SECONDS)
        return unchanged_times(model, threads, seconds, options.seed), False
    except KeyboardInterrupt:
        return None, True


def write_model(path: Path, model: OfflineModel) -> None:
    """Writes it, and the folder if need be. Raises `OfflineModelError` if that is impossible."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OfflineModelError(f"cannot write {path}: {error.strerror or error}") from error
    write_offline_model(path, model)


def _milliseconds(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * 1e3
