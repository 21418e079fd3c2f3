"""What tuning reports: progress while it works, and the outcome of each operator or subgraph.

`aoe.tuning.operator_tuning` and `aoe.tuning.model_check.model_check` call an `Observer`. The
application's progress bar and result file are observers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeAlias

from aoe.policy import AnyPolicy, Policy, SubgraphPolicy
from aoe.tuning.comparison.timing_statistics import Measurement

#: Why a candidate failed. "compile": it was refused before it ran. "wrong": its output differs from
#: the reference's. "crash", "hang", "memory": what it did to the process that ran it. "internal":
#: the runner itself raised an exception that nothing expects, a defect of open-aoe.
Cause = Literal["compile", "crash", "hang", "wrong", "memory", "internal"]
#: The outcome of an operator or subgraph, in AOE's words; see `Outcome`.
Decision = Literal["add", "update", "reserved", "unsatisfied", "failed"]
#: How far a task is: it waits for its first candidates, more of them are tried, the best are
#: compared once more, or it has its outcome.
TaskState = Literal["waiting", "searching", "ranking", "decided"]
#: Where it is counted in AOE's `repo_summary`.
Counter = Literal["add", "update", "reserved", "unsatisfied"]


@dataclass(frozen=True, slots=True)
class CandidateFailure(Generic[AnyPolicy]):
    """A candidate that did not work.

    Attributes:
        policy: Its policy.
        cause: Why it failed.
        detail: The same in one sentence.
    """

    policy: AnyPolicy
    cause: Cause
    detail: str


@dataclass(frozen=True, slots=True)
class Outcome(Generic[AnyPolicy]):
    """The outcome of one operator or subgraph, all its occurrences together.

    Attributes:
        key: Of the operator or subgraph.
        name: Of the first one in the model.
        types: Of the source operators in it.
        uses: How many in the model are equal.
        decision: In AOE's words. "add" and "update" stored a winner. "reserved" kept the
            repository's policy. "unsatisfied" found nothing better than the default policy.
            "failed" had no candidate that worked.
        policy: The policy to use.
        old: The policy of before.
        before: The time under the old policy, from the confirmation of the winner. None if there
            is no winner.
        after: The time under the new policy, likewise.
        candidates: How many policies were tried.
        failures: Why some of them failed.
        complete: Whether the search ended by itself, so that no later part of the job continues it.
        hit: Whether the repository had a policy before.
    """

    key: str
    name: str
    types: tuple[str, ...]
    uses: int
    decision: Decision
    policy: AnyPolicy
    old: AnyPolicy
    before: Measurement | None = None
    after: Measurement | None = None
    candidates: int = 0
    failures: tuple[CandidateFailure[AnyPolicy], ...] = ()
    complete: bool = True
    hit: bool = False

    @property
    def counter(self) -> Counter:
        """Where it is counted. A failed one left the repository unchanged."""
        if self.decision == "failed":
            return "reserved" if self.hit else "unsatisfied"
        return self.decision

    @property
    def gain(self) -> float:
        """The speed-up as a factor; 1.0 if nothing was measured."""
        if self.before is None or self.after is None:
            return 1.0
        return self.before.median / self.after.median


OperatorOutcome: TypeAlias = Outcome[Policy]
SubgraphOutcome: TypeAlias = Outcome[SubgraphPolicy]


@dataclass(frozen=True, slots=True)
class TaskProgress:
    """How far one operator or subgraph is, all its occurrences together.

    Attributes:
        key: Of the operator or subgraph.
        name: Of the first one in the model.
        types: Of the source operators in it.
        uses: How many in the model are equal.
        state: How far it is.
        before: Seconds of one use under the policy of before. Estimated while it waits, and None
            where nothing is searched.
        after: The same under the best policy so far.
        tried: How many policies were tried.
    """

    key: str
    name: str
    types: tuple[str, ...]
    uses: int
    state: TaskState
    before: float | None = None
    after: float | None = None
    tried: int = 0


class Observer(Protocol):
    """Receives the events of tuning as they happen."""

    def started(self, total: int, kind: str = "operators") -> None:
        """A tuning begins, with so many tasks. `kind`: what they are, as a plural."""

    def decided(self, outcome: Outcome[Any]) -> None:
        """A task is decided."""

    def decided_again(self, outcome: Outcome[Any]) -> None:
        """A winner was rejected by the whole-model check; `outcome` replaces the one reported
        before.
        """

    def phase(self, text: str, seconds_left: float | None) -> None:
        """The search is over. `text`: what comes next. `seconds_left`: as for `progress`."""

    def progress(self, done: int, total: int, best_gain: float, seconds_left: float | None) -> None:
        """Some work was done.

        Args:
            done: Tasks that are decided.
            total: All tasks.
            best_gain: The largest speed-up so far, as a factor.
            seconds_left: The estimated time to the end of the job. None while there is none.
        """

    def tasks_changed(self, tasks: Sequence[TaskProgress]) -> None:
        """Some tasks have come further, all of them at the beginning."""

    def budgeted(self, seconds: float | None) -> None:
        """A job begins that may take so long from its start; None without a limit."""

    def warning(self, text: str) -> None:
        """Something that the user should know, in one sentence."""


class SilentObserver:
    """An observer that ignores everything."""

    def started(self, total: int, kind: str = "operators") -> None:
        """Nothing."""

    def decided(self, outcome: Outcome[Any]) -> None:
        """Nothing."""

    def decided_again(self, outcome: Outcome[Any]) -> None:
        """Nothing."""

    def phase(self, text: str, seconds_left: float | None) -> None:
        """Nothing."""

    def progress(self, done: int, total: int, best_gain: float, seconds_left: float | None) -> None:
        """Nothing."""

    def tasks_changed(self, tasks: Sequence[TaskProgress]) -> None:
        """Nothing."""

    def budgeted(self, seconds: float | None) -> None:
        """Nothing."""

    def warning(self, text: str) -> None:
        """Nothing."""
