"""LLVM IR with which the threads of a row combine what each has reduced
(`aoe.backends.cuda.kernels.row_kernel`).
"""

from __future__ import annotations

from aoe.backends.cuda.codegen.thread_code import barrier, combined_in_block, combined_in_warp
from aoe.backends.cuda.kernels.row_kernel import VALUE, RowKernel
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.backends.llvm.emitter import Emitter, Value, llvm_type
from aoe.backends.llvm.expression_code import emit_apply
from aoe.backends.llvm.register_tile_code import COMBINE


class RowExchange:
    """Emits exchanges between the threads of a row."""

    def __init__(
        self, emitter: Emitter, kernel: RowKernel, shared: str, thread: str, place: str, share: str
    ) -> None:
        """`place`: the number of the row, or set of rows, in the block; `share`: that of the thread
        among those of the row.
        """
        self.emitter, self.kernel = emitter, kernel
        self.thread, self.place, self.share = thread, place, share
        self.shared = shared

    def combined(self, combine: str, values: list[Value]) -> list[Value]:
        """What the threads of a row have together, in each of them: one value for each of their
        rows.

        Args:
            combine: How values are combined.
            values: Those of this thread, one for each element of a vector.
        """
        kernel = self.kernel

        def both(left: Value, right: Value) -> Value:
            return emit_apply(self.emitter, COMBINE[combine], [left, right])

        self.both = both
        if kernel.across:
            return self._in_columns(values) if kernel.shares > 1 else values
        while len(values) > 1:
            values = [both(a, b) for a, b in zip(values[::2], values[1::2], strict=True)]
        if kernel.shares <= WARP:
            return [combined_in_warp(self.emitter, values[0], both, kernel.shares)]
        pointer = self.emitter.let(f"addrspacecast ptr addrspace(3) {self.shared} to ptr")
        return [
            combined_in_block(self.emitter, values[0], pointer, kernel.block, self.thread, both)
        ]

    def _in_columns(self, values: list[Value]) -> list[Value]:
        """The same of threads that are a block's width apart."""
        emitter, kernel = self.emitter, self.kernel
        barrier(emitter)
        for lane, value in enumerate(values):
            emitter.do(f"store {value.typed}, ptr addrspace(3) {self._slot(self.share, lane)}")
        barrier(emitter)
        found = []
        for lane, value in enumerate(values):
            kind = llvm_type(value.dtype)
            parts = [
                Value(
                    emitter.let(f"load {kind}, ptr addrspace(3) {self._slot(str(share), lane)}"),
                    value.dtype,
                )
                for share in range(kernel.shares)
            ]
            while len(parts) > 1:
                parts = [self.both(a, b) for a, b in zip(parts[::2], parts[1::2], strict=True)]
            found.append(parts[0])
        return found

    def _slot(self, share: str, lane: int) -> str:
        """The address of a value in shared memory: neighbouring threads write neighbouring ones."""
        let, kernel = self.emitter.let, self.kernel
        beside = kernel.block // kernel.shares
        line = let(f"mul i64 {share}, {beside * kernel.vector}")
        number = let(f"add i64 {line}, {self.place}")
        number = let(f"add i64 {number}, {lane * beside}")
        return let(f"getelementptr [{VALUE} x i8], ptr addrspace(3) {self.shared}, i64 {number}")
