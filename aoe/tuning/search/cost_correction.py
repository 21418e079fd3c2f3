"""The online correction of the cost model: by what factor each decision of a policy was measured to
change the estimated time.

The analytic model misses some effects: details of a CPU, or what a layout costs a particular loop.
What it misses belongs to a decision wherever that is taken, so a few trials show it. The model fits
the logarithm of measured by estimated time, both relative to the default policy's. It is a sum over
features, such as the decisions that differ from the default (ridge regression, Hoerl and Kennard
1970). `aoe.tuning.search.search_strategy` and `aoe.tuning.subgraph.subgraph_search` rank candidates
by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import exp, log
from typing import Generic, TypeAlias

import numpy as np

from aoe.policy import AnyPolicy

#: The L2 penalty: an effect is drawn to none as much as this many trials without one would draw it.
PENALTY = 0.5
#: A trial counts as no more than this many times slower or faster than estimated; a larger factor
#: is a contaminated measurement.
LARGEST_FACTOR = 2.0

#: The features in which a policy (the second) differs from the default one, and their amounts.
Features: TypeAlias = Callable[[AnyPolicy, AnyPolicy], Mapping[object, float]]


@dataclass(frozen=True, slots=True)
class CostCorrection(Generic[AnyPolicy]):
    """Factors by which features change the estimate of a policy.

    Attributes:
        default: The policy that has no features.
        features: Finds the features of a policy.
        logarithms: The logarithm of each feature's factor.
    """

    default: AnyPolicy
    features: Features[AnyPolicy]
    logarithms: Mapping[object, float] = field(default_factory=dict)

    def factor(self, policy: AnyPolicy) -> float:
        """How many times its estimate a policy may be expected to take, relative to the default."""
        if not self.logarithms:
            return 1.0
        found = self.features(self.default, policy).items()
        return exp(sum(self.logarithms.get(name, 0.0) * amount for name, amount in found))


def fit_correction(
    default: AnyPolicy,
    seconds: Mapping[AnyPolicy, float],
    estimate: Callable[[AnyPolicy], float | None],
    features: Features[AnyPolicy],
) -> CostCorrection[AnyPolicy]:
    """Fits the correction to measurements. Without one of the default policy it corrects nothing.

    Args:
        default: The default policy.
        seconds: Measured times, by policy.
        estimate: The estimated time of a policy; None if it is unknown.
        features: Finds the features of a policy.
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
            targets.append(min(log(LARGEST_FACTOR), max(-log(LARGEST_FACTOR), beyond)))
    names = list(dict.fromkeys(name for row in rows for name in row))
    if not names:
        return nothing
    amounts = np.array([[row.get(name, 0.0) for name in names] for row in rows])
    normal = amounts.T @ amounts + PENALTY * np.eye(len(names))
    effects = np.linalg.solve(normal, amounts.T @ np.array(targets))
    return CostCorrection(default, features, dict(zip(names, map(float, effects), strict=True)))
