"""The statistic of every comparison: the median of paired ratios, its sign test and its interval.

Timings on a shared machine have heavy tails, drift and change with the state of the machine. So
samples are compared in pairs that were taken one right after the other. The unit of the statistic
is a `Run`: samples that share their conditions. A run gives one ratio, the median over its pairs.
Several runs give the median of these ratios. (A median commutes with the logarithm, so this is
also the median paired log-ratio.)

- The test is the sign test (Dixon and Mood, "The statistical sign test", 1946; Conover, "Practical
  Nonparametric Statistics", 1999, section 3.4). It assumes independent runs in which equal
  candidates win equally often, and nothing about the shape of the noise.
- The interval lies between two order statistics of the ratios (Conover, section 3.2). It exists
  from six runs on.
- Runs repeat what varies most, such as the place in memory (Kalibera and Jones, "Rigorous
  benchmarking in reasonable time", 2013).

Everything here is arithmetic. `aoe.tuning.comparison.paired_comparison` takes the runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from statistics import median

#: One-sided level of `compare`.
LEVEL = 0.01
#: Probability that the interval of a ratio does not contain the true one.
OUTSIDE = 0.05
#: Fewest runs of which two order statistics are a 95 % interval: all six lie on one side of the
#: median with probability 2 / 64.
FEWEST_RUNS = 6


@dataclass(frozen=True, slots=True)
class Measurement:
    """A summary of samples, in seconds.

    Attributes:
        minimum: The smallest sample.
        median: The median sample.
        spread: The median absolute deviation from the median.
        samples: How many samples there are.
    """

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


@dataclass(frozen=True, slots=True)
class Run:
    """Samples of several candidates under the same conditions, such as one place in memory.

    Attributes:
        seconds: The samples of each candidate, by number. Samples with the same index are a pair.
        quiet: Whether the cores were quiet meanwhile.
    """

    seconds: Mapping[int, Sequence[float]]
    quiet: bool = True

    def ratio(self, candidate: int, incumbent: int) -> float:
        """The median over the pairs of the candidate's time to the incumbent's."""
        pairs = zip(self.seconds[candidate], self.seconds[incumbent], strict=True)
        return median(mine / other for mine, other in pairs)

    def median(self, number: int) -> float:
        """The median sample of a candidate, in seconds."""
        return median(self.seconds[number])


@dataclass(frozen=True, slots=True)
class Comparison:
    """A candidate compared with an incumbent.

    Attributes:
        verdict: -1 if the candidate is faster, 1 if it is slower, 0 if that is undecided.
        ratio: The candidate's time to the incumbent's.
        noise: The median absolute deviation of the runs' ratios.
        candidate: The candidate's time: the incumbent's median times the ratio.
        incumbent: The incumbent's time.
        uncertainty: The share by which the ratio may be off, with 95 % confidence. None if that is
            not known.
        runs: How many runs count.
        usual: Whether the incumbent ran about as fast as it is known to.
    """

    verdict: int
    ratio: float
    noise: float
    candidate: Measurement
    incumbent: Measurement
    uncertainty: float | None = None
    runs: int = 0
    usual: bool = True


def compare(
    candidate: Sequence[float], incumbent: Sequence[float], level: float = LEVEL
) -> Comparison:
    """The comparison of samples taken in pairs, each of which is a run. Needs at least one pair.

    Args:
        candidate: Seconds of the candidate.
        incumbent: Seconds of the incumbent, pair by pair.
        level: Probability of calling an equal candidate faster.
    """
    pairs = zip(candidate, incumbent, strict=True)
    return compare_runs([Run({1: (mine,), 0: (other,)}) for mine, other in pairs], 1, 0, level)


def compare_runs(
    runs: Sequence[Run], candidate: int, incumbent: int, level: float = LEVEL
) -> Comparison:
    """The comparison of two numbers in at least one run that has both.

    Args:
        runs: All of them count the same.
        candidate: The number of the candidate.
        incumbent: The number of what it has to beat.
        level: Probability of calling an equal candidate faster.
    """
    both = [run for run in runs if candidate in run.seconds]
    ratios = [run.ratio(candidate, incumbent) for run in both]
    ratio = median(ratios)
    old = median(run.median(incumbent) for run in both)
    interval = median_interval(ratios)
    return Comparison(
        sign_verdict(ratios, level),
        ratio,
        median(abs(value - ratio) for value in ratios),
        replace(_pooled(both, candidate), median=ratio * old),
        replace(_pooled(both, incumbent), median=old),
        None if interval is None else max(interval[1] / ratio - 1.0, 1.0 - interval[0] / ratio),
        len(both),
    )


def _pooled(runs: Sequence[Run], number: int) -> Measurement:
    """All samples of a candidate; of runs with several, their medians may differ more."""
    pooled = Measurement.of([seconds for run in runs for seconds in run.seconds[number]])
    if all(len(run.seconds[number]) == 1 for run in runs):
        return pooled
    medians = [run.median(number) for run in runs]
    return replace(pooled, spread=max(pooled.spread, (max(medians) - min(medians)) / 2))


def sign_verdict(ratios: Sequence[float], level: float) -> int:
    """-1 if more ratios are below 1 than chance explains, 1 if more are above, else 0."""
    wins = sum(ratio < 1.0 for ratio in ratios)
    losses = sum(ratio > 1.0 for ratio in ratios)
    if sign_test(wins, losses) > 2.0 * level:
        return 0
    return -1 if wins > losses else 1


def sign_test(wins: int, losses: int) -> float:
    """The probability that equal candidates split so unevenly or more: two-sided, without ties."""
    pairs = wins + losses
    tail = sum(comb(pairs, count) for count in range(min(wins, losses) + 1))
    return float(min(1.0, 2 * tail / 2**pairs))  # of integers, which have no largest


def median_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """A 95 % confidence interval of the median; None for fewer than `FEWEST_RUNS` values."""
    count = len(values)
    if count < FEWEST_RUNS:
        return None
    rank = 0
    while sign_test(rank + 1, count - rank - 1) <= OUTSIDE:
        rank += 1
    ordered = sorted(values)
    return ordered[rank], ordered[-1 - rank]
