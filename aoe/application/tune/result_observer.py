"""Observers that keep the result files of a job up to date while it runs.

A file is rewritten after every operator or subgraph. A run that dies leaves what was known until
then, with the verdict `tuning incomplete`. `aoe.results` has the reports and their format.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from aoe.application.tune.model_times import ModelTimes, reported
from aoe.results.candidate_failures import counted_failures
from aoe.results.operator_report import OperatorTuningReport, changed_part, modified_operator
from aoe.results.report import TuningReport
from aoe.results.result_file import ReportWriter
from aoe.results.subgraph_report import SubgraphTuningReport, modified_subgraph
from aoe.tuning.observer import OperatorOutcome, Outcome, SilentObserver
from aoe.tuning.subgraph.decision_gains import changed_subgraphs, decision_gains


class ResultObserver(SilentObserver):
    """An `Observer` of operator tuning that writes its report.

    Attributes:
        writer: Writes the file, which holds this report alone or beside those of other jobs.
        report: What the file says at present.
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


class SubgraphResultObserver(SilentObserver):
    """An `Observer` of subgraph tuning that writes its report."""

    def __init__(self, writer: ReportWriter, tuning_name: str) -> None:
        self.writer = writer
        self.report = TuningReport(tuning_name)
        self._outcomes: dict[str, Outcome[Any]] = {}

    def started(self, total: int, kind: str = "operators") -> None:
        """Opens the section of subgraphs."""
        self._write(SubgraphTuningReport())

    def decided(self, outcome: Outcome[Any]) -> None:
        """Notes what became of a subgraph."""
        self._outcomes[outcome.key] = outcome
        report = SubgraphTuningReport()
        for item in self._outcomes.values():
            report = with_subgraph(report, item)
        gains = decision_gains(changed_subgraphs(self._outcomes.values()))
        self._write(dataclasses.replace(report, decision_gains=gains))

    def decided_again(self, outcome: Outcome[Any]) -> None:
        """Counts again, with a subgraph's second outcome in place of its first."""
        self.decided(outcome)

    def finished(self, seconds: float, times: ModelTimes | None) -> None:
        """Notes the end of a run that was not interrupted, and how long one inference takes."""
        model = reported(times, cut_off=True)
        self._write(dataclasses.replace(self.subgraphs, model=model), seconds)

    def failed(self, seconds: float) -> None:
        """Notes that subgraph tuning failed: there is no section of it."""
        self._write(None, seconds)

    @property
    def subgraphs(self) -> SubgraphTuningReport:
        """The section of subgraphs as it stands."""
        return self.report.subgraphs or SubgraphTuningReport()

    def _write(self, subgraphs: SubgraphTuningReport | None, seconds: float | None = None) -> None:
        self.report = dataclasses.replace(self.report, subgraphs=subgraphs, seconds=seconds)
        self.writer.write(self.report)


def with_subgraph(report: SubgraphTuningReport, outcome: Outcome[Any]) -> SubgraphTuningReport:
    """The report after one more subgraph."""
    counted = getattr(report.summary, outcome.counter) + 1
    summary = dataclasses.replace(report.summary, **{outcome.counter: counted})
    reasons = [(failure.cause, failure.detail) for failure in outcome.failures]
    failures = (*report.candidate_failures, *counted_failures(outcome.name, reasons))
    report = dataclasses.replace(report, summary=summary, candidate_failures=failures)
    if outcome.before is None or outcome.after is None:
        return report
    item = modified_subgraph(outcome.key, outcome.before.median, outcome.after.median)
    if outcome.decision == "add":
        return dataclasses.replace(report, added=(*report.added, item))
    return dataclasses.replace(report, updated=(*report.updated, item))
