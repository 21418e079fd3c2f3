"""Keeps the result file up to date while tuning works: rewritten after every operator, so that a
run that dies leaves what was known, with the verdict `tuning incomplete`.
"""

from __future__ import annotations

import dataclasses

from aoe.application.tune.model_times import ModelTimes, reported
from aoe.results.candidate_failures import counted_failures
from aoe.results.operator_report import OperatorTuningReport, changed_part, modified_operator
from aoe.results.report import TuningReport
from aoe.results.result_file import ReportWriter
from aoe.tuning.observer import OperatorOutcome


class ResultObserver:
    """An `Observer` that writes a task's report, alone in its file or beside those of other tasks.
    `report` is what stands there.
    """

    def __init__(self, writer: ReportWriter, tuning_name: str) -> None:
        self.writer = writer
        self.report = TuningReport(tuning_name)
        self._outcomes: dict[str, OperatorOutcome] = {}

    def started(self, total: int, kind: str = "operators") -> None:
        """Opens the section of operators, if there are any."""
        self._write(operators=OperatorTuningReport() if total else None)

    def decided(self, outcome: OperatorOutcome) -> None:
        """Notes what became of an operator."""
        self._outcomes[outcome.key] = outcome
        self._write(operators=with_outcome(self.operators, outcome))

    def decided_again(self, outcome: OperatorOutcome) -> None:
        """Counts again, with an operator's second outcome in place of its first."""
        self._outcomes[outcome.key] = outcome
        report = OperatorTuningReport()
        for item in self._outcomes.values():
            report = with_outcome(report, item)
        self._write(operators=report)

    def stage(self, text: str, seconds_left: float | None) -> None:
        """Nothing: the file is of results."""

    def finished(self, seconds: float, times: ModelTimes | None) -> None:
        """Notes the end of a run that was not interrupted, and how long one inference takes."""
        if self.report.operators is not None:
            ended = dataclasses.replace(
                self.operators,
                verdict="tuning failed" if self.operators.failed else "tuning successful",
                model=reported(times),
            )
            self.report = dataclasses.replace(self.report, operators=ended)
        self._write(seconds=seconds)

    def progress(self, done: int, total: int, best_gain: float, seconds_left: float | None) -> None:
        """Nothing: the file is of results."""

    def warning(self, text: str) -> None:
        """Nothing: the file is of results."""

    @property
    def operators(self) -> OperatorTuningReport:
        """The section of operators as it stands."""
        return self.report.operators or OperatorTuningReport()

    def _write(
        self, operators: OperatorTuningReport | None = None, seconds: float | None = None
    ) -> None:
        self.report = dataclasses.replace(
            self.report, operators=operators or self.report.operators, seconds=seconds
        )
        self.writer.write(self.report)


def with_outcome(report: OperatorTuningReport, outcome: OperatorOutcome) -> OperatorTuningReport:
    """The report after one more operator."""
    counted = getattr(report.summary, outcome.counter) + 1
    summary = dataclasses.replace(report.summary, **{outcome.counter: counted})
    reasons = [(failure.cause, failure.detail) for failure in outcome.failures]
    failures = (*report.candidate_failures, *counted_failures(outcome.name, reasons))
    report = dataclasses.replace(report, candidate_failures=failures)
    if outcome.decision == "failed":
        failed = (*report.failed, outcome.name)
        return dataclasses.replace(report, summary=summary, failed=failed)
    if outcome.decision in ("add", "update") and outcome.before and outcome.after:
        modified = modified_operator(
            name=outcome.name,
            types=outcome.types,
            mode=changed_part(outcome.old, outcome.policy),
            update_mode="add" if outcome.decision == "add" else "update",
            before_seconds=outcome.before.median,
            after_seconds=outcome.after.median,
        )
        return dataclasses.replace(report, summary=summary, modified=(*report.modified, modified))
    return dataclasses.replace(report, summary=summary)
