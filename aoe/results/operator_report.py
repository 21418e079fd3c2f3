"""The section of operator tuning in a result file: AOE's `OPAT` object.

An operator whose policy was added or updated is listed with its gain, under the part of the policy
that changed. AOE 6 grouped operators by what was done to the repository. Such files are read and
written back; new files have the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast, get_args

from aoe.errors import ResultFileError
from aoe.policy import Policy
from aoe.results.candidate_failures import FIELD as FAILURES
from aoe.results.candidate_failures import CandidateFailures, failures_in
from aoe.results.json_object import JsonObject
from aoe.results.performance import (
    MODEL_FIELDS,
    ModelPerformance,
    Performance,
    performance_fields,
    rounded,
)
from aoe.results.repository_summary import RepositorySummary

Mode = Literal["Impl", "Format", "Schedule"]
UpdateMode = Literal["add", "update"]
#: AOE's English guide spells the third "tune tuning incomplete", which is read and never written.
Verdict = Literal[
    "tuning successful", "tuning failed", "tuning incomplete", "tune tuning incomplete"
]
_FAILED = "tuning_failed_operators"
#: The groups of AOE 6.
_GROUPS: dict[UpdateMode, str] = {"add": "add_repo_operators", "update": "update_repo_operators"}


@dataclass(frozen=True, slots=True)
class TunedPart:
    """The part of an operator's policy that changed.

    Attributes:
        mode: The part.
        update_mode: Whether the policy was added or updated.
        performance: What the change gained, in µs.
    """

    mode: Mode
    update_mode: UpdateMode
    performance: Performance


@dataclass(frozen=True, slots=True)
class ModifiedOperator:
    """An operator whose policy was added to the repository or updated in it.

    Attributes:
        name: Its name.
        types: Types of the source operators fused into it.
        parts: What changed in its policy. open-aoe writes one part; files of AOE may have several.
    """

    name: str
    types: tuple[str, ...]
    parts: tuple[TunedPart, ...]

    def to_json(self) -> dict[str, Any]:
        """An item of AOE's `repo_modified_operators`."""
        data: dict[str, Any] = {
            "op_name": self.name,
            "op_type": self.types[0] if len(self.types) == 1 else list(self.types),
        }
        if self.parts:
            data["tune_performance"] = {
                part.mode: part.performance.to_json("us") | {"update_mode": part.update_mode}
                for part in self.parts
            }
        return data

    @staticmethod
    def from_json(data: Any) -> ModifiedOperator:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        item = JsonObject(data, "a modified operator")
        item.only(("op_name", "op_type", "tune_performance"))
        name = item.text("op_name")
        one = isinstance(item.value("op_type"), str)
        types = (item.text("op_type"),) if one else item.texts("op_type")
        if "tune_performance" not in item:
            return ModifiedOperator(name, types, ())
        parts = item.object("tune_performance").only(get_args(Mode))
        return ModifiedOperator(
            name,
            types,
            tuple(_part(cast(Mode, mode), parts.object(mode)) for mode in parts.names()),
        )


def modified_operator(
    name: str,
    types: tuple[str, ...],
    mode: Mode,
    update_mode: UpdateMode,
    before_seconds: float,
    after_seconds: float,
) -> ModifiedOperator:
    """An operator with one changed part, from measured times."""
    part = TunedPart(mode, update_mode, rounded(before_seconds, after_seconds))
    return ModifiedOperator(name, types, (part,))


@dataclass(frozen=True, slots=True)
class OperatorTuningReport:
    """The OPAT section. An incomplete run has no result, whatever was measured.

    Attributes:
        verdict: How the run ended.
        model: Times of the whole model.
        modified: Operators with a new policy.
        summary: How many operators ended how.
        failed: Names of operators for which no candidate worked.
        grouped: Whether the file is laid out as by AOE 6.
        candidate_failures: Failed candidates; not a field of AOE.
    """

    verdict: Verdict = "tuning incomplete"
    model: ModelPerformance = ModelPerformance()
    modified: tuple[ModifiedOperator, ...] = ()
    summary: RepositorySummary = field(default_factory=RepositorySummary)
    failed: tuple[str, ...] = ()
    grouped: tuple[tuple[UpdateMode, tuple[ModifiedOperator, ...]], ...] = ()
    candidate_failures: tuple[CandidateFailures, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """AOE's `OPAT` object."""
        complete = not self.verdict.endswith("incomplete")
        data = (self.model if complete else self.model.without_result).to_json()
        data["opat_tuning_result"] = self.verdict
        data["repo_modified_operators"] = self._modified_to_json()
        data["repo_summary"] = self.summary.to_json()
        if self.verdict == "tuning failed":
            data[_FAILED] = list(self.failed)
        if self.candidate_failures:
            data[FAILURES] = [item.to_json() for item in self.candidate_failures]
        return data

    def _modified_to_json(self) -> Any:
        if self.grouped:
            return {_GROUPS[mode]: _items(operators) for mode, operators in self.grouped}
        return _items(self.modified)

    @staticmethod
    def from_json(data: JsonObject) -> OperatorTuningReport:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        data.only(
            (
                *MODEL_FIELDS,
                "opat_tuning_result",
                "repo_modified_operators",
                "repo_summary",
                _FAILED,
                FAILURES,
            )
        )
        verdict = data.text("opat_tuning_result")
        if verdict not in get_args(Verdict):
            raise ResultFileError(f"the verdict {verdict!r} is none of {', '.join(_verdicts())}")
        model = ModelPerformance.from_json(data)
        if verdict.endswith("incomplete") and model != model.without_result:
            raise ResultFileError("an incomplete run cannot have a result")
        if _FAILED in data and verdict != "tuning failed":
            raise ResultFileError(f"{_FAILED!r} belongs to failed runs only")
        modified = data.value("repo_modified_operators")
        return OperatorTuningReport(
            cast(Verdict, verdict),
            model,
            () if isinstance(modified, dict) else _operators(data, "repo_modified_operators"),
            RepositorySummary.from_json(data.object("repo_summary")),
            data.texts(_FAILED) if _FAILED in data else (),
            _grouped(data.object("repo_modified_operators")) if isinstance(modified, dict) else (),
            failures_in(data),
        )


def changed_part(old: Policy, new: Policy) -> Mode:
    """The part of a policy that made the difference: the algorithm if it changed, else the data
    layouts, else the schedule. A gain is reported under one part only.
    """
    if old.impl != new.impl:
        return "Impl"
    return "Format" if old.format != new.format else "Schedule"


def _verdicts() -> tuple[str, ...]:
    return get_args(Verdict)


def _items(operators: Sequence[ModifiedOperator]) -> list[dict[str, Any]]:
    return [item.to_json() for item in operators]


def _operators(data: JsonObject, name: str) -> tuple[ModifiedOperator, ...]:
    return tuple(ModifiedOperator.from_json(item) for item in data.items(name))


def _grouped(data: JsonObject) -> tuple[tuple[UpdateMode, tuple[ModifiedOperator, ...]], ...]:
    modes = {name: mode for mode, name in _GROUPS.items()}
    data.only(modes)
    return tuple((modes[name], _operators(data, name)) for name in data.names())


def _part(mode: Mode, data: JsonObject) -> TunedPart:
    data.only((*performance_fields("us"), "update_mode"))
    update_mode = data.text("update_mode")
    if update_mode not in get_args(UpdateMode):
        raise ResultFileError(f"the update mode {update_mode!r} is neither add nor update")
    return TunedPart(mode, cast(UpdateMode, update_mode), Performance.from_json(data, "us"))
