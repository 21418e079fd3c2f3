"""The search methods that are compared: open-aoe's own, random search and Optuna's TPE.

A method proposes the next policies, given what was tried. To a search it is a space
(`aoe.tuning.search.policy_search.Space`), and everything else is the same for all methods. All
choose from the whole space and begin with the default policy. `simulate` runs them on recorded
times, `contest` on the device.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, TypeAlias

import numpy as np

from aoe.policy import Decision, Policy
from aoe.tuning.search.policy_search import Space
from aoe.tuning.search.search_limits import SearchLimits
from aoe.tuning.search.search_strategy import SearchSpace, Trial, decisions

#: More trials than there is ever time for.
ENDLESS = 1_000_000
#: How often in a row TPE may propose what was tried to its end.
MOST_REFUSED = 8

#: What a method makes of a space.
Method: TypeAlias = Callable[[SearchSpace], Space[Policy]]


def open_aoe(space: SearchSpace) -> Space[Policy]:
    """Returns open-aoe's own method."""
    return space


def random_search(seed: int) -> Method:
    """Returns a method that draws without replacement."""

    def shuffled(space: SearchSpace) -> Space[Policy]:
        others = [policy for policy, _ in space.estimates if policy != space.default]
        random.Random(seed).shuffle(others)
        return InOrder(space, (space.default, *others))

    return shuffled


def tpe(seed: int) -> Method:
    """Returns Optuna's tree-structured Parzen estimator (Bergstra et al., NeurIPS 2011)."""

    def estimator(space: SearchSpace) -> Space[Policy]:
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = optuna.samplers.TPESampler(seed=seed, constant_liar=True)
        return ParzenEstimator(space, optuna.create_study(sampler=sampler))

    return estimator


def limits_for(method: Method, limits: SearchLimits) -> SearchLimits:
    """Returns the limits of a method's searches: only open-aoe's own knows when to stop."""
    if method is open_aoe:
        return limits
    return replace(limits, patience=ENDLESS, most_trials=ENDLESS)


@dataclass(slots=True)
class Proposer:
    """The common part of methods: the facts of the `space` that they choose from."""

    space: SearchSpace

    @property
    def default(self) -> Policy:
        """The default policy."""
        return self.space.default

    @property
    def size(self) -> int:
        """How many policies there are."""
        return self.space.size

    @property
    def expected(self) -> float:
        """As the space has it."""
        return self.space.expected

    @property
    def lower_bound(self) -> float:
        """As the space has it."""
        return self.space.lower_bound


@dataclass(slots=True)
class InOrder(Proposer):
    """The policies of `space` one after another in a given order."""

    order: tuple[Policy, ...]

    def propose(
        self, seeds: Sequence[Policy], history: Sequence[Trial], count: int, margin: float
    ) -> list[Policy]:
        """The next of the order."""
        tried = {trial.policy for trial in history}
        return list(islice((policy for policy in self.order if policy not in tried), count))


