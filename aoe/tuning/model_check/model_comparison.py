"""Times two whole models against each other, for the figures that a run reports.

Whoever measures again later must find the same, so what is not the models' doing is kept out:

- Others that share the machine disturb, for a moment or for seconds, and only ever make slower.
  The models take turns, and rounds that are much slower than others are left out: by the times of
  both together, so that neither is favoured.
- Where a model's memory lies, and which threads share which caches, is chance, and stays for as
  long as it is loaded, or for the life of the process. So there are many short parts, each with the
  models loaded anew, a few in each of several processes: most of the chance is in the loading,
  which takes a tenth of what a process takes. The models take turns in being loaded first.
- A part that was disturbed from its start to its end shows by the old model being slower than it
  has been seen, or by the cores not being calm (`aoe.tuning.measurement.idle_wait`); such parts are
  left out if there are enough others. If there are not, how well the ratio is known is not: parts
  in one other state of the machine may say the same, and all the same the ratio is another one in
  its usual.
- A disturbance that lasts longer than a round slows both models of the pair. So what counts is the
  ratio in each round, and how well it is known is told by how much parts differ in it.
- Parts differ more than rounds do, and in some one of the models alone is slow from start to end.
  So what counts of them is their median.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite, log, pi, sqrt
from statistics import geometric_mean, median

from aoe.tuning.comparison.timing_statistics import Comparison, Measurement, Sampler, compare

#: Undisturbed parts that are wanted, most that are tried, and fewest that tell how far parts are
#: apart.
PARTS, MOST_PARTS, FEWEST_PARTS = 9, 24, 3
#: Parts in a process at most.
LOADINGS = 3
#: A ratio known to this share is known well enough, and more parts are not wanted.
PRECISE = 0.01
#: Fewest and most rounds of a part, and seconds that it takes at most.
FEWEST_ROUNDS, MOST_ROUNDS = 8, 60
PART_SECONDS = 0.5
#: A part is worth its share of a process if it lasts this share of that.
WORTH_OPENING = 0.5
#: A round that took this many times as long as the fast ones of its part was disturbed, and so was
#: a part in which the old model did that beside another part.
DISTURBED = 1.15
#: Student's t for 95 %, two-sided, by degrees of freedom.
_STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20)
#: The standard deviation of a normal distribution over its median absolute deviation, and the
#: standard error of its median over that of its mean.
_DEVIATION, _OF_MEDIAN = 1.4826, sqrt(pi / 2)


@dataclass(frozen=True, slots=True)
class Part:
    """Undisturbed rounds of one loading: seconds of the new and the old model, pair by pair.
    `calm`: whether the cores were, before and after.
    """

    new: tuple[float, ...]
    old: tuple[float, ...]
    calm: bool = True

    @property
    def old_seconds(self) -> float:
        """Of one inference of the old model."""
        return median(self.old)

    @property
    def ratio(self) -> float:
        """Of the new model's time to the old one's: the median of the pairs."""
        return median(new / old for new, old in zip(self.new, self.old, strict=True))


def part_seconds(left: float, around: float, taken: int = 0) -> float:
    """How long a part may take where there are `left` seconds, each takes `around` more for its
    share of a process, and so many parts were taken: the time is shared out among as many as are
    worth that, of which this one's is spent.
    """
    for parts in range(PARTS - taken, 1, -1):
        seconds = (left - (parts - 1) * around) / parts
        if seconds >= WORTH_OPENING * around:
            return min(PART_SECONDS, max(0.0, seconds))
    return min(PART_SECONDS, max(0.0, left))


def take_part(sampler: Sampler, new: int, old: int, seconds: float) -> Part | None:
    """Rounds of two loaded models for so many seconds, but for the fewest; None if one fails."""
    rounds: list[tuple[float, float]] = []
    end = time.monotonic() + seconds
    while len(rounds) < FEWEST_ROUNDS or (len(rounds) < MOST_ROUNDS and time.monotonic() < end):
        order = (new, old) if len(rounds) % 2 else (old, new)
        sample = sampler.sample(order)
        if len(sample) < 2:
            return None
        rounds.append((sample[new], sample[old]))
    kept = undisturbed(rounds)
    return Part(tuple(pair[0] for pair in kept), tuple(pair[1] for pair in kept))


def undisturbed(rounds: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Those of some rounds that did not take much longer than the fast ones, which are at the first
    decile, both models counting the same.
    """
    middle = [median(times) for times in zip(*rounds, strict=True)]
    slowness = [new / middle[0] + old / middle[1] for new, old in rounds]
    limit = DISTURBED * sorted(slowness)[len(rounds) // 10]
    return [pair for pair, slow in zip(rounds, slowness, strict=True) if slow <= limit]


def steady_parts(parts: Sequence[Part], usual: float | None = None) -> list[Part]:
    """The parts that were not disturbed; `usual`: seconds in which the old model has been seen to
    run before. If all were, the machine has another state now: those that were not much more
    disturbed than the least. One or two are too few to say anything: with the next least disturbed
    they are three, if there are as many. Where cores were calm often enough, only that counts.
    """
    if are_calm(parts):
        parts = [part for part in parts if part.calm]
    best = min(part.old_seconds for part in parts)
    limit = DISTURBED * min(best, usual or best)
    if best > limit:
        limit = DISTURBED * best
    steady = [part for part in parts if part.old_seconds <= limit]
    if len(steady) >= FEWEST_PARTS or len(parts) < FEWEST_PARTS:
        return steady
    return sorted(parts, key=lambda part: part.old_seconds)[:FEWEST_PARTS]


def are_calm(parts: Sequence[Part]) -> bool:
    """Whether cores were calm in as many parts as tell how far these are apart."""
    return sum(part.calm for part in parts) >= FEWEST_PARTS


def are_enough(parts: Sequence[Part], usual: float | None = None) -> bool:
    """Whether there are as many undisturbed parts as are wanted, and these say the same."""
    if not parts:
        return False
    best = min(part.old_seconds for part in parts)
    steady = steady_parts(parts, usual) if best <= DISTURBED * (usual or best) else []
    known = len(steady) >= PARTS and uncertainty(steady) <= PRECISE and are_calm(parts)
    return known or len(parts) >= MOST_PARTS


def uncertainty(parts: Sequence[Part]) -> float:
    """By what share the median of the parts' ratios may be off, with 95 % confidence (Student's t
    of the median of their logarithms, whose deviation is told by the median absolute one);
    infinite for less than three.
    """
    if len(parts) < FEWEST_PARTS:
        return inf
    logarithms = [log(part.ratio) for part in parts]
    middle = median(logarithms)
    deviation = _DEVIATION * median(abs(value - middle) for value in logarithms)
    student = _STUDENT[min(len(parts) - 1, len(_STUDENT)) - 1]
    return student * _OF_MEDIAN * deviation / sqrt(len(parts))


def comparison_of(parts: Sequence[Part], usual: float | None = None) -> Comparison:
    """What at least one part says of the two models. All parts count the same: the ratio is their
    median, the old model's time their mean, and the new model's time follows. The spread is that of
    the samples, or half the way between the fastest and the slowest part if that is more.
    """
    kept = steady_parts(parts, usual)
    found = compare(
        [seconds for part in kept for seconds in part.new],
        [seconds for part in kept for seconds in part.old],
    )
    ratio, off_by = median(part.ratio for part in kept), uncertainty(kept)
    old = geometric_mean(part.old_seconds for part in kept)
    return replace(
        found,
        ratio=ratio,
        challenger=_summed(found.challenger, ratio * old, [part.new for part in kept]),
        incumbent=_summed(found.incumbent, old, [part.old for part in kept]),
        uncertainty=off_by if isfinite(off_by) and are_calm(parts) else None,
    )


def _summed(pooled: Measurement, middle: float, parts: Sequence[Sequence[float]]) -> Measurement:
    medians = [median(times) for times in parts]
    spread = max(pooled.spread, (max(medians) - min(medians)) / 2)
    return replace(pooled, minimum=min(pooled.minimum, middle), median=middle, spread=spread)
