"""Fits the constants of a cost profile to recorded times.

The search changes one constant at a time, in steps of its logarithm (coordinate search), section by
section. Only tables whose estimates depend on a constant are estimated again. What is minimised is

    mean over tables of (expected log regret + RANK_WEIGHT · rank loss)
    + PULL · sum of squared distances

where the distance of a constant is the logarithm of its ratio to the first value. After every
sweep the held-out tables are estimated. The fit has the constants of the sweep that did best on
them, and stops when `patience` sweeps bring nothing there (early stopping).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from aoe.backends.cpu.cost.profile import CostProfile
from benchmarks.cost_model.constants import Constant, constants_of, users_of, with_constants
from benchmarks.cost_model.regret import expected_log_regret, rank_loss
from benchmarks.cost_model.tables import Floats, Table, estimates_of, thinned

#: The weight of the rank loss beside the logarithm of the regret.
RANK_WEIGHT = 0.1
#: The weight of the squared distances from the first values.
PULL = 1e-3
#: Steps shorter than this share are not tried.
_SHORTEST_STEP = 0.04
#: A constant whose fitted value is this close to the first keeps the first.
_NEGLIGIBLE = 0.01


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how finely a fit searches.

    Attributes:
        sweeps: Passes over all constants, at most.
        patience: Sweeps in a row without a better held-out figure that end the fit.
        step: The first step of a constant's logarithm.
        policies: Policies of a table that are estimated while fitting, at most.
        fewest_trials: Estimates that a constant must change to be fitted.
        fewest_operators: Operators that these must belong to.
    """

    sweeps: int = 12
    patience: int = 3
    step: float = 0.4
    policies: int = 96
    fewest_trials: int = 24
    fewest_operators: int = 3


@dataclass(frozen=True, slots=True)
class Fit:
    """What a fit has found.

    Attributes:
        costs: The profile of the best sweep.
        fitted: How many constants could change.
        changed: The constants that differ, with their values.
        sweeps: How many passes there were.
    """

    costs: CostProfile
    fitted: int
    changed: Mapping[Constant, float]
    sweeps: int


@dataclass(frozen=True, slots=True)
class _Point:
    """Where the search is.

    Attributes:
        values: The constants.
        losses: The loss of every table with them.
    """

    values: Mapping[Constant, float]
    losses: tuple[float, ...]

    @property
    def objective(self) -> float:
        distances = (constant.distance(value) for constant, value in self.values.items())
        return fmean(self.losses) + PULL * sum(distance**2 for distance in distances)


def fit(
    train: Sequence[Table],
    held_out: Sequence[Table],
    base: CostProfile,
    limits: Limits = Limits(),
) -> Fit:
    """Fits a profile.

    Args:
        train: The tables to fit to.
        held_out: The tables that decide when to stop.
        base: The profile to begin with.
        limits: How long and how finely to search.

    Returns:
        The fit. Its profile is `base` if no constant could be fitted or no step was an improvement.
        On the held-out tables it may be worse than `base`.
    """
    pairs = zip(train, estimates_of(train, base), strict=True)
    tables = [thinned(table, estimates, limits.policies) for table, estimates in pairs]
    users = users_of(
        constants_of(base), tables, base, limits.fewest_trials, limits.fewest_operators
    )
    point = _Point({constant: constant.start for constant in users}, _losses(tables, base))
    steps = dict.fromkeys(users, limits.step)
    best, least, sweeps, idle = dict(point.values), (float("inf"), 0.0), 0, 0
    while users and sweeps < limits.sweeps and idle < limits.patience:
        before = point
        # What depends on a constant changes as others do, so all tables are estimated once more.
        whole = _losses(tables, with_constants(base, point.values))
        point = _sweep(replace(point, losses=whole), steps, tables, base, users)
        sweeps += 1
        figure = _held_out_figure(held_out, with_constants(base, point.values))
        print(
            f"sweep {sweeps}: objective {point.objective:.4f}, held-out log regret {figure[0]:.4f}",
            file=sys.stderr,
            flush=True,
        )
        idle = 0 if figure < least else idle + 1
        if figure < least:
            best, least = dict(point.values), figure
        if point.values == before.values and max(map(abs, steps.values())) < _SHORTEST_STEP:
            break
    changed = {
        constant: _rounded(constant, value)
        for constant, value in best.items()
        if abs(constant.distance(value)) > _NEGLIGIBLE
    }
    return Fit(with_constants(base, changed), len(users), changed, sweeps)


def _sweep(
    point: _Point,
    steps: dict[Constant, float],
    tables: Sequence[Table],
    base: CostProfile,
    users: Mapping[Constant, Sequence[int]],
) -> _Point:
    """Tries a step of every constant in both directions. Adapts the steps."""
    for constant, chosen in users.items():
        if abs(steps[constant]) < _SHORTEST_STEP:
            continue
        for direction in (1.0, -1.0):
            step = direction * steps[constant]
            value = constant.moved(point.values[constant], step)
            if value == point.values[constant]:
                continue
            other = _moved(point, {**point.values, constant: value}, chosen, tables, base)
            if other.objective < point.objective - 1e-9:
                point, steps[constant] = other, step
                break
        else:
            steps[constant] /= 2.0
    return point


def _moved(
    point: _Point,
    values: Mapping[Constant, float],
    chosen: Sequence[int],
    tables: Sequence[Table],
    base: CostProfile,
) -> _Point:
    """The point of other values, of which only the chosen tables' estimates depend."""
    own = _losses([tables[index] for index in chosen], with_constants(base, values))
    losses = list(point.losses)
    for index, loss in zip(chosen, own, strict=True):
        losses[index] = loss
    return _Point(values, tuple(losses))


def _losses(tables: Sequence[Table], costs: CostProfile) -> tuple[float, ...]:
    pairs = zip(tables, estimates_of(tables, costs), strict=True)
    return tuple(_loss(table.seconds, estimates) for table, estimates in pairs)


def _loss(seconds: Floats, estimates: Floats) -> float:
    return expected_log_regret(seconds, estimates) + RANK_WEIGHT * rank_loss(seconds, estimates)


def _held_out_figure(tables: Sequence[Table], costs: CostProfile) -> tuple[float, float]:
    """The mean expected log regret, and where that is equal the mean rank loss."""
    pairs = list(zip(tables, estimates_of(tables, costs), strict=True))
    regret = fmean(expected_log_regret(table.seconds, estimates) for table, estimates in pairs)
    ranks = fmean(rank_loss(table.seconds, estimates) for table, estimates in pairs)
    return round(regret, 9), ranks


def _rounded(constant: Constant, value: float) -> float:
    """The value with four significant digits: more than trials tell."""
    return value if constant.whole else float(f"{value:.4g}")
