"""What timings mean: which of several candidates is faster, and whether that is more than noise.

Everything here is arithmetic on samples; they come from a `Sampler`, in practice
`aoe.tuning.measurement.runner`, which times the candidates in turn so that a disturbance meets all
of them. Of many candidates `aoe.tuning.comparison.racing` finds the fastest, which is then
compared with the incumbent pair by pair: the sign test over pairs asks nothing of the shape of the
noise.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from statistics import median
from typing import Protocol

#: Pairs after which two candidates that still cannot be told apart count as equal.
MAXIMUM_PAIRS = 25
#: Numbers of pairs at which a verdict is tried.
LOOKS = (7, 12, 18, MAXIMUM_PAIRS)
#: A spread above this share of the median means that something disturbed the samples.
UNSTEADY = 0.2
#: A ratio below this is more often a baseline that lost its CPU for a while than a gain.
IMPLAUSIBLE = 0.25
#: Pairs of a confirmation, and how often it is tried until it is steady.
CONFIRMING_PAIRS = 9
CONFIRMATIONS = 3
#: Chance of calling equal candidates different, per look.
SIGNIFICANCE = 0.02


@dataclass(frozen=True, slots=True)
class Measurement:
    """Samples summed up, in seconds; `spread` is the median absolute deviation."""

    minimum: float
    median: float
    spread: float
    samples: int

    @staticmethod
    def of(seconds: Sequence[float]) -> Measurement:
        """The summary of at least one sample."""
        middle = median(seconds)
        spread = median(abs(value - middle) for value in seconds)
        return Measurement(min(seconds), middle, spread, len(seconds))

    @property
    def steady(self) -> bool:
        """Whether the median can be quoted."""
        return self.spread <= UNSTEADY * self.median


class Sampler(Protocol):
    """Times candidates; one that fails while being timed is missing from the answer."""

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        """One sample of each candidate, taken one after another: seconds of one run, by number."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A challenger against an incumbent, from paired samples.

    `verdict`: -1 the challenger is faster, 1 it is slower, 0 they cannot be told apart. `ratio`:
    median of challenger / incumbent. `noise`: median absolute deviation of the ratios.
    `uncertainty`: the share by which the ratio may be off, with 95 % confidence; None if unknown.
    """

    verdict: int
    ratio: float
    noise: float
    challenger: Measurement
    incumbent: Measurement
    uncertainty: float | None = None

    @property
    def steady(self) -> bool:
        """Whether nothing disturbed the samples."""
        return self.challenger.steady and self.incumbent.steady

    def agrees(self, ratio: float) -> bool:
        """Whether the ratio found is about this one."""
        return abs(self.ratio / ratio - 1.0) <= UNSTEADY


def compare(challenger: Sequence[float], incumbent: Sequence[float]) -> Comparison:
    """The comparison of samples taken in pairs. At least one pair is needed."""
    ratios = [mine / other for mine, other in zip(challenger, incumbent, strict=True)]
    middle = median(ratios)
    wins = sum(ratio < 1.0 for ratio in ratios)
    losses = sum(ratio > 1.0 for ratio in ratios)
    verdict = 0
    if sign_test(wins, losses) <= SIGNIFICANCE:
        verdict = -1 if wins > losses else 1
    noise = median(abs(ratio - middle) for ratio in ratios)
    return Comparison(verdict, middle, noise, Measurement.of(challenger), Measurement.of(incumbent))


def sign_test(wins: int, losses: int) -> float:
    """The chance that equal candidates split this unevenly or more (two-sided, ties left out)."""
    pairs = wins + losses
    tail = sum(comb(pairs, count) for count in range(min(wins, losses) + 1))
    return float(min(1.0, 2 * tail / 2**pairs))  # of integers, which have no largest


def duel(
    sampler: Sampler,
    challenger: int,
    incumbent: int,
    seconds: float = 4.0,
    only_wins_count: bool = False,
) -> Comparison | None:
    """Pairs of samples until the two are told apart or `MAXIMUM_PAIRS` is reached. The next look is
    not waited for when `seconds` are over or, where `only_wins_count`, the challenger is behind.

    None if one of them fails.
    """
    mine: list[float] = []
    others: list[float] = []
    end = time.monotonic() + seconds
    for look in LOOKS:
        more = pairs(sampler, challenger, incumbent, look - len(mine))
        if more is None:
            return None
        mine += more[0]
        others += more[1]
        found = compare(mine, others)
        behind = only_wins_count and found.ratio >= 1.0
        if found.verdict or behind or time.monotonic() > end:
            break
    return compare(mine, others)


def confirm(
    sampler: Sampler, winner: int, incumbent: int, ratio: float, seconds: float = 4.0
) -> Comparison | None:
    """Measures the winner of a duel once more, in pairs taken for this alone: these are the figures
    to quote, free of the luck that made it win. None if one of the two fails.

    `ratio`: what the duel found. A measurement that is unsteady, disagrees with that or is
    implausible is repeated; if none is better, the minima stand for the medians, in the attempt
    that claims least. One that cannot tell the two apart has as many pairs again.
    """
    end = time.monotonic() + seconds
    attempts: list[Comparison] = []
    while not attempts or (len(attempts) < CONFIRMATIONS and time.monotonic() < end):
        first = pairs(sampler, winner, incumbent, CONFIRMING_PAIRS)
        if first is None:
            return None
        comparison = compare(*first)
        if comparison.verdict == 0:
            more = pairs(sampler, winner, incumbent, CONFIRMING_PAIRS)
            if more is None:
                return None
            comparison = _of_twice_as_many(*(a + b for a, b in zip(first, more, strict=True)))
        plausible = comparison.agrees(ratio) and comparison.ratio >= IMPLAUSIBLE
        if comparison.steady and plausible:
            return comparison
        attempts.append(of_minima(comparison))
    return max(attempts, key=lambda attempt: attempt.ratio)


def _of_twice_as_many(challenger: Sequence[float], incumbent: Sequence[float]) -> Comparison:
    """The comparison of all samples; a win that the minima deny is none."""
    comparison = compare(challenger, incumbent)
    faster = comparison.challenger.minimum < comparison.incumbent.minimum
    return comparison if faster or comparison.verdict >= 0 else replace(comparison, verdict=0)


def measure(sampler: Sampler, candidate: int) -> Measurement | None:
    """A candidate alone, as often as a confirmation measures a pair. None if it fails."""
    seconds = []
    for _ in range(CONFIRMING_PAIRS):
        sample = sampler.sample([candidate])
        if candidate not in sample:
            return None
        seconds.append(sample[candidate])
    return Measurement.of(seconds)


def of_minima(comparison: Comparison) -> Comparison:
    """A disturbed comparison with minima in place of medians: what disturbs only makes longer. A
    win that the minima deny is none.
    """
    challenger, incumbent = (
        replace(item, median=item.minimum) for item in (comparison.challenger, comparison.incumbent)
    )
    ratio = challenger.minimum / incumbent.minimum
    faster = comparison.verdict < 0 and ratio < 1.0
    return replace(
        comparison,
        verdict=comparison.verdict if faster or comparison.verdict >= 0 else 0,
        ratio=ratio,
        challenger=challenger,
        incumbent=incumbent,
    )


def pairs(
    sampler: Sampler, challenger: int, incumbent: int, count: int
) -> tuple[list[float], list[float]] | None:
    """So many samples of both, in either order in turn; None if one of them fails."""
    mine: list[float] = []
    others: list[float] = []
    for number in range(count):
        order = (challenger, incumbent) if number % 2 else (incumbent, challenger)
        sample = sampler.sample(order)
        if len(sample) < 2:
            return None
        mine.append(sample[challenger])
        others.append(sample[incumbent])
    return mine, others
