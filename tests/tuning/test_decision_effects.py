"""What trials of a subgraph's policies show of its decisions."""

from __future__ import annotations

from math import log

import pytest

from aoe.policy import SubgraphPolicy
from aoe.tuning.decision_effects import FARTHEST, decision_effects, decisions_beside
from aoe.tuning.search import Trial

DEFAULT = SubgraphPolicy.of({"stored": (3, 4), "order.3": (0, 1)})
TURNED = SubgraphPolicy.of({"stored": (3, 4), "order.3": (1, 0)})
PARTED = SubgraphPolicy.of({"stored": (3, 4), "order.3": (0, 1), "parts.4": (2, 3, 4)})
BOTH = SubgraphPolicy.of({"stored": (3, 4), "order.3": (1, 0), "parts.4": (2, 3, 4)})


def as_default(policy: SubgraphPolicy) -> float:
    """An estimate that knows nothing."""
    return 1.0


def test_before_the_default_policy_is_measured_nothing_is_known() -> None:
    effects = decision_effects(DEFAULT, [Trial(TURNED, 3.0)], as_default)
    assert effects.factor(TURNED) == 1.0


def test_a_decision_that_lost_is_expected_to_lose_together_with_others() -> None:
    history = [Trial(DEFAULT, 1.0), Trial(TURNED, 1.4), Trial(PARTED, 0.9)]
    effects = decision_effects(DEFAULT, history, as_default)
    assert effects.factor(PARTED) < effects.factor(DEFAULT) == 1.0 < effects.factor(BOTH)
    assert effects.factor(BOTH) == pytest.approx(effects.factor(TURNED) * effects.factor(PARTED))


def test_what_the_estimate_foresaw_is_no_effect() -> None:
    history = [Trial(DEFAULT, 2.0), Trial(TURNED, 3.0)]
    effects = decision_effects(DEFAULT, history, lambda policy: 1.5 if policy == TURNED else 1.0)
    assert effects.factor(TURNED) == pytest.approx(1.0)


def test_more_trials_are_believed_more() -> None:
    few = [Trial(DEFAULT, 1.0), Trial(TURNED, 1.4)]
    more = [*few, Trial(PARTED, 1.0), Trial(BOTH, 1.4)]
    once, twice = (decision_effects(DEFAULT, history, as_default) for history in (few, more))
    assert 1.0 < once.factor(TURNED) < twice.factor(TURNED) < 1.4


def test_a_trial_far_off_counts_as_less() -> None:
    history = [Trial(DEFAULT, 1.0), Trial(TURNED, 50.0), Trial(PARTED, None, "crash")]
    effects = decision_effects(DEFAULT, history, as_default)
    assert 0.0 < log(effects.factor(TURNED)) <= log(FARTHEST)
    assert effects.factor(PARTED) == 1.0


def test_stored_values_are_decisions_each_by_itself() -> None:
    fewer = SubgraphPolicy.of({"stored": (4, 5)})
    assert [*decisions_beside(DEFAULT, fewer)] == [3, 5, "order.3"]
