"""The report of a tuning job, with JSON exactly as AOE writes it.

One job, as in offline inference, is a list: `[{"basic": {…}}, {"OPAT": {…}}]` (`TuningReport`).
Several jobs of one process, such as several graphs, are an object with a list for each:
`{"report_<timestamp>_<tid>": […], …}` (`TuningReports`). tid is the id of the thread that tuned.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from aoe.errors import ResultFileError
from aoe.results.gradient_report import GradientTuningReport
from aoe.results.json_object import JsonObject
from aoe.results.operator_report import OperatorTuningReport
from aoe.results.subgraph_report import SubgraphTuningReport

_REPORT_NAME = re.compile(r"report_\d{8}_\d{9}_\d+")
_FAILURE = "failure"


@dataclass(frozen=True, slots=True)
class TuningReport:
    """The report of one job.

    Attributes:
        tuning_name: Name of the model.
        seconds: Duration; `None` until the run is complete.
        operators: Section of operators; `None` if the model has none to tune.
        subgraphs: Section of subgraphs; `None` if their tuning failed or was not asked for.
        gradients: Section of gradients; `None` if their tuning was not asked for.
        failure: Why the model could not be tuned; `None` if it could. Not a field of AOE.
    """

    tuning_name: str
    seconds: float | None = None
    operators: OperatorTuningReport | None = None
    subgraphs: SubgraphTuningReport | None = None
    gradients: GradientTuningReport | None = None
    failure: str | None = None

    def to_json(self) -> list[dict[str, Any]]:
        """The list that AOE writes for offline inference."""
        basic: dict[str, Any] = {"tuning_name": self.tuning_name}
        if self.seconds is not None:
            basic["tuning_time(s)"] = round(self.seconds)
        if self.failure is not None:
            basic[_FAILURE] = self.failure
        sections: list[dict[str, Any]] = [{"basic": basic}]
        if self.subgraphs is not None:
            sections.append({"SGAT": self.subgraphs.to_json()})
        if self.operators is not None:
            sections.append({"OPAT": self.operators.to_json()})
        if self.gradients is not None:
            sections.append({"GDAT": self.gradients.to_json()})
        return sections

    @staticmethod
    def from_json(data: Any) -> TuningReport:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        if not isinstance(data, list):
            raise ResultFileError("a report is not a JSON list")
        sections: dict[str, JsonObject] = {}
        for item in data:
            section = JsonObject(item, "a section").only(("basic", "SGAT", "OPAT", "GDAT"))
            for name in section.names():
                if name in sections:
                    raise ResultFileError(f"a report has two sections {name!r}")
                sections[name] = section.object(name)
        if "basic" not in sections:
            raise ResultFileError("a report lacks the section 'basic'")
        basic = sections["basic"].only(("tuning_name", "tuning_time(s)", _FAILURE))
        return TuningReport(
            basic.text("tuning_name"),
            basic.count("tuning_time(s)") if "tuning_time(s)" in basic else None,
            OperatorTuningReport.from_json(sections["OPAT"]) if "OPAT" in sections else None,
            SubgraphTuningReport.from_json(sections["SGAT"]) if "SGAT" in sections else None,
            GradientTuningReport.from_json(sections["GDAT"]) if "GDAT" in sections else None,
            basic.text(_FAILURE) if _FAILURE in basic else None,
        )


@dataclass(frozen=True, slots=True)
class TuningReports:
    """The reports of several jobs.

    Attributes:
        reports: Reports by name, in the order of their start.
    """

    reports: tuple[tuple[str, TuningReport], ...] = ()

    def with_report(self, name: str, report: TuningReport) -> TuningReports:
        """These reports with one added or replaced."""
        reports = dict(self.reports)
        reports[name] = report
        return TuningReports(tuple(reports.items()))

    def to_json(self) -> dict[str, Any]:
        """The object that AOE writes for several jobs."""
        return {name: report.to_json() for name, report in self.reports}

    @staticmethod
    def from_json(data: Any) -> TuningReports:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        given = JsonObject(data, "the file")
        for name in given.names():
            if _REPORT_NAME.fullmatch(name) is None:
                raise ResultFileError(f"{name!r} is not the name of a report")
        return TuningReports(
            tuple((name, TuningReport.from_json(given.value(name))) for name in given.names())
        )


def report_name(timestamp: str, thread_id: int) -> str:
    """The name of a report among several. For `timestamp` see `result_file.timestamp`."""
    return f"report_{timestamp}_{thread_id}"
