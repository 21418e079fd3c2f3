"""The search methods that `simulate` compares: open-aoe's own, random search and Optuna's TPE.

A method asks a `Replay` to try one policy after another. The clock of the replay goes by what the
trial has cost when it was recorded; a policy that was tried before, or is none, costs nothing. All
begin with the default policy.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from aoe.operators.operator import Operator
from aoe.policy import Decision, Policy
from aoe.tuning.operator_search import OperatorSearch
from aoe.tuning.search import SearchSpace, Trial, decisions
from aoe.tuning.search_limits import SearchLimits

#: Candidates that open-aoe measures in a round.
BATCH = 8
#: How often TPE may name what costs no time, in a row, before its search is over.
IDLE = 200
#: Seconds that a trial without a record of its cost is taken to have cost.
GUESSED_SECONDS = 0.1


class OutOfTimeError(Exception):
    """The seconds of a replay are over."""


@dataclass(slots=True)
class Replay:
    """A search on recorded trials. `seconds`: how long it lasts; `tried`: when which policy was
    done, in order.
    """

    operator: Operator
    space: SearchSpace
    table: Mapping[Policy, Trial]
    seconds: float
    clock: float = 0.0
    tried: list[tuple[float, Policy]] = field(default_factory=list)

    def attempt(self, policy: Policy) -> Trial:
        """Tries a policy of the table. Raises `OutOfTimeError` if it is not done in time."""
        trial = self.table[policy]
        self.clock += trial.spent if trial.spent is not None else GUESSED_SECONDS
        if self.clock > self.seconds:
            raise OutOfTimeError
        self.tried.append((self.clock, policy))
        return trial


#: Tries policies until it has enough or the time is over.
Method = Callable[[Replay], None]


def open_aoe(limits: SearchLimits) -> Method:
    """What `aoe.tuning` tries with these limits."""

    def search(replay: Replay) -> None:
        space = replay.space
        state = OperatorSearch(replay.operator, space, space.default, limits=limits)
        best = float("inf")
        while batch := state.next_batch(BATCH):
            for policy in batch:
                trial = replay.attempt(policy)
                state.history.append(trial)
                state.since_change += 1
                if trial.seconds is not None and trial.seconds < best:
                    best, state.since_change = trial.seconds, 0

    return _in_time(search)


def random_search(seed: int) -> Method:
    """Draws without replacement."""

    def search(replay: Replay) -> None:
        others = [policy for policy in replay.table if policy != replay.space.default]
        random.Random(seed).shuffle(others)
        for policy in [replay.space.default, *others]:
            replay.attempt(policy)

    return _in_time(search)


def tpe(seed: int) -> Method:
    """Optuna's tree-structured Parzen estimator (Bergstra et al., NeurIPS 2011) over the decisions
    of policies: the implementation, then each of its format's and its schedule's. Combinations that
    are no policy of the space are pruned and cost nothing.
    """

    def search(replay: Replay) -> None:
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = optuna.samplers.TPESampler(seed=seed)
        study = optuna.create_study(sampler=sampler)
        choices = _choices(replay.table)
        by_decisions = {_identity(policy): policy for policy in replay.table}
        first = replay.space.default
        numbers = {
            f"{first.impl}.{name}": choices[first.impl][name].index(value)
            for name, value in _options(first)
        }
        study.enqueue_trial({"impl": first.impl, **numbers})
        known: dict[Policy, Trial] = {}
        idle = 0
        while idle < IDLE and len(known) < len(replay.table):
            asked = study.ask()
            impl = asked.suggest_categorical("impl", sorted(choices))
            taken = {
                name: values[asked.suggest_categorical(f"{impl}.{name}", range(len(values)))]
                for name, values in choices[impl].items()
            }
            policy = by_decisions.get((impl, tuple(sorted(taken.items()))))
            idle = idle + 1 if policy is None or policy in known else 0
            if policy is not None and policy not in known:
                known[policy] = replay.attempt(policy)
            seconds = known[policy].seconds if policy is not None else None
            if seconds is None:
                study.tell(asked, state=optuna.trial.TrialState.PRUNED)
            else:
                study.tell(asked, seconds)

    return _in_time(search)


def _in_time(search: Method) -> Method:
    def method(replay: Replay) -> None:
        try:
            search(replay)
        except OutOfTimeError:
            return

    return method


def _options(policy: Policy) -> list[tuple[str, Decision]]:
    """The decisions of a policy without its implementation, by name."""
    return [(name, value) for name, value in sorted(decisions(policy).items()) if name != "impl"]


def _identity(policy: Policy) -> tuple[str, tuple[tuple[str, Decision], ...]]:
    return policy.impl, tuple(_options(policy))


def _choices(policies: Mapping[Policy, Trial]) -> dict[str, dict[str, list[Decision]]]:
    """The values that each decision takes in a space, by implementation and name."""
    found: dict[str, dict[str, dict[Decision, None]]] = {}
    for policy in policies:
        for name, value in _options(policy):
            found.setdefault(policy.impl, {}).setdefault(name, {})[value] = None
    return {
        impl: {name: sorted(values, key=str) for name, values in options.items()}
        for impl, options in found.items()
    }
