"""LLVM IR of a kernel for a GPU: which block takes which task, and which thread which point.

`kernel_ir` is the entry point. A kernel's parameters are the addresses of its buffers, that of
memory for scratch which shared memory does not hold, the phase where it has several, and the maps
of tensors that it copies box by box.
`aoe.backends.cuda.kernels.simt_kernel` says how a kernel is shared.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from aoe.backends.cuda.codegen.attention.attention_code import emit_attention_kernel
from aoe.backends.cuda.codegen.attention.gradient_code import emit_attention_gradient_kernel
from aoe.backends.cuda.codegen.device_math import with_device_math
from aoe.backends.cuda.codegen.gemv_code import emit_gemv_kernel
from aoe.backends.cuda.codegen.handover import Handover
from aoe.backends.cuda.codegen.nest_code import Threads, emit_nest
from aoe.backends.cuda.codegen.row_code import emit_row_kernel
from aoe.backends.cuda.codegen.tensor_code import emit_tensor_kernel
from aoe.backends.cuda.codegen.thread_code import barrier, register
from aoe.backends.cuda.codegen.wgmma.wgmma_code import emit_wgmma_kernel
from aoe.backends.cuda.kernels.attention_gradient_kernel import AttentionGradientKernel
from aoe.backends.cuda.kernels.attention_kernel import AttentionKernel
from aoe.backends.cuda.kernels.gemv_kernel import GemvKernel
from aoe.backends.cuda.kernels.launches import launch_of
from aoe.backends.cuda.kernels.row_kernel import RowKernel
from aoe.backends.cuda.kernels.simt_kernel import EXCHANGE, SimtKernel
from aoe.backends.cuda.kernels.tensor_kernel import TensorKernel
from aoe.backends.cuda.kernels.wgmma_kernel import SWIZZLED, WgmmaKernel
from aoe.backends.cuda.runtime.launch_plan import Launch
from aoe.backends.cuda.runtime.tensor_map import MAP_ALIGNMENT, MAP_BYTES
from aoe.backends.cuda.target.cuda_target import CudaTarget
from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.kernel_body import KernelCode, scratch_bytes
from aoe.backends.llvm.loop_nest_code import NestContext
from aoe.backends.llvm.loop_position import counted_loop
from aoe.loops.loop_nest import LoopNest

#: What blocks have in shared memory.
SHARED = "@shared_memory"


def kernel_ir(kernel: SimtKernel, symbol: str, target: CudaTarget) -> str:
    """Returns an LLVM IR module with the kernel `symbol`.

    Raises:
        CompileError: If the schedule names axes or buffers that the kernel does not have.
    """
    emitter = Emitter(converts_half=True, converts_float8=target.multiplies_float8)
    launch = launch_of(kernel, target)
    names = [
        f"ptr {_attribute(kernel, name, target)}%buffer{number}"
        for number, name in enumerate(kernel.arguments)
    ]
    names += ["ptr noalias %memory"] if launch.scratch else []
    names += ["i64 %round"] if kernel.phase_count > 1 else []
    names += [
        f'ptr byval([{MAP_BYTES} x i8]) align {MAP_ALIGNMENT} "nvvm.grid_constant" %map{number}'
        for number in range(len(launch.maps))
    ]
    parameters = ", ".join(names)
    attributes = f'nounwind "nvvm.maxntid"="{kernel.block}"'
    if isinstance(kernel, (WgmmaKernel, TensorKernel)) and kernel.cluster > 1:
        attributes += f' "nvvm.cluster_dim"="{kernel.cluster},1,1"'
    if isinstance(kernel, AttentionGradientKernel) and kernel.has_most_registers:
        attributes += ' "nvvm.minctasm"="1"'  # one block of a multiprocessor is enough
    emitter.define(f"ptx_kernel void @{symbol}({parameters}) {attributes}")
    if launch.shared:
        align = SWIZZLED if isinstance(kernel, WgmmaKernel) else 128
        emitter.declare(f"{SHARED} = external addrspace(3) global [0 x i8], align {align}")
    handover = Handover(emitter, kernel, target, launch.grid)
    if isinstance(kernel, WgmmaKernel):
        emit_wgmma_kernel(emitter, kernel, SHARED, handover)
    elif isinstance(kernel, TensorKernel):
        emit_tensor_kernel(emitter, kernel, SHARED, handover)
    elif isinstance(kernel, GemvKernel):
        emit_gemv_kernel(emitter, kernel, SHARED, handover)
    elif isinstance(kernel, AttentionKernel):
        emit_attention_kernel(emitter, kernel, SHARED, handover)
    elif isinstance(kernel, AttentionGradientKernel):
        emit_attention_gradient_kernel(emitter, kernel, SHARED, handover)
    elif isinstance(kernel, RowKernel):
        handover.wait()
        emit_row_kernel(emitter, kernel, SHARED)
    else:
        handover.wait()
        _SimtCode(emitter, kernel, target, launch).emit()
    emitter.do("ret void")
    emitter.end()
    # A call costs a GPU more than the code of a function.
    return with_device_math(emitter.module()).replace(" noinline cold", " alwaysinline")


def _attribute(kernel: SimtKernel, name: str, target: CudaTarget) -> str:
    """What is promised of the buffer of an argument.

    LLVM reads what nobody writes by `ld.global.nc`, and NVIDIA's assembler moves such reads to the
    other side of the place where a kernel waits for those in front of it. So where kernels start
    early, the promise is not made of what these write.
    """
    written = {store.access.buffer for nest in kernel.nests for store in nest.stores}
    apart = name in written or name in kernel.constants or not target.limits.starts_early
    return "noalias " if apart else ""


class _SimtCode(KernelCode):
    """Emits the body of a kernel for one thread."""

    def __init__(
        self, emitter: Emitter, kernel: SimtKernel, target: CudaTarget, launch: Launch
    ) -> None:
        super().__init__(emitter, kernel, target.as_cpu.lanes("float32"))
        self.own, self.launch = kernel, launch
        self.thread = register(emitter, "tid.x")
        self.task = register(emitter, "ctaid.x")
        self.exchange = ""
        if launch.shared:
            self.exchange = emitter.let(f"addrspacecast ptr addrspace(3) {SHARED} to ptr")

    def place_scratch(self) -> None:
        """Scratch follows the exchange of reductions in shared memory, or lies in memory."""
        if self.kernel.scratch and self.launch.scratch:
            skip = self.emitter.let(f"mul i64 {self.task}, {scratch_bytes(self.kernel)}")
            self.emitter.do(f"%scratch = getelementptr i8, ptr %memory, i64 {skip}")
        elif self.kernel.scratch:
            self.emitter.do(f"%scratch = getelementptr i8, ptr {self.exchange}, i64 {EXCHANGE}")
        super().place_scratch()

    def share_tasks(self, tasks: int, task: Callable[[str], None]) -> None:
        """Block by block, where there are fewer blocks than tasks in turns."""
        if tasks == self.launch.grid:
            task(self.task)
        else:
            counted_loop(self.emitter, self.task, str(tasks), self.launch.grid, task)

    def emit_nests(self, nests: tuple[LoopNest, ...], context: NestContext) -> None:
        """The threads of the block share each nest; a barrier follows it."""
        for nest in nests:
            count = prod(
                context.sizes.get(axis.name, axis.extent)
                for axis in nest.axes
                if nest.reduction is None or axis.name not in nest.reduction.axes
            )
            sharing = self.own.shared_by(nest, count)
            first, threads = self.thread, self.own.block
            if self.own.flat:
                skip = self.emitter.let(f"mul i64 {self.task}, {self.own.block}")
                first, threads = self.emitter.let(f"add i64 {skip}, {self.thread}"), 0
            shared = Threads(first, threads, self.thread, self.own.block, self.exchange, sharing)
            steps = self.own.steps(nest, sharing)
            emit_nest(self.emitter, nest, context, shared, self.lanes, steps)
            if not self.own.flat:
                barrier(self.emitter)
