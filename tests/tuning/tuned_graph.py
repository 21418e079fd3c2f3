"""A graph of three operators whose tuning measures policies of made-up times."""

from __future__ import annotations

from collections.abc import Callable

from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.tuning.operator_tuning import OperatorTuning, tune_operators
from aoe.tuning.tuning_options import TuningOptions
from tests.tuning.conftest import no_waiting, number_of
from tests.tuning.examples import TARGET, MemoryStore, Recorder, chain, doubling, product

Seconds = Callable[[Operator, Policy], float]
#: The workshop compiles nothing.
POOL = CpuCompiler(TARGET, 1)


def graph() -> OperatorGraph:
    """Two operators, the second used twice."""
    return chain(doubling(8), product(1, 8, 8), product(1, 8, 8))


def tune(
    store: MemoryStore, observer: Recorder | None = None, *, repeat: bool = False
) -> OperatorTuning:
    options = TuningOptions(measuring=no_waiting(), repeat_tune=repeat)
    return tune_operators(graph(), TARGET, store, options, observer or Recorder(), POOL)


def best_is(number: int) -> Seconds:
    """A machine on which one policy is twice as fast as the others."""
    return lambda operator, policy: 1.0 if number_of(policy) == number else 2.0
