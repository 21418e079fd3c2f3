"""The CPU as a backend: what `aoe.backends.backend` asks for, and where this package has it.

A verb imports what does it when it is asked for the first time. So a process that only runs what is
compiled loads no compiler and no estimates, which takes longer than to load a program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

from aoe.backends.backend import (
    AlwaysQuiet,
    Backend,
    Compiler,
    CostModel,
    LoadedModel,
    Machine,
    ModelFamily,
    PrecisionRules,
    Profiler,
    Watch,
)
from aoe.backends.compile_cache import CompileCache
from aoe.backends.cpu.implementations import registry
from aoe.backends.cpu.microbenchmarks.stored_speed import with_known_speed, with_renewed_speed
from aoe.backends.cpu.runtime.model_family import CpuFamily
from aoe.backends.cpu.runtime.native import missing_features
from aoe.backends.cpu.target.cpu_target import NAME, CpuTarget, cpu_target_from_json
from aoe.backends.cpu.target.fingerprint import fingerprint
from aoe.backends.cpu.target.host import host_target
from aoe.backends.cpu.target.named_cpus import named_cpu
from aoe.backends.cpu.version import CODE_GENERATOR
from aoe.backends.implementation import Implementation
from aoe.isolation.system_memory import machine_memory
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.runtime.offline_model import OfflineModel
from aoe.settings import usable_cores


class CpuMachine(Machine[CpuTarget]):
    """The CPU of this machine; its cores together are one device."""

    def target(self, threads: int | None = None) -> CpuTarget:
        """This machine's CPU, at a speed that is common."""
        return host_target(threads)

    def other(self, name: str, threads: int | None) -> CpuTarget:
        """See `aoe.backends.cpu.target.named_cpus`. As many threads as this machine has are the
        usual number.
        """
        return named_cpu(name, threads or usable_cores())

    def runs(self, target: CpuTarget) -> bool:
        """Whether this CPU has its architecture and all its features."""
        return not missing_features(target.triple, target.features)

    def memory(self, target: CpuTarget) -> int | None:
        """See `aoe.backends.machine.Machine.memory`. What is compiled for another CPU may run with
        more.
        """
        here = host_target(1)
        known = (here.triple, here.model, here.features)
        is_here = target.remote is None and (target.triple, target.model, target.features) == known
        return machine_memory() if is_here else None

    def target_from_json(self, data: Mapping[str, Any]) -> CpuTarget:
        """See `aoe.backends.backend.Machine.target_from_json`."""
        return cpu_target_from_json(data)

    def measured_to_json(self, target: CpuTarget) -> Mapping[str, Any]:
        """See `aoe.backends.cpu.target.cpu_target`."""
        return {**target.to_json(), "speed": asdict(target.speed)}

    def measured(self, target: CpuTarget, folder: Path, renew: bool) -> CpuTarget:
        """See `aoe.backends.cpu.microbenchmarks.stored_speed`."""
        return (with_renewed_speed if renew else with_known_speed)(target, folder)

    def fingerprint(self, target: CpuTarget) -> Mapping[str, str]:
        """Vendor, model, instruction sets, caches, cores."""
        return fingerprint(target) if target.remote is None else dict(target.remote.facts)

    def speed_report(self, target: CpuTarget) -> Mapping[str, str]:
        """Peaks of a core by element type, and what it reads from caches and memory."""
        from aoe.backends.cpu.microbenchmarks.speed import dot_precisions, multiply_add_speed

        known = target.speed
        peaks = {"float32": 2 * known.multiply_adds}
        for precision in ("float64", *dot_precisions(target)):
            peaks[precision] = multiply_add_speed(target, precision)
        found = {
            f"{precision} peak of a core": f"{operations / 1e9:.0f} G operations/s"
            for precision, operations in peaks.items()
        }
        for level in ("l1", "l2", "l3", "memory"):
            found[f"{level} read by a core"] = f"{getattr(known, level) / 1e9:.0f} GB/s"
        found["memory read by all cores"] = f"{known.memory_together / 1e9:.0f} GB/s"
        found["fork and join"] = f"{known.fork_join * 1e6:.2f} us"
        return found

    def resolution(self, target: CpuTarget) -> float:
        """See `aoe.backends.cpu.microbenchmarks.timer`. This CPU is timed, unless a server has the
        target.
        """
        from aoe.backends.cpu.microbenchmarks.timer import timer_resolution

        return (
            timer_resolution(host_target(1)) if target.remote is None else target.remote.resolution
        )

    def watch(self, target: CpuTarget) -> AbstractContextManager[Watch]:
        """Whether the cores are as near and as fast as they were once measured. Nobody watches
        those of a server.
        """
        from aoe.backends.cpu.microbenchmarks.core_watch import core_watch

        return core_watch(target) if target.remote is None else nullcontext(AlwaysQuiet())


