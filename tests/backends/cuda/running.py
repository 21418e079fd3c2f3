"""Runs kernels of loop nests as a GPU would, on a machine that executes PTX."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import numpy as np

from aoe.backends.cuda.codegen.kernel_code import kernel_ir
from aoe.backends.cuda.codegen.ptx import ptx
from aoe.backends.cuda.kernels.launches import launch_of
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel, simt_kernel
from aoe.backends.cuda.target.cuda_target import CudaTarget, cuda_target
from aoe.loops.loop_nest import Kernel, LoweredOperator
from aoe.operators.operator import View
from tests.backends.cuda.devices import ARCHITECTURE_NAMES
from tests.backends.cuda.ptx_machine.device import PtxDevice
from tests.backends.cuda.ptx_machine.machine import run_kernel
from tests.backends.cuda.ptx_machine.tensors import given_to
from tests.loops.interpreter import poisoned, view_of

TARGET = cuda_target("sm_80", 2)


@cache
def kernel_ptx(kernel: SimtKernel, target: CudaTarget = TARGET) -> str:
    """The PTX of a kernel, whose symbol is `kernel`."""
    return ptx(kernel_ir(kernel, "kernel", target), target)


def run_kernels(
    kernels: Iterable[Kernel],
    memory: Mapping[str, np.ndarray],
    block: int = 64,
    sharing: int = 32,
    target: CudaTarget = TARGET,
) -> None:
    """Runs kernels one after the other on named buffers, which it changes."""
    device = PtxDevice()
    stream = device.stream()
    places = {name: device.allocate(max(array.nbytes, 1)) for name, array in memory.items()}
    for name, array in memory.items():
        stream.upload(places[name], np.ascontiguousarray(array))
    for item in kernels:
        kernel = item if isinstance(item, SimtKernel) else simt_kernel(item, block, sharing)
        launch = launch_of(kernel, target)
        loaded = device.function(kernel_ptx(kernel, target).encode(), "kernel", launch)
        given = [places[name] for name in kernel.arguments]
        if launch.scratch:
            given.append(device.allocate(launch.scratch * launch.grid))
        for phase in range(kernel.phase_count):
            arguments = [*given, phase] if launch.phases else given
            everything = given_to(launch, arguments)
            run_kernel(loaded, device.memory, launch.grid, launch.block, launch.shared, everything)
    for name, array in memory.items():
        stream.download(array, places[name])


def executed(
    program: LoweredOperator,
    buffers: Sequence[np.ndarray],
    views: Sequence[View],
    output: View,
    memory: np.ndarray,
    target: CudaTarget,
) -> np.ndarray:
    """Runs a lowered operator on flat buffers and returns the elements of the output. A runner of
    `tests.operators.operator_cases`.
    """
    held = {f"input{number}": buffer for number, buffer in enumerate(buffers)}
    held["output0"] = memory
    for buffer in (*program.packed, *program.temporaries):
        held[buffer.name] = poisoned(buffer)
    run_kernels((*program.prepare, *program.kernels), held, target=target)
    return view_of(memory, output).copy()


def executed_and_accepted(
    program: LoweredOperator,
    buffers: Sequence[np.ndarray],
    views: Sequence[View],
    output: View,
    memory: np.ndarray,
    target: CudaTarget,
) -> np.ndarray:
    """As `executed`; LLVM accepts the kernels for every architecture."""
    for kernel in (*program.prepare, *program.kernels):
        assert isinstance(kernel, SimtKernel)
        for name in ARCHITECTURE_NAMES:
            other = cuda_target(name, TARGET.threads)
            assert f".target {other.limits.processor}" in kernel_ptx(kernel, other)
    return executed(program, buffers, views, output, memory, target)
