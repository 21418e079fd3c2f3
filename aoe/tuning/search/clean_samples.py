"""Samples of the machine's usual state: those taken while others have its cores are taken again.

In a virtual machine each core may be a hardware thread whose sibling somebody else uses for some
tenths of a second. Everything takes up to twice as long then, and not everything by the same
factor, so that a duel, over within milliseconds, finds the wrong winner again and again. It shows
in candidates that were timed before: the baseline and the leader of a search are in every round.
So `CleanSamples` stands between a search and its bench, and waits, within limits, until they take
about as long as they did; longer while a watch says that the cores are not as they were.
`aoe.tuning.measurement.idle_wait` waits for cores that have moved before anything is measured.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.measurement.idle_wait import Watch
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.search.policy_search import Bench
from aoe.tuning.workload.subgraph_model import AnySubject

#: What takes so many times as long as its fastest sample was disturbed.
DISTURBED = 1.25
#: Seconds between two looks, and after which a state counts as the usual one if the cores are calm.
PAUSE, LONGEST = 0.01, 0.7
#: Share of the time since the first sample that may be spent on waiting and taking again.
SHARE = 0.25


@dataclass(slots=True)
class CleanSamples:
    """A `Bench` whose samples are undisturbed where that can be had. `fastest`: the shortest sample
    of each policy of the `subject`, in seconds. `waited`: seconds, since `start`. `watch`: of the
    cores, None if nobody watches.
    """

    bench: Bench
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    subject: str = ""
    fastest: dict[object, float] = field(default_factory=dict)
    policies: dict[int, object] = field(default_factory=dict)
    start: float | None = None
    waited: float = 0.0
    watch: Watch | None = None

    @property
    def failures(self) -> dict[int, CandidateFailure[Any]]:
        """See `Bench`."""
        return self.bench.failures

    def open(self, subject: AnySubject) -> None:
        """See `Bench`. What is known of the subject stays known until there is another one."""
        if subject.key != self.subject:
            self.fastest.clear()
        self.subject = subject.key
        self.bench.open(subject)

    def load(self, number: int, candidate: Candidate[Any]) -> CandidateFailure[Any] | None:
        """See `Bench`."""
        self.policies[number] = candidate.policy
        return self.bench.load(number, candidate)

    def forget(self) -> None:
        """See `Bench`."""
        self.policies.clear()
        self.bench.forget()

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        """See `aoe.tuning.comparison.timing_statistics.Sampler`."""
        self.start = self.clock() if self.start is None else self.start
        taken = self.bench.sample(candidates)
        begin = now = self.clock()
        while (slow := self._slow(taken)) is not None:
            if now - begin > LONGEST and (self.watch is None or self.watch.is_calm()):
                self._accept(taken)
                break
            if self.waited + now - begin > SHARE * (now - self.start):
                break
            self.sleep(PAUSE)
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
            if seconds > DISTURBED * self.fastest.get(self.policies[number], seconds):
                return number
        return None

    def _accept(self, taken: Mapping[int, float]) -> None:
        """What candidates take now is what they usually take."""
        for number, seconds in taken.items():
            self.fastest[self.policies[number]] = seconds
