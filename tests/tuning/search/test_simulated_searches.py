"""Whole searches on simulated machines: winners are faster, also where memory is luck."""

from __future__ import annotations

import random
from math import exp

import pytest

from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.observer import CandidateFailure, OperatorOutcome
from aoe.tuning.operator_tuning import tune_operators
from aoe.tuning.tuning_options import TuningOptions
from tests.tuning.conftest import Workshop, no_waiting, number_of, numbered, work_in
from tests.tuning.examples import TARGET, MemoryStore, Recorder, chain, doubling

#: The workshop compiles nothing.
POOL = CpuCompiler(TARGET, 1)
SEARCHES, POLICIES, BEST = 20, 20, 7
#: Standard deviations, as logarithms: of a sample, and of what a loading does to a candidate.
NOISE, LUCK = 0.01, 0.01


class LuckyWorkshop(Workshop):
    """A workshop in which every loading makes a candidate a little faster or slower."""

    def __init__(self, best: float, seed: int) -> None:
        super().__init__(size=POLICIES)
        self.best = best
        self.random = random.Random(seed)
        self.luck: dict[int, float] = {}
        self.seconds = self.time

    def load(self, number: int, candidate: Candidate) -> CandidateFailure | None:
        self.luck[number_of(candidate.policy)] = exp(self.random.gauss(0.0, LUCK))
        return super().load(number, candidate)

    def time(self, operator: Operator, policy: Policy) -> float:
        number = number_of(policy)
        seconds = self.best if number == BEST else 1.0
        return seconds * self.luck[number] * exp(self.random.gauss(0.0, NOISE))


def outcome(best: float, seed: int) -> OperatorOutcome:
    """Of a search in which one policy takes so long, and the others a second."""
    with pytest.MonkeyPatch.context() as patch:
        work_in(LuckyWorkshop(best, seed), patch)
        graph, store = chain(doubling(8)), MemoryStore()
        options = TuningOptions(measuring=no_waiting())
        (found,) = tune_operators(graph, TARGET, store, options, Recorder(), POOL).outcomes
    return found


def test_of_equal_policies_hardly_any_is_added() -> None:
    added = [outcome(1.0, seed).decision == "add" for seed in range(SEARCHES)]
    assert sum(added) <= 2


def test_a_small_gain_is_found_and_told_as_it_is() -> None:
    found = [outcome(0.95, seed) for seed in range(SEARCHES)]
    assert sum(item.policy == numbered(BEST) for item in found) >= SEARCHES - 1
    gains = sorted(item.gain for item in found)
    assert gains[SEARCHES // 2] == pytest.approx(1 / 0.95, abs=0.02)
