"""The compiler: turns an operator graph, with a policy per operator, into an offline model.

`compile_graph` is the entry point. The planner (`aoe.backends.cpu.memory.planner`) turns operators
into kernels and calls. Each distinct kernel is compiled once
(`aoe.backends.cpu.compile.compile_pool`). The plan itself and the thread pool are two further
modules of machine code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass

from aoe.backends.cpu.codegen.plan.cache_state_code import cache_state_ir
from aoe.backends.cpu.codegen.plan.plan_code import plan_ir
from aoe.backends.cpu.codegen.plan.thread_pool_code import thread_pool_ir
from aoe.backends.cpu.compile.compile_pool import Compiled, CompilePool, Job
from aoe.backends.cpu.memory.constant_layout import ConstantLayout
from aoe.backends.cpu.memory.planner import PlannedGraph, plan_graph
from aoe.backends.registry import default_policy
from aoe.errors import CompileError
from aoe.operators.graph_json import graph_to_json
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.runtime.offline_model import (
    Manifest,
    OfflineModel,
    Profile,
    gather_shared_constants,
    with_profiles,
)
from aoe.runtime.plan import Plan
from aoe.target import Target


@dataclass(frozen=True, slots=True)
class CompiledPlan:
    """A plan with its object code.

    Attributes:
        plan: The plan.
        objects: The object files it needs, by name.
    """

    plan: Plan
    objects: Mapping[str, bytes]


def compile_graph(
    graph: OperatorGraph,
    policies: Mapping[str, Policy],
    manifest: Manifest,
    *,
    processes: int = 1,
    pool: CompilePool | None = None,
    profiles: Sequence[OperatorGraph] = (),
) -> OfflineModel:
    """Compiles a model for `manifest.target`.

    Args:
        graph: The model.
        policies: Policies by operator key. Operators without one get their default policy.
        manifest: The description stored in the offline model.
        processes: The number of processes that compile in parallel, unless `pool` is given.
        pool: A pool for the target, whose earlier compilations are reused.
        profiles: The same model at other shapes, for the same offline model. Constants that are the
            same arrays are stored once.

    Raises:
        PolicyError: If a policy does not fit its operator.
        CompileError: If LLVM rejects code.
    """
    graphs = (graph, *profiles)
    complete = [complete_policies(item, policies, manifest.target) for item in graphs]
    layout = ConstantLayout() if profiles else None
    planned = [
        plan_graph(item, chosen, manifest.target, layout)
        for item, chosen in zip(graphs, complete, strict=True)
    ]
    own = closing(CompilePool(manifest.target, processes)) if pool is None else nullcontext(pool)
    with own as compilers:
        found = compile_plans(planned, compilers)
    compiled = [item for item in found if isinstance(item, CompiledPlan)]
    for item in found:
        if isinstance(item, CompileError):
            raise item
    parts = [(item.plan, source.constants) for item, source in zip(compiled, graphs, strict=True)]
    return with_profiles(
        manifest,
        [
            Profile(
                item.plan,
                item.objects,
                graph_to_json(source),
                {key: policy.to_json() for key, policy in sorted(chosen.items())},
            )
            for item, source, chosen in zip(compiled, graphs, complete, strict=True)
        ],
        gather_shared_constants(parts),
    )


def complete_policies(
    graph: OperatorGraph, policies: Mapping[str, Policy], target: Target
) -> dict[str, Policy]:
    """Returns a policy for every operator of the graph: the given one, else its default."""
    operators = {node.operator.key: node.operator for node in graph.operator_nodes}
    return {
        key: policies[key] if key in policies else default_policy(operator, target)
        for key, operator in operators.items()
    }


def compile_plans(
    planned: Sequence[PlannedGraph], pool: CompilePool, for_tuning: bool = False
) -> list[CompiledPlan | CompileError]:
    """Returns the object code of several plans, compiled together; an error for those that failed.

    Args:
        planned: The plans.
        pool: The pool that compiles.
        for_tuning: Whether to add the code that prepares caches for a timed run
            (`aoe.backends.cpu.codegen.plan.cache_state_code`).
    """
    shared = [("thread_pool", thread_pool_ir(pool.target))]
    if for_tuning:
        shared.append(("cache_state", cache_state_ir(pool.target)))
    jobs = [_jobs(item, shared, pool.target) for item in planned]
    compiled = pool.compile({job for needed in jobs for job in needed})
    return [
        _assembled(item.plan, needed, compiled) for item, needed in zip(planned, jobs, strict=True)
    ]


def _jobs(planned: PlannedGraph, shared: Sequence[Job], target: Target) -> list[Job]:
    return [*planned.kernels.items(), ("plan", plan_ir(planned.plan, target)), *shared]


def _assembled(
    plan: Plan, jobs: Sequence[Job], compiled: Mapping[Job, Compiled]
) -> CompiledPlan | CompileError:
    objects: dict[str, bytes] = {}
    for job in jobs:
        result = compiled[job]
        if isinstance(result, CompileError):
            return result
        objects[job[0]] = result
    return CompiledPlan(plan, objects)
