"""Writes what gradient tuning found: the repository, the result file, `gradient_summary.csv`, and
lines on standard output in AOE's words. Only the first worker writes; the others learn whether it
could.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from statistics import median

from aoe import __version__
from aoe.errors import AoeError, counted
from aoe.gradient_tuning.backward import Backward, Plan, timeline
from aoe.gradient_tuning.backward_profile import unhidden_text
from aoe.gradient_tuning.exact import exact
from aoe.gradient_tuning.rules import MIB
from aoe.repository.gradient_entry import LinkPlan
from aoe.repository.gradient_file import store_gradients, writing_path
from aoe.results.gradient_report import (
    ComparedPlan,
    GradientTuningReport,
    GradientUpdate,
    ReducedSegment,
)
from aoe.results.gradient_summary import write_gradient_summary
from aoe.results.improvement import percent_text
from aoe.results.performance import ModelPerformance, model_performance
from aoe.results.report import TuningReport
from aoe.results.repository_summary import RepositorySummary
from aoe.results.result_file import ReportWriter, SharedResultFile, result_path
from aoe.settings import Settings
from aoe.training.gradients.findings import DEFAULT, Findings, Taken
from aoe.training.gradients.workers import RankError, Workers
from aoe.tuning.comparison.timing_statistics import median_interval

#: The name of the task in AOE's lines.
TASK = "gradient"


@dataclass(slots=True)
class Outcome:
    """What is told of gradient tuning.

    Attributes:
        ranks: The workers.
        model: The hash of the model's gradients.
        settings: The environment.
        soc_version: The device model.
        default: What the framework does by itself, in words.
        advice: What to do about a gradient that no plan hides.
        file: The result file; None before it is begun.
        started: When tuning started.
        clock: The same on the clock of the process.
        name: The name of the task.
    """

    ranks: Workers
    model: str
    settings: Settings
    soc_version: str
    default: str
    started: datetime = field(default_factory=datetime.now)
    clock: float = field(default_factory=time.monotonic)
    name: str = TASK
    advice: str = "if it is tied, untie it"
    file: ReportWriter | None = None

    def begin(self, name: str) -> None:
        """Tells that tuning begins."""
        self.name = name
        self._say("in tune mode, training graph handled by tools.")
        self._say("Aoe tuning graph.")
        self._write(GradientTuningReport("tuning incomplete", self.ranks.count, "", self.model))

    def finish(self, findings: Findings) -> None:
        """Writes and tells what was found. A file that cannot be written is told, and training goes
        on.
        """
        findings = _with_what_stays(findings, self.advice)
        known: bool | None = None
        try:
            known = self.ranks.together(lambda: self._store(findings))
        except RankError as error:
            text = f"what was found is used in this run and was not stored: {error}"
            findings = replace(findings, remarks=(*findings.remarks, text))
        self._write(_report(self.model, self.ranks.count, findings, known), self._seconds())
        self._list_gradients(findings)
        for line in _lines(findings):
            self._say(line)
        if findings.best is None:
            self._say(
                f"{TASK} process finished. No plan was faster than the default split; it stays."
            )
        else:
            before, after = median(findings.default_seconds), median(findings.best_seconds)
            gain = percent_text(before, after)
            self._say(f"{TASK} process finished. Performance improved by {gain}")
        self._say(f"Aoe process finished,cost time {self._seconds():.0f}s.")

    def fail(self, error: AoeError) -> None:
        """Tells that tuning failed; training goes on with the default."""
        self._write(
            GradientTuningReport(
                "tuning failed", self.ranks.count, "", self.model, remarks=(str(error),)
            ),
            self._seconds(),
        )
        self._say(f"{TASK} process failed: {error}. {self.default} stays.")

    def _seconds(self) -> float:
        return time.monotonic() - self.clock

    def _say(self, text: str) -> None:
        if self.ranks.is_first:
            print(f"[Aoe]{text}", flush=True)

    def _write(self, section: GradientTuningReport, seconds: float | None = None) -> None:
        """Writes the result file. If that fails, the reason is told instead."""
        if not self.ranks.is_first:
            return
        if self.file is None:  # AOE's form for trainings, in which there may be several jobs
            path = result_path("gdat", self.settings.result_directory, self.started)
            self.file = SharedResultFile(path).task(self.started)
        try:
            self.file.write(TuningReport(self.name, seconds, gradients=section))
        except AoeError as error:
            self._say(str(error))

    def _list_gradients(self, findings: Findings) -> None:
        """Writes the list of gradients. If that fails, the reason is told instead."""
        if not self.ranks.is_first:
            return
        profile = findings.profile
        gradients = [*zip(profile.names, profile.types, profile.sizes, strict=True)]
        try:
            write_gradient_summary(self.settings.result_directory, gradients, findings.link)
        except AoeError as error:
            self._say(str(error))

    def _store(self, findings: Findings) -> bool:
        """Writes the repository. Returns whether the model was known."""
        if not self.ranks.is_first:
            return False
        profile = findings.profile
        entry = profile.entry(self.model, (_link_plan(findings),), _now(), __version__)
        return store_gradients(writing_path(self.settings, self.soc_version), entry)


def _with_what_stays(findings: Findings, advice: str) -> Findings:
    """Findings that name a gradient that no plan hides: the best one where the default stays.
    `advice`: what to do about it.
    """
    best, backward = findings.best, findings.backward
    if best is not None and best.sends is not None:
        return findings
    if best is None:
        last = unhidden_text(findings.profile, backward, exact(backward))
    else:
        last = unhidden_text(findings.profile, findings.backward_of(best), best.plan)
    if last is None:
        return findings
    return replace(findings, remarks=(*findings.remarks, f"{last}; {advice}"))


def _now() -> str:
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def _link_plan(findings: Findings) -> LinkPlan:
    """What a repository keeps. The link is kept as it was timed, so that a later run can tell
    whether it is the same one.
    """
    link = findings.timed
    before, after = _step_seconds(findings)
    return LinkPlan(
        link=findings.link,
        sizes=link.sizes,
        alone_us=tuple(round(seconds * 1e6, 3) for seconds in link.alone),
        occupied_us=tuple(round(seconds * 1e6, 3) for seconds in link.occupied),
        in_flight=link.in_flight,
        beside_compute=round(findings.backward.link.beside_compute, 4),
        stretch=round(findings.backward.link.slows_compute, 4),
        ends=None if findings.best is None else findings.best.plan,
        default_ms=round(before * 1e3, 6),
        tuned_ms=round(after * 1e3, 6),
        pairs=len(findings.default_seconds),
        wins=findings.wins,
        date=_now(),
        sends="" if findings.best is None else findings.best.sends or "",
        updates=findings.best is not None and findings.best.updates,
    )


def _step_seconds(findings: Findings) -> tuple[float, float]:
    """Seconds of a step with the default, and with what is used from now on."""
    if findings.best is not None:
        return median(findings.default_seconds), median(findings.best_seconds)
    known = findings.default_seconds or (findings.seconds.get(DEFAULT, 0.0),)
    return median(known), median(known)


def _report(
    model: str, workers: int, findings: Findings, known: bool | None
) -> GradientTuningReport:
    """`known`: whether the repository had the model before; None if it could not be written."""
    arranged = findings.default_backward
    before = _segments(arranged, findings.default)
    best = findings.best
    better = best is not None
    after = before if best is None else _segments(findings.backward_of(best), best.plan)
    update: GradientUpdate | None = None
    if known is not None:
        update = "reserve" if not better else "update" if known else "add"
    tail = timeline(arranged, findings.default).tail
    best_tail = tail if best is None else timeline(findings.backward_of(best), best.plan).tail
    return GradientTuningReport(
        "tuning successful",
        workers,
        findings.link,
        model,
        model=_performance(findings),
        update_mode=update,
        before=before,
        after=after,
        exposed_before_ms=_exposed_milliseconds(findings.default_taken),
        exposed_after_ms=_exposed_milliseconds(findings.best_taken) if better else None,
        tail_before_ms=_milliseconds(tail),
        tail_after_ms=_milliseconds(best_tail),
        updates_before_ms=_milliseconds(sum(findings.updates)) if findings.updates else None,
        updates_after_ms=_updates_left(findings),
        plans=tuple(_compared(findings)),
        remarks=findings.remarks,
        summary=RepositorySummary(
            add=int(update == "add"),
            update=int(update == "update"),
            reserved=int(update == "reserve" and known is True),
            unsatisfied=int(update == "reserve" and known is False),
        ),
    )


def _performance(findings: Findings) -> ModelPerformance:
    before, after = _step_seconds(findings)
    if not before:
        return ModelPerformance()
    uncertainty = None
    if findings.best is not None:
        pairs = zip(findings.default_seconds, findings.best_seconds, strict=True)
        interval = median_interval([one / other for one, other in pairs])
        uncertainty = None if interval is None else 50 * (interval[1] - interval[0])
    return model_performance(before, after, uncertainty=uncertainty)


def _compared(findings: Findings) -> list[ComparedPlan]:
    found = []
    for name, seconds in findings.seconds.items():
        backward, plan = findings.default_backward, findings.default
        if name != DEFAULT:
            backward, plan = findings.backward_of(findings.plans[name]), findings.plans[name].plan
        tail = timeline(backward, plan).tail
        found.append(ComparedPlan(name, len(plan), _milliseconds(seconds), _milliseconds(tail)))
    return found


def _segments(backward: Backward, plan: Plan) -> tuple[ReducedSegment, ...]:
    return tuple(
        ReducedSegment(
            item.gradients,
            item.bytes,
            _milliseconds(item.ready),
            _milliseconds(item.start),
            _milliseconds(item.end),
            _milliseconds(item.updated) if backward.updates else None,
        )
        for item in timeline(backward, plan).segments
    )


def _exposed_milliseconds(taken: Taken | None) -> float | None:
    """Communication after the last gradient was ready, as measured; None where it is not known."""
    if taken is None or taken.end is None:
        return None
    return _milliseconds(max(taken.end - taken.ready, 0.0))


def _updates_left(findings: Findings) -> float | None:
    """Milliseconds of updates after the last segment, as expected of a plan that brings updates
    forward; None if none is used.
    """
    best = findings.best
    if best is None or not best.updates:
        return None
    found = timeline(findings.backward_of(best), best.plan)
    return _milliseconds(found.updated - found.end)


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1e3, 6)


def _lines(findings: Findings) -> list[str]:
    """What was measured, a line each."""
    profile, backward = findings.profile, findings.backward
    line = findings.timed.line()
    lines = [
        f"{counted(backward.count, 'gradient')}, {sum(profile.sizes) / MIB:.1f} MiB; the last is "
        f"ready after {profile.ready[-1] * 1e3:.2f} ms, deviation of an interval "
        f"{median(profile.deviations or (0.0,)) * 1e6:.0f} us",
        f"{findings.link}: an all-reduce takes {line.text} (single sizes up to {line.worst:.0%} "
        "off), "
        f"{backward.link.beside_compute:.2f} times as long beside the backward pass, which takes "
        f"{backward.link.slows_compute:.2f} times as long beside it; measured plans are predicted "
        f"up to {findings.gap:.0%} off",
    ]
    lines += [
        f"{item.name}: {counted(item.segments, 'segment')}, step {item.step_ms:.2f} ms, expected "
        f"tail {item.tail_ms:.2f} ms"
        for item in _compared(findings)
    ]
    if findings.default_seconds:
        lines.append(
            f"{findings.winner} against the default: faster in {findings.wins} of "
            f"{counted(len(findings.default_seconds), 'pair')} of steps"
        )
    if findings.best is not None:
        best = findings.best
        if best.sends is not None:
            lines.append(f"gradients are sent as {best.sends} from now on")
        if best.updates:
            lines.append(
                "parameters are updated as soon as their segment is reduced; of "
                f"{sum(findings.updates) * 1e3:.2f} ms, {_updates_left(findings):.2f} ms are "
                "expected to be left after the last segment"
            )
    return [*lines, *findings.remarks]
