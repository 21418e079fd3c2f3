"""Judges estimates by recorded times: regret and rank correlation, by operator family.

The regret of an operator is how many times slower than the best recorded policy the one is that the
model would take, which is the recorded policy of the lowest estimate. 1 is perfect. A family is an
operator type, or an operator type and one implementation of it. For the latter the choice is among
the policies of this implementation only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import fmean, geometric_mean

import numpy as np
from numpy.typing import NDArray

from benchmarks.cost_model.tables import Floats, Table
from benchmarks.report import Cell

#: What stands for the implementation where the choice is among all of them.
ALL = "all"
#: Differences of logarithms of estimates at which a pair counts as mostly ordered.
_SHARPNESS = 0.05
#: The error of an estimate's logarithm that `expected_log_regret` assumes.
_ESTIMATE_ERROR = 0.03


@dataclass(frozen=True, slots=True)
class Judgement:
    """How the model did on one operator.

    Attributes:
        operator_type: The type of the operator.
        implementation: The implementation among whose policies the choice was, or `ALL`.
        policies: How many policies there were.
        regret: The time of the policy taken over that of the best one, at least 1.
        correlation: Spearman's rank correlation of estimates and times. None where one of them is
            constant.
    """

    operator_type: str
    implementation: str
    policies: int
    regret: float
    correlation: float | None


@dataclass(frozen=True, slots=True)
class FamilyFigures:
    """The figures of one operator family.

    Attributes:
        operators: How many operators it has.
        policies: How many policies all of them have.
        mean: The geometric mean of the regrets.
        worst: The largest regret.
        correlation: The mean rank correlation. None where no operator has one.
    """

    operators: int
    policies: int
    mean: float
    worst: float
    correlation: float | None

    def cells(self, suffix: str = "") -> dict[str, Cell]:
        """The regrets and the correlation as columns of a table."""
        return {
            f"mean regret{suffix}": self.mean,
            f"worst regret{suffix}": self.worst,
            f"rank correlation{suffix}": self.correlation,
        }


def judged(tables: Sequence[Table], estimates: Sequence[Floats]) -> list[Judgement]:
    """Judges the estimates of every table, and of each implementation with a choice."""
    return [
        judgement
        for table, figures in zip(tables, estimates, strict=True)
        for judgement in _judgements(table, figures)
    ]


def figures_of(judgements: Sequence[Judgement]) -> FamilyFigures:
    """The figures of a family, at least one judgement."""
    correlations = [item.correlation for item in judgements if item.correlation is not None]
    regrets = [item.regret for item in judgements]
    return FamilyFigures(
        len(judgements),
        sum(item.policies for item in judgements),
        geometric_mean(regrets),
        max(regrets),
        fmean(correlations) if correlations else None,
    )


def by_family(judgements: Sequence[Judgement]) -> dict[tuple[str, str], FamilyFigures]:
    """The figures by operator type and implementation. The first has all types and all
    implementations; of each type, `ALL` comes first.
    """
    families: dict[tuple[str, str], list[Judgement]] = {}
    for item in judgements:
        families.setdefault((item.operator_type, item.implementation), []).append(item)
    overall = [item for item in judgements if item.implementation == ALL]
    order = sorted(families, key=lambda family: (family[0], family[1] != ALL, family[1]))
    return {
        (ALL, ALL): figures_of(overall),
        **{family: figures_of(families[family]) for family in order},
    }


def log_regret(seconds: Floats, estimates: Floats) -> float:
    """The logarithm of the regret of one table."""
    return log(seconds[int(np.argmin(estimates))] / seconds.min())


def expected_log_regret(seconds: Floats, estimates: Floats) -> float:
    """The mean log regret of policies drawn by their estimates: a smooth form of `log_regret`.

    A policy is drawn with the probability `exp(-log(estimate / lowest) / _ESTIMATE_ERROR)`, scaled
    to a sum of 1 (softmin, as the listwise loss of ListNet draws: Cao et al., ICML 2007). One time
    that another program made too long, or one lucky estimate, then decides little.
    """
    logs = np.log(estimates)
    weights = np.exp(-np.minimum((logs - logs.min()) / _ESTIMATE_ERROR, 50.0))
    return float((weights * np.log(seconds / seconds.min())).sum() / weights.sum())


def rank_loss(seconds: Floats, estimates: Floats) -> float:
    """How wrong the order of pairs of policies is, from 0 to 1, as a smooth function of estimates.

    A pair counts by the logarithm of the ratio of its times, so that noise between equally fast
    policies counts nothing. It is 0.5 where both estimates are equal, as in the logistic pairwise
    loss of RankNet (Burges et al., ICML 2005).
    """
    gaps = _differences(seconds)
    weights = np.maximum(gaps, 0.0)
    if not weights.any():
        return 0.0
    slopes = np.clip(_differences(estimates) / _SHARPNESS, -50.0, 50.0)
    return float((weights / (1.0 + np.exp(slopes))).sum() / weights.sum())


def rank_correlation(first: Floats, second: Floats) -> float | None:
    """Spearman's rank correlation; equal values have the mean of their ranks. None where one of
    both is constant.
    """
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    return float(np.corrcoef(_ranks(first), _ranks(second))[0, 1])


def _judgements(table: Table, estimates: Floats) -> Iterator[Judgement]:
    yield _judgement(table, estimates, ALL)
    places: dict[str, list[int]] = {}
    for index, policy in enumerate(table.policies):
        places.setdefault(policy.impl, []).append(index)
    for implementation, chosen in places.items():
        if len(chosen) > 1:
            yield _judgement(table.of(chosen), estimates[chosen], implementation)


def _judgement(table: Table, estimates: Floats, implementation: str) -> Judgement:
    return Judgement(
        table.operator.type,
        implementation,
        len(table.policies),
        exp(log_regret(table.seconds, estimates)),
        rank_correlation(estimates, table.seconds),
    )


def _differences(values: Floats) -> Floats:
    """The differences of logarithms, of the column's minus the row's."""
    logs = np.log(values)
    found: Floats = logs[None, :] - logs[:, None]
    return found


def _ranks(values: Floats) -> Floats:
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    highest: NDArray[np.int64] = np.cumsum(counts)
    ranks: Floats = highest - (counts - 1) / 2.0
    found: Floats = ranks[places]
    return found
