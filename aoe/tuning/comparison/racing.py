"""Screening: finds the fast candidates among many in few samples, and orders them."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from aoe.tuning.comparison.comparison_policy import ComparisonPolicy, Stage
from aoe.tuning.comparison.paired_comparison import Turns, compare_candidates
from aoe.tuning.comparison.timing_statistics import Run


def race(turns: Turns, candidates: Sequence[int]) -> dict[int, float]:
    """Seconds of the candidates, best first; of the losers from a sample or two.

    A candidate that fails is missing. The first one that works is what the others are compared
    with. Equally fast candidates keep their order.
    """
    for position, reference in enumerate(candidates):
        runs: list[Run] = []
        rest = candidates[position:]
        if len(rest) == 1:
            runs.append(turns(0, rest))
        found = compare_candidates(turns, rest, reference, _screening, turns.noise, runs=runs)
        if found is not None and reference in runs[0].seconds:
            own = median(run.median(reference) for run in runs)
            seconds = {reference: own} | {item: own * c.ratio for item, c in found.items()}
            order = {number: place for place, number in enumerate(candidates)}
            return dict(sorted(seconds.items(), key=lambda pair: (pair[1], order[pair[0]])))
    return {}


def _screening(policy: ComparisonPolicy) -> Stage:
    return policy.screening
