"""A search that an earlier part of the run has begun goes on from the best it had found, which is
kept where there is no time for more.
"""

from __future__ import annotations

from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.deadline import Deadline
from aoe.tuning.operator_tuning import OperatorTuning, tune_operators
from aoe.tuning.policy_database import Winner
from aoe.tuning.tuning_options import EarlierTuning, TuningOptions
from tests.tuning.conftest import Workshop, number_of, numbered
from tests.tuning.examples import TARGET, MemoryStore, Recorder, chain, doubling

OPERATOR = doubling(8)
POOL = CpuCompiler(TARGET, 1)
#: What the earlier part has found: the last policy of the fake space.
BEGUN = Winner(numbered(5), Measurement(4e-6, 4e-6, 0.0, 9), Measurement(2e-6, 2e-6, 0.0, 9), None)
OVER = Deadline(1.0, 0.0, lambda: 100.0)


def tune(store: MemoryStore, deadline: Deadline | None = None) -> OperatorTuning:
    options = TuningOptions(
        deadline or Deadline(), earlier=EarlierTuning(begun={OPERATOR.key: BEGUN})
    )
    return tune_operators(chain(OPERATOR), TARGET, store, options, Recorder(), POOL)


def test_without_time_the_winner_stays_one(workshop: Workshop) -> None:
    store = MemoryStore()
    (outcome,) = tune(store, OVER).outcomes
    assert not workshop.samples
    assert (outcome.decision, outcome.policy, outcome.old) == ("add", numbered(5), numbered(0))
    assert (outcome.before, outcome.after) == (BEGUN.before, BEGUN.after)
    assert outcome.complete
    assert store.policies == {OPERATOR.key: numbered(5)}


def test_a_winner_in_place_of_another_is_an_update(workshop: Workshop) -> None:
    store = MemoryStore({OPERATOR.key: numbered(1)})
    options = TuningOptions(
        OVER, repeat_tune=True, earlier=EarlierTuning(begun={OPERATOR.key: BEGUN})
    )
    tuning = tune_operators(chain(OPERATOR), TARGET, store, options, Recorder(), POOL)
    (outcome,) = tuning.outcomes
    assert (outcome.decision, outcome.policy, outcome.old) == ("update", numbered(5), numbered(1))


def test_with_time_it_is_among_the_first_that_are_tried(workshop: Workshop) -> None:
    tried: list[int] = []

    def seconds(operator: Operator, policy: Policy) -> float:
        tried.append(number_of(policy))
        return 1.0 if number_of(policy) == 5 else 2.0

    workshop.seconds = seconds
    store = MemoryStore()
    (outcome,) = tune(store).outcomes
    assert list(dict.fromkeys(tried))[:2] == [0, 5]
    assert (outcome.decision, outcome.policy) == ("add", numbered(5))
    assert outcome.before != BEGUN.before
    assert store.policies == {OPERATOR.key: numbered(5)}


def test_a_winner_that_is_none_any_more_leaves_the_repository(workshop: Workshop) -> None:
    workshop.seconds = lambda operator, policy: 1.0 if number_of(policy) == 0 else 2.0
    store = MemoryStore()
    (outcome,) = tune(store).outcomes
    assert (outcome.decision, outcome.policy) == ("unsatisfied", numbered(0))
    assert store.policies == {}
