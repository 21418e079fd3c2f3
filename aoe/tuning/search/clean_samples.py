"""Rejects contaminated samples: those taken while others have the cores are taken again.

In a virtual machine each core may be a hardware thread whose sibling somebody else uses for some
tenths of a second. Everything takes up to twice as long then, and not everything by the same
factor, so a comparison that is over within milliseconds finds the wrong winner again and again. It
shows in candidates that were timed before: the baseline and the incumbent of a search are in every
generation. So `CleanSamples` stands between a search and its bench. It waits, within limits, until
they take about as long as before, and longer while a watch says that the cores are noisy.
`aoe.tuning.measurement.idle_wait` waits for quiet cores before anything is measured.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aoe.backends.backend import Watch
from aoe.tuning.comparison.comparison_policy import WAITING
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.search.policy_search import CandidateRunner
from aoe.tuning.workload.cold_operands import WARM, ColdOperands
from aoe.tuning.workload.subgraph_model import AnyWorkload


@dataclass(slots=True)
class CleanSamples:
    """A `CandidateRunner` that repeats contaminated samples.

    Attributes:
        bench: Takes the samples.
        clock: The time in seconds.
        sleep: Lets so many seconds pass.
        workload: The key of the operator or subgraph.
        fastest: The shortest sample of each of its policies, in seconds.
        policies: Of the candidates that are loaded, by number.
        start: When the first sample was taken, by `clock`.
        waited: Seconds spent on waiting and repeating since then.
        watch: Looks at the cores. None if nothing does.
    """

    bench: CandidateRunner
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    workload: str = ""
    fastest: dict[object, float] = field(default_factory=dict)
    policies: dict[int, object] = field(default_factory=dict)
    start: float | None = None
    waited: float = 0.0
    watch: Watch | None = None

    @property
    def failures(self) -> dict[int, CandidateFailure[Any]]:
        """See `CandidateRunner`."""
        return self.bench.failures

    def open(self, workload: AnyWorkload, cold: ColdOperands = WARM) -> None:
        """See `CandidateRunner`. What is known of an operator or subgraph is kept until another is
        opened.
        """
        if workload.key != self.workload:
            self.fastest.clear()
        self.workload = workload.key
        self.bench.open(workload, cold)

    def load(self, number: int, candidate: Candidate[Any]) -> CandidateFailure[Any] | None:
        """See `CandidateRunner`."""
        self.policies[number] = candidate.policy
        return self.bench.load(number, candidate)

    def forget(self) -> None:
        """See `CandidateRunner`."""
        self.policies.clear()
        self.bench.forget()

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        """See `aoe.tuning.comparison.paired_comparison.Sampler`."""
        self.start = self.clock() if self.start is None else self.start
        taken = self.bench.sample(candidates)
        begin = now = self.clock()
        while (slow := self._slow(taken)) is not None:
            if now - begin > WAITING.new_state_seconds and (
                self.watch is None or self.watch.is_quiet()
            ):
                self._accept(taken)
                break
            if self.waited + now - begin > WAITING.repeat_share * (now - self.start):
                break
            self.sleep(WAITING.repeat_seconds)
            if self._slow(self.bench.sample([slow])) is None:
                taken = self.bench.sample(list(taken))
            now = self.clock()
        self.waited += now - begin
        for number, seconds in taken.items():
            policy = self.policies[number]
            self.fastest[policy] = min(seconds, self.fastest.get(policy, seconds))
        return taken

    def _slow(self, taken: Mapping[int, float]) -> int | None:
        """The first candidate that took longer than it should."""
        for number, seconds in taken.items():
            if seconds > WAITING.slow_sample * self.fastest.get(self.policies[number], seconds):
                return number
        return None

    def _accept(self, taken: Mapping[int, float]) -> None:
        """Takes the present times for the usual ones."""
        for number, seconds in taken.items():
            self.fastest[self.policies[number]] = seconds
