"""What times of policies show of their decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log

import pytest

from aoe.policy import SubgraphPolicy
from aoe.tuning.search.cost_correction import LARGEST_FACTOR, CostCorrection, fit_correction
from aoe.tuning.subgraph.subgraph_search import changed_decisions

DEFAULT = SubgraphPolicy.of({"stored": (3, 4), "order.3": (0, 1)})
TURNED = SubgraphPolicy.of({"stored": (3, 4), "order.3": (1, 0)})
PARTED = SubgraphPolicy.of({"stored": (3, 4), "order.3": (0, 1), "parts.4": (2, 3, 4)})
BOTH = SubgraphPolicy.of({"stored": (3, 4), "order.3": (1, 0), "parts.4": (2, 3, 4)})


def as_default(policy: SubgraphPolicy) -> float:
    """An estimate that knows nothing."""
    return 1.0


def effects_of(
    seconds: Mapping[SubgraphPolicy, float],
    estimate: Callable[[SubgraphPolicy], float] = as_default,
) -> CostCorrection[SubgraphPolicy]:
    return fit_correction(DEFAULT, seconds, estimate, changed_decisions)


def test_before_the_default_policy_is_measured_nothing_is_known() -> None:
    effects = effects_of({TURNED: 3.0})
    assert effects.factor(TURNED) == 1.0


def test_a_decision_that_lost_is_expected_to_lose_together_with_others() -> None:
    effects = effects_of({DEFAULT: 1.0, TURNED: 1.4, PARTED: 0.9})
    assert effects.factor(PARTED) < effects.factor(DEFAULT) == 1.0 < effects.factor(BOTH)
    assert effects.factor(BOTH) == pytest.approx(effects.factor(TURNED) * effects.factor(PARTED))


def test_what_the_estimate_foresaw_is_no_effect() -> None:
    seconds = {DEFAULT: 2.0, TURNED: 3.0}
    effects = effects_of(seconds, lambda policy: 1.5 if policy == TURNED else 1.0)
    assert effects.factor(TURNED) == pytest.approx(1.0)


def test_more_trials_are_believed_more() -> None:
    few = {DEFAULT: 1.0, TURNED: 1.4}
    once, twice = (effects_of(times) for times in (few, few | {PARTED: 1.0, BOTH: 1.4}))
    assert 1.0 < once.factor(TURNED) < twice.factor(TURNED) < 1.4


def test_a_trial_far_off_counts_as_less() -> None:
    effects = effects_of({DEFAULT: 1.0, TURNED: 50.0})
    assert 0.0 < log(effects.factor(TURNED)) <= log(LARGEST_FACTOR)
    assert effects.factor(PARTED) == 1.0


def test_stored_values_are_decisions_each_by_itself() -> None:
    fewer = SubgraphPolicy.of({"stored": (4, 5)})
    assert [*changed_decisions(DEFAULT, fewer)] == [3, 5, "order.3"]
