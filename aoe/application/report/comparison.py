"""What differs between two reports of a model: its time, and that of each operator.

Operators are matched by their names in the model, so that a report before a change of the policies,
the precision or the version of open-aoe can be held against one after it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aoe.application.report.contents import FORMAT, FORMAT_VERSION, is_disturbed
from aoe.errors import MALFORMED, UsageError, not_read, quoted

_DATA = re.compile(r'<script type="application/json" id="aoe-report">(.*?)</script>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class ComparedOperator:
    """An operator in one report.

    Attributes:
        label: What it computes.
        seconds: Its time in one inference.
        policy: Its policy in words.
    """

    label: str
    seconds: float
    policy: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ComparedModel:
    """A model in one report.

    Attributes:
        title: What the report is about.
        seconds: Time of an inference.
        operators: Its operators by their names in the model.
        disturbed: Whether other programs disturbed the measurement.
    """

    title: str
    seconds: float
    operators: Mapping[str, ComparedOperator]
    disturbed: bool = False


@dataclass(frozen=True, slots=True)
class OperatorChange:
    """An operator in two reports.

    Attributes:
        name: Its name in the model.
        before: In the first report; `None` if it is not there.
        after: In the second report; `None` if it is not there.
    """

    name: str
    before: ComparedOperator | None
    after: ComparedOperator | None

    @property
    def label(self) -> str:
        """What it computes."""
        known = self.after or self.before
        assert known is not None, "it is in one of them"
        return known.label

    @property
    def seconds(self) -> float:
        """What an inference takes longer by it."""
        before = 0.0 if self.before is None else self.before.seconds
        return (0.0 if self.after is None else self.after.seconds) - before


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two reports.

    Attributes:
        before: The model in the first one.
        after: The model in the second one.
    """

    before: ComparedModel
    after: ComparedModel

    @property
    def changes(self) -> list[OperatorChange]:
        """All operators, those that differ most first."""
        names = dict.fromkeys([*self.before.operators, *self.after.operators])
        found = [
            OperatorChange(name, self.before.operators.get(name), self.after.operators.get(name))
            for name in names
        ]
        return sorted(found, key=lambda item: -abs(item.seconds))


def compared_model(data: Mapping[str, Any]) -> ComparedModel:
    """The model in the JSON of a report.

    Raises:
        UsageError: It is about no model.
    """
    model = data["model"]
    if model is None:
        raise UsageError(
            f"the report {quoted(data['title'])} is about no model; compare reports of models"
        )
    operators: dict[str, ComparedOperator] = {}
    for node in model["nodes"]:
        if node["kind"] != "operator":
            continue
        kind, name, seconds = model["operators"][node["operator"]], node["name"], node["seconds"]
        known = operators.get(name)
        spent = float(seconds) + (0.0 if known is None else known.seconds)
        operators[name] = ComparedOperator(kind["label"], spent, tuple(kind["decisions"]))
    seconds = float(model["seconds"])
    disturbed = is_disturbed(seconds, float(model["least"]))
    return ComparedModel(str(data["title"]), seconds, operators, disturbed)


def read_compared(path: Path) -> ComparedModel:
    """The model of a page that `aoe report` wrote.

    Raises:
        UsageError: The page is none, or of another version.
    """
    try:
        found = _DATA.search(path.read_text("utf-8"))
        data = None if found is None else json.loads(found[1])
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise UsageError(f"{path} is not a page of aoe report; name one, or an offline model")
        if data.get("version") != FORMAT_VERSION:
            raise UsageError(
                f"{path} is a report of version {quoted(str(data.get('version')))}, and this is "
                f"open-aoe for version {FORMAT_VERSION}; write the report again"
            )
        return compared_model(data)
    except OSError as error:
        raise UsageError(not_read(path, error)) from error
    except MALFORMED as error:
        raise UsageError(f"{path} is not a sound report: {quoted(repr(error))}") from error
