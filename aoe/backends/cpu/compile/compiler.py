"""The compiler: an operator graph and a policy for each operator in, an offline model out.

`compile_graph` is the way in. Planning (`aoe.backends.cpu.memory.planner`) turns operators into
kernels and calls; each distinct kernel is compiled once (`aoe.backends.cpu.compile.compile_pool`);
the plan itself and the thread pool are two more pieces of machine code.
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
    """A plan and the object files it needs, by name."""

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
    """Compiles a model for `manifest.target`. `profiles`: the same model at other shapes, for the
    same offline model; constants that are the same arrays are stored once.

    `policies`: by operator key; operators that are missing get their default policy. `processes`:
    how many compile side by side, unless a `pool` for the device is given, whose memory of earlier
    compilations is then made use of. Raises `PolicyError` if a policy does not fit its operator,
    and `CompileError` if code is refused.
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
    """A policy for every operator of the graph: the given one, else its default."""
    operators = {node.operator.key: node.operator for node in graph.operator_nodes}
    return {
        key: policies[key] if key in policies else default_policy(operator, target)
        for key, operator in operators.items()
    }


def compile_plans(
    planned: Sequence[PlannedGraph], pool: CompilePool, for_tuning: bool = False
) -> list[CompiledPlan | CompileError]:
    """The object code of several plans, compiled together; an error for those that failed.
    `for_tuning`: with what prepares caches for a timed run
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
