"""SGAT, subgraph tuning: finds a policy for every distinct subgraph of a model.

`tune_subgraphs` is the entry point, and `tune_subgraph` that of one subgraph away from its model.
Both work as operator tuning does (`aoe.tuning.driver`). A candidate is the subgraph as a small
model, whose operators have the repository's or their default policies. `model_of` forms the
operators of the whole model by the policies found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from aoe.backends.backend import Compiler
from aoe.backends.registry import backend_of
from aoe.errors import PolicyError
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.precision.mixed_precision import COPY_ENDING
from aoe.graph.profiles import together
from aoe.graph.slicing import whole_value
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.graph.subgraph.variants.replacement import VARIANT_MARK
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import SubgraphPolicy
from aoe.repository.search_record import SearchDepth
from aoe.tuning.driver import TaskBook, TuningContext, tune_tasks
from aoe.tuning.dry_run import DryRun, compiled_ahead, dry_run_of_models, measure_dry_run
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.observer import Observer
from aoe.tuning.operator_tuning import set_cold_operands, working_set
from aoe.tuning.policy_database import SubgraphWinner
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs
from aoe.tuning.subgraph.subgraph_search import start_subgraph_search
from aoe.tuning.subgraph.subgraph_similarity import similar_subgraph_policies
from aoe.tuning.tuning_options import TuningOptions
from aoe.tuning.tuning_result import Tuning
from aoe.tuning.tuning_task import TuningTask, count_uses_by_model
from aoe.tuning.workload.cold_operands import WARM, ColdOperands, cold_operands_of_subgraphs
from aoe.tuning.workload.subgraph_model import KnownOperators, SubgraphModel

SubgraphTask: TypeAlias = TuningTask[SubgraphModel, SubgraphPolicy]
SubgraphTuning: TypeAlias = Tuning[SubgraphPolicy]


@dataclass(frozen=True, slots=True)
class SubgraphStore:
    """A graph repository that keeps winners."""

    repository: RepositorySubgraphs

    def store(self, workload: SubgraphModel, winner: SubgraphWinner) -> None:
        """See `RepositorySubgraphs.store`."""
        self.repository.store(workload.subgraph, winner)

    def withdraw(self, workload: SubgraphModel) -> None:
        """See `RepositorySubgraphs.withdraw`."""
        self.repository.withdraw(workload.subgraph)

    def default_stands(
        self,
        workload: SubgraphModel,
        default: Callable[[], SubgraphPolicy],
        depth: SearchDepth,
        model: str,
    ) -> bool:
        """See `RepositorySubgraphs.default_stands`."""
        return self.repository.default_stands(workload.subgraph, default, depth, model)

    def remember(
        self,
        workload: SubgraphModel,
        default: SubgraphPolicy,
        depth: SearchDepth,
        candidates: int,
        model: str,
    ) -> None:
        """See `RepositorySubgraphs.remember`."""
        self.repository.remember(workload.subgraph, default, depth, candidates, model)


def tune_subgraphs(
    profiles: Sequence[PreparedGraph],
    operators: KnownOperators,
    store: RepositorySubgraphs,
    options: TuningOptions[SubgraphPolicy],
    observer: Observer,
    pool: Compiler,
    parts: Sequence[Sequence[PreparedGraph]] = (),
) -> SubgraphTuning:
    """Tunes the subgraphs of a model. Raises and ends as `tune_operators`.

    Args:
        profiles: The model at each of its shapes.
        operators: Has the policies of operators.
        store: Knows policies and keeps winners.
        options: How to tune.
        observer: Is told what happens.
        pool: Compiles candidates.
        parts: The models that the profiles are of, where these are several: the profiles of each.
    """
    models = parts or (profiles,)

    def prepare() -> TaskBook[SubgraphModel, SubgraphPolicy]:
        tasks = subgraph_tasks(profiles, operators)
        defaults = default_policies(profiles)
        for task in tasks:
            task.earlier = options.earlier.finished.get(task.workload.key)
            if task.earlier is None:
                task.known = store.lookup(task.workload.subgraph)
            default = partial(defaults.__getitem__, task.workload.key)
            if options.settles(task, SubgraphStore(store), default):
                task.standing = default()
        known = {task.workload.key: task.known for task in tasks if task.known is not None}
        subgraphs = ([found for item in part for found in item.subgraphs] for part in parts)
        count_uses_by_model(tasks, [[found.key for found in part] for part in subgraphs])
        found = _tunable(defaults, tasks, options, observer)
        held = backend_of(operators.target).cost.held_bytes(operators.target)
        every = [subgraph for item in profiles for subgraph in item.subgraphs]
        set_cold_operands(found, cold_operands_of_subgraphs(every, held))
        return TaskBook(known, found)

    def dry_run_of(known: Mapping[str, SubgraphPolicy], runner: Callable[[], Runner]) -> DryRun:
        opened = runner if len(models) == 1 else None
        around = (pool, options.deadline, options.measuring, opened)
        graphs = [model_of(model, known) for model in models]
        return dry_run_of_models(
            graphs, lambda graph: measure_dry_run(graph, operators.policies(graph), *around)
        )

    def ahead(dry_run: DryRun, policies: Mapping[str, SubgraphPolicy]) -> DryRun:
        graphs = [model_of(model, policies) for model in models]
        complete = operators.policies(model_of(profiles, policies))
        return compiled_ahead(dry_run, graphs, complete, pool)

    constants = max(working_set(model_of(model, {}), operators.target) for model in models)
    context = TuningContext(
        operators.target,
        SubgraphStore(store),
        observer,
        pool,
        constants,
        dry_run_of,
        ahead,
        "subgraphs",
        similar_subgraph_policies,
    )
    return tune_tasks(prepare, context, options)


def tune_subgraph(
    subgraph: Subgraph,
    default: SubgraphPolicy,
    operators: KnownOperators,
    store: RepositorySubgraphs,
    options: TuningOptions[SubgraphPolicy],
    observer: Observer,
    pool: Compiler,
    constants: float,
    cold: ColdOperands = WARM,
) -> SubgraphTuning:
    """Tunes one subgraph away from its model. Nothing follows: the model is checked elsewhere.
    Raises and ends as `tune_operators`.

    Args:
        subgraph: The subgraph.
        default: Its default policy in the model.
        operators: Has the policies of operators.
        store: Knows policies and keeps winners.
        options: How to tune.
        observer: Is told what happens.
        pool: Compiles candidates.
        constants: What `working_set` is of the model.
        cold: Its operands that no cache holds in the model.
    """

    def prepare() -> TaskBook[SubgraphModel, SubgraphPolicy]:
        model = SubgraphModel(subgraph, operators)
        task: SubgraphTask = TuningTask(model, subgraph.name, _types(subgraph))
        task.known = store.lookup(subgraph)
        if options.settles(task, SubgraphStore(store), lambda: default):
            task.standing = default
        known = {} if task.known is None else {subgraph.key: task.known}
        found = _tunable({subgraph.key: default}, [task], options, observer)
        set_cold_operands(found, {subgraph.key: cold})
        return TaskBook(known, found)

    context = TuningContext(
        operators.target,
        SubgraphStore(store),
        observer,
        pool,
        constants,
        lambda policies, runner: DryRun(),
        lambda dry_run, policies: dry_run,
        "subgraphs",
    )
    return tune_tasks(prepare, context, options)


def model_of(
    profiles: Sequence[PreparedGraph], policies: Mapping[str, SubgraphPolicy]
) -> OperatorGraph:
    """The operators of a model whose subgraphs have these policies, by key."""
    return together([item.formed(policies) for item in profiles])


def owners(
    profiles: Sequence[PreparedGraph], policies: Mapping[str, SubgraphPolicy]
) -> dict[str, str]:
    """The key of each operator's subgraph in `model_of`, by the operator's name."""
    found: dict[str, str] = {}
    for number, item in enumerate(profiles, 1):
        ending = "" if number == 1 else f"@{number}"
        keys = {node.output: subgraph.key for subgraph in item.subgraphs for node in subgraph.nodes}
        for node in item.formed(policies).operator_nodes:
            value = whole_value(node.output).partition(VARIANT_MARK)[0].removesuffix(COPY_ENDING)
            found[f"{node.name}{ending}"] = keys.get(value, "")
    return found


def subgraph_tasks(
    profiles: Sequence[PreparedGraph], operators: KnownOperators
) -> list[SubgraphTask]:
    """The distinct subgraphs of a model in order of their first use."""
    tasks: dict[str, SubgraphTask] = {}
    for subgraph in (subgraph for item in profiles for subgraph in item.subgraphs):
        if subgraph.key in tasks:
            tasks[subgraph.key].uses += 1
        else:
            model = SubgraphModel(subgraph, operators)
            tasks[subgraph.key] = TuningTask(model, subgraph.name, _types(subgraph))
    return list(tasks.values())


def default_policies(profiles: Sequence[PreparedGraph]) -> dict[str, SubgraphPolicy]:
    """The default policies of the subgraphs of a model, by key."""
    return {
        subgraph.key: subgraph.policy(item.decisions)
        for item in profiles
        for subgraph in item.subgraphs
    }


def _types(subgraph: Subgraph) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(kind for node in subgraph.operator_nodes for _, kind in node.sources)
    )


def _tunable(
    defaults: Mapping[str, SubgraphPolicy],
    tasks: Sequence[SubgraphTask],
    options: TuningOptions[SubgraphPolicy],
    observer: Observer,
) -> list[SubgraphTask]:
    """The selected tasks that are known or have more than one policy to choose from. `defaults`:
    default policies by key.
    """
    found = []
    for task in tasks:
        if options.selected is not None and task.workload.key not in options.selected:
            continue
        again = task.known is not None and options.repeat_tune
        if not task.settled or (again and task.earlier is None):
            default = defaults[task.workload.key]
            try:
                task.search = start_subgraph_search(
                    task.workload, default, task.known, options.limits
                )
            except PolicyError as error:
                observer.warning(f"{task.name} cannot be tuned: {error}")
                continue
            if len(task.search.next_batch(2)) < 2:
                task.search = None
        if task.search is not None or task.settled:
            found.append(task)
    return found
