"""LLVM IR of contractions on matrix instructions (`aoe.backends.cuda.kernels.tensor_kernel`).

`mma.sync` multiplies 16 × 8 results at a time, `ldmatrix` brings fragments of operands from shared
memory, `cp.async` fills it some steps ahead. float32 is multiplied as three products of the TF32
parts of both factors, which is as exact as float32 (Markidis et al., "NVIDIA Tensor Core
Programmability, Performance & Precision", 2018). `aoe.backends.cuda.codegen.tensor_copies`,
`aoe.backends.cuda.codegen.tensor_products` and `aoe.backends.cuda.codegen.tensor_results` emit the
parts; this module has their order.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cuda.codegen.handover import Handover
from aoe.backends.cuda.codegen.index_numbers import Number
from aoe.backends.cuda.codegen.tensor_copies import Copier, TensorCopies
from aoe.backends.cuda.codegen.tensor_frame import OperandPart
from aoe.backends.cuda.codegen.tensor_products import TensorProducts
from aoe.backends.cuda.codegen.tensor_results import TensorResults
from aoe.backends.cuda.codegen.thread_code import barrier
from aoe.backends.cuda.kernels.tensor_kernel import TensorKernel
from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.loop_position import branch, counted_loop


def emit_tensor_kernel(
    emitter: Emitter, kernel: TensorKernel, shared: str, handover: Handover
) -> None:
    """Emits the body of a kernel. `shared`: the symbol of shared memory."""
    _TensorCode(emitter, kernel, shared).emit(handover)


class _TensorCode(TensorCopies, TensorProducts, TensorResults):
    """Emits one kernel for one thread."""

    def emit(self, handover: Handover) -> None:
        """Emits the whole body without its return."""
        rows, columns, _ = self.kernel.sizes
        first = self.copier(self.first, self.row_start, rows)
        second = self.copier(self.second, self.column_start, columns)
        ahead = self.kernel.stages - 1
        first_steps = [
            (str(step), str(step * self.stage)) for step in range(min(ahead, self.steps))
        ]
        # Weights do not wait for the kernels in front of this one.
        early = self.second.access.buffer in self.kernel.constants
        for step, slot in first_steps if early else ():
            self._copy([second], step, slot)
        handover.wait()
        for step, slot in first_steps:
            self._copy([first] if early else [first, second], step, slot)
            self.assembly("cp.async.commit_group;")
        for _ in range(len(first_steps), ahead):
            self.assembly("cp.async.commit_group;")
        self.begin_products()
        self._loop([(self.first, first), (self.second, second)], ahead)
        handover.release("late")
        self.assembly("cp.async.wait_all;")
        barrier(self.emitter)
        self.store_results()

    @staticmethod
    def _copy(copiers: Sequence[Copier], step: Number, slot: Number) -> None:
        """Copies parts of a step."""
        for copier in copiers:
            for store in copier(step, slot, "true"):
                store()

    def _loop(self, parts: Sequence[tuple[OperandPart, Copier]], ahead: int) -> None:
        """Multiplies every step, and copies a later one meanwhile."""
        let, emitter = self.emitter.let, self.emitter
        read, written = emitter.alloca("i32"), emitter.alloca("i32")
        emitter.do(f"store i32 0, ptr {read}")
        emitter.do(f"store i32 {ahead * self.stage}, ptr {written}")
        at_once = [copier for part, copier in parts if not self.is_asynchronous(part)]
        others = [copier for part, copier in parts if self.is_asynchronous(part)]

        def iteration(step: str) -> None:
            self.assembly(f"cp.async.wait_group {ahead - 1};")
            barrier(emitter)
            following = self.numbers.plus(let(f"trunc i64 {step} to i32"), ahead)
            more = self.numbers.below(following, self.steps)
            target = let(f"load i32, ptr {written}")
            branch(emitter, more, lambda: self._copy(others, following, target), lambda: None)
            self.assembly("cp.async.commit_group;")
            stores = [store for copier in at_once for store in copier(following, target, more)]
            source = let(f"load i32, ptr {read}")
            self.multiply(source)
            for store in stores:
                store()
            for held, slot in ((source, read), (target, written)):
                emitter.do(f"store i32 {self._following(held)}, ptr {slot}")

        counted_loop(emitter, "0", str(self.steps), 1, iteration)

    def _following(self, slot: Number) -> Number:
        """The first byte of the stage behind one."""
        let, following = self.emitter.let, self.numbers.plus(slot, self.stage)
        is_end = let(f"icmp eq i32 {following}, {self.stage * self.kernel.stages}")
        return let(f"select i1 {is_end}, i32 0, i32 {following}")
