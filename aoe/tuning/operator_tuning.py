"""OPAT, operator tuning: finds a policy for every distinct operator of a model.

`tune_operators` is the way in. Operators the repository knows are done at once; the others are
searched (`aoe.tuning.task_scheduler`) until all searches have ended, the budget is spent or the
user interrupts. What that means for the repository is AOE's decision rule (`aoe.tuning.driver`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from math import inf
from typing import TypeAlias

from aoe.backends.backend import Compiler
from aoe.backends.registry import backend_of, complete_policies
from aoe.errors import PolicyError
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.target import Target
from aoe.tuning.driver import TaskBook, Tuning, TuningOptions, Workplace, tune_cases
from aoe.tuning.dry_run import DryRun, compiled_ahead, rehearse
from aoe.tuning.observer import Observer
from aoe.tuning.policy_database import PolicyStore
from aoe.tuning.search.operator_search import start_search
from aoe.tuning.search.search_limits import SearchLimits
from aoe.tuning.search.search_strategy import SearchSpace, nearest
from aoe.tuning.search.similarity import nearest_policies
from aoe.tuning.tuning_task import TuningTask, tuning_cases

OperatorTuning: TypeAlias = Tuning[Policy]


def tune_operators(
    graph: OperatorGraph,
    target: Target,
    store: PolicyStore,
    options: TuningOptions,
    observer: Observer,
    pool: Compiler,
) -> OperatorTuning:
    """Tunes the operators of a graph. Raises `RepositoryError` if a winner cannot be stored.

    `pool`: where to compile; the winners' object code then need not be made again for the model.

    An interruption by the user (`KeyboardInterrupt`) ends the tuning, not the program.
    """

    def prepare() -> TaskBook[Operator, Policy]:
        all_cases = _looked_up(tuning_cases(graph), store, options)
        known = {case.subject.key: case.known for case in all_cases if case.known is not None}
        cases = _tunable(all_cases, target, options, observer)
        _give_neighbours(cases, store, options.limits)
        return TaskBook(known, cases)

    def rehearsed(known: Mapping[str, Policy]) -> DryRun:
        policies = complete_policies(graph, known, target)
        return rehearse(graph, policies, pool, options.deadline, options.patience, options.seed)

    def ahead(rehearsal: DryRun, policies: Mapping[str, Policy]) -> DryRun:
        complete = complete_policies(graph, policies, target)
        return compiled_ahead(rehearsal, graph, complete, pool)

    constants = working_set(graph, target)
    place = Workplace(
        target, store, observer, pool, constants, rehearsed, ahead, "operators", similar_policies
    )
    return tune_cases(prepare, place, options)


def operators_by_key(graph: OperatorGraph) -> dict[str, Operator]:
    """The distinct operators of a graph."""
    return {node.operator.key: node.operator for node in graph.operator_nodes}


def similar_policies(case: TuningTask, cases: Sequence[TuningTask]) -> list[Policy]:
    """What works best for the most similar operators, as policies of this one's space."""
    assert case.search is not None, "only searches start from something"
    space = case.search.space
    assert isinstance(space, SearchSpace), "operators have spaces of their own kind"
    others = [(other.subject, other.best) for other in cases]
    known = [(operator, best) for operator, best in others if best is not None]
    near = [*nearest_policies(case.subject, known), *case.neighbours]
    mapped = (nearest(space, best) for _, best in sorted(near, key=lambda pair: pair[0]))
    seeds = dict.fromkeys(policy for policy in mapped if policy is not None)
    return list(islice(seeds, case.search.limits.similar))


def working_set(graph: OperatorGraph, target: Target) -> float:
    """Bytes of constants that go through the cache between two runs of an operator: all of the
    model's; infinite where that is more than caches hold.
    """
    constants = sum(array.nbytes for array in graph.constants.values())
    return constants if constants < backend_of(target).cost.held_bytes(target) else inf


def _looked_up(
    cases: list[TuningTask], store: PolicyStore, options: TuningOptions
) -> list[TuningTask]:
    """The cases with what is known of each: its outcome or its search in an earlier part of the
    run, or the repository's policy.
    """
    for case in cases:
        case.earlier = options.finished.get(case.subject.key)
        if case.earlier is None and case.subject.key in options.paused:
            case.go_on_from(options.paused[case.subject.key])
        elif case.earlier is None:
            case.known = store.lookup(case.subject)
    return cases


def _give_neighbours(cases: Sequence[TuningTask], store: PolicyStore, limits: SearchLimits) -> None:
    """Has every search know what the repository has for the most similar operators."""
    known: dict[str, list[tuple[Operator, Policy]]] = {}
    for case in cases:
        kind = case.subject.type
        if case.search is None:
            continue
        if kind not in known:
            known[kind] = list(store.of_type(kind))
        near = nearest_policies(case.subject, known[kind])
        case.neighbours = tuple(near[: 2 * limits.similar])  # some become the same policy


def _tunable(
    cases: Sequence[TuningTask], target: Target, options: TuningOptions, observer: Observer
) -> list[TuningTask]:
    """The selected cases that are known or have more than one policy to choose from."""
    found = []
    for case in cases:
        if options.selected is not None and case.subject.key not in options.selected:
            continue
        new = case.earlier is None and case.search is None
        if new and (case.known is None or options.repeat_tune):
            try:
                case.search = start_search(case.subject, target, case.known, limits=options.limits)
            except PolicyError as error:
                observer.warning(f"{case.name} cannot be tuned: {error}")
                continue
            if case.search.space.size < 2:
                case.search = None
        if case.search is not None or case.known is not None or case.earlier is not None:
            found.append(case)
    return found
