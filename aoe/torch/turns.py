"""Two programs of a compiled graph that take turns in the calls of a script: the one before tuning
and the one after.

No call is lost, because both compute the same. The first call of each does not count: memory is
touched for the first time. Several threads may call a graph at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from threading import Lock
from typing import Generic, TypeVar

from aoe.tuning.comparison.timing_statistics import LEVEL, median_interval, sign_verdict

Program = TypeVar("Program")

#: Pairs of calls that are compared. They are always as many, so that the quoted gain is not that of
#: a lucky moment.
PAIRS = 15


@dataclass
class Turns(Generic[Program]):
    """The turns of two programs.

    Attributes:
        before: The program before tuning.
        after: The program after it.
        told: Is called once enough pairs are there.
        seconds: The seconds of each call, before and after tuning.
        lock: Held while a call is noted.
    """

    before: Program
    after: Program
    told: Callable[[], None]
    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    lock: Lock = field(default_factory=Lock)

    @property
    def are_enough(self) -> bool:
        """Whether there are enough pairs."""
        return all(len(found) > PAIRS for found in self.seconds)

    @property
    def program(self) -> Program:
        """The program whose turn it is."""
        return self.after if len(self.seconds[1]) < len(self.seconds[0]) else self.before

    @property
    def pairs(self) -> Sequence[tuple[float, float]]:
        """The seconds of a call before and after tuning, in pairs."""
        before, after = (found[1 : PAIRS + 1] for found in self.seconds)
        return [*zip(before, after, strict=True)]

    def add(self, program: Program, seconds: float) -> None:
        """Notes the time of a call of a program."""
        with self.lock:
            were_enough = self.are_enough
            self.seconds[program is self.after].append(seconds)
            is_last = self.are_enough and not were_enough
        if is_last:
            self.told()


@dataclass(frozen=True, slots=True)
class Gain:
    """What turns say of two programs, or of several pairs of them in one step.

    Attributes:
        before: The median seconds before tuning.
        after: The same after it: `before` times the median ratio of pairs.
        uncertainty: The share by which the ratio may be off, with 95 % confidence.
        verdict: -1 if it is faster after tuning, 1 if it is slower, 0 if that is undecided.
    """

    before: float
    after: float
    uncertainty: float
    verdict: int

    @staticmethod
    def of(pairs: Sequence[tuple[float, float]]) -> Gain:
        """The gain of at least six pairs of seconds, before and after."""
        ratios = [after / before for before, after in pairs]
        before, ratio = median(item for item, _ in pairs), median(ratios)
        interval = median_interval(ratios)
        assert interval is not None, "there are six pairs"
        off = max(interval[1] / ratio - 1, 1 - interval[0] / ratio)
        return Gain(before, before * ratio, off, sign_verdict(ratios, LEVEL))

    def __str__(self) -> str:
        return f"{self.before * 1e3:.3g} ms before tuning and {self.after * 1e3:.3g} ms after it"


def step_gain(pairs: Sequence[Sequence[tuple[float, float]]]) -> Gain:
    """The gain of a step that calls several graphs: of the sums of their seconds, pair by pair."""
    steps = [
        (sum(before for before, _ in calls), sum(after for _, after in calls))
        for calls in zip(*pairs, strict=True)
    ]
    return Gain.of(steps)
