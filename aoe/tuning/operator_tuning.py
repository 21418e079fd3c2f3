"""OPAT, operator tuning: finds a policy for every distinct operator of a model.

`tune_operators` is the way in. Operators the repository knows are done at once; the others are
searched (`aoe.tuning.tuning_session`) until all searches have ended, the budget is spent or the
user interrupts. What that means for the repository is AOE's decision rule:

- the repository had a policy: it is used without a search ("reserved"), unless the search is to be
  repeated, and then replaced if something faster was found ("update");
- it had none: a policy faster than the default is stored ("add"), else nothing ("unsatisfied").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from aoe.device import Device
from aoe.errors import PolicyError
from aoe.execute.compile_pool import CompilePool
from aoe.execute.compiler import complete_policies
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.results.repository_summary import RepositorySummary
from aoe.tuning.deadline import Deadline
from aoe.tuning.observer import Decision, Observer, OperatorOutcome
from aoe.tuning.operator_search import start_search
from aoe.tuning.pace import Pace
from aoe.tuning.patience import Patience
from aoe.tuning.rehearsal import Rehearsal, rehearse
from aoe.tuning.search_limits import USUAL, SearchLimits
from aoe.tuning.similarity import nearest_policies
from aoe.tuning.stored_policies import PolicyStore
from aoe.tuning.trial_log import TrialLog
from aoe.tuning.tuning_case import TuningCase, tuning_cases
from aoe.tuning.tuning_session import GROUP, TuningSession


@dataclass(frozen=True, slots=True)
class TuningOptions:
    """`deadline`: when the whole run must have ended. `repeat_tune`: search again what the
    repository knows. `selected`: keys of the operators to tune, None for all. `finished`: outcomes
    of operators, by key, that an earlier part of this run has decided. `together`: how many
    operators are searched side by side. `fewest_runs`: of a measurement. `limits`: of the searches.
    `trial_log`: where every trial is noted, if anywhere. `patience`: for a busy machine. `seed`:
    of the data that operators and the model are measured with.
    """

    deadline: Deadline = field(default_factory=Deadline)
    repeat_tune: bool = False
    selected: Collection[str] | None = None
    finished: Mapping[str, OperatorOutcome] = field(default_factory=dict)
    together: int = GROUP
    fewest_runs: int = 1
    limits: SearchLimits = USUAL
    trial_log: TrialLog | None = None
    patience: Patience = field(default_factory=Patience)
    seed: int = 0


@dataclass(frozen=True, slots=True)
class OperatorTuning:
    """What came out. `policies`: by operator key, of every operator that has an outcome or is known
    to the repository.

    `interrupted`: the user ended it; everything found until then is here. `untried`: how many
    operators had no turn. `rehearsal`: how long the steps after the search take.
    """

    policies: Mapping[str, Policy]
    outcomes: tuple[OperatorOutcome, ...]
    interrupted: bool = False
    untried: int = 0
    rehearsal: Rehearsal = field(default_factory=Rehearsal)

    @property
    def summary(self) -> RepositorySummary:
        """How many operators ended how."""
        counters = Counter[str](outcome.counter for outcome in self.outcomes)
        return RepositorySummary(**counters)

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
    pool: CompilePool,
) -> OperatorTuning:
    """Tunes the operators of a graph. Raises `RepositoryError` if a winner cannot be stored.

    `pool`: where to compile; the winners' object code then need not be made again for the model.

    An interruption by the user (`KeyboardInterrupt`) ends the tuning, not the program.
    """
    cases: list[TuningCase] = []
    pace = Pace(options.deadline)
    session = TuningSession(
        cases,
        device,
        store,
        observer,
        pace,
        options.together,
        options.fewest_runs,
        options.trial_log,
        options.patience,
        options.seed,
    )
    known: dict[str, Policy] = {}
    rehearsal = Rehearsal()
    interrupted = False
    try:
        all_cases = _looked_up(tuning_cases(graph), store, options.finished)
        known |= {case.operator.key: case.known for case in all_cases if case.known is not None}
        cases += _tunable(all_cases, device, options, observer)
        _give_neighbours(cases, store, options.limits)
        observer.started(len(cases))
        session.finish_known()
        if session.active():
            policies = complete_policies(graph, known, device)
            rehearsal = rehearse(
                graph, policies, pool, options.deadline, options.patience, options.seed
            )
            session.pace.reserve = rehearsal.reserve(options.deadline.budget)
            session.search_all(working_set(graph, device), pool)
    except KeyboardInterrupt:
        interrupted = True
    session.finish_rest()
    if not interrupted:
        _warn_of_untried(session, rehearsal, options.deadline, observer)
    outcomes = tuple(case.outcome for case in cases if case.outcome is not None)
    untried = len(cases) - len(outcomes)
    policies = known | _policies(outcomes)
    for outcome in outcomes:
        if outcome.decision == "failed":
            policies.pop(outcome.key, None)
    return OperatorTuning(policies, outcomes, interrupted, untried, rehearsal)


def with_reverted(
    tuning: OperatorTuning,
    keys: Collection[str],
    graph: OperatorGraph,
    store: PolicyStore,
    observer: Observer,
) -> OperatorTuning:
    """The tuning after the whole model has shown that the winners of these operators are none: they
    leave the repository, which has again what it had before. Raises `RepositoryError` if it cannot
    be written.
    """
    operators = {node.operator.key: node.operator for node in graph.operator_nodes}
    outcomes = []
    for outcome in tuning.outcomes:
        if outcome.key in keys and outcome.decision in ("add", "update"):
            store.withdraw(operators[outcome.key])
            outcome = _reverted(outcome)
            observer.operator_reverted(outcome)
        outcomes.append(outcome)
    policies = {**tuning.policies, **_policies(outcomes)}
    return replace(tuning, policies=policies, outcomes=tuple(outcomes))


def _reverted(outcome: OperatorOutcome) -> OperatorOutcome:
    decision: Decision = "unsatisfied" if outcome.decision == "add" else "reserved"
    return replace(outcome, decision=decision, policy=outcome.old, before=None, after=None)


def _policies(outcomes: Iterable[OperatorOutcome]) -> dict[str, Policy]:
    return {item.key: item.policy for item in outcomes if item.decision != "failed"}


def _warn_of_untried(
    session: TuningSession, rehearsal: Rehearsal, deadline: Deadline, observer: Observer
) -> None:
    """Says it if the budget ended before every operator had its turn."""
    active, total = len(session.active()), len(session.cases)
    searched = any(
        case.earlier is not None or (case.search is not None and case.search.rounds)
        for case in session.cases
    )
    if active and deadline.budget is not None and not searched:
        observer.warning(
            f"a budget of {deadline.budget:g} s leaves no time to search: reading, compiling, "
            f"checking and writing this model take about {deadline.used + rehearsal.least:.0f}"
            " s; it is compiled with the policies known before"
        )
    elif active:
        observer.warning(f"the budget ended before {active} of {total} operators were tried")


def working_set(graph: OperatorGraph, device: Device) -> int:
    """Bytes of constants that go through the cache between two runs of an operator: all of the
    model's, or enough to fill the last level.
    """
    constants = sum(array.nbytes for array in graph.constants.values())
    return min(constants, device.l3 * 3 // 2)


def _looked_up(
    cases: list[TuningCase], store: PolicyStore, finished: Mapping[str, OperatorOutcome]
) -> list[TuningCase]:
    """The cases with what is known of each: its outcome in an earlier part of the run, or the
    repository's policy.
    """
    for case in cases:
        case.earlier = finished.get(case.operator.key)
        case.known = store.lookup(case.operator) if case.earlier is None else None
    return cases


def _give_neighbours(cases: Sequence[TuningCase], store: PolicyStore, limits: SearchLimits) -> None:
    """Has every search know what the repository has for the most similar operators."""
    known: dict[str, list[tuple[Operator, Policy]]] = {}
    for case in cases:
        kind = case.operator.type
        if case.search is None:
            continue
        if kind not in known:
            known[kind] = list(store.of_type(kind))
        near = nearest_policies(case.operator, known[kind])
        case.neighbours = tuple(near[: 2 * limits.similar])  # some become the same policy


def _tunable(
    cases: Sequence[TuningCase], device: Device, options: TuningOptions, observer: Observer
) -> list[TuningCase]:
    """The selected cases that are known or have more than one policy to choose from."""
    found = []
    for case in cases:
        if options.selected is not None and case.operator.key not in options.selected:
            continue
        if case.earlier is None and (case.known is None or options.repeat_tune):
            try:
                case.search = start_search(case.operator, device, case.known, limits=options.limits)
            except PolicyError as error:
                observer.warning(f"{case.name} cannot be tuned: {error}")
                continue
            if len(case.search.space.estimates) < 2:
                case.search = None
        if case.search is not None or case.known is not None or case.earlier is not None:
            found.append(case)
    return found
