"""What decisions about a subgraph were measured to do beyond what is estimated of them.

Estimates add up operators; they know neither what a layout costs a particular loop nor how long
threads wait for each other. What they miss belongs to a decision wherever it is taken, so a few
trials tell it apart: the logarithm of measured by estimated time, both relative to the default
policy's, is fitted as a sum over the decisions that are not as by default (ridge regression, Hoerl
and Kennard 1970). `aoe.tuning.subgraph_search` ranks candidates by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log

import numpy as np

from aoe.graph.subgraph import STORED
from aoe.policy import SubgraphPolicy
from aoe.tuning.search import Trial

#: How far an effect is drawn to none: as much as this many trials without one would.
DRAWN = 0.5
#: A trial counts as no more than this many times slower or faster than estimated: what is further
#: off was disturbed.
FARTHEST = 2.0


@dataclass(frozen=True, slots=True)
class DecisionEffects:
    """Logarithms of the factors by which decisions change the estimate of a policy, by decision."""

    default: SubgraphPolicy
    logarithms: Mapping[object, float] = field(default_factory=dict)

    def factor(self, policy: SubgraphPolicy) -> float:
        """How many times its estimate a policy may be expected to take, relative to the default."""
        decisions = decisions_beside(self.default, policy)
        return exp(sum(self.logarithms.get(item, 0.0) for item in decisions))


def decision_effects(
    default: SubgraphPolicy,
    history: Sequence[Trial[SubgraphPolicy]],
    estimate: Callable[[SubgraphPolicy], float | None],
) -> DecisionEffects:
    """What the trials of a search show; nothing before the default policy was measured. `estimate`:
    seconds that a policy is expected to take.
    """
    measured = {trial.policy: trial.seconds for trial in history if trial.seconds}
    expected = {policy: estimate(policy) for policy in measured}
    usual = measured.get(default)
    if not usual or not expected[default]:
        return DecisionEffects(default)
    rows, targets = [], []
    for policy, seconds in measured.items():
        decisions, estimated = [*decisions_beside(default, policy)], expected[policy]
        if decisions and estimated:
            beyond = log(seconds / usual) - log(estimated / (expected[default] or estimated))
            rows.append(decisions)
            targets.append(min(log(FARTHEST), max(-log(FARTHEST), beyond)))
    names = list(dict.fromkeys(item for row in rows for item in row))
    if not names:
        return DecisionEffects(default)
    taken = np.array([[name in row for name in names] for row in rows], float)
    normal = taken.T @ taken + DRAWN * np.eye(len(names))
    found = np.linalg.solve(normal, taken.T @ np.array(targets))
    return DecisionEffects(default, dict(zip(names, map(float, found), strict=True)))


def decisions_beside(default: SubgraphPolicy, policy: SubgraphPolicy) -> Iterator[object]:
    """What a policy decides otherwise than the default one, and leaves undecided that it decides;
    of stored values, each by itself.
    """
    before, after = dict(default.decisions), dict(policy.decisions)
    stored = [decisions.pop(STORED, ()) for decisions in (before, after)]
    yield from sorted({*_numbers(stored[0])} ^ {*_numbers(stored[1])})
    yield from (pair for pair in after.items() if before.get(pair[0]) != pair[1])
    yield from (name for name in before if name not in after)


def _numbers(decision: object) -> tuple[int, ...]:
    return decision if isinstance(decision, tuple) else ()
