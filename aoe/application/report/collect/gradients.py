"""A job that tuned how gradients are joined, from its result file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from aoe.application.report.contents import GradientContents, RacedPlan, ReducedGradients
from aoe.errors import UsageError, first_of
from aoe.results.gradient_report import ReducedSegment
from aoe.results.report import TuningReport
from aoe.results.result_file import read_result_file


def gradient_contents(path: Path) -> GradientContents:
    """What a result file says of gradients.

    Raises:
        ResultFileError: It is not a result file.
        UsageError: It is about something else, or of several jobs.
    """
    read = read_result_file(path)
    reports = [read] if isinstance(read, TuningReport) else [report for _, report in read.reports]
    tuned = [(item, item.gradients) for item in reports if item.gradients is not None]
    if not tuned:
        raise UsageError(
            f"{path} has no section of gradients (GDAT); name a result file of gradients, a job's "
            "folder or an offline model"
        )
    if len(tuned) > 1:
        names = first_of([report.tuning_name for report, _ in tuned], 4)
        raise UsageError(f"{path} is about {len(tuned)} models ({names}); name a file about one")
    report, found = tuned[0]
    return GradientContents(
        model=report.tuning_name,
        verdict=found.verdict,
        workers=found.workers,
        link=found.link,
        before=_segments(found.before),
        after=_segments(found.after),
        step_before=_seconds(found.model.baseline_ms),
        step_after=_seconds(found.model.result_ms),
        plans=tuple(
            RacedPlan(item.name, item.segments, item.step_ms * 1e-3, item.tail_ms * 1e-3)
            for item in found.plans
        ),
        remarks=found.remarks,
    )


def _segments(split: Sequence[ReducedSegment]) -> tuple[ReducedGradients, ...]:
    return tuple(
        ReducedGradients(
            item.gradients,
            item.bytes,
            item.ready_ms * 1e-3,
            item.start_ms * 1e-3,
            item.end_ms * 1e-3,
            _seconds(item.updated_ms),
        )
        for item in split
    )


def _seconds(milliseconds: float | None) -> float | None:
    return None if milliseconds is None else milliseconds * 1e-3
