"""The report of an operator tuning run, and its JSON exactly as AOE writes it for offline
inference: `[{"basic": {…}}, {"OPAT": {…}}]`.

Times are given in seconds and written in AOE's units, ms for models and µs for operators; the
percentages follow from the written numbers, so a reader can check them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from aoe.policy import Policy
from aoe.results.improvement import percent_text

Mode = Literal["Impl", "Format", "Schedule"]
UpdateMode = Literal["add", "update"]
Verdict = Literal["tuning successful", "tuning failed", "tuning incomplete"]


@dataclass(frozen=True, slots=True)
class ModifiedOperator:
    """An operator whose policy was added to the repository or updated in it.

    `types`: the source operators fused into it. `mode`: the part of its policy that changed.
    """

    name: str
    types: tuple[str, ...]
    mode: Mode
    update_mode: UpdateMode
    before_seconds: float
    after_seconds: float


@dataclass(frozen=True, slots=True)
class RepositorySummary:
    """How many policies ended how. The other counters follow: a hit was either updated or reserved
    (kept), and every policy was a hit, added, or unsatisfied (nothing better was found).
    """

    add: int = 0
    update: int = 0
    reserved: int = 0
    unsatisfied: int = 0

    @property
    def hit(self) -> int:
        """Policies that were in the repository before tuning."""
        return self.update + self.reserved

    @property
    def total(self) -> int:
        """All policies of the run."""
        return self.add + self.hit + self.unsatisfied

    def to_json(self) -> dict[str, int]:
        """AOE's `repo_summary`."""
        return {
            "repo_add_num": self.add,
            "repo_hit_num": self.hit,
            "repo_reserved_num": self.reserved,
            "repo_unsatisfied_num": self.unsatisfied,
            "repo_update_num": self.update,
            "total_num": self.total,
        }


@dataclass(frozen=True, slots=True)
class OperatorTuningReport:
    """The OPAT section.

    `baseline_seconds`, `result_seconds`: one inference of the whole model before and after, None
    where not measured. An incomplete run has no result, whatever was measured of it.
    """

    verdict: Verdict = "tuning incomplete"
    baseline_seconds: float | None = None
    result_seconds: float | None = None
    modified: tuple[ModifiedOperator, ...] = ()
    summary: RepositorySummary = field(default_factory=RepositorySummary)
    failed: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """AOE's `OPAT` object."""
        data: dict[str, Any] = {}
        baseline = _milliseconds(self.baseline_seconds)
        result = _milliseconds(self.result_seconds)
        if baseline is not None:
            data["model_baseline_performance(ms)"] = baseline
        if baseline is not None and result is not None and self.verdict != "tuning incomplete":
            data["model_performance_improvement"] = percent_text(baseline, result)
            data["model_result_performance(ms)"] = result
        data["opat_tuning_result"] = self.verdict
        data["repo_modified_operators"] = [_modified_to_json(item) for item in self.modified]
        data["repo_summary"] = self.summary.to_json()
        if self.verdict == "tuning failed":
            data["tuning_failed_operators"] = list(self.failed)
        return data


@dataclass(frozen=True, slots=True)
class TuningReport:
    """A result file. `seconds`: duration, None until the run is complete; `operators`: None where
    the model has nothing to tune.
    """

    tuning_name: str
    seconds: float | None = None
    operators: OperatorTuningReport | None = None

    def to_json(self) -> list[dict[str, Any]]:
        """The list AOE writes for offline inference."""
        basic: dict[str, Any] = {"tuning_name": self.tuning_name}
        if self.seconds is not None:
            basic["tuning_time(s)"] = round(self.seconds)
        sections: list[dict[str, Any]] = [{"basic": basic}]
        if self.operators is not None:
            sections.append({"OPAT": self.operators.to_json()})
        return sections


def changed_part(old: Policy, new: Policy) -> Mode:
    """The part of a policy that made the difference: the algorithm if it changed, else the data
    layouts if they did, else the schedule. One gain is reported under one name only.
    """
    if old.impl != new.impl:
        return "Impl"
    return "Format" if old.format != new.format else "Schedule"


def _modified_to_json(item: ModifiedOperator) -> dict[str, Any]:
    before, after = _microseconds(item.before_seconds), _microseconds(item.after_seconds)
    performance = {
        "performance_after_tune(us)": after,
        "performance_before_tune(us)": before,
        "performance_improvement": percent_text(before, after),
        "update_mode": item.update_mode,
    }
    return {
        "op_name": item.name,
        "op_type": item.types[0] if len(item.types) == 1 else list(item.types),
        "tune_performance": {item.mode: performance},
    }


def _milliseconds(seconds: float | None) -> float | None:
    """Six decimals, as in AOE's files: a nanosecond."""
    return None if seconds is None else round(seconds * 1e3, 6)


def _microseconds(seconds: float) -> float:
    """Three decimals: a nanosecond."""
    return round(seconds * 1e6, 3)