@dataclass(slots=True)
class ParzenEstimator(Proposer):
    """Proposes what an Optuna `study` proposes: the implementation first, then its decisions.

    The values of a decision are numbered in ascending order. A combination that is no policy, or
    that was tried, stands for the untried policy of the implementation that shares most decisions
    with it. The study learns the time under that policy's decisions. `waiting` is what was asked
    for and not tried.
    """

    study: Any
    tables: Mapping[str, _Table] = field(init=False)
    waiting: dict[Policy, Any] = field(default_factory=dict)
    known: set[Policy] = field(default_factory=set)

    def __post_init__(self) -> None:
        groups: dict[str, list[Policy]] = {}
        for policy in dict.fromkeys([self.space.default, *(p for p, _ in self.space.estimates)]):
            groups.setdefault(policy.impl, []).append(policy)
        self.tables = {impl: _Table.of(policies) for impl, policies in sorted(groups.items())}

    def propose(
        self, seeds: Sequence[Policy], history: Sequence[Trial], count: int, margin: float
    ) -> list[Policy]:
        """Tells the study what became of its proposals, and asks for more."""
        for trial in history:
            asked = self.waiting.pop(trial.policy, None)
            if asked is not None:
                self._tell(asked, trial.seconds)
        while len(self.waiting) < count and len(self.known) < sum(
            len(table.policies) for table in self.tables.values()
        ):
            policy = self._untried() if self.known else self.space.default
            self.known.add(policy)
            self.waiting[policy] = self._asked_for(policy)
        return list(islice(self.waiting, count))

    def _untried(self) -> Policy:
        """The policy that the study's next proposal stands for. An implementation that has been
        tried to its end is told to be so, and asked for again; a study that insists on such gets
        what is left, because it would think for minutes.
        """
        for _ in range(MOST_REFUSED):
            asked = self.study.ask()
            impl = asked.suggest_categorical("impl", list(self.tables))
            table = self.tables[impl]
            numbers = [
                asked.suggest_int(f"{impl}.{name}", 0, len(values) - 1)
                for name, values in table.choices.items()
            ]
            found = table.nearest(numbers, self.known)
            self._tell(asked, None) if found is None else self._forget(asked)
            if found is not None:
                return found
        everything = (policy for table in self.tables.values() for policy in table.policies)
        return next(policy for policy in everything if policy not in self.known)

    def _asked_for(self, policy: Policy) -> Any:
        """A trial of the study with the decisions of a policy."""
        table = self.tables[policy.impl]
        numbers = dict(zip(table.choices, table.numbers(policy), strict=True))
        named = {f"{policy.impl}.{name}": number for name, number in numbers.items()}
        self.study.enqueue_trial({"impl": policy.impl, **named})
        asked = self.study.ask()
        asked.suggest_categorical("impl", list(self.tables))
        for name, values in table.choices.items():
            asked.suggest_int(f"{policy.impl}.{name}", 0, len(values) - 1)
        return asked

    def _tell(self, asked: Any, seconds: float | None) -> None:
        """What a trial took; None if it failed, which counts as worse than all that did not."""
        import optuna

        if seconds is None:
            self.study.tell(asked, state=optuna.trial.TrialState.PRUNED)
        else:
            self.study.tell(asked, seconds)

    def _forget(self, asked: Any) -> None:
        import optuna

        self.study.tell(asked, state=optuna.trial.TrialState.FAIL)


@dataclass(frozen=True, slots=True)
class _Table:
    """The policies of one implementation.

    `choices` are the values of each decision, ascending. `matrix` has their numbers, a row for each
    policy; a missing decision has a value of its own.
    """

    policies: tuple[Policy, ...]
    choices: Mapping[str, list[Decision | None]]
    matrix: np.ndarray

    @staticmethod
    def of(policies: Sequence[Policy]) -> _Table:
        """The table of at least one policy."""
        named = [decisions(policy) for policy in policies]
        names = sorted({name for item in named for name in item if name != "impl"})
        choices = {
            name: sorted({item.get(name): None for item in named}, key=_ascending) for name in names
        }
        rows = [[choices[name].index(item.get(name)) for name in names] for item in named]
        matrix = np.array(rows, np.int64).reshape(len(rows), len(names))
        return _Table(tuple(policies), choices, matrix)

    def numbers(self, policy: Policy) -> list[int]:
        """The numbers of a policy's decisions."""
        return [int(number) for number in self.matrix[self.policies.index(policy)]]

    def nearest(self, numbers: Sequence[int], known: set[Policy]) -> Policy | None:
        """The policy not known that shares most decisions, the first of several; None if all are
        known.
        """
        shared = (self.matrix == np.array(numbers, np.int64)).sum(axis=1)
        order = np.argsort(-shared, kind="stable")
        return next((self.policies[i] for i in order if self.policies[i] not in known), None)


def _ascending(value: Decision | None) -> tuple[tuple[int, ...], str]:
    numbers = value if isinstance(value, tuple) else (value,)
    return tuple(item for item in numbers if isinstance(item, int)), str(value)
