"""The comparison procedure: takes runs of candidates and of an incumbent until it is known who is
faster, or until the stage has spent its runs.

`compare_candidates` serves every stage: the screening of many candidates, a candidate against the
incumbent, the confirmation of a winner, the final ranking, and whole models. A stage brings its own
`TakeRun`, which says what a run is. Racing, which drops candidates that are behind, is from Maron
and Moore, "Hoeffding races" (1993). Turns that give every candidate one sample are the blocks of
Birattari et al., "A racing algorithm for configuring metaheuristics" (2002).

`aoe.tuning.comparison.timing_statistics` has the statistic, `comparison_policy` the constants.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, sqrt
from typing import Protocol, TypeAlias

from aoe.tuning.comparison.comparison_policy import NOISY, ComparisonPolicy, Stage
from aoe.tuning.comparison.noise import NoiseMonitor
from aoe.tuning.comparison.timing_statistics import FEWEST_RUNS, Comparison, Run, compare_runs

#: Takes a run of these candidates, given how many there were before. A candidate that fails is
#: missing from it. None if no more runs can be taken.
TakeRun: TypeAlias = Callable[[int, Sequence[int]], Run | None]


class Sampler(Protocol):
    """Times candidates."""

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        """One sample of each candidate, one after another: seconds of one inference, by number. A
        candidate that fails is missing.
        """


def compare_candidates(
    take: TakeRun,
    candidates: Sequence[int],
    incumbent: int,
    stage: Callable[[ComparisonPolicy], Stage],
    noise: NoiseMonitor,
    end: float = inf,
    runs: list[Run] | None = None,
    usual: float | None = None,
) -> dict[int, Comparison] | None:
    """Compares candidates with an incumbent, in runs that all of them share.

    At each look of the stage every candidate is judged by all runs so far. It needs no more runs
    once it is behind or the stage knows enough of it. The preset is the one that the noise asks
    for; once that is `NOISY`, it stays so.

    Args:
        take: Takes the runs.
        candidates: Numbers of the candidates.
        incumbent: The number of what they are compared with.
        stage: The stage of a policy.
        noise: What is measured of the noise meanwhile.
        end: The time (`time.monotonic`) after which the stage takes only its fewest runs.
        runs: Runs taken earlier; new ones are appended.
        usual: Seconds in which the incumbent has been seen to run before.

    Returns:
        The comparison of each candidate that works, by number. None if the incumbent fails.
    """
    runs = [] if runs is None else runs
    left = [number for number in candidates if number != incumbent]
    found: dict[int, Comparison] = {}
    noisy, least = noise.is_noisy, noise.resolution
    if runs:
        plan = stage(noise.policy)
        found = {item: judged(runs, item, incumbent, plan, usual, least) for item in left}
        left = _undecided(found, left, plan, len(runs))
    while left:
        plan = stage(NOISY if noisy else noise.policy)
        late = time.monotonic() > end and len(runs) >= plan.fewest
        over = late or len(runs) >= plan.looks[-1]
        run = None if over else take(len(runs), [incumbent, *left])
        if run is not None:
            if incumbent not in run.seconds:
                return None
            for number in [item for item in left if item not in run.seconds]:
                left.remove(number)
                found.pop(number, None)
            runs.append(run)
        noisy = noisy or noise.is_noisy
        plan = stage(NOISY if noisy else noise.policy)
        if not runs:
            break
        if run is None or len(runs) in plan.looks:
            found |= {item: judged(runs, item, incumbent, plan, usual, least) for item in left}
            left = _undecided(found, left, plan, len(runs))
        if run is None:
            break
    return found


def _undecided(
    found: Mapping[int, Comparison], left: Sequence[int], plan: Stage, look: int
) -> list[int]:
    """The candidates that need more runs."""
    cut = plan.cut(look)
    best = min([1.0, *(found[number].ratio for number in left)])
    return [
        number
        for number in left
        if found[number].ratio <= cut * best
        and found[number].ratio < cut
        and not _is_known(found[number], plan)
    ]


def _is_known(found: Comparison, plan: Stage) -> bool:
    """Whether a stage knows enough of a candidate."""
    if plan.needs_verdict and found.verdict == 0:
        return False
    if plan.precision == inf:
        return True
    if found.runs < plan.looks[0] or not found.usual or found.uncertainty is None:
        return False
    return found.uncertainty / found.ratio <= plan.precision


def judged(
    runs: Sequence[Run],
    candidate: int,
    incumbent: int,
    plan: Stage,
    usual: float | None = None,
    resolution: float = 0.0,
) -> Comparison:
    """The comparison by the runs that count (`clean_runs`).

    The uncertainty of the ratio is not known where too few runs had quiet cores. Runs in another
    state of the machine may agree on another ratio than the one in its usual state.

    Args:
        runs: The runs so far. At least one has samples of both.
        candidate: The number of the candidate.
        incumbent: The number of what it is compared with.
        plan: The stage: the level of its test, and how much slower a run is that does not count.
        usual: Seconds in which the incumbent has been seen to run before; None if it has not.
        resolution: Seconds. Which of the two is faster is undecided if their times differ by less,
            however often one of them wins.

    Returns:
        The comparison. Its `usual` says whether the incumbent ran about as fast as before.
    """
    both = [run for run in runs if candidate in run.seconds]
    kept = clean_runs(both, candidate, incumbent, plan.contaminated, usual)
    found = compare_runs(kept, candidate, incumbent, plan.level)
    if abs(found.candidate.median - found.incumbent.median) < resolution:
        found = replace(found, verdict=0)
    if not are_quiet(both):
        found = replace(found, uncertainty=None)
    fastest = min(run.median(incumbent) for run in both)
    return replace(found, usual=fastest <= plan.contaminated * (usual or fastest))


def clean_runs(
    runs: Sequence[Run],
    candidate: int,
    incumbent: int,
    contaminated: float,
    usual: float | None = None,
) -> Sequence[Run]:
    """The runs that were not slowed down from start to end. They are those of quiet cores, if there
    are enough, and of these the ones that were about as fast as the fastest. Both candidates count
    the same.

    If the incumbent is nowhere as fast as usual, the machine is in another state now. Too few clean
    runs tell nothing, so the next fastest join them.
    """
    if contaminated == inf:
        return runs
    if are_quiet(runs):
        runs = [run for run in runs if run.quiet]
    slowness = [sqrt(run.median(candidate) * run.median(incumbent)) for run in runs]
    fastest = min(run.median(incumbent) for run in runs)
    # Slower than usual, but not by so much that the machine is in another state.
    behind = fastest / usual if usual is not None else 1.0
    limit = contaminated * min(slowness)
    if 1.0 < behind <= contaminated:
        limit /= behind
    clean = [run for run, slow in zip(runs, slowness, strict=True) if slow <= limit]
    if len(clean) >= FEWEST_RUNS or len(runs) < FEWEST_RUNS:
        return clean
    ranked = sorted(range(len(runs)), key=slowness.__getitem__)
    return [runs[place] for place in ranked[:FEWEST_RUNS]]


def are_quiet(runs: Sequence[Run]) -> bool:
    """Whether cores were quiet in as many runs as give an interval, or in all of fewer."""
    return sum(run.quiet for run in runs) >= min(FEWEST_RUNS, len(runs))


@dataclass(slots=True)
class Turns:
    """Takes runs of one sample of each candidate, in alternating order.

    Attributes:
        sampler: Takes the samples.
        noise: Is told the samples of those that have a name.
        names: What is sampled again and again, by number.
    """

    sampler: Sampler
    noise: NoiseMonitor = field(default_factory=NoiseMonitor)
    names: Mapping[int, Hashable] = field(default_factory=dict)

    def __call__(self, number: int, candidates: Sequence[int]) -> Run:
        """A run. Many candidates take so long together that the machine may change its speed
        meanwhile; the turn is repeated then.
        """
        order = list(candidates)[:: -1 if number % 2 else 1]
        seconds = dict(self.sampler.sample(order))
        if len(order) > 2:
            seconds = self._in_one_state(seconds)
        for item, name in self.names.items():
            if item in seconds:
                self.noise.add(name, seconds[item])
        return Run({item: (taken,) for item, taken in seconds.items()})

    def _in_one_state(self, seconds: dict[int, float]) -> dict[int, float]:
        policy = self.noise.policy
        for turn in range(policy.turns):
            if len(seconds) < 2:
                break
            first, before = next(iter(seconds.items()))
            after = self.sampler.sample([first]).get(first)
            if after is None:
                del seconds[first]
                break
            if max(before, after) <= policy.changed * min(before, after):
                break
            if turn + 1 < policy.turns:
                seconds = dict(self.sampler.sample(list(seconds)))
        return seconds
