"""The journal of a job: which searches have ended and how, what was stored where, how much time was
spent. It is what `--reload` goes on from.

One JSON object a line, only ever appended, so a run that is killed loses at most the line it was
writing. What a reader needs is on the disk when it counts: a store is noted before the repository
is changed, an outcome when it is known.
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
from aoe.errors import AoeError, PolicyError, RepositoryError
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

#: Seconds between two notes of the time spent.
CLOCK_INTERVAL = 1.0


@dataclass(frozen=True, slots=True)
class Stored:
    """A winner in the custom repository, and what was there before the job."""

    entry: Entry
    before: Entry | None


@dataclass(frozen=True, slots=True)
class PoliciesBefore:
    """The policies that the repositories had for a model before the job, by key."""

    subgraphs: Mapping[str, SubgraphPolicy] = field(default_factory=dict)
    operators: Mapping[str, Policy] = field(default_factory=dict)


@dataclass(slots=True)
class JournalContent:
    """What a journal says: outcomes of the searches that came to their end and the last store of
    every operator, by key, the same of subgraphs, and the seconds that the job has taken. `before`:
    policies before the job, if it tunes both; `operators_paused`: operators have had their time
    before subgraphs; `subgraphs_ended`: subgraph tuning has come to its end; `subgraph_times`: of
    the model before and after it, if the whole model was asked.
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


class Journal(SilentObserver):
    """An `Observer` that keeps the journal of a running job."""

    def __init__(
        self,
        path: Path,
        deadline: Deadline,
        content: JournalContent | None = None,
    ) -> None:
        """Appends to `path`, where `content` stands already. `deadline`: the clock of the job."""
        self.path = path
        self.content = content or JournalContent()
        self.deadline = deadline
        self._noted = float("-inf")
        if path.exists() and not path.read_bytes().endswith(b"\n"):
            self._append("", durable=False)  # ends the line that a killed run has begun

    def decided(self, outcome: Outcome[Any]) -> None:
        """Notes the outcome of a search that was not cut short."""
        of_subgraph = isinstance(outcome.policy, SubgraphPolicy)
        finished: dict[str, Any] = self.content.subgraphs if of_subgraph else self.content.finished
        if outcome.complete and finished.get(outcome.key) != outcome:
            finished[outcome.key] = outcome
            name = "subgraph" if of_subgraph else "outcome"
            self._note({name: outcome_to_json(outcome)}, durable=True)

    def begun(self, before: PoliciesBefore) -> None:
        """Notes what there was before the job."""
        self.content.before = before
        found = {
            name: {key: policy.to_json() for key, policy in getattr(before, name).items()}
            for name in ("subgraphs", "operators")
        }
        self._note({"before": found}, durable=True)

    def operators_paused(self) -> None:
        """Notes that subgraphs have their turn now."""
        self._note({"operators_paused": True}, durable=True)

    def subgraphs_ended(self, times: ModelTimes | None) -> None:
        """Notes that subgraph tuning is at its end, and what the whole model has shown of it."""
        if not self.content.subgraphs_ended:
            shown = None
            if times is not None:
                spreads = times.before_spread, times.after_spread
                shown = [times.before, times.after, *spreads, times.uncertainty]
            self._note({"subgraphs_ended": shown}, durable=True)

    def decided_again(self, outcome: Outcome[Any]) -> None:
        """Notes it in place of the one before."""
        self.decided(outcome)

    def storing(self, entry: Entry, before: Entry | None) -> None:
        """Notes what the repository is about to be changed to, and what it had before the job."""
        stores: dict[str, Stored] = self.content.stored
        if isinstance(entry.policy, SubgraphPolicy):
            stores = self.content.stored_subgraphs
        stores[entry.key] = Stored(entry, before)
        old = None if before is None else entry_to_json(before)
        stored = {"key": entry.key, "entry": entry_to_json(entry), "before": old}
        self._note({"store": stored}, durable=True)

    def stage(self, text: str, seconds_left: float | None) -> None:
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
                file.write(f"{line}\n".encode())
                if durable:
                    file.flush()
                    os.fsync(file.fileno())
        except OSError as error:
            raise AoeError(f"cannot write {self.path}: {error.strerror or error}") from error


def read_journal(path: Path) -> JournalContent:
    """What the journal says; lines that are damaged say nothing, a missing file nothing at all."""
    content = JournalContent()
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return content
    except OSError as error:
        raise AoeError(f"cannot read {path}: {error.strerror or error}") from error
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
    """Makes what an earlier part of the job has stored this part's. Returns the winners of searches
    that did not come to their end, by key: they leave the repository until those go on. `kind`: of
    their policies.
    """
    begun: dict[str, Winner[AnyPolicy]] = {}
    for key, item in stored.items():
        repository.take_over(item.entry, item.before)
        if key not in finished:
            repository.withdraw(item.entry.signature, key)
            begun[key] = winner_of(item.entry, kind)
    return begun


def _take(data: Any, content: JournalContent) -> None:
    """Adds what one line says."""
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
        if data["subgraphs_ended"] is not None:
            before, after, *others = data["subgraphs_ended"]
            known = (None if item is None else float(item) for item in others)
            content.subgraph_times = ModelTimes(float(before), float(after), *known)
        content.subgraphs_ended = True
    content.seconds = max(content.seconds, seconds)


def outcome_to_json(outcome: Outcome[AnyPolicy]) -> dict[str, Any]:
    """A JSON object that `outcome_from_json` turns back into the outcome of a complete search."""
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
    """The outcome written by `outcome_to_json`; `policy_of` reads its policies. Raises `KeyError`,
    `TypeError`, `ValueError` or `PolicyError` on anything else.
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


def _measurement_to_json(measurement: Measurement | None) -> list[float] | None:
    if measurement is None:
        return None
    return [measurement.minimum, measurement.median, measurement.spread, measurement.samples]


def _measurement_from_json(data: Any) -> Measurement | None:
    if data is None:
        return None
    minimum, median, spread, samples = data
    return Measurement(float(minimum), float(median), float(spread), int(samples))
