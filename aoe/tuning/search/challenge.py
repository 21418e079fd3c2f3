"""A challenge in a search: a candidate against the incumbent, and the confirmation of its gain."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from aoe.tuning.comparison.comparison_policy import (
    QUIET,
    WAITING,
    ComparisonPolicy,
    Stage,
)
from aoe.tuning.comparison.paired_comparison import Turns, compare_candidates
from aoe.tuning.comparison.timing_statistics import Comparison, Measurement

#: Samples of a candidate that is compared with nothing.
_SAMPLES = 9
#: How often a winner is confirmed, at most.
_CONFIRMATIONS = 2


def _challenge_stage(policy: ComparisonPolicy) -> Stage:
    return policy.challenge


def _confirmation_stage(policy: ComparisonPolicy) -> Stage:
    return policy.confirmation


def challenge(
    turns: Turns, candidate: int, incumbent: int, seconds: float = QUIET.seconds
) -> Comparison | None:
    """A candidate against the incumbent. None if one of them fails.

    Args:
        turns: Takes the runs.
        candidate: The number of the candidate.
        incumbent: The number of the incumbent.
        seconds: For all of it, but for the fewest runs.
    """
    return _compared(turns, candidate, incumbent, _challenge_stage, seconds)


def which_is_faster(turns: Turns, candidate: int, incumbent: int) -> Comparison | None:
    """As `challenge`, but a candidate that looks slower is compared until that is certain."""

    def stage(policy: ComparisonPolicy) -> Stage:
        return replace(policy.challenge, cuts=())

    return _compared(turns, candidate, incumbent, stage, QUIET.seconds)


def _compared(
    turns: Turns,
    candidate: int,
    incumbent: int,
    stage: Callable[[ComparisonPolicy], Stage],
    seconds: float,
) -> Comparison | None:
    end = time.monotonic() + seconds
    found = compare_candidates(turns, [candidate], incumbent, stage, turns.noise, end)
    return None if found is None else found.get(candidate)


def confirmation(
    turns: Turns,
    winner: int,
    baseline: int,
    ratio: float,
    usual: float | None = None,
    seconds: float = QUIET.seconds,
) -> Comparison | None:
    """The figures to tell of a winner, from runs of its own. None if one of the two fails.

    If they contradict the challenge or the screening, something slowed down one of the two for a
    while. Then they are taken once more; if they contradict it again, nothing is decided.

    Args:
        turns: Takes the runs.
        winner: The number of the winner.
        baseline: The number of the baseline.
        ratio: Of their times, as the challenge told.
        usual: The baseline's time in seconds, as the screening told. None if it did not.
        seconds: For all of it.
    """
    found: Comparison | None = None
    for _ in range(_CONFIRMATIONS):
        found = _compared(turns, winner, baseline, _confirmation_stage, seconds / _CONFIRMATIONS)
        if found is None or _is_consistent(found, ratio, usual, turns):
            return found
    return None if found is None else replace(found, verdict=0)


def _is_consistent(found: Comparison, ratio: float, usual: float | None, turns: Turns) -> bool:
    """Whether a confirmation fits what was measured before."""
    if usual is not None and found.incumbent.median > WAITING.slow_sample * usual:
        return False
    return abs(found.ratio / ratio - 1.0) <= turns.noise.policy.consistent


def measured_alone(turns: Turns, number: int) -> Measurement | None:
    """The time of one candidate. None if it fails."""
    runs = [turns(count, [number]) for count in range(_SAMPLES)]
    if any(number not in run.seconds for run in runs):
        return None
    return Measurement.of([run.median(number) for run in runs])
