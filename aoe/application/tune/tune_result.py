"""The result of a tuning job, which `aoe.tune` returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from aoe.application.api_names import python_call
from aoe.application.model.compression.report import Compression
from aoe.application.model.precision.precision import Precision
from aoe.application.model.session import InferenceSession
from aoe.results.decision_gain import DecisionGain
from aoe.results.improvement import improvement
from aoe.results.repository_summary import RepositorySummary
from aoe.tuning.observer import OperatorOutcome, SubgraphOutcome
from aoe.tuning.subgraph.decision_gains import changed_subgraphs, decision_gains


@dataclass(frozen=True, slots=True)
class CompiledElsewhere:
    """A model that was compiled for another machine.

    Attributes:
        soc_version: The device.
        known: How many of its operators have a policy of the repository.
        operators: How many different operators it has.
    """

    soc_version: str
    known: int
    operators: int


@dataclass(frozen=True, slots=True)
class TuneResult:
    """What a tuning job made and found. Times are milliseconds of one inference of the whole model.
    They are `None` where nothing was measured: nothing was searched, or the job was interrupted.

    Attributes:
        name: Name of the model.
        model_path: The offline model.
        result_path: Result file of operator tuning, or of subgraph tuning where only that was asked
            for.
        seconds: Duration of the job.
        outcomes: Outcomes of operators.
        summary: How many operators ended how.
        baseline_ms: Median time before.
        result_ms: Median time after.
        baseline_spread_ms: Spread of `baseline_ms`.
        result_spread_ms: Spread of `result_ms`.
        improvement_uncertainty: Uncertainty of `improvement` in percentage points, with 95 %
            confidence.
        interrupted: Whether the user ended the job early.
        untried: Operators and subgraphs that the budget did not reach.
        subgraphs: Outcomes of subgraphs.
        subgraph_summary: How many subgraphs ended how.
        subgraph_result_path: Result file of subgraph tuning; `None` where that was not asked for.
        precision: What reduced precision did to the model; `None` where all element types stay.
        elsewhere: What was compiled for another machine, without a search; `None` for this one.
        compression: What compression did to its weights; `None` where none was wanted.
        unchecked: Whether the budget left no time to measure the whole model, so that the faster
            policies were only measured by themselves.
    """

    name: str
    model_path: Path
    result_path: Path
    seconds: float
    outcomes: tuple[OperatorOutcome, ...] = ()
    summary: RepositorySummary = field(default_factory=RepositorySummary)
    baseline_ms: float | None = None
    result_ms: float | None = None
    baseline_spread_ms: float | None = None
    result_spread_ms: float | None = None
    improvement_uncertainty: float | None = None
    interrupted: bool = False
    untried: int = 0
    subgraphs: tuple[SubgraphOutcome, ...] = ()
    subgraph_summary: RepositorySummary = field(default_factory=RepositorySummary)
    subgraph_result_path: Path | None = None
    precision: Precision | None = None
    elsewhere: CompiledElsewhere | None = None
    compression: Compression | None = None
    unchecked: bool = False

    @property
    def improvement(self) -> float | None:
        """Gain of the whole model in percent, (before - after) / after."""
        if self.baseline_ms is None or self.result_ms is None:
            return None
        return float(improvement(self.baseline_ms, self.result_ms))

    @property
    def is_unchanged(self) -> bool:
        """Whether the model was measured and is computed as before: no winner was found, or none
        was kept.
        """
        if self.baseline_ms is None or self.added + self.updated:
            return False
        return self.baseline_ms == self.result_ms

    @property
    def decision_gains(self) -> tuple[DecisionGain, ...]:
        """The gain of subgraphs by the kind of decision that made them faster."""
        return decision_gains(changed_subgraphs(self.subgraphs))

    @property
    def failed(self) -> tuple[str, ...]:
        """Names of operators and subgraphs for which no candidate worked."""
        operators = (item.name for item in self.outcomes if item.decision == "failed")
        subgraphs = (item.name for item in self.subgraphs if item.decision == "failed")
        return (*subgraphs, *operators)

    @property
    def added(self) -> int:
        """Number of winners for which the repositories had nothing."""
        return self.summary.add + self.subgraph_summary.add

    @property
    def updated(self) -> int:
        """Number of winners that replaced an entry of the repositories."""
        return self.summary.update + self.subgraph_summary.update

    @python_call("result.session")
    def session(self, threads: int | None = None) -> InferenceSession:
        """Opens a session of the tuned model."""
        return InferenceSession(self.model_path, threads)
