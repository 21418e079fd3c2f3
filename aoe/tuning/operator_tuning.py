"""OPAT, operator tuning: finds a policy for every distinct operator of a model.

`tune_operators` is the way in. Operators the repository knows are done at once; the others are
searched (`aoe.tuning.tuning_session`) until all searches have ended, the budget is spent or the
user interrupts. What that means for the repository is AOE's decision rule:

- the repository had a policy: it is used without a search ("reserved"), unless the search is to be
  repeated, and then replaced if something faster was found ("update");
- it had none: a policy faster than the default is stored ("add"), else nothing ("unsatisfied").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aoe.device import Device
from aoe.errors import PolicyError
from aoe.execute.compile_pool import CompilePool
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.results.report import RepositorySummary
from aoe.tuning.observer import Observer, OperatorOutcome
from aoe.tuning.operator_search import start_search
from aoe.tuning.pace import Pace
from aoe.tuning.stored_policies import PolicyStore
from aoe.tuning.tuning_case import TuningCase, tuning_cases
from aoe.tuning.tuning_session import TuningSession


@dataclass(frozen=True, slots=True)
class TuningOptions:
    """`budget`: seconds the tuning may take, None for as long as the searches need. `processes`:
    how many helpers compile. `repeat_tune`: search again what the repository knows.
    """

    budget: float | None = None
    processes: int = 2
    repeat_tune: bool = False


@dataclass(frozen=True, slots=True)
class OperatorTuning:
    """What came out. `policies`: by operator key, of every operator that has an outcome.

    `interrupted`: the user ended it; everything found until then is here.
    """

    policies: Mapping[str, Policy]
    outcomes: tuple[OperatorOutcome, ...]
    interrupted: bool = False

    @property
    def summary(self) -> RepositorySummary:
        """How many operators ended how; failed ones count as unsatisfied."""
        decisions = [outcome.decision for outcome in self.outcomes]
        return RepositorySummary(
            add=decisions.count("add"),
            update=decisions.count("update"),
            reserved=decisions.count("reserved"),
            unsatisfied=decisions.count("unsatisfied") + decisions.count("failed"),
        )

    @property
    def failed(self) -> tuple[str, ...]:
        """Names of the operators for which no candidate worked."""
        return tuple(item.name for item in self.outcomes if item.decision == "failed")


def tune_operators(
    graph: OperatorGraph,
    device: Device,
    store: PolicyStore,
    options: TuningOptions,
    observer: Observer,
    pool: CompilePool | None = None,
) -> OperatorTuning:
    """Tunes the operators of a graph. Raises `RepositoryError` if a winner cannot be stored.

    `pool`: where to compile; the winners' object code then need not be made again for the model.

    An interruption by the user (`KeyboardInterrupt`) ends the tuning, not the program.
    """
    cases: list[TuningCase] = []
    session = TuningSession(cases, device, store, observer, Pace(options.budget))
    interrupted = False
    try:
        cases += _tunable(tuning_cases(graph), device, store, options.repeat_tune, observer)
        observer.started(len(cases))
        session.search_all(options.processes, working_set(graph, device), pool)
    except KeyboardInterrupt:
        interrupted = True
    session.finish_rest()
    outcomes = tuple(case.outcome for case in cases if case.outcome is not None)
    if len(outcomes) < len(cases) and not interrupted:
        missed = len(cases) - len(outcomes)
        observer.warning(f"the budget ended before {missed} of {len(cases)} operators were tried")
    policies = {item.key: item.policy for item in outcomes if item.decision != "failed"}
    return OperatorTuning(policies, outcomes, interrupted)


def working_set(graph: OperatorGraph, device: Device) -> int:
    """Bytes of constants that go through the cache between two runs of an operator: all of the
    model's, or enough to fill the last level.
    """
    constants = sum(array.nbytes for array in graph.constants.values())
    return min(constants, device.l3 * 3 // 2)


def _tunable(
    cases: Sequence[TuningCase],
    device: Device,
    store: PolicyStore,
    repeat: bool,
    observer: Observer,
) -> list[TuningCase]:
    """The cases that the repository knows or that have more than one policy to choose from."""
    found = []
    for case in cases:
        case.known = store.lookup(case.operator)
        if case.known is None or repeat:
            try:
                case.search = start_search(case.operator, device, case.known)
            except PolicyError as error:
                observer.warning(f"{case.name} cannot be tuned: {error}")
                continue
            if len(case.search.space.estimates) < 2:
                continue
        found.append(case)
    return found
