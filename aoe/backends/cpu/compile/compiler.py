"""The CPU's compiler: operator graphs and policies of their operators in, plans and object code
out.

Planning (`aoe.backends.cpu.memory.planner`) turns operators into kernels and calls; each distinct
kernel is compiled once (`aoe.backends.cpu.compile.compile_pool`); the plan itself and the thread
pool are two more pieces of machine code. `aoe.backends.compilation` makes offline models of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from aoe.backends.backend import BuildRequest, CompiledPlan
from aoe.backends.compile_cache import CompileCache
from aoe.backends.cpu.codegen.plan.cache_state_code import cache_state_ir
from aoe.backends.cpu.codegen.plan.plan_code import plan_ir
from aoe.backends.cpu.codegen.plan.thread_pool_code import thread_pool_ir
from aoe.backends.cpu.compile.compile_pool import PLAN, CompilePool
from aoe.backends.cpu.compile.compile_workers import Compiled, Job
from aoe.backends.cpu.compile.planned_graphs import begun_graphs
from aoe.backends.cpu.memory.planned_call import PlannedGraph
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.errors import CompileError
from aoe.runtime.plan import Plan


class CpuCompiler(CompilePool[CpuTarget]):
    """Compiles graphs for one CPU; what it has compiled is remembered."""

    def __init__(
        self,
        target: CpuTarget,
        processes: int,
        cache: CompileCache | None = None,
        *,
        reuse_memory: bool = True,
    ) -> None:
        """See `CompilePool`. `reuse_memory`: see `plan_graph`."""
        super().__init__(target, processes, cache)
        self.reuse_memory = reuse_memory

    def build(
        self,
        requests: Sequence[BuildRequest],
        *,
        for_tuning: bool = False,
        shared_constants: bool = False,
        scattered: bool = False,
    ) -> list[CompiledPlan | Exception]:
        """See `aoe.backends.backend.Compiler.build`."""
        return self._building(requests, for_tuning, shared_constants, scattered, joins=True)()

    def begin_build(
        self, requests: Sequence[BuildRequest], *, scattered: bool = False
    ) -> Callable[[], list[CompiledPlan | Exception]]:
        """See `aoe.backends.compilation.BeginningCompiler`."""
        return self._building(requests, False, False, scattered, joins=False)

    def _building(
        self,
        requests: Sequence[BuildRequest],
        for_tuning: bool,
        shared_constants: bool,
        scattered: bool,
        *,
        joins: bool,
    ) -> Callable[[], list[CompiledPlan | Exception]]:
        """Begins to compile kernels. Returns what builds the rest. `joins`: see `compile`."""
        for job in _shared_jobs(self.target, for_tuning):
            self.begin(job)
        plans = begun_graphs(
            self,
            requests,
            shared_constants=shared_constants,
            scattered=scattered,
            reuse_memory=self.reuse_memory,
        )

        def built() -> list[CompiledPlan | Exception]:
            planned = plans()
            ready = [item for item in planned if isinstance(item, PlannedGraph)]
            compiled = iter(compile_plans(ready, self, for_tuning, joins))
            return [next(compiled) if isinstance(item, PlannedGraph) else item for item in planned]

        return built


def compile_plans(
    planned: Sequence[PlannedGraph],
    pool: CompilePool[CpuTarget],
    for_tuning: bool = False,
    joins: bool = True,
) -> list[CompiledPlan | CompileError]:
    """The object code of several plans, compiled together; an error for those that failed.
    `for_tuning`: with what prepares caches for a timed run
    (`aoe.backends.cpu.codegen.plan.cache_state_code`). `joins`: see `CompilePool.compile`.
    """
    shared = _shared_jobs(pool.target, for_tuning)
    jobs = [_jobs(item, shared, pool.target) for item in planned]
    compiled = pool.compile([job for needed in jobs for job in needed], joins=joins)
    return [
        _assembled(item.plan, needed, compiled) for item, needed in zip(planned, jobs, strict=True)
    ]


def _shared_jobs(target: CpuTarget, for_tuning: bool) -> list[Job]:
    """What every plan needs."""
    shared: list[Job] = [("thread_pool", thread_pool_ir(target))]
    if for_tuning:
        shared.append(("cache_state", cache_state_ir(target)))
    return shared


def _jobs(planned: PlannedGraph, shared: Sequence[Job], target: CpuTarget) -> list[Job]:
    return [*planned.kernels.items(), (PLAN, plan_ir(planned.plan, target)), *shared]


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
