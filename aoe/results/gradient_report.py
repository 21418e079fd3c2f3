"""The section of gradient tuning in a result file: `GDAT`. AOE documents no such file; this one has
the shape of the others. Times are in ms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast, get_args

from aoe.errors import ResultFileError
from aoe.results.json_object import JsonObject
from aoe.results.operator_report import Verdict
from aoe.results.performance import MODEL_FIELDS, ModelPerformance
from aoe.results.repository_summary import RepositorySummary

#: What was done to the repository; "reserve": the default split was as good as any plan.
GradientUpdate = Literal["add", "update", "reserve"]
_OTHERS = (
    "gdat_tuning_result",
    "workers",
    "link",
    "repo_key",
    "update_mode",
    "segments_before",
    "segments_after",
    "exposed_communication_before(ms)",
    "exposed_communication_after(ms)",
    "tail_before(ms)",
    "tail_after(ms)",
    "updates_before(ms)",
    "updates_after(ms)",
    "compared_plans",
    "remarks",
    "repo_summary",
)


@dataclass(frozen=True, slots=True)
class ReducedSegment:
    """A segment of gradients, in the model of the backward pass.

    Attributes:
        gradients: How many gradients it joins.
        bytes: Their bytes.
        ready_ms: When the last of them is ready, after the start of the backward pass.
        start_ms: When its reduction starts.
        end_ms: When it ends.
        updated_ms: When its parameters are updated; None where all are updated at the end.
    """

    gradients: int
    bytes: int
    ready_ms: float
    start_ms: float
    end_ms: float
    updated_ms: float | None = None

    def to_json(self) -> dict[str, Any]:
        """An item of `segments_before` and `segments_after`."""
        fields = {
            "gradients": self.gradients,
            "bytes": self.bytes,
            "ready(ms)": self.ready_ms,
            "start(ms)": self.start_ms,
            "end(ms)": self.end_ms,
            "updated(ms)": self.updated_ms,
        }
        return {name: value for name, value in fields.items() if value is not None}

    @staticmethod
    def from_json(data: Any) -> ReducedSegment:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        item = JsonObject(data, "a segment")
        item.only(("gradients", "bytes", "ready(ms)", "start(ms)", "end(ms)", "updated(ms)"))
        return ReducedSegment(
            item.count("gradients"),
            item.count("bytes"),
            item.number("ready(ms)"),
            item.number("start(ms)"),
            item.number("end(ms)"),
            item.optional_number("updated(ms)"),
        )


@dataclass(frozen=True, slots=True)
class ComparedPlan:
    """A plan that was compared on real steps.

    Attributes:
        name: What it is.
        segments: How many segments it has.
        step_ms: The median time of a step.
        tail_ms: The tail that the model of the backward pass expects.
    """

    name: str
    segments: int
    step_ms: float
    tail_ms: float

    def to_json(self) -> dict[str, Any]:
        """An item of `compared_plans`."""
        return {
            "plan": self.name,
            "segments": self.segments,
            "step(ms)": self.step_ms,
            "tail(ms)": self.tail_ms,
        }

    @staticmethod
    def from_json(data: Any) -> ComparedPlan:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        item = JsonObject(data, "a compared plan")
        item.only(("plan", "segments", "step(ms)", "tail(ms)"))
        times = item.number("step(ms)"), item.number("tail(ms)")
        return ComparedPlan(item.text("plan"), item.count("segments"), *times)


@dataclass(frozen=True, slots=True)
class GradientTuningReport:
    """The GDAT section. An incomplete run has only the first four fields.

    Attributes:
        verdict: How the run ended.
        workers: How many workers there are.
        link: What the link between them is known by; empty until it was measured.
        repo_key: The hash of the model's gradients.
        model: Times of a training step, before and after.
        update_mode: What was done to the repository; None if the run did not end, or nothing could
            be written.
        before: The segments of the default split.
        after: The segments that are used from now on.
        exposed_before_ms: Communication after the backward pass with the default split, measured.
            None if no step told it.
        exposed_after_ms: The same with the plan. None if the default stays.
        tail_before_ms: The tail that the model expects with the default split.
        tail_after_ms: The tail that it expects with the segments that are used.
        updates_before_ms: A step of the optimizer, measured. None if updates may not come behind
            segments.
        updates_after_ms: What the model expects to be left of it after the last segment. None if
            all parameters are updated then.
        plans: The plans that were compared.
        remarks: What a user should know.
        summary: What became of the model in the repository.
    """

    verdict: Verdict
    workers: int
    link: str
    repo_key: str
    model: ModelPerformance = ModelPerformance()
    update_mode: GradientUpdate | None = None
    before: tuple[ReducedSegment, ...] = ()
    after: tuple[ReducedSegment, ...] = ()
    exposed_before_ms: float | None = None
    exposed_after_ms: float | None = None
    tail_before_ms: float | None = None
    tail_after_ms: float | None = None
    updates_before_ms: float | None = None
    updates_after_ms: float | None = None
    plans: tuple[ComparedPlan, ...] = ()
    remarks: tuple[str, ...] = ()
    summary: RepositorySummary = field(default_factory=RepositorySummary)

    def to_json(self) -> dict[str, Any]:
        """The `GDAT` object."""
        fields = {
            **self.model.to_json(),
            "gdat_tuning_result": self.verdict,
            "workers": self.workers,
            "link": self.link,
            "repo_key": self.repo_key,
            "update_mode": self.update_mode,
            "segments_before": [item.to_json() for item in self.before] or None,
            "segments_after": [item.to_json() for item in self.after] or None,
            "exposed_communication_before(ms)": self.exposed_before_ms,
            "exposed_communication_after(ms)": self.exposed_after_ms,
            "tail_before(ms)": self.tail_before_ms,
            "tail_after(ms)": self.tail_after_ms,
            "updates_before(ms)": self.updates_before_ms,
            "updates_after(ms)": self.updates_after_ms,
            "compared_plans": [item.to_json() for item in self.plans] or None,
            "remarks": [*self.remarks] or None,
            "repo_summary": self.summary.to_json(),
        }
        return {name: value for name, value in fields.items() if value is not None}

    @staticmethod
    def from_json(data: JsonObject) -> GradientTuningReport:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        data.only((*MODEL_FIELDS, *_OTHERS))
        verdict, update = data.text("gdat_tuning_result"), data.optional_text("update_mode")
        if verdict not in get_args(Verdict):
            raise ResultFileError(f"the verdict {verdict!r} is none of AOE's")
        if update is not None and update not in get_args(GradientUpdate):
            raise ResultFileError(f"the update mode {update!r} is no such mode")
        return GradientTuningReport(
            cast(Verdict, verdict),
            data.count("workers"),
            data.text("link"),
            data.text("repo_key"),
            ModelPerformance.from_json(data),
            cast("GradientUpdate | None", update),
            _segments(data, "segments_before"),
            _segments(data, "segments_after"),
            data.optional_number("exposed_communication_before(ms)"),
            data.optional_number("exposed_communication_after(ms)"),
            data.optional_number("tail_before(ms)"),
            data.optional_number("tail_after(ms)"),
            data.optional_number("updates_before(ms)"),
            data.optional_number("updates_after(ms)"),
            tuple(map(ComparedPlan.from_json, _optional_items(data, "compared_plans"))),
            data.texts("remarks") if "remarks" in data else (),
            RepositorySummary.from_json(data.object("repo_summary")),
        )


def _segments(data: JsonObject, name: str) -> tuple[ReducedSegment, ...]:
    return tuple(map(ReducedSegment.from_json, _optional_items(data, name)))


def _optional_items(data: JsonObject, name: str) -> Sequence[Any]:
    return data.items(name) if name in data else ()
