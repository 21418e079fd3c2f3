"""The trial log: every policy that a job has tried, its time or why it failed.

The file has one JSON object a line. Lines are only appended, and flushed after every generation; a
line that a killed job has not finished is ignored. `aoe explain` reads the file, and
`benchmarks.search` replays it. There are two kinds of lines:

    {"operator": KEY, "signature": {…}, "soc_version": NAME, "default": POLICY}
    {"operator": KEY, "policy": POLICY, "seconds": NUMBER}

An operator's first line comes before its trials. A subgraph has "subgraph" in place of "operator",
and its `signature` is a text. A failed trial has `"seconds": null`, a `cause` and a `detail`. A
trial with the machine code of an earlier one was not measured again; `same_as` is the policy of
that. `spent`, where it is known, are the seconds that compiling and measuring took. `at`, likewise,
are the seconds of the job when the line was written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from aoe.errors import AoeError, ModelError, PolicyError, not_read, not_written
from aoe.operators.operator import Operator
from aoe.policy import AnyPolicy, Policy, SubgraphPolicy
from aoe.tuning.search.search_strategy import Trial
from aoe.tuning.workload.subgraph_model import AnyWorkload, SubgraphModel

#: The name of a line's key, by what was tuned.
_KINDS = {Operator: "operator", SubgraphModel: "subgraph"}
#: A device model (`soc_version`) and the key of what was tried on it.
Device: TypeAlias = tuple[str, str]
#: What reading a damaged line may raise.
_DAMAGE = (ValueError, TypeError, KeyError, RecursionError, PolicyError, ModelError)


@dataclass(slots=True)
class RecordedSearch:
    """The trials of one operator, over all jobs that have written to the file.

    Attributes:
        operator: The operator.
        soc_version: The device model.
        default: The default policy.
        trials: The trials in order.
    """

    operator: Operator
    soc_version: str
    default: Policy
    trials: list[Trial] = field(default_factory=list)


@dataclass(slots=True)
class RecordedSubgraphSearch:
    """The trials of one subgraph.

    Attributes:
        signature: The subgraph's signature.
        soc_version: As of a `RecordedSearch`.
        default: Likewise.
        trials: Likewise.
    """

    signature: str
    soc_version: str
    default: SubgraphPolicy
    trials: list[Trial[SubgraphPolicy]] = field(default_factory=list)


#: A search, of either kind.
Search = TypeVar("Search", RecordedSearch, RecordedSubgraphSearch)


class TrialLog:
    """Appends to a file."""

    def __init__(
        self, path: Path, soc_version: str, clock: Callable[[], float] | None = None
    ) -> None:
        """Appends to `path`. `clock`: tells the seconds of the job; None where there is none."""
        self.path = path
        self.soc_version = soc_version
        self._clock = clock
        self._described: set[str] = set()

    def record(
        self, workload: AnyWorkload, default: AnyPolicy, trials: Sequence[Trial[AnyPolicy]]
    ) -> None:
        """Appends trials of an operator or subgraph.

        Raises:
            AoeError: The file cannot be written.
        """
        lines: list[dict[str, Any]] = []
        name = {_KINDS[type(workload)]: workload.key}
        if workload.key not in self._described:
            self._described.add(workload.key)
            described = (
                workload.to_json()
                if isinstance(workload, Operator)
                else workload.subgraph.signature
            )
            facts = {"signature": described, "soc_version": self.soc_version}
            lines.append({**name, **facts, "default": default.to_json()})
        at = {} if self._clock is None else {"at": round(self._clock(), 2)}
        lines += [{**name, **_trial_to_json(trial), **at} for trial in trials]
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                if file.tell() and not self._ends_a_line():
                    file.write(b"\n")
                file.write(text.encode())
        except OSError as error:
            raise AoeError(not_written(self.path, error)) from error

    def _ends_a_line(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(-1, 2)
            return file.read(1) == b"\n"


def holds_trials(path: Path) -> bool:
    """Whether a file has a line that a trial log has. Raises as `read_trial_log` does."""
    return any(True for kind in ("operator", "subgraph") for _ in _lines(path, kind))


def read_trial_log(path: Path) -> dict[str, RecordedSearch]:
    """The searches of operators in a file, by key. Of an operator that was tried on several device
    models, those of the first one. Damaged lines are ignored.

    Raises:
        AoeError: The file cannot be read.
    """
    first: dict[str, RecordedSearch] = {}
    for (_, key), search in read_searches(path).items():
        first.setdefault(key, search)
    return first


def read_searches(path: Path) -> dict[Device, RecordedSearch]:
    """As `read_trial_log`, all searches of each operator, by device model and key."""

    def described(data: Mapping[str, Any]) -> tuple[str, RecordedSearch]:
        operator = Operator.from_json(data["signature"])
        default = Policy.from_json(data["default"])
        return operator.key, RecordedSearch(operator, str(data["soc_version"]), default)

    return _searches(path, "operator", described, Policy.from_json)


def read_subgraph_searches(path: Path) -> dict[Device, RecordedSubgraphSearch]:
    """As `read_searches`, of subgraphs."""

    def described(data: Mapping[str, Any]) -> tuple[str, RecordedSubgraphSearch]:
        signature, default = str(data["signature"]), SubgraphPolicy.from_json(data["default"])
        search = RecordedSubgraphSearch(signature, str(data["soc_version"]), default)
        return str(data["subgraph"]), search

    return _searches(path, "subgraph", described, SubgraphPolicy.from_json)


def _searches(
    path: Path,
    kind: str,
    described: Callable[[Mapping[str, Any]], tuple[str, Search]],
    policy: Callable[[Any], Any],
) -> dict[Device, Search]:
    """The searches in a file. A trial belongs to the device model of its first line, the latest
    one of its key above it.

    Args:
        path: The file.
        kind: What was searched for.
        described: Reads a first line: the key, as this version has it, and the search.
        policy: Reads a policy.
    """
    found: dict[Device, Search] = {}
    latest: dict[str, Search] = {}
    for data in _lines(path, kind):
        with suppress(*_DAMAGE):
            key = str(data[kind])
            if "signature" in data:
                today, search = described(data)
                latest[key] = found.setdefault((search.soc_version, today), search)
            else:
                latest[key].trials.append(_trial(data, policy))
    return found


def _lines(path: Path, kind: str) -> Iterator[dict[str, Any]]:
    """The JSON objects of a file that are about this kind."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise AoeError(not_read(path, error)) from error
    for line in lines:
        with suppress(ValueError, RecursionError):
            data = json.loads(line)
            if isinstance(data, dict) and kind in data:
                yield data


def _trial(data: Mapping[str, Any], policy: Callable[[Any], AnyPolicy]) -> Trial[AnyPolicy]:
    seconds, same_as, spent = data["seconds"], data.get("same_as"), data.get("spent")
    return Trial(
        policy(data["policy"]),
        None if seconds is None else float(seconds),
        data.get("cause"),
        str(data.get("detail", "")),
        None if same_as is None else policy(same_as),
        None if spent is None else float(spent),
    )


def _trial_to_json(trial: Trial[AnyPolicy]) -> dict[str, Any]:
    data: dict[str, Any] = {"policy": trial.policy.to_json(), "seconds": trial.seconds}
    if trial.cause is not None:
        data |= {"cause": trial.cause, "detail": trial.detail}
    if trial.same_as is not None:
        data["same_as"] = trial.same_as.to_json()
    if trial.spent is not None:
        data["spent"] = trial.spent
    return data
