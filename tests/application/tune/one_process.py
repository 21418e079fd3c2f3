"""Jobs that compile and run candidates in the process of the test. Starting processes takes most of
the time of a small job. Candidates that may do harm need processes of their own.
"""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from aoe.backends.backend import Compiler
from aoe.backends.compile_cache import CompileCache
from aoe.backends.cpu.backend import CpuBackend
from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.isolation.memory_limit import limit_memory
from aoe.isolation.worker_process import WorkerProcess
from aoe.tuning.measurement import runner, runner_process


class NoProcess:
    """Answers as a `WorkerProcess` does, in this process."""

    def __init__(self, handler: str, *arguments: str) -> None:
        module, _, name = handler.partition(":")
        self._answer = getattr(importlib.import_module(module), name)(*arguments)

    def call(self, request: Any, timeout: float) -> Any:
        """The reply to a request."""
        return self._answer(request)

    def close(self) -> None:
        """Nothing to end."""


def stay_in_one_process(patch: pytest.MonkeyPatch) -> None:
    """From now on jobs of this process start no others."""

    def compiler(
        _: CpuBackend,
        target: CpuTarget,
        processes: int = 1,
        cache: CompileCache | None = None,
        *,
        reuse_memory: bool = True,
    ) -> Compiler:
        return CpuCompiler(target, 1, cache, reuse_memory=reuse_memory)

    patch.setattr(CpuBackend, "compiler", compiler)
    patch.setattr(runner, "WorkerProcess", NoProcess)
    patch.setattr(runner_process, "limit_memory", lambda: None)


def start_processes(patch: pytest.MonkeyPatch) -> None:
    """From now on jobs of this process start others, as those of users."""

    def compiler(_: CpuBackend, *arguments: Any, **options: Any) -> Compiler:
        return CpuCompiler(*arguments, **options)

    patch.setattr(CpuBackend, "compiler", compiler)
    patch.setattr(runner, "WorkerProcess", WorkerProcess)
    patch.setattr(runner_process, "limit_memory", limit_memory)
