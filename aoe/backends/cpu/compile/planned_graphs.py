"""Plans the graphs that a compiler is given. Workers compile the kernels of a graph while the rest
of it is planned (`aoe.backends.cpu.compile.compile_pool`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from aoe.backends.backend import BuildRequest
from aoe.backends.cpu.compile.compile_pool import CompilePool
from aoe.backends.cpu.memory.constant_layout import ConstantLayout
from aoe.backends.cpu.memory.planned_call import PlannedGraph
from aoe.backends.cpu.memory.planner import begun_plan
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.target import AnyTarget


def begun_graphs(
    pool: CompilePool[AnyTarget],
    requests: Sequence[BuildRequest],
    *,
    shared_constants: bool,
    scattered: bool,
    reuse_memory: bool,
    by_thread: bool = True,
) -> Callable[[], list[PlannedGraph | Exception]]:
    """Begins to compile the kernels of graphs.

    Args:
        pool: What begins to compile kernels.
        requests: Graphs with policies of their operators.
        shared_constants: Whether equal constants of all graphs lie at one place.
        scattered: See `begun_plan`.
        reuse_memory: Likewise.
        by_thread: Likewise.

    Returns:
        What gives the plan of each graph, or why there is none. It is called once.
    """
    layout = ConstantLayout() if shared_constants else None

    def begun(
        graph: OperatorGraph, policies: Mapping[str, Policy]
    ) -> Callable[[], PlannedGraph] | Exception:
        return pool.attempt(
            lambda: begun_plan(
                graph, policies, pool.target, layout, scattered, reuse_memory, by_thread, pool.begin
            )
        )

    plans = [begun(*request) for request in requests]
    return lambda: [item if isinstance(item, Exception) else pool.attempt(item) for item in plans]