class CpuCost(CostModel[CpuTarget]):
    """What is expected of a graph on a CPU beyond what each operator takes."""

    def graph_seconds(
        self, graph: OperatorGraph, each: Mapping[str, float], target: CpuTarget
    ) -> float:
        """See `aoe.backends.cpu.memory.graph_cost`."""
        from aoe.backends.cpu.memory.graph_cost import graph_seconds

        return graph_seconds(graph, each, target)

    def unshared_seconds(self, graph: OperatorGraph, target: CpuTarget) -> float:
        """See `aoe.backends.cpu.memory.graph_cost`."""
        from aoe.backends.cpu.memory.graph_cost import unshared_seconds

        return unshared_seconds(graph, target)

    def least_gain(self, target: CpuTarget) -> float:
        """See `aoe.backends.cpu.cost.operator_costs.VariantCosts`."""
        from aoe.backends.cpu.cost.profile import profile_of

        return profile_of(target).variants.least_gain

    def reads_packed(self, weights: int, target: CpuTarget, rows: int = 1) -> bool:
        """Whether the weights as float32 would not stay in a cache. Of several rows, there must be
        so few that the time is still that of reading weights. See
        `aoe.backends.cpu.cost.operator_costs.PackedCosts`.
        """
        from aoe.backends.cpu.cost.profile import profile_of

        costs = profile_of(target).packed
        if rows > 1:
            return weights >= costs.fewest_weights_of_rows and rows <= costs.most_rows
        return weights >= costs.fewest_weights

    def multiplies_bytes(self, target: CpuTarget) -> bool:
        """With VNNI, which multiplies uint8 by int8."""
        return target.multiplies_bytes

    def multiplies_blocks(self, weights: int, target: CpuTarget) -> bool:
        """With VNNI, as many as one row reads packed
        (`aoe.backends.cpu.cost.operator_costs.PackedCosts`).
        """
        return target.multiplies_bytes and self.reads_packed(weights, target)

    def attends(self, operator: Operator, target: CpuTarget) -> bool:
        """See `aoe.backends.cpu.cost.fused_attention`."""
        from aoe.backends.cpu.cost.fused_attention import is_faster_fused

        return is_faster_fused(operator, target)

    def strip_seconds(self, strips: int, sizes: Sequence[int], target: CpuTarget) -> float:
        """See `aoe.backends.cpu.memory.graph_cost`."""
        from aoe.backends.cpu.memory.graph_cost import strip_seconds

        return strip_seconds(strips, sizes, target)

    def held_bytes(self, target: CpuTarget) -> float:
        """See `aoe.backends.cpu.cost.cost.exceeding_llc_bytes`."""
        from aoe.backends.cpu.cost.cost import exceeding_llc_bytes

        return exceeding_llc_bytes(target)

    def cold_bytes(self, target: CpuTarget) -> int:
        """Half as much again as the last cache."""
        return target.l3 * 3 // 2


class CpuBackend(Backend[CpuTarget]):
    """See `aoe.backends.backend.Backend`."""

    name = NAME
    version = CODE_GENERATOR
    machine = CpuMachine()
    cost = CpuCost()

    @property
    def precision(self) -> PrecisionRules[CpuTarget]:
        """See `aoe.backends.cpu.precision`."""
        from aoe.backends.cpu.precision import CpuPrecision

        return CpuPrecision()

    def implementations(self) -> Mapping[str, Implementation[CpuTarget]]:
        """See `aoe.backends.cpu.implementations`."""
        return registry.implementations()

    def output_order(
        self, operator: Operator, uncopied: tuple[int, ...] | None = None
    ) -> tuple[int, ...]:
        """What `conv_winograd_window` computes, it writes in any order at the same speed, so a copy
        is saved. It is the fastest wherever it applies.
        """
        from aoe.backends.cpu.implementations.conv import conv_winograd_window

        if uncopied is not None and conv_winograd_window.computes(operator):
            return uncopied
        return super().output_order(operator)

    def compiler(
        self,
        target: CpuTarget,
        processes: int = 1,
        cache: CompileCache | None = None,
        *,
        reuse_memory: bool = True,
    ) -> Compiler:
        """See `aoe.backends.cpu.compile.compiler`."""
        from aoe.backends.cpu.compile.compiler import CpuCompiler

        return CpuCompiler(target, processes, cache, reuse_memory=reuse_memory)

    def profiler(self) -> Profiler:
        """See `aoe.backends.cpu.profiler.profiler`."""
        from aoe.backends.cpu.profiler.profiler import CpuProfiler

        return CpuProfiler()

    def load(self, model: OfflineModel, threads: int | None = None) -> LoadedModel:
        """See `aoe.backends.cpu.runtime.loaded_model`."""
        from aoe.backends.cpu.runtime.loaded_model import CpuModel

        return CpuModel(model, threads)

    def family(self, threads: int | None = None) -> ModelFamily:
        """See `aoe.backends.cpu.runtime.model_family`."""
        return CpuFamily(threads)

    def write_library(
        self, model: OfflineModel, library: Path, header: Path, linker: str | None = None
    ) -> None:
        """See `aoe.backends.cpu.library.model_library`."""
        from aoe.backends.cpu.library.model_library import write_model_library

        write_model_library(model, library, header, linker)


BACKEND = CpuBackend()
