"""How far a search goes: O2 is the usual depth; O1 and deeper searches take several times as long.

Deeper searches seldom find more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from aoe.backends.implementation import MAX_BREADTH
from aoe.repository.search_record import SearchDepth


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """Bounds of the searches of a job.

    Attributes:
        breadth: How many times as many policies as usual a space has
            (`aoe.backends.implementation.Implementation`).
        explored: How many policies of the analytic ranking, spread over the space, are proposed
            beside the neighbours of the best, before the rest of the ranking.
        patience: A search ends when so many trials in a row have not changed the incumbent.
        most_trials: No search tries more policies.
        negligible: Operators below this share of the model's time get one generation only.
        similar: How many similar operators' policies a search starts from.
        margin: A policy is tried only if it could be faster than the best by this share. So a
            search ends when the best is as near to its lower bound.
        final_generations: Generations in which policies close to the incumbent are measured again
            when nothing new is left.
        unequal: Strips of subgraphs may be of unequal heights.
    """

    breadth: int = 1
    explored: int = 24
    patience: int = 24
    most_trials: int = 96
    negligible: float = 0.002
    similar: int = 3
    margin: float = 0.03
    final_generations: int = 3
    unequal: bool = False


USUAL = SearchLimits()
#: What `--tune_optimization_level` takes.
LEVELS = {
    "O2": USUAL,
    "O1": SearchLimits(
        breadth=MAX_BREADTH // 2,
        explored=64,
        patience=128,
        most_trials=640,
        negligible=0.0005,
        similar=6,
        margin=0.02,
        final_generations=6,
    ),
}


def search_depth(limits: SearchLimits, budget: float = inf) -> SearchDepth:
    """The depth of a search within limits. `budget`: seconds of a job that cuts it short."""
    return SearchDepth(limits.breadth, limits.patience, limits.most_trials, limits.unequal, budget)


def search_limits(level: str = "O2", deeper: bool = False, unequal: bool = False) -> SearchLimits:
    """The limits of a level, `LEVELS` has the names; `deeper` doubles them all."""
    limits = replace(LEVELS[level], unequal=unequal)
    if not deeper:
        return limits
    return replace(
        limits,
        breadth=2 * limits.breadth,
        explored=2 * limits.explored,
        patience=2 * limits.patience,
        most_trials=2 * limits.most_trials,
        negligible=limits.negligible / 2,
        similar=2 * limits.similar,
        margin=limits.margin / 2,
        final_generations=2 * limits.final_generations,
    )
