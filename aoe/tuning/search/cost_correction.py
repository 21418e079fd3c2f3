"""What decisions of a policy were measured to do beyond what is estimated of them.

Estimates of operators know neither all of a CPU nor those of subgraphs what a layout costs a
particular loop. What they miss belongs to a decision wherever it is taken, so a few trials tell it
apart: the logarithm of measured by estimated time, both relative to the default policy's, is fitted
as a sum over features, such as the decisions that are not as by default (ridge regression, Hoerl
and Kennard 1970). `aoe.tuning.search.search_strategy` and `aoe.tuning.subgraph.subgraph_search`
rank candidates by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import exp, log
from typing import Generic, TypeAlias

import numpy as np

from aoe.policy import AnyPolicy

#: How far an effect is drawn to none: as much as this many trials without one would.
DRAWN = 0.5
#: A trial counts as no more than this many times slower or faster than estimated: what is further
#: off was disturbed.
FARTHEST = 2.0

#: By what a policy, the second one, differs from the default one, and how much of each.
Features: TypeAlias = Callable[[AnyPolicy, AnyPolicy], Mapping[object, float]]


@dataclass(frozen=True, slots=True)
class CostCorrection(Generic[AnyPolicy]):
    """Logarithms of the factors by which features change the estimate of a policy."""

    default: AnyPolicy
    features: Features[AnyPolicy]
    logarithms: Mapping[object, float] = field(default_factory=dict)

    def factor(self, policy: AnyPolicy) -> float:
        """How many times its estimate a policy may be expected to take, relative to the default."""
        if not self.logarithms:
            return 1.0
        found = self.features(self.default, policy).items()
        return exp(sum(self.logarithms.get(name, 0.0) * amount for name, amount in found))


def decision_effects(
    default: AnyPolicy,
    seconds: Mapping[AnyPolicy, float],
    estimate: Callable[[AnyPolicy], float | None],
    features: Features[AnyPolicy],
) -> CostCorrection[AnyPolicy]:
    """What measured `seconds` show; nothing before the default policy was measured. `estimate`:
    seconds that a policy is expected to take, None if that is unknown.
    """
    nothing = CostCorrection(default, features)
    usual, usually_expected = seconds.get(default), estimate(default)
    if not usual or not usually_expected:
        return nothing
    rows, targets = [], []
    for policy, taken in seconds.items():
        found, expected = features(default, policy), estimate(policy)
        if found and expected:
            beyond = log(taken / usual) - log(expected / usually_expected)
            rows.append(found)
            targets.append(min(log(FARTHEST), max(-log(FARTHEST), beyond)))
    names = list(dict.fromkeys(name for row in rows for name in row))
    if not names:
        return nothing
    amounts = np.array([[row.get(name, 0.0) for name in names] for row in rows])
    normal = amounts.T @ amounts + DRAWN * np.eye(len(names))
    effects = np.linalg.solve(normal, amounts.T @ np.array(targets))
    return CostCorrection(default, features, dict(zip(names, map(float, effects), strict=True)))
