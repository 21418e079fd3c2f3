"""Winners come with the time of the default policy, which the gains of repositories are told by."""

from __future__ import annotations

import pytest

from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.tuning.comparison.comparison_policy import QUIET
from aoe.tuning.operator_tuning import tune_operators
from aoe.tuning.tuning_options import TuningOptions
from tests.tuning.conftest import Workshop, number_of, numbered
from tests.tuning.examples import TARGET, MemoryStore, Recorder, chain, doubling

#: The workshop compiles nothing.
POOL = CpuCompiler(TARGET, 1)


@pytest.mark.parametrize(("known", "default_seconds"), [(None, 2.0), (4, 2.0), (0, 2.0)])
def test_a_winner_comes_with_the_time_of_the_default_policy(
    workshop: Workshop, known: int | None, default_seconds: float
) -> None:
    times = {0: 2.0, 3: 1.0, 4: 1.5}
    workshop.seconds = lambda operator, policy: times.get(number_of(policy), 3.0)
    store = MemoryStore({} if known is None else {doubling(8).key: numbered(known)})
    options = TuningOptions(repeat_tune=True)
    tune_operators(chain(doubling(8)), TARGET, store, options, Recorder(), POOL)
    winner = store.winners[-1]
    assert winner.policy == numbered(3)
    assert winner.before.median == times[known or 0]
    assert winner.default is not None
    assert winner.default.median == default_seconds
    assert winner.default.samples >= QUIET.challenge.fewest


def test_a_winner_has_no_time_of_a_default_policy_that_does_not_work(workshop: Workshop) -> None:
    workshop.broken = frozenset({0})
    times = {3: 1.0, 4: 1.5}
    workshop.seconds = lambda operator, policy: times.get(number_of(policy), 3.0)
    store = MemoryStore({doubling(8).key: numbered(4)})
    options = TuningOptions(repeat_tune=True)
    tune_operators(chain(doubling(8)), TARGET, store, options, Recorder(), POOL)
    assert [item.default for item in store.winners] == [None]
