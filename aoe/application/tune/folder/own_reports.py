"""The reports of the models of a folder, in one result file, while they are searched together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from aoe.application.tune.folder.joint_search import own_outcome
from aoe.application.tune.phases.context import Reports
from aoe.application.tune.result_observer import ResultObserver, SubgraphResultObserver
from aoe.application.tune.workspace import JobFiles
from aoe.policy import SubgraphPolicy
from aoe.results.operator_report import OperatorTuningReport
from aoe.results.report import TuningReport
from aoe.results.result_file import SharedResultFile
from aoe.tuning.observer import Outcome, SilentObserver
from aoe.tuning.tuning_task import TuningTask


@dataclass(frozen=True, slots=True)
class Unwritten:
    """A `ReportWriter` for the search, which has no report of its own.

    Attributes:
        path: The result file of the models.
    """

    path: Path

    def write(self, report: TuningReport) -> None:
        """Writes nothing."""


def unwritten(files: JobFiles) -> Reports:
    """The reports of the search."""
    return Reports(Unwritten(files.result), Unwritten(files.subgraph_result))


@dataclass(frozen=True, slots=True)
class SharedFiles:
    """The result files of a job of several models.

    Attributes:
        operators: That of operator tuning.
        subgraphs: That of subgraph tuning.
        job_types: What is tuned.
    """

    operators: SharedResultFile
    subgraphs: SharedResultFile
    job_types: tuple[int, ...]

    @staticmethod
    def of(files: JobFiles, job_types: tuple[int, ...]) -> SharedFiles:
        """The result files of a job."""
        return SharedFiles(
            SharedResultFile(files.result), SharedResultFile(files.subgraph_result), job_types
        )

    def reports(self) -> Reports:
        """The reports of one more model."""
        started = datetime.now()
        return Reports(self.operators.task(started), self.subgraphs.task(started))

    def failed(self, name: str, failure: str, seconds: float, reports: Reports) -> None:
        """Writes the reports of a model that failed."""
        report = TuningReport(name, seconds, failure=failure)
        if 1 in self.job_types:
            reports.subgraphs.write(report)
        if 2 in self.job_types:
            operators = OperatorTuningReport("tuning failed")
            reports.operators.write(TuningReport(name, seconds, operators, failure=failure))


class OwnReport:
    """The reports of one model, which has some of the tasks of the search."""

    def __init__(
        self,
        name: str,
        reports: Reports,
        tasks: Mapping[str, TuningTask[Any, Any]],
        job_types: Sequence[int],
    ) -> None:
        self._tasks = tasks
        self._operators = ResultObserver(reports.operators, name)
        self._subgraphs = SubgraphResultObserver(reports.subgraphs, name)
        for number, observer in ((2, self._operators), (1, self._subgraphs)):
            if number in job_types:
                observer.started(len(tasks))

    def decided(self, outcome: Outcome[Any]) -> None:
        """Notes an outcome, if the model has the task."""
        task = self._tasks.get(outcome.key)
        if task is None:
            return
        of_subgraph = isinstance(outcome.policy, SubgraphPolicy)
        observer = self._subgraphs if of_subgraph else self._operators
        observer.decided_again(own_outcome(outcome, task))


class OwnReports(SilentObserver):
    """An `Observer` of the search that keeps the reports of all models up to date."""

    def __init__(self, reports: Sequence[OwnReport]) -> None:
        self._reports = tuple(reports)

    def decided(self, outcome: Outcome[Any]) -> None:
        """Notes the outcome in the reports of the models that have the task."""
        for report in self._reports:
            report.decided(outcome)

    def decided_again(self, outcome: Outcome[Any]) -> None:
        """Likewise."""
        self.decided(outcome)
