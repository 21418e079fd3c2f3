"""Samples taken while others have the cores are taken again, but not for ever."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from aoe.backends.backend import CompiledPlan
from aoe.tuning.comparison.comparison_policy import WAITING
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.search.clean_samples import CleanSamples
from aoe.tuning.workload.cold_operands import WARM, ColdOperands
from aoe.tuning.workload.subgraph_model import AnyWorkload
from tests.tuning.conftest import EMPTY_PLAN, numbered
from tests.tuning.examples import doubling

#: Seconds of a sample.
SAMPLE = 0.001


@dataclass
class FakeMachine:
    """A bench. Takes twice as long in the given spans of its clock, number 1 three times."""

    slow: Sequence[tuple[float, float]] = ()
    now: float = 0.0
    taken: list[tuple[int, ...]] = field(default_factory=list)
    failures: dict[int, CandidateFailure[Any]] = field(default_factory=dict)

    def open(self, workload: AnyWorkload, cold: ColdOperands = WARM) -> None:
        """Nothing to get ready."""

    def load(self, number: int, candidate: Candidate[Any]) -> None:
        """Nothing to load."""

    def forget(self) -> None:
        """Nothing to free."""

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        self.taken.append(tuple(candidates))
        seconds = {}
        for number in candidates:
            contaminated = any(begin <= self.now < end for begin, end in self.slow)
            seconds[number] = 1.0 * (2 + number if contaminated else 1)
            self.now += SAMPLE
        return seconds

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def is_quiet(self) -> bool:
        return not any(begin <= self.now < end for begin, end in self.slow)


def candidate(number: int) -> Candidate[Any]:
    return Candidate(numbered(number), CompiledPlan(EMPTY_PLAN, {}), 0.0)


def opened(machine: FakeMachine) -> CleanSamples:
    """With two candidates loaded, and time gone by of which some may be waited."""
    bench = CleanSamples(machine, lambda: machine.now, machine.sleep)
    bench.open(doubling())
    for number in range(2):
        bench.load(number, candidate(number))
    bench.sample([0, 1])
    machine.now = 10.0
    return bench


def test_what_is_not_contaminated_is_sampled_once() -> None:
    machine = FakeMachine()
    assert opened(machine).sample([0, 1]) == {0: 1.0, 1: 1.0}
    assert machine.taken == [(0, 1)] * 2


def test_contaminated_samples_are_taken_again_when_it_is_over() -> None:
    machine = FakeMachine(slow=[(10.0, 10.3)])
    assert opened(machine).sample([1, 0]) == {0: 1.0, 1: 1.0}
    assert machine.now == pytest.approx(10.3, abs=2 * WAITING.repeat_seconds)


def test_one_contaminated_candidate_is_enough_to_take_all_again() -> None:
    machine = FakeMachine(slow=[(10.0 + SAMPLE, 10.1)])
    assert opened(machine).sample([0, 1]) == {0: 1.0, 1: 1.0}


def test_a_state_that_lasts_is_the_usual_one_from_then_on() -> None:
    machine = FakeMachine(slow=[(10.0, 100.0)])
    bench = opened(machine)
    assert bench.sample([0, 1]) == {0: 2.0, 1: 3.0}
    assert machine.now == pytest.approx(
        10.0 + WAITING.new_state_seconds, abs=3 * WAITING.repeat_seconds
    )
    before = machine.now
    bench.sample([0, 1])
    assert machine.now == pytest.approx(before + 2 * SAMPLE)


def test_a_state_is_waited_out_while_the_cores_are_not_as_they_were() -> None:
    machine = FakeMachine(slow=[(10.0, 12.0)])
    bench = opened(machine)
    bench.watch = machine
    assert bench.sample([0, 1]) == {0: 1.0, 1: 1.0}
    assert machine.now == pytest.approx(12.0, abs=3 * WAITING.repeat_seconds)


def test_no_more_than_a_share_of_the_time_is_spent_on_waiting() -> None:
    machine = FakeMachine(slow=[(now / 2, now / 2 + 0.4) for now in range(20, 200)])
    bench = opened(machine)
    while machine.now < 100.0:
        bench.sample([0, 1])
    assert bench.waited <= WAITING.repeat_share * machine.now + WAITING.new_state_seconds


def test_what_an_operator_took_says_nothing_of_another() -> None:
    machine = FakeMachine(slow=[(10.0, 11.0)])
    bench = opened(machine)
    bench.open(doubling(3))
    for number in range(2):
        bench.load(number, candidate(number))
    assert bench.sample([0, 1]) == {0: 2.0, 1: 3.0}
