"""The compiler for GPUs: operator graphs and policies of their operators in, plans and PTX out.

`aoe.backends.cpu.memory.planner` plans as for CPUs, but for where values lie: any multiprocessor
reads the second cache as fast as the others. Each distinct kernel becomes one object of PTX, with
machine code where this machine has the GPU (`aoe.backends.cuda.compile.machine_code`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import ClassVar

from aoe.backends.backend import BuildRequest, CompiledPlan
from aoe.backends.compile_cache import CompileCache
from aoe.backends.cpu.compile.cache_key import canonical, source_digest, toolchain
from aoe.backends.cpu.compile.compile_pool import MEMORY_FRACTION, MIN_MEMORY, CompilePool
from aoe.backends.cpu.compile.compile_workers import Compiled, Job
from aoe.backends.cpu.compile.planned_graphs import begun_graphs
from aoe.backends.cpu.memory.planned_call import PlannedGraph
from aoe.backends.cuda import codegen, kernels
from aoe.backends.cuda.codegen.kernel_code import kernel_ir
from aoe.backends.cuda.codegen.ptx import ptx
from aoe.backends.cuda.compile.machine_code import (
    NO_ASSEMBLER,
    Assemble,
    Assembler,
    assemble,
)
from aoe.backends.cuda.kernels.launches import launch_of
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.backends.cuda.runtime.kernel_object import kernel_object
from aoe.backends.cuda.runtime.launch_plan import OBJECT, launches_to_bytes
from aoe.backends.cuda.target.cuda_target import CudaTarget, cuda_target
from aoe.backends.cuda.version import CODE_GENERATOR
from aoe.errors import CompileError
from aoe.isolation.memory_limit import limit_memory
from aoe.isolation.worker_process import Handler


class CudaCompiler(CompilePool[CudaTarget]):
    """Compiles graphs for one GPU; what it has compiled is remembered."""

    handler: ClassVar[str] = f"{__name__}:compile_handler"

    def __init__(
        self,
        target: CudaTarget,
        processes: int,
        cache: CompileCache | None = None,
        *,
        reuse_memory: bool = True,
        assembler: Assembler = NO_ASSEMBLER,
    ) -> None:
        """See `CompilePool`.

        Args:
            target: The GPU.
            processes: See `CompilePool`.
            cache: Likewise.
            reuse_memory: See `plan_graph`.
            assembler: What makes machine code.
        """
        how = (assembler.kind, assembler.tool, target.model)
        super().__init__(target, processes, cache, how)
        self.reuse_memory, self.assembler = reuse_memory, assembler
        self._assemble: Assemble | None = None

    def build(
        self,
        requests: Sequence[BuildRequest],
        *,
        for_tuning: bool = False,
        shared_constants: bool = False,
        scattered: bool = False,
    ) -> list[CompiledPlan | Exception]:
        """See `aoe.backends.backend.Compiler.build`."""
        planned = begun_graphs(
            self,
            requests,
            shared_constants=shared_constants,
            scattered=scattered,
            reuse_memory=self.reuse_memory,
            by_thread=False,
        )()
        ready = [item for item in planned if isinstance(item, PlannedGraph)]
        compiled = self.compile([job for item in ready for job in item.kernels.items()])
        return [
            self._assembled(item, compiled) if isinstance(item, PlannedGraph) else item
            for item in planned
        ]

    def compiled(self, job: Job) -> Compiled:
        """The object of a kernel, or the error in its place."""
        if self._assemble is None:
            self._assemble = assemble(self.assembler.kind, self.assembler.tool, self.target)
        return _compiled(job, self.target, self._assemble)

    def key(self, job: Job) -> str:
        """The key of a job in the cache."""
        made_by = f"{self.assembler.kind} {self.assembler.version}"
        head = f"{_toolchain()} {made_by}\n{_target_text(self.target)}\n{job[0]}"
        digest = hashlib.sha256(head.encode())
        digest.update(canonical(job[1]).encode())
        return digest.hexdigest()

    def _assembled(
        self, planned: PlannedGraph, compiled: Mapping[Job, Compiled]
    ) -> CompiledPlan | Exception:
        objects: dict[str, bytes] = {}
        launches = {}
        for job in planned.kernels.items():
            symbol, kernel = job
            result = compiled[job]
            if isinstance(result, CompileError):
                return result
            assert isinstance(kernel, SimtKernel), "implementations of a GPU make its kernels"
            objects[symbol] = result
            launches[symbol] = launch_of(kernel, self.target)
        objects[OBJECT] = launches_to_bytes(launches)
        return CompiledPlan(replace(planned.plan, scratch_bytes=0), objects)


def compile_handler(kind: str, tool: str, model: str) -> Handler:
    """Returns the handler of a worker process: (job, target) to an object or `CompileError`.

    Args:
        kind: See `Assembler`.
        tool: Likewise.
        model: The architecture of the GPU.
    """

    @cache
    def ready() -> Assemble:
        # The GPU comes first: the driver reserves addresses that are no memory.
        made = assemble(kind, tool, cuda_target(model))
        limit_memory(MEMORY_FRACTION, MIN_MEMORY)
        return made

    def answer(request: tuple[Job, CudaTarget]) -> Compiled:
        return _compiled(*request, ready())

    return answer


def _compiled(job: Job, target: CudaTarget, assemble: Assemble) -> Compiled:
    symbol, kernel = job
    assert isinstance(kernel, SimtKernel), "a GPU compiles kernels only"
    try:
        text = ptx(kernel_ir(kernel, symbol, target), target).encode()
    except CompileError as error:
        return error
    return kernel_object(text, assemble(text))


@cache
def _toolchain() -> str:
    """The versions of everything between a kernel and its PTX."""
    folders = [Path(str(package.__file__)).parent for package in (codegen, kernels)]
    return f"cuda {CODE_GENERATOR} {toolchain()} {source_digest(folders)}"


def _target_text(target: CudaTarget) -> str:
    return canonical(replace(target.at_common_speed, remote=None, ordinal=0))
