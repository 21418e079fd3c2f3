"""The section of subgraph tuning in a result file: AOE's `SGAT` object.

It has no verdict: if subgraph tuning failed, the file has no such section. Times are in ms, and
gains are truncated after two decimals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from aoe.results.candidate_failures import FIELD as FAILURES
from aoe.results.candidate_failures import CandidateFailures, failures_in
from aoe.results.decision_gain import FIELD as GAINS
from aoe.results.decision_gain import DecisionGain, decision_gains_in
from aoe.results.json_object import JsonObject
from aoe.results.performance import (
    MODEL_FIELDS,
    ModelPerformance,
    Performance,
    performance_fields,
    truncated,
)
from aoe.results.repository_summary import RepositorySummary

_ADDED, _UPDATED = "add_repo_subgraphs", "update_repo_subgraphs"


@dataclass(frozen=True, slots=True)
class ModifiedSubgraph:
    """A subgraph whose policy was added to the repository or updated in it.

    Attributes:
        repo_key: Key in the repository, a decimal number of 64 bits.
        performance: Times in ms.
    """

    repo_key: str
    performance: Performance

    def to_json(self) -> dict[str, Any]:
        """An item of AOE's lists of subgraphs."""
        return self.performance.to_json("ms") | {"repo_key": self.repo_key}

    @staticmethod
    def from_json(data: Any) -> ModifiedSubgraph:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        item = JsonObject(data, "a modified subgraph")
        item.only((*performance_fields("ms"), "repo_key"))
        return ModifiedSubgraph(item.text("repo_key"), Performance.from_json(item, "ms"))


def modified_subgraph(
    repo_key: str, before_seconds: float, after_seconds: float
) -> ModifiedSubgraph:
    """A subgraph from measured times."""
    return ModifiedSubgraph(repo_key, truncated(before_seconds, after_seconds))


@dataclass(frozen=True, slots=True)
class SubgraphTuningReport:
    """The SGAT section. While the run continues, and after an interruption, `model` has no result.

    Attributes:
        model: Times of the whole model.
        added: Subgraphs with a new policy.
        updated: Subgraphs with a better policy than the known one.
        summary: How many subgraphs ended how.
        candidate_failures: Failed candidates; not a field of AOE.
        decision_gains: The gain by the kind of decision; not a field of AOE.
    """

    model: ModelPerformance = ModelPerformance()
    added: tuple[ModifiedSubgraph, ...] = ()
    updated: tuple[ModifiedSubgraph, ...] = ()
    summary: RepositorySummary = field(default_factory=RepositorySummary)
    candidate_failures: tuple[CandidateFailures, ...] = ()
    decision_gains: tuple[DecisionGain, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """AOE's `SGAT` object."""
        data = self.model.to_json()
        data["repo_modified_subgraphs"] = {
            _ADDED: _items(self.added),
            _UPDATED: _items(self.updated),
        }
        data["repo_summary"] = self.summary.to_json()
        if self.candidate_failures:
            data[FAILURES] = [item.to_json() for item in self.candidate_failures]
        if self.decision_gains:
            data[GAINS] = [item.to_json() for item in self.decision_gains]
        return data

    @staticmethod
    def from_json(data: JsonObject) -> SubgraphTuningReport:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        data.only((*MODEL_FIELDS, "repo_modified_subgraphs", "repo_summary", FAILURES, GAINS))
        modified = data.object("repo_modified_subgraphs").only((_ADDED, _UPDATED))
        return SubgraphTuningReport(
            ModelPerformance.from_json(data),
            _subgraphs(modified, _ADDED),
            _subgraphs(modified, _UPDATED),
            RepositorySummary.from_json(data.object("repo_summary")),
            failures_in(data),
            decision_gains_in(data),
        )


def _items(subgraphs: Sequence[ModifiedSubgraph]) -> list[dict[str, Any]]:
    return [item.to_json() for item in subgraphs]


def _subgraphs(data: JsonObject, name: str) -> tuple[ModifiedSubgraph, ...]:
    return tuple(ModifiedSubgraph.from_json(item) for item in data.items(name))
