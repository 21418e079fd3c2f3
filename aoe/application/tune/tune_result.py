"""What a tuning job made and found out: what `aoe.tune` returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from aoe.application.model.precision import Precision
from aoe.application.model.session import InferenceSession
from aoe.results.improvement import improvement
from aoe.results.repository_summary import RepositorySummary
from aoe.tuning.observer import OperatorOutcome, SubgraphOutcome


@dataclass(frozen=True, slots=True)
class TuneResult:
    """What a tuning job made. Times of the whole model are in ms for one inference, before and
    after, with the spread of each; `improvement_uncertainty`: by how many percentage points their
    `improvement` may be off, with 95 % confidence; None where not measured: nothing was searched,
    or the job was interrupted. `untried`: how many operators and subgraphs the budget did not
    reach. `result_path`: of operator tuning, where that was asked for, else of subgraph tuning.
    `outcomes`, `summary`: of operators. `precision`: None where the model keeps its element types.
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

    @property
    def improvement(self) -> float | None:
        """Percent gained by the whole model, (before - after) / after."""
        if self.baseline_ms is None or self.result_ms is None:
            return None
        return float(improvement(self.baseline_ms, self.result_ms))

    @property
    def failed(self) -> tuple[str, ...]:
        """The operators and subgraphs for which no candidate worked."""
        operators = (item.name for item in self.outcomes if item.decision == "failed")
        subgraphs = (item.name for item in self.subgraphs if item.decision == "failed")
        return (*subgraphs, *operators)

    @property
    def added(self) -> int:
        """Winners that the repositories had nothing for."""
        return self.summary.add + self.subgraph_summary.add

    @property
    def updated(self) -> int:
        """Winners that replaced something in the repositories."""
        return self.summary.update + self.subgraph_summary.update

    def session(self, threads: int | None = None) -> InferenceSession:
        """A session of the tuned model."""
        return InferenceSession(self.model_path, threads)
