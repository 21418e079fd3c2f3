"""Regret, rank loss and rank correlation of estimates."""

from __future__ import annotations

from math import isclose

import numpy as np
import pytest

from aoe.policy import Policy
from benchmarks.cost_model.regret import (
    ALL,
    by_family,
    expected_log_regret,
    judged,
    log_regret,
    rank_correlation,
    rank_loss,
)
from benchmarks.cost_model.tables import Table
from tests.benchmarks.cost_model.examples import TARGET, depthwise

SECONDS = np.array([1.0, 2.0, 4.0, 3.0])


def table_of(*implementations: str) -> Table:
    policies = tuple(
        Policy.of(name, schedule={"n": number}) for number, name in enumerate(implementations)
    )
    return Table(depthwise(8, 7), TARGET, policies, SECONDS)


def test_regret_is_the_time_of_the_lowest_estimate_over_the_best() -> None:
    assert log_regret(SECONDS, SECONDS) == 0.0
    assert isclose(np.exp(log_regret(SECONDS, np.array([9.0, 8.0, 7.0, 6.0]))), 3.0)


def test_families_have_geometric_means_and_worst_cases() -> None:
    tables = [table_of("a", "a", "b", "b"), table_of("a", "a", "a", "b")]
    estimates = [SECONDS, np.array([3.0, 3.0, 1.0, 2.0])]
    found = by_family(judged(tables, estimates))
    assert list(found) == [(ALL, ALL), ("Conv", ALL), ("Conv", "a"), ("Conv", "b")]
    whole = found["Conv", ALL]
    assert whole == found[ALL, ALL]
    assert (whole.operators, whole.policies, whole.worst) == (2, 8, 4.0)
    assert isclose(whole.mean, 2.0)
    # The second table has one policy of b: no choice.
    assert found["Conv", "b"].operators == 1
    assert found["Conv", "b"].mean == 1.0


@pytest.mark.parametrize(
    ("estimates", "expected"),
    [([10, 20, 40, 30], 1.0), ([4, 3, 1, 2], -1.0), ([1, 1, 2, 2], 0.8944), ([5, 5, 5, 5], None)],
)
def test_spearman_with_ties(estimates: list[float], expected: float | None) -> None:
    found = rank_correlation(np.array(estimates, dtype=float), SECONDS)
    assert found == (expected if expected is None else pytest.approx(expected, abs=1e-4))


def test_a_tie_of_estimates_has_the_mean_of_both_regrets() -> None:
    estimates = np.array([1.0, 1.0, 90.0, 90.0])
    expected = np.mean(np.log(SECONDS[:2] / SECONDS.min()))
    assert isclose(expected_log_regret(SECONDS, estimates), expected)


def test_a_clear_choice_is_expected_to_have_its_regret() -> None:
    estimates = np.array([9.0, 8.0, 7.0, 1.0])
    assert isclose(expected_log_regret(SECONDS, estimates), log_regret(SECONDS, estimates))


def test_rank_loss_goes_from_right_to_wrong_order() -> None:
    right, equal, wrong = (
        rank_loss(SECONDS, estimates) for estimates in (SECONDS, np.ones(4), 1 / SECONDS)
    )
    assert right < 0.01
    assert equal == pytest.approx(0.5)
    assert wrong > 0.99
    assert rank_loss(np.ones(4), SECONDS) == 0.0
