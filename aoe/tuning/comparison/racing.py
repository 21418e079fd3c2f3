"""A race finds the fastest of many candidates in few samples (racing, Maron and Moore 1993).

All candidates are sampled once, in turn; those far behind are dropped, the others sampled again.
The machine may change its speed within a race, by half and for seconds (virtual cores move, other
programs start). So a round of samples over which it did is taken again, and what counts is each
candidate's time beside the others' of the same round. `aoe.tuning.comparison.timing_statistics`
compares the fastest with the leader then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from aoe.tuning.comparison.timing_statistics import Sampler

#: A candidate this many times slower than the best after its first sample is dropped at once.
FIRST_CUT = 2.0
#: One that is at most so many times slower may have been disturbed: it is sampled once more.
DOUBTFUL = 2.5
#: As `FIRST_CUT`, after a few samples.
SECOND_CUT = 1.15
#: Rounds of samples before the second cut.
SHORT_ROUNDS = 3
#: A round is taken again, and how often, if a candidate's times before and after it differ by more.
CHANGED = 1.25
TRIES = 3


def race(sampler: Sampler, candidates: Sequence[int]) -> dict[int, float]:
    """Seconds of the candidates, the losers' from a sample or two, best first.

    Candidates that fail are missing. The order of equally fast candidates is their own.
    """
    rounds = [_doubt_removed(sampler, _round(sampler, candidates))]
    alive = _within(FIRST_CUT, rounds)
    for _ in range(SHORT_ROUNDS if len(alive) > 1 else 1):
        if not alive:
            break
        taken = _round(sampler, alive)
        failed = set(alive) - set(taken)
        rounds = [_without(failed, earlier) for earlier in rounds]
        if taken:
            rounds.append(taken)
        alive = _within(SECOND_CUT, rounds) if taken else []
    seconds = _seconds(rounds)
    order = {number: position for position, number in enumerate(candidates)}
    return dict(sorted(seconds.items(), key=lambda pair: (pair[1], order[pair[0]])))


def _round(sampler: Sampler, candidates: Sequence[int]) -> dict[int, float]:
    """A sample of each candidate, all from the same state of the machine where that can be had."""
    taken: dict[int, float] = {}
    for _ in range(TRIES):
        taken = dict(sampler.sample(candidates))
        if len(taken) < 2:
            break
        first, before = next(iter(taken.items()))
        after = sampler.sample([first]).get(first)
        if after is None:
            return _without({first}, taken)
        if max(before, after) <= CHANGED * min(before, after):
            break
        candidates = list(taken)
    return taken


def _doubt_removed(sampler: Sampler, taken: dict[int, float]) -> dict[int, float]:
    """The first round, with a second sample of those that would be dropped for something that may
    have lasted no longer than their sample: what disturbs only makes longer.
    """
    best = min(taken.values(), default=0.0)
    doubtful = [n for n, s in taken.items() if FIRST_CUT * best < s <= DOUBTFUL * best]
    again = sampler.sample(doubtful) if doubtful else {}
    failed = set(doubtful).difference(again)
    return _without(failed, {n: min(s, again.get(n, s)) for n, s in taken.items()})


def _seconds(rounds: Sequence[Mapping[int, float]]) -> dict[int, float]:
    """Seconds of every candidate sampled, as if all rounds were of the machine's usual speed: the
    median of its times beside those of the candidates that every round has.
    """
    lasting = set(rounds[-1]).intersection(*rounds)
    if not lasting:
        return {}
    scales = [median(taken[number] for number in lasting) for taken in rounds]
    usual = median(scales)
    return {
        number: usual
        * median(
            taken[number] / scale
            for taken, scale in zip(rounds, scales, strict=True)
            if number in taken
        )
        for number in rounds[0]
    }


def _within(factor: float, rounds: Sequence[Mapping[int, float]]) -> list[int]:
    """Those of the last round whose time is at most `factor` times the best of them."""
    seconds = _seconds(rounds)
    best = min((seconds[number] for number in rounds[-1]), default=0.0)
    return [number for number in rounds[-1] if seconds[number] <= factor * best]


def _without(failed: set[int], taken: Mapping[int, float]) -> dict[int, float]:
    return {number: seconds for number, seconds in taken.items() if number not in failed}
