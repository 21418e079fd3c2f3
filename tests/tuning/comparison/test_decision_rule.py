"""AOE's decision rule and its counters, held together over simulated machines: whatever is known,
gains, breaks or loses in the whole model, the repository then holds what the counters say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.errors import CandidateError
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.operator_tuning import operators_by_key, tune_operators
from aoe.tuning.tuning_options import TuningOptions
from aoe.tuning.tuning_result import with_reverted
from tests.tuning.conftest import Workshop, no_waiting, number_of, numbered, work_in
from tests.tuning.examples import TARGET, MemoryStore, Recorder, chain, product

#: The workshop compiles nothing.
POOL = CpuCompiler(TARGET, 1)
NUMBERS = st.integers(0, 11)


@dataclass(frozen=True)
class Situation:
    """What holds for one operator. `known`: the policy in its repository, by number; `best`: the
    one that is `gain` times as fast as the others; `broken`: those that never work; `breaking`: one
    that stops working after so many samples; `lasting`: samples until the machine itself fails;
    `reverted`: a winner loses in the whole model.
    """

    known: int | None
    best: int
    gain: float
    broken: frozenset[int]
    breaking: tuple[int, int] | None
    lasting: int
    reverted: bool

    def seconds(self, policy: Policy) -> float:
        return 1.0 / self.gain if number_of(policy) == self.best else 1.0


SITUATIONS = st.builds(
    Situation,
    known=st.none() | NUMBERS,
    best=NUMBERS,
    gain=st.sampled_from([1.0, 1.5, 3.0]),
    broken=st.just(frozenset(range(12))) | st.frozensets(NUMBERS, max_size=3),
    breaking=st.none() | st.tuples(NUMBERS, st.integers(0, 60)),
    lasting=st.just(10_000) | st.integers(1, 60),
    reverted=st.booleans(),
)


class Machine(Workshop):
    """A workshop in which every operator has its own situation."""

    def __init__(self, situations: Mapping[str, Situation], size: int) -> None:
        super().__init__(size=size)
        self.situations = situations
        self.samples_of: Counter[str] = Counter()
        self.samples_of_policy: Counter[tuple[str, int]] = Counter()

    @property
    def situation(self) -> Situation:
        assert self.operator is not None
        return self.situations[self.operator.key]

    def load(self, number: int, candidate: Candidate) -> CandidateFailure | None:
        self.broken = self.situation.broken
        return super().load(number, candidate)

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        assert self.operator is not None
        key = self.operator.key
        self.samples_of[key] += 1
        if self.samples_of[key] > self.situation.lasting:
            raise CandidateError("the machine is out of order")
        return {number: self.time(key, number) for number in candidates if self.works(key, number)}

    def works(self, key: str, number: int) -> bool:
        if number not in self.loaded:
            return False
        policy = self.loaded[number]
        self.samples_of_policy[key, number_of(policy)] += 1
        breaking = self.situation.breaking
        if breaking is None or number_of(policy) != breaking[0]:
            return True
        if self.samples_of_policy[key, breaking[0]] <= breaking[1]:
            return True
        del self.loaded[number]
        self.failures[number] = CandidateFailure(policy, "crash", "fake")
        return False

    def time(self, key: str, number: int) -> float:
        return self.situations[key].seconds(self.loaded[number])


class UndoingStore(MemoryStore):
    """A store in memory that undoes as the one on disk does."""

    def __init__(self, policies: Mapping[str, Policy]) -> None:
        super().__init__(dict(policies))
        self.original = dict(policies)

    def withdraw(self, operator: Operator) -> None:
        super().withdraw(operator)
        if operator.key in self.original:
            self.policies[operator.key] = self.original[operator.key]


@settings(max_examples=150, deadline=None)
@given(st.lists(SITUATIONS, min_size=1, max_size=4), st.booleans(), st.sampled_from([1, 12, 12]))
def test_the_repository_holds_what_the_counters_say(
    situations: list[Situation], repeat: bool, size: int
) -> None:
    operators = [product(1, 8, 8 * (number + 1)) for number in range(len(situations))]
    graph = chain(*operators)  # the shapes need not fit, nothing is run
    by_key = dict(zip((item.key for item in operators), situations, strict=True))
    known = {key: numbered(item.known) for key, item in by_key.items() if item.known is not None}
    machine, store = Machine(by_key, size), UndoingStore(known)
    with pytest.MonkeyPatch.context() as patch:
        work_in(machine, patch)
        options = TuningOptions(repeat_tune=repeat, measuring=no_waiting())
        tuning = tune_operators(graph, TARGET, store, options, Recorder(), POOL)
        reverted = {key for key, item in by_key.items() if item.reverted}
        stored = dict(store.policies)
        tuning = with_reverted(
            tuning, reverted, operators_by_key(graph), store, Recorder(), TuningOptions()
        )

    for outcome in tuning.outcomes:
        before, after = known.get(outcome.key), store.policies.get(outcome.key)
        if before is None:
            assert outcome.counter == ("unsatisfied" if after is None else "add")
        else:
            assert outcome.counter == ("reserved" if after == before else "update")
        if before is not None and not repeat:
            assert machine.samples_of[outcome.key] == outcome.candidates == 0
        if after is not None and after != before:
            situation = by_key[outcome.key]
            assert situation.seconds(after) < situation.seconds(before or numbered(0))
            assert tuning.policies[outcome.key] == after
    assert all(store.policies.get(key) == known.get(key) for key in reverted)
    assert all(store.policies.get(key) == stored.get(key) for key in set(by_key) - reverted)

    summary = tuning.summary.to_json()
    hits = len(known)
    assert summary["total_num"] == (len(operators) if size > 1 else hits)
    assert summary["repo_hit_num"] == hits
    assert hits == summary["repo_reserved_num"] + summary["repo_update_num"]
    assert summary["total_num"] == hits + summary["repo_add_num"] + summary["repo_unsatisfied_num"]
