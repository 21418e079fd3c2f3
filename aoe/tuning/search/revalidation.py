"""Probation: whether a leader of a search holds what its duel promised, seen over a longer time.

A duel is over within milliseconds. What is outside a virtual machine changes its state several
times a second: how near its cores are to each other, who else uses the memory. A policy may be
faster than another in one state and slower in most. `aoe.tuning.search.policy_search` takes the
samples.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic

from aoe.policy import AnyPolicy
from aoe.tuning.comparison.timing_statistics import Comparison, Measurement, Sampler, compare

#: Pairs of samples before which nothing is said.
PROBATION_PAIRS = 5


@dataclass(frozen=True, slots=True)
class Leadership(Generic[AnyPolicy]):
    """A leader that another took the place of: its seconds, comparison and the default policy's
    time as in `PolicySearch`.
    """

    policy: AnyPolicy
    seconds: float
    comparison: Comparison | None
    default_time: Measurement | None


@dataclass(slots=True)
class Revalidation(Generic[AnyPolicy]):
    """Samples of a leader and of a rival taken in turns, a few now and a few later. `before`: who
    led before, the rival; None where that is the baseline.
    """

    before: Leadership[AnyPolicy] | None = None
    mine: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)

    def add(self, bench: Sampler, leader: int, rival: int) -> None:
        """One more pair, if both work."""
        order = (leader, rival) if len(self.mine) % 2 else (rival, leader)
        sample = bench.sample(order)
        if len(sample) == 2:
            self.mine.append(sample[leader])
            self.others.append(sample[rival])

    @property
    def found(self) -> Comparison:
        """Leader (challenger) against rival (incumbent), from at least one pair."""
        return compare(self.mine, self.others)

    @property
    def failed(self) -> bool:
        """Whether the leader is rather slower than its rival than faster."""
        if len(self.mine) < PROBATION_PAIRS:
            return False
        found = self.found
        return found.verdict > 0 or (found.verdict == 0 and found.ratio >= 1.0)
