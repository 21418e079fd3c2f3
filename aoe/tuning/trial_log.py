"""The trial log: every policy that a run has tried, its seconds or why it failed.

One JSON object a line, only ever appended, flushed after every round; a line that a killed run has
not finished says nothing. `aoe explain` reads it, and `benchmarks.search` replays it. There are two
kinds of lines:

    {"operator": KEY, "signature": {…}, "soc_version": NAME, "default": POLICY}
    {"operator": KEY, "policy": POLICY, "seconds": NUMBER}

where an operator's first comes before its trials. A trial that failed has `"seconds": null`, a
`cause` and a `detail`; one whose machine code is that of an earlier one has the policy of that as
`same_as` and was not measured again. `spent`, where it is known, are the seconds that compiling and
measuring took.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aoe.errors import AoeError, ModelError, PolicyError
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.search import Trial


@dataclass(slots=True)
class RecordedSearch:
    """The trials of one operator in order, over all runs that have written to the file."""

    operator: Operator
    soc_version: str
    default: Policy
    trials: list[Trial] = field(default_factory=list)


class TrialLog:
    """Appends to a file."""

    def __init__(self, path: Path, soc_version: str) -> None:
        self.path = path
        self.soc_version = soc_version
        self._described: set[str] = set()

    def record(self, operator: Operator, default: Policy, trials: Sequence[Trial]) -> None:
        """Notes trials of an operator. Raises `AoeError` if the file cannot be written."""
        lines = []
        if operator.key not in self._described:
            self._described.add(operator.key)
            lines.append(
                {
                    "operator": operator.key,
                    "signature": operator.to_json(),
                    "soc_version": self.soc_version,
                    "default": default.to_json(),
                }
            )
        lines += [_trial_to_json(operator.key, trial) for trial in trials]
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                if file.tell() and not self._ends_a_line():
                    file.write(b"\n")
                file.write(text.encode())
        except OSError as error:
            raise AoeError(f"cannot write {self.path}: {error.strerror or error}") from error

    def _ends_a_line(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(-1, 2)
            return file.read(1) == b"\n"


def read_trial_log(path: Path) -> dict[str, RecordedSearch]:
    """What a file says, by operator key. Damaged lines say nothing; raises `AoeError` if the file
    cannot be read.
    """
    found: dict[str, RecordedSearch] = {}
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise AoeError(f"cannot read {path}: {error.strerror or error}") from error
    for line in lines:
        with suppress(ValueError, TypeError, KeyError, RecursionError, PolicyError, ModelError):
            _take(json.loads(line), found)
    return found


def _take(data: Any, found: dict[str, RecordedSearch]) -> None:
    key = str(data["operator"])
    if "signature" in data:
        operator = Operator.from_json(data["signature"])
        default = Policy.from_json(data["default"])
        found.setdefault(key, RecordedSearch(operator, str(data["soc_version"]), default))
        return
    seconds, same_as, spent = data["seconds"], data.get("same_as"), data.get("spent")
    trial = Trial(
        Policy.from_json(data["policy"]),
        None if seconds is None else float(seconds),
        data.get("cause"),
        str(data.get("detail", "")),
        None if same_as is None else Policy.from_json(same_as),
        None if spent is None else float(spent),
    )
    found[key].trials.append(trial)


def _trial_to_json(key: str, trial: Trial) -> dict[str, Any]:
    data: dict[str, Any] = {
        "operator": key,
        "policy": trial.policy.to_json(),
        "seconds": trial.seconds,
    }
    if trial.cause is not None:
        data |= {"cause": trial.cause, "detail": trial.detail}
    if trial.same_as is not None:
        data["same_as"] = trial.same_as.to_json()
    if trial.spent is not None:
        data["spent"] = trial.spent
    return data
