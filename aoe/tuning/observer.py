"""What tuning tells while it works, and what it has to say of each operator at the end.

`aoe.tuning.operator_tuning` and `aoe.tuning.model_check.model_check` call an `Observer`; the
application's progress bar and result file are observers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeAlias

from aoe.policy import AnyPolicy, Policy, SubgraphPolicy
from aoe.tuning.comparison.timing_statistics import Measurement

#: Why a candidate failed. "compile": refused before it ran; "wrong": its output was not the
#: reference's; "crash", "hang", "memory": what it did to the process that ran it.
Cause = Literal["compile", "crash", "hang", "wrong", "memory"]
#: How an operator or subgraph ended, in AOE's words; see `Outcome`.
Decision = Literal["add", "update", "reserved", "unsatisfied", "failed"]
#: Where it is counted in AOE's `repo_summary`.
Counter = Literal["add", "update", "reserved", "unsatisfied"]


@dataclass(frozen=True, slots=True)
class CandidateFailure(Generic[AnyPolicy]):
    """A candidate that did not work, and why. `detail` is one sentence."""

    policy: AnyPolicy
    cause: Cause
    detail: str


@dataclass(frozen=True, slots=True)
class Outcome(Generic[AnyPolicy]):
    """What happened to one operator or subgraph, all its occurrences together.

    `name`: of the first one in the model; `types`: the source operators in it; `uses`: how
    many in the model are equal. `decision` (AOE's words): "add" and "update" stored a winner,
    "reserved" kept what the repository had, "unsatisfied" found nothing better than the default
    policy, "failed" had no candidate that worked. `before` and `after` come from the paired
    measurement that confirmed a winner; None where there is none. `old` is the policy `before`
    stands for. `complete`: the search was not cut short by the user, so that none will go on
    with it. `hit`: the repository had a policy before.
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
        """Where it is counted: one that failed left the repository as it was."""
        if self.decision == "failed":
            return "reserved" if self.hit else "unsatisfied"
        return self.decision

    @property
    def gain(self) -> float:
        """How many times faster it became; 1.0 where nothing was measured."""
        if self.before is None or self.after is None:
            return 1.0
        return self.before.median / self.after.median


OperatorOutcome: TypeAlias = Outcome[Policy]
SubgraphOutcome: TypeAlias = Outcome[SubgraphPolicy]


class Observer(Protocol):
    """Is told what tuning does, as it happens."""

    def started(self, total: int, kind: str = "operators") -> None:
        """Tuning begins, or its next part, with this many to decide; `kind`: what they are."""

    def decided(self, outcome: Outcome[Any]) -> None:
        """One of them is decided."""

    def decided_again(self, outcome: Outcome[Any]) -> None:
        """One has its old policy again, because its winner lost inside the whole model:
        `outcome` takes the place of the one told of before.
        """

    def stage(self, text: str, seconds_left: float | None) -> None:
        """The search is over; what comes next, and an estimate as for `progress`."""

    def progress(self, done: int, total: int, best_gain: float, seconds_left: float | None) -> None:
        """Some work was done.

        `best_gain`: the largest speed-up so far, as a factor. `seconds_left`: an estimate of
        the time to the end of the run, None while there is none.
        """

    def warning(self, text: str) -> None:
        """Something the user should know; one sentence."""


class SilentObserver:
    """An observer that says nothing."""

    def started(self, total: int, kind: str = "operators") -> None:
        """Nothing."""

    def decided(self, outcome: Outcome[Any]) -> None:
        """Nothing."""

    def decided_again(self, outcome: Outcome[Any]) -> None:
        """Nothing."""

    def stage(self, text: str, seconds_left: float | None) -> None:
        """Nothing."""

    def progress(self, done: int, total: int, best_gain: float, seconds_left: float | None) -> None:
        """Nothing."""

    def warning(self, text: str) -> None:
        """Nothing."""
