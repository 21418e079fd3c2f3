"""Revalidation: whether an incumbent of a search keeps what its challenge promised, over a longer
time.

A challenge is over within milliseconds. A virtual machine changes its state several times a second:
which caches its cores share, who else uses the memory. A policy may be faster than another in one
state and slower in most. `aoe.tuning.search.policy_search` takes the samples.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic

from aoe.policy import AnyPolicy
from aoe.tuning.comparison.comparison_policy import NOISY, Stage
from aoe.tuning.comparison.paired_comparison import Turns
from aoe.tuning.comparison.timing_statistics import Comparison, Measurement, Run, compare_runs

_INCUMBENT, _RIVAL = 1, 0


@dataclass(frozen=True, slots=True)
class Incumbency(Generic[AnyPolicy]):
    """An incumbent of a search, now or earlier.

    Attributes:
        policy: The policy.
        seconds: Its time.
        comparison: It against the baseline. None while they are the same or the baseline does not
            work.
        default_time: Of the default policy when that comparison was made. None where it does not
            work.
    """

    policy: AnyPolicy
    seconds: float
    comparison: Comparison | None = None
    default_time: Measurement | None = None


@dataclass(slots=True)
class Revalidation(Generic[AnyPolicy]):
    """Pairs of an incumbent and a rival, a few now and a few later.

    Attributes:
        before: Who led before and is the rival. None if the baseline is.
        runs: One run for each pair, the incumbent's number before the rival's.
        stage: When the pairs tell something.
    """

    before: Incumbency[AnyPolicy] | None = None
    runs: list[Run] = field(default_factory=list)
    stage: Stage = NOISY.revalidation

    def add(self, turns: Turns, incumbent: int, rival: int) -> None:
        """Takes one more pair, if both work."""
        seconds = turns(len(self.runs), [rival, incumbent]).seconds
        if len(seconds) == 2:
            self.runs.append(Run({_INCUMBENT: seconds[incumbent], _RIVAL: seconds[rival]}))

    @property
    def found(self) -> Comparison:
        """The incumbent against the rival, from at least one pair."""
        return compare_runs(self.runs, _INCUMBENT, _RIVAL, self.stage.level)

    @property
    def failed(self) -> bool:
        """Whether the incumbent looks no faster than its rival."""
        if len(self.runs) < self.stage.looks[0]:
            return False
        found = self.found
        return found.verdict > 0 or (found.verdict == 0 and found.ratio >= 1.0)


@dataclass(slots=True)
class RankingProgress(Generic[AnyPolicy]):
    """How far the final ranking is.

    Attributes:
        generations: Generations of finalists done.
        reviewed: The incumbent that passed a review.
        reviews: How often it did.
    """

    generations: int = 0
    reviewed: AnyPolicy | None = None
    reviews: int = 0
