"""LLVM IR of a kernel for a CPU.

`kernel_ir` is the entry point of the code generator. A kernel of several phases is called once per
phase and reads the phase number behind its arguments. `aoe.backends.llvm.kernel_body` emits the
share of a thread; `aoe.backends.cpu.codegen.object_code` compiles the text.
"""

from __future__ import annotations

from aoe.backends.cpu.codegen.amx_code import release_tiles
from aoe.backends.cpu.codegen.cpu_nest_code import CpuNestCode
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.kernel_body import KernelCode
from aoe.backends.llvm.loop_nest_code import NestContext, emit_loop_nest
from aoe.backends.llvm.streamed_code import complete_streamed
from aoe.loops.loop_nest import Kernel, LoopNest


def kernel_ir(kernel: Kernel, symbol: str, target: CpuTarget) -> str:
    """Returns an LLVM IR module with `void symbol(ptr arguments, ptr scratch, i64 thread, i64
    threads)`.

    `arguments` holds one pointer per entry of `kernel.arguments`. A kernel of several phases finds
    the phase number (i64) behind them. `scratch` is the thread's own memory of
    `scratch_bytes(kernel)`.

    Raises:
        CompileError: If the schedule names axes or buffers that the kernel does not have.
    """
    emitter = Emitter(
        target.converts_half,
        target.multiplies_bytes,
        target.multiplies_bfloat16,
        target.multiplies_amx,
        scales_by_exponents=target.scales_by_exponents,
    )
    parameters = ", ".join(f"ptr noalias %buffer{i}" for i in range(len(kernel.arguments)))
    parameters += ", " * bool(parameters) + "ptr noalias %scratch, i64 %thread, i64 %threads"
    parameters += ", i64 %round" if kernel.phase_count > 1 else ""
    attributes = f'"prefer-vector-width"="{8 * target.vector_bytes}"'
    if target.multiplies_amx:
        # The hardware prefetcher of these CPUs runs less far ahead when loads are relative to the
        # register that a frame pointer occupies. Without this attribute, streaming weights from
        # memory took 1.5 times as long.
        attributes += ' "frame-pointer"="all"'
    emitter.define(f"internal void @{symbol}.body({parameters}) noinline nounwind {attributes}")
    _CpuKernelCode(emitter, kernel, target.lanes("float32")).emit()
    if emitter.uses_amx:
        release_tiles(emitter)
    complete_streamed(emitter, kernel, target.triple)
    emitter.do("ret void")
    emitter.end()
    emitter.define(
        f"void @{symbol}(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind"
    )
    passed = ""
    for number in range(len(kernel.arguments)):
        address = emitter.let(f"getelementptr ptr, ptr %arguments, i64 {number}")
        passed += f"ptr {emitter.let(f'load ptr, ptr {address}')}, "
    passed += "ptr %scratch, i64 %thread, i64 %threads"
    if kernel.phase_count > 1:
        address = emitter.let(f"getelementptr i64, ptr %arguments, i64 {len(kernel.arguments)}")
        passed += f", i64 {emitter.let(f'load i64, ptr {address}')}"
    emitter.do(f"call void @{symbol}.body({passed})")
    emitter.do("ret void")
    emitter.end()
    return emitter.module()


class _CpuKernelCode(KernelCode):
    """Emits the body of one kernel, whose loop nests may use the tile registers of a CPU."""

    def emit_nests(self, nests: tuple[LoopNest, ...], context: NestContext) -> None:
        """See `KernelCode`."""
        for nest in nests:
            emit_loop_nest(self.emitter, nest, context, self.lanes, CpuNestCode)
