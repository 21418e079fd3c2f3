"""OPAT, operator tuning: finds a policy for every distinct operator of a model.

`tune_operators` is the entry point. Operators that the repository knows are decided at once. The
others are searched (`aoe.tuning.task_scheduler`) until all searches have ended, the budget is spent
or the user interrupts. AOE's decision rule (`aoe.tuning.driver`) says what that means for the
repository.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from math import inf
from typing import TypeAlias

from aoe.backends.backend import Compiler
from aoe.backends.registry import backend_of, complete_policies, default_policy
from aoe.errors import PolicyError
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import AnyPolicy, Policy
from aoe.target import Target
from aoe.tuning.driver import TaskBook, TuningContext, tune_tasks
from aoe.tuning.dry_run import DryRun, compiled_ahead, dry_run_of_models, measure_dry_run
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.observer import Observer
from aoe.tuning.policy_database import PolicyStore
from aoe.tuning.search.operator_search import start_search
from aoe.tuning.search.search_limits import SearchLimits
from aoe.tuning.search.search_strategy import SearchSpace, nearest
from aoe.tuning.search.similarity import nearest_policies
from aoe.tuning.tuning_options import TuningOptions
from aoe.tuning.tuning_result import Tuning
from aoe.tuning.tuning_task import TuningTask, count_uses_by_model, tuning_tasks
from aoe.tuning.workload.cold_operands import WARM, ColdOperands, cold_operands
from aoe.tuning.workload.subgraph_model import Workload

OperatorTuning: TypeAlias = Tuning[Policy]


def tune_operators(
    graph: OperatorGraph,
    target: Target,
    store: PolicyStore,
    options: TuningOptions,
    observer: Observer,
    pool: Compiler,
    parts: Sequence[OperatorGraph] = (),
    constants: float | None = None,
    cold: Mapping[str, ColdOperands] | None = None,
) -> OperatorTuning:
    """Tunes the operators of a graph.

    An interruption by the user (`KeyboardInterrupt`) ends the tuning, not the program.

    Args:
        graph: The model.
        target: What it is tuned for.
        store: Knows policies and keeps winners.
        options: How to tune.
        observer: Is told what happens.
        pool: Compiles candidates, and keeps the winners' object code for the model.
        parts: The models that the graph consists of, where these are compiled, checked and written
            one by one; by default the graph is one.
        constants: What `working_set` is of the model that has the operators, where the graph is
            only a part of it.
        cold: Likewise `cold_operands`, by the keys of operators.

    Raises:
        RepositoryError: A winner cannot be stored.
    """
    models = parts or (graph,)

    def prepare() -> TaskBook[Operator, Policy]:
        all_tasks = _looked_up(tuning_tasks(graph), target, store, options)
        known = {task.workload.key: task.known for task in all_tasks if task.known is not None}
        tasks = _tunable(all_tasks, target, options, observer)
        held = backend_of(target).cost.held_bytes(target)
        set_cold_operands(tasks, cold_operands(models, held) if cold is None else cold)
        nodes = (part.operator_nodes for part in parts)
        count_uses_by_model(tasks, [[node.operator.key for node in found] for found in nodes])
        _give_neighbours(tasks, store, options.limits)
        return TaskBook(known, tasks)

    def dry_run_of(known: Mapping[str, Policy], runner: Callable[[], Runner]) -> DryRun:
        policies = complete_policies(graph, known, target)
        opened = runner if len(models) == 1 else None
        around = (policies, pool, options.deadline, options.measuring, opened)
        return dry_run_of_models(models, lambda model: measure_dry_run(model, *around))

    def ahead(dry_run: DryRun, policies: Mapping[str, Policy]) -> DryRun:
        complete = complete_policies(graph, policies, target)
        return compiled_ahead(dry_run, models, complete, pool)

    if constants is None:
        constants = max(working_set(model, target) for model in models)
    context = TuningContext(
        target, store, observer, pool, constants, dry_run_of, ahead, "operators", similar_policies
    )
    return tune_tasks(prepare, context, options)


def operators_by_key(graph: OperatorGraph) -> dict[str, Operator]:
    """The distinct operators of a graph."""
    return {node.operator.key: node.operator for node in graph.operator_nodes}


def similar_policies(task: TuningTask, tasks: Sequence[TuningTask]) -> list[Policy]:
    """The best policies of the most similar operators, mapped to this one's space."""
    assert task.search is not None, "only searches have seeds"
    space = task.search.space
    assert isinstance(space, SearchSpace), "operators have spaces of their own kind"
    others = [(other.workload, other.best) for other in tasks]
    known = [(operator, best) for operator, best in others if best is not None]
    near = [*nearest_policies(task.workload, known), *task.neighbours]
    mapped = (nearest(space, best) for _, best in sorted(near, key=lambda pair: pair[0]))
    seeds = dict.fromkeys(policy for policy in mapped if policy is not None)
    return list(islice(seeds, task.search.limits.similar))


def working_set(graph: OperatorGraph, target: Target) -> float:
    """Bytes of constants that pass through the caches between two runs of an operator: all of the
    model's. Infinite where they exceed the last-level cache.
    """
    constants = sum(array.nbytes for array in graph.constants.values())
    return constants if constants < backend_of(target).cost.held_bytes(target) else inf


def set_cold_operands(
    tasks: Sequence[TuningTask[Workload, AnyPolicy]], cold: Mapping[str, ColdOperands]
) -> None:
    """Tells searches which operands are cold, by the keys of operators or subgraphs."""
    for task in tasks:
        if task.search is not None:
            task.search.cold = cold.get(task.workload.key, WARM)


def _looked_up(
    tasks: list[TuningTask], target: Target, store: PolicyStore, options: TuningOptions
) -> list[TuningTask]:
    """The tasks with what is known of each: its outcome or its search in an earlier part of the
    job, the repository's policy, or that the default policy stands.
    """
    for task in tasks:
        task.earlier = options.earlier.finished.get(task.workload.key)
        if task.earlier is None and task.workload.key in options.earlier.paused:
            task.go_on_from(options.earlier.paused[task.workload.key])
        elif task.earlier is None:
            task.known = store.lookup(task.workload)
        default = cache(partial(default_policy, task.workload, target))
        with suppress(PolicyError):  # the search that begins instead tells the reason
            if options.settles(task, store, default):
                task.standing = default()
    return tasks


def _give_neighbours(tasks: Sequence[TuningTask], store: PolicyStore, limits: SearchLimits) -> None:
    """Gives every search the repository's policies for the most similar operators."""
    known: dict[str, list[tuple[Operator, Policy]]] = {}
    for task in tasks:
        kind = task.workload.type
        if task.search is None:
            continue
        if kind not in known:
            known[kind] = list(store.of_type(kind))
        near = nearest_policies(task.workload, known[kind])
        task.neighbours = tuple(near[: 2 * limits.similar])  # some become the same policy


def _tunable(
    tasks: Sequence[TuningTask], target: Target, options: TuningOptions, observer: Observer
) -> list[TuningTask]:
    """The selected tasks that are known or have more than one policy to choose from."""
    found = []
    for task in tasks:
        if options.selected is not None and task.workload.key not in options.selected:
            continue
        again = task.known is not None and options.repeat_tune
        if task.search is None and (not task.settled or (again and task.earlier is None)):
            try:
                task.search = start_search(task.workload, target, task.known, limits=options.limits)
            except PolicyError as error:
                observer.warning(f"{task.name} cannot be tuned: {error}")
                continue
            if task.search.space.size < 2:
                task.search = None
        if task.search is not None or task.settled:
            found.append(task)
    return found
