"""What a tuning has found, and how that changes afterwards: the whole-model check rejects winners,
and searches that were to continue end.

`aoe.tuning.driver` makes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from aoe.policy import AnyPolicy
from aoe.results.repository_summary import RepositorySummary
from aoe.tuning.dry_run import DryRun
from aoe.tuning.observer import Decision, Observer, Outcome
from aoe.tuning.policy_database import WinnerStore
from aoe.tuning.tuning_options import TuningOptions
from aoe.tuning.tuning_task import TuningTask
from aoe.tuning.workload.subgraph_model import Workload


@dataclass(frozen=True, slots=True)
class Tuning(Generic[AnyPolicy]):
    """The result of a tuning.

    Attributes:
        policies: By key, of everything that has an outcome or is known to the repository.
        outcomes: Of the tasks that were decided.
        interrupted: Whether the user ended it. Everything found until then is here.
        untried: How many tasks had no turn.
        dry_run: How long the steps after the search take.
        paused: Tasks whose searches are to continue later, by key.
    """

    policies: Mapping[str, AnyPolicy]
    outcomes: tuple[Outcome[AnyPolicy], ...]
    interrupted: bool = False
    untried: int = 0
    dry_run: DryRun = field(default_factory=DryRun)
    paused: Mapping[str, TuningTask[Any, AnyPolicy]] = field(default_factory=dict)

    @property
    def summary(self) -> RepositorySummary:
        """How many tasks ended with each decision."""
        counters = Counter[str](outcome.counter for outcome in self.outcomes)
        return RepositorySummary(**counters)

    @property
    def failed(self) -> tuple[str, ...]:
        """Names of the operators or subgraphs for which no candidate worked."""
        return tuple(item.name for item in self.outcomes if item.decision == "failed")


def with_reverted(
    tuning: Tuning[AnyPolicy],
    keys: Collection[str],
    workloads: Mapping[str, Workload],
    store: WinnerStore[Workload, AnyPolicy],
    observer: Observer,
    options: TuningOptions[Any],
) -> Tuning[AnyPolicy]:
    """The tuning after the whole-model check rejected some winners. They leave the repository,
    which has again what it had before. It remembers that searching for this model was in vain,
    where the search ended.

    Args:
        tuning: The tuning before.
        keys: Keys of the rejected winners.
        workloads: The operators or subgraphs, by key.
        store: Has the winners.
        observer: Is told of the new outcomes.
        options: Of the tuning.

    Raises:
        RepositoryError: The repository cannot be written.
    """
    outcomes = []
    for outcome in tuning.outcomes:
        if outcome.key in keys and outcome.decision in ("add", "update"):
            workload = workloads[outcome.key]
            store.withdraw(workload)
            outcome = _reverted(outcome)
            if outcome.decision == "unsatisfied" and outcome.complete:
                depth, tried = options.depth, outcome.candidates
                store.remember(workload, outcome.policy, depth, tried, options.model)
            observer.decided_again(outcome)
        outcomes.append(outcome)
    policies = {**tuning.policies, **policies_of(outcomes)}
    return replace(tuning, policies=policies, outcomes=tuple(outcomes))


def with_paused_ended(tuning: Tuning[AnyPolicy], observer: Observer) -> Tuning[AnyPolicy]:
    """The tuning with its paused searches ended. What they have found holds, and a later part of
    the job continues them.
    """
    outcomes = [
        replace(task.decide(), complete=False)
        for task in tuning.paused.values()
        if task.begun is not None or (task.search is not None and task.search.generations)
    ]
    for outcome in outcomes:
        observer.decided(outcome)
    policies = {**tuning.policies, **policies_of(outcomes)}
    return replace(tuning, policies=policies, outcomes=(*tuning.outcomes, *outcomes), paused={})


def _reverted(outcome: Outcome[AnyPolicy]) -> Outcome[AnyPolicy]:
    decision: Decision = "unsatisfied" if outcome.decision == "add" else "reserved"
    return replace(outcome, decision=decision, policy=outcome.old, before=None, after=None)


def policies_of(outcomes: Iterable[Outcome[AnyPolicy]]) -> dict[str, AnyPolicy]:
    """The policies to use according to outcomes, by key."""
    return {item.key: item.policy for item in outcomes if item.decision != "failed"}
