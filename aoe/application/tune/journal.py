"""The journal of a job, from which `--reload` continues: outcomes of searches, stored winners and
the time spent.

The file has one JSON object a line and is only appended to, so a killed run loses at most the line
it was writing. Notes are on the disk before what depends on them: a store before the repository
changes, an outcome as soon as it is known.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aoe.application.tune.model_times import ModelTimes
from aoe.errors import AoeError, PolicyError, RepositoryError, not_written
from aoe.policy import AnyPolicy, Policy, SubgraphPolicy
from aoe.repository.entry import Entry, entry_from_json, entry_to_json
from aoe.repository.repository import Repository
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.deadline import Deadline
from aoe.tuning.observer import (
    CandidateFailure,
    OperatorOutcome,
    Outcome,
    SilentObserver,
    SubgraphOutcome,
)
from aoe.tuning.policy_database import Winner, winner_of

#: Least seconds between two notes of the time spent.
CLOCK_INTERVAL = 1.0


@dataclass(frozen=True, slots=True)
class Stored:
    """A winner in the custom repository.

    Attributes:
        entry: The winner.
        before: The entry before the job, if there was one.
    """

    entry: Entry
    before: Entry | None


@dataclass(frozen=True, slots=True)
class PoliciesBefore:
    """The policies that the repositories had for a model before the job.

    Attributes:
        subgraphs: Policies of subgraphs, by key.
        operators: Policies of operators, by key.
    """

    subgraphs: Mapping[str, SubgraphPolicy] = field(default_factory=dict)
    operators: Mapping[str, Policy] = field(default_factory=dict)


@dataclass(slots=True)
class JournalContent:
    """What a journal says.

    Attributes:
        finished: Outcomes of complete searches of operators, by key.
        stored: Last store of every operator, by key.
        subgraphs: Outcomes of complete searches of subgraphs, by key.
        stored_subgraphs: Last store of every subgraph, by key.
        before: Policies before the job, if it tunes both kinds.
        operators_paused: Whether operators had their first share of the time.
        subgraphs_ended: Whether subgraph tuning came to its end.
        subgraph_times: Times of the model before and after subgraph tuning, if measured.
        seconds: Time that the job has taken.
        model: The offline model that the job wrote.
        times: Times of the model before and after the job, if measured.
    """

    finished: dict[str, OperatorOutcome] = field(default_factory=dict)
    stored: dict[str, Stored] = field(default_factory=dict)
    subgraphs: dict[str, SubgraphOutcome] = field(default_factory=dict)
    stored_subgraphs: dict[str, Stored] = field(default_factory=dict)
    before: PoliciesBefore | None = None
    operators_paused: bool = False
    subgraphs_ended: bool = False
    subgraph_times: ModelTimes | None = None
    seconds: float = 0.0
    model: Path | None = None
    times: ModelTimes | None = None


class Journal(SilentObserver):
    """An `Observer` that keeps the journal of a running job."""

    def __init__(
        self,
        path: Path,
        deadline: Deadline,
        content: JournalContent | None = None,
    ) -> None:
        """Appends to `path`, which holds `content` already. `deadline` is the clock of the job."""
        self.path = path
        self.content = content or JournalContent()
        self.deadline = deadline
        self._noted = float("-inf")
        if path.exists() and not path.read_bytes().endswith(b"\n"):
            self._append("", durable=False)  # ends a line that a killed run began

    def decided(self, outcome: Outcome[Any]) -> None:
        """Notes the outcome of a complete search."""
        of_subgraph = isinstance(outcome.policy, SubgraphPolicy)
        finished: dict[str, Any] = self.content.subgraphs if of_subgraph else self.content.finished
        if outcome.complete and finished.get(outcome.key) != outcome:
            finished[outcome.key] = outcome
            name = "subgraph" if of_subgraph else "outcome"
            self._note({name: outcome_to_json(outcome)}, durable=True)

    def begun(self, before: PoliciesBefore) -> None:
        """Notes the policies before the job."""
        self.content.before = before
        found = {
            name: {key: policy.to_json() for key, policy in getattr(before, name).items()}
            for name in ("subgraphs", "operators")
        }
        self._note({"before": found}, durable=True)

    def operators_paused(self) -> None:
        """Notes that operators have had their first share of the time."""
        self._note({"operators_paused": True}, durable=True)

    def subgraphs_ended(self, times: ModelTimes | None) -> None:
        """Notes the end of subgraph tuning, with the times of the whole model."""
        if not self.content.subgraphs_ended:
            self._note({"subgraphs_ended": _times_to_json(times)}, durable=True)

    def ended(self, model: Path, times: ModelTimes | None) -> None:
        """Notes what the job wrote, and the times of the whole model."""
        self.content.model, self.content.times = model, times
        ended = {"model": str(model.absolute()), "times": _times_to_json(times)}
        self._note({"ended": ended}, durable=True)

    def decided_again(self, outcome: Outcome[Any]) -> None:
        """Notes an outcome that replaces an earlier one."""
        self.decided(outcome)

    def storing(self, entry: Entry, before: Entry | None) -> None:
        """Notes a change of the repository before it is made, with the entry from before the
        job.
        """
        stores: dict[str, Stored] = self.content.stored
        if isinstance(entry.policy, SubgraphPolicy):
            stores = self.content.stored_subgraphs
        stores[entry.key] = Stored(entry, before)
        old = None if before is None else entry_to_json(before)
        stored = {"key": entry.key, "entry": entry_to_json(entry), "before": old}
        self._note({"store": stored}, durable=True)

    def phase(self, text: str, seconds_left: float | None) -> None:
        """Notes the time."""
        self._note({}, durable=False)

    def progress(self, done: int, total: int, best_gain: float, seconds_left: float | None) -> None:
        """Notes the time now and then."""
        if self.deadline.used - self._noted >= CLOCK_INTERVAL:
            self._note({}, durable=False)

    def _note(self, content: Mapping[str, Any], durable: bool) -> None:
        self._noted = self.deadline.used
        line = {"seconds": round(self._noted, 3), **content}
        self._append(json.dumps(line, separators=(",", ":"), ensure_ascii=False), durable)

    def _append(self, line: str, durable: bool) -> None:
        try:
            with self.path.open("ab") as file:
                file.write(f"{line}\n".encode(errors="backslashreplace"))
                if durable:
                    file.flush()
                    os.fsync(file.fileno())
        except OSError as error:
            raise AoeError(not_written(self.path, error)) from error


class UnwrittenJournal(Journal):
    """The journal of one model of a job of several. It only holds outcomes, for the job itself
    keeps the journal from which `--reload` continues.
    """

    def _append(self, line: str, durable: bool) -> None:
        """Writes nothing."""


def read_journal(path: Path) -> JournalContent:
    """The content of a journal. Damaged lines are skipped; a missing file is an empty journal.
    Raises `AoeError` if the file cannot be read.
    """
    content = JournalContent()
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return content
    except OSError as error:
        raise AoeError(
            f"cannot read {path}: {error.strerror or error}; get permission, or remove it"
        ) from error
    for line in lines:
        with suppress(ValueError, TypeError, KeyError, PolicyError, RepositoryError):
            _take(json.loads(line), content)
    return content


def take_over(
    stored: Mapping[str, Stored],
    finished: Collection[str],
    repository: Repository,
    kind: type[AnyPolicy],
) -> dict[str, Winner[AnyPolicy]]:
    """Continues with what an earlier run of the job stored.

    Winners of searches that did not end leave the repository until these searches continue.

    Args:
        stored: Stored winners, by key.
        finished: Keys of searches that ended.
        repository: The repository that holds the winners.
        kind: The class of their policies.

    Returns:
        The winners of searches that did not end, by key.
    """
    begun: dict[str, Winner[AnyPolicy]] = {}
    for key, item in stored.items():
        repository.take_over(item.entry, item.before)
        if key not in finished:
            repository.withdraw(item.entry.signature, key)
            begun[key] = winner_of(item.entry, kind)
    return begun


def _take(data: Any, content: JournalContent) -> None:
    """Adds what one line says to the content."""
    seconds = float(data["seconds"])
    if "store" in data:
        key, before = data["store"]["key"], data["store"]["before"]
        stored = Stored(
            entry_from_json(key, data["store"]["entry"]),
            None if before is None else entry_from_json(key, before),
        )
        of_subgraph = isinstance(stored.entry.policy, SubgraphPolicy)
        (content.stored_subgraphs if of_subgraph else content.stored)[key] = stored
    if "outcome" in data:
        outcome = outcome_from_json(data["outcome"], Policy.from_json)
        content.finished[outcome.key] = outcome
    if "subgraph" in data:
        subgraph = outcome_from_json(data["subgraph"], SubgraphPolicy.from_json)
        content.subgraphs[subgraph.key] = subgraph
    if "before" in data:
        content.before = PoliciesBefore(
            {k: SubgraphPolicy.from_json(v) for k, v in data["before"]["subgraphs"].items()},
            {k: Policy.from_json(v) for k, v in data["before"]["operators"].items()},
        )
    content.operators_paused |= "operators_paused" in data
    if "subgraphs_ended" in data:
        content.subgraph_times = _times_from_json(data["subgraphs_ended"])
        content.subgraphs_ended = True
    if "ended" in data:
        content.model = Path(data["ended"]["model"])
        content.times = _times_from_json(data["ended"]["times"])
    content.seconds = max(content.seconds, seconds)


def outcome_to_json(outcome: Outcome[AnyPolicy]) -> dict[str, Any]:
    """The outcome of a complete search as a JSON object."""
    return {
        "key": outcome.key,
        "name": outcome.name,
        "types": list(outcome.types),
        "uses": outcome.uses,
        "decision": outcome.decision,
        "policy": outcome.policy.to_json(),
        "old": outcome.old.to_json(),
        "before": _measurement_to_json(outcome.before),
        "after": _measurement_to_json(outcome.after),
        "candidates": outcome.candidates,
        "failures": [
            [failure.policy.to_json(), failure.cause, failure.detail]
            for failure in outcome.failures
        ],
        "hit": outcome.hit,
    }


def outcome_from_json(data: Any, policy_of: Callable[[Any], AnyPolicy]) -> Outcome[AnyPolicy]:
    """The outcome in a JSON object of `outcome_to_json`. `policy_of` reads its policies. Raises
    `KeyError`, `TypeError`, `ValueError` or `PolicyError` for anything else.
    """
    return Outcome(
        key=str(data["key"]),
        name=str(data["name"]),
        types=tuple(str(kind) for kind in data["types"]),
        uses=int(data["uses"]),
        decision=data["decision"],
        policy=policy_of(data["policy"]),
        old=policy_of(data["old"]),
        before=_measurement_from_json(data["before"]),
        after=_measurement_from_json(data["after"]),
        candidates=int(data["candidates"]),
        failures=tuple(
            CandidateFailure(policy_of(policy), cause, str(detail))
            for policy, cause, detail in data["failures"]
        ),
        hit=bool(data.get("hit", False)),
    )


def _times_to_json(times: ModelTimes | None) -> list[float | None] | None:
    if times is None:
        return None
    return [
        times.before,
        times.after,
        times.before_spread,
        times.after_spread,
        times.uncertainty,
    ]


def _times_from_json(data: Any) -> ModelTimes | None:
    if data is None:
        return None
    before, after, *others = data
    known = (None if item is None else float(item) for item in others)
    return ModelTimes(float(before), float(after), *known)


def _measurement_to_json(measurement: Measurement | None) -> list[float] | None:
    if measurement is None:
        return None
    return [measurement.minimum, measurement.median, measurement.spread, measurement.samples]


def _measurement_from_json(data: Any) -> Measurement | None:
    if data is None:
        return None
    minimum, median, spread, samples = data
    return Measurement(float(minimum), float(median), float(spread), int(samples))
