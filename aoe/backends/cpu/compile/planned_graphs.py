"""Plans the graphs that a compiler is given. Workers compile the kernels of a graph while the rest
of it is planned (`aoe.backends.cpu.compile.compile_pool`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aoe.backends.backend import BuildRequest
from aoe.backends.cpu.compile.compile_pool import CompilePool
from aoe.backends.cpu.memory.constant_layout import ConstantLayout
from aoe.backends.cpu.memory.planner import PlannedGraph, plan_graph
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.target import AnyTarget


def planned_graphs(
    pool: CompilePool[AnyTarget],
    requests: Sequence[BuildRequest],
    *,
    shared_constants: bool,
    scattered: bool,
    reuse_memory: bool,
    by_thread: bool = True,
) -> list[PlannedGraph | Exception]:
    """The plan of each graph, or why there is none.

    Args:
        pool: What begins to compile kernels.
        requests: Graphs with policies of their operators.
        shared_constants: Whether equal constants of all graphs lie at one place.
        scattered: See `plan_graph`.
        reuse_memory: Likewise.
        by_thread: Likewise.
    """
    layout = ConstantLayout() if shared_constants else None

    def planned(graph: OperatorGraph, policies: Mapping[str, Policy]) -> PlannedGraph | Exception:
        return pool.attempt(
            lambda: plan_graph(
                graph, policies, pool.target, layout, scattered, reuse_memory, by_thread, pool.begin
            )
        )

    return [planned(*request) for request in requests]
