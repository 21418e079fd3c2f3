"""Compiles an operator graph, with a policy for each operator, to an offline model, on whatever
backend its target names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, nullcontext
from typing import Protocol, runtime_checkable

from aoe.backends.backend import BuildRequest, CompiledPlan, Compiler
from aoe.backends.chosen_policies import ChosenPolicies
from aoe.backends.program_memory import require_program_memory
from aoe.backends.registry import backend_of, policy_choices
from aoe.backends.shared_packing import SharedPacking
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
from aoe.target import Target


@runtime_checkable
class BeginningCompiler(Protocol):
    """A compiler whose helper processes go on while the caller does something else."""

    def begin_build(
        self, requests: Sequence[BuildRequest], *, scattered: bool = False
    ) -> Callable[[], list[CompiledPlan | Exception]]:
        """Begins what `aoe.backends.backend.Compiler.build` does, and returns what does the rest,
        once. Others may be begun or built meanwhile.
        """
        ...


def compile_graph(
    graph: OperatorGraph,
    policies: Mapping[str, Policy],
    manifest: Manifest,
    *,
    processes: int = 1,
    pool: Compiler | None = None,
    profiles: Sequence[OperatorGraph] = (),
) -> OfflineModel:
    """Compiles a model for `manifest.target`. `profiles`: the same model at other shapes, for the
    same offline model; constants that are the same arrays are stored once.

    `policies`: by operator key; operators that are missing get their default policy. `processes`:
    how many compile side by side, unless a `pool` for the device is given, whose memory of earlier
    compilations is then made use of. Raises `PolicyError` if a policy does not fit its operator,
    `CompileError` if code is refused, and `UnsupportedModelError` if this machine would run the
    program and has too little memory.
    """
    graphs, target = (graph, *profiles), manifest.target
    complete = [ChosenPolicies(policy_choices(item, policies, target)) for item in graphs]
    own = (
        closing(backend_of(target).compiler(target, processes))
        if pool is None
        else nullcontext(pool)
    )
    with own as compiler:
        found = compiler.build(
            list(zip(graphs, complete, strict=True)), shared_constants=bool(profiles)
        )
    compiled = [program(item) for item in found]
    _require_memory(compiled, manifest.name, target)
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


def compile_scattered(
    graph: OperatorGraph, policies: Mapping[str, Policy], pool: Compiler, packing: SharedPacking
) -> CompiledPlan:
    """The program of a graph for a family of a backend (`aoe.backends.backend.ModelFamily`).
    `packing`: of the programs that it shares constants with. Raises as `compile_graph` does.
    """
    return begin_scattered(graph, policies, pool, packing)()


def begin_scattered(
    graph: OperatorGraph, policies: Mapping[str, Policy], pool: Compiler, packing: SharedPacking
) -> Callable[[], CompiledPlan]:
    """Begins what `compile_scattered` does, and returns what finishes it, once."""
    complete = ChosenPolicies(packing.choices(graph, policies, pool.target))
    if isinstance(pool, BeginningCompiler):
        finish = pool.begin_build([(graph, complete)], scattered=True)
        return lambda: _checked(program(finish()[0]), graph.name, pool.target)
    (found,) = pool.build([(graph, complete)], scattered=True)
    return lambda: _checked(program(found), graph.name, pool.target)


def _checked(found: CompiledPlan, name: str, target: Target) -> CompiledPlan:
    _require_memory([found], name, target)
    return found


def _require_memory(programs: Sequence[CompiledPlan], name: str, target: Target) -> None:
    memory = backend_of(target).machine.memory(target)
    require_program_memory([item.plan for item in programs], name, target.threads, memory)


def program(built: CompiledPlan | Exception) -> CompiledPlan:
    """What a compiler built. Raises what went wrong instead."""
    if isinstance(built, Exception):
        raise built
    return built
