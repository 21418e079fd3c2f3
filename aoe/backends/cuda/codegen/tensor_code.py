"""LLVM IR of contractions on matrix instructions (`aoe.backends.cuda.kernels.tensor_kernel`).

`mma.sync` multiplies 16 × 8 results at a time, `ldmatrix` brings fragments of 16-bit operands from
shared memory, `cp.async` fills it some steps ahead. float32 is multiplied as three products of the
TF32 parts of both factors, which is as exact as float32 (Markidis et al., "NVIDIA Tensor Core
Programmability, Performance & Precision", 2018). `aoe.backends.cuda.codegen.tensor_copies` and
`aoe.backends.cuda.codegen.tensor_products` emit the parts; this module has their order, and stores
results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aoe.backends.cpu.codegen.emitter import Emitter, Value
from aoe.backends.cpu.codegen.expression_code import emit_expression
from aoe.backends.cpu.codegen.loop_nest_code import NestContext, base_pointer
from aoe.backends.cpu.codegen.loop_position import Position, advance, branch, counted_loop
from aoe.backends.cpu.codegen.memory_code import Memory
from aoe.backends.cpu.codegen.tile_point import Point
from aoe.backends.cuda.codegen.handover import Handover
from aoe.backends.cuda.codegen.tensor_copies import TensorCopies
from aoe.backends.cuda.codegen.tensor_products import TensorProducts
from aoe.backends.cuda.codegen.thread_code import barrier
from aoe.backends.cuda.kernels.tensor_kernel import MMA_COLUMNS, MMA_ROWS, TensorKernel
from aoe.loops.expression import Expression
from aoe.loops.loop_nest import Access, Axis, LoopNest


def emit_tensor_kernel(
    emitter: Emitter, kernel: TensorKernel, shared: str, handover: Handover
) -> None:
    """Emits the body of a kernel. `shared`: the symbol of shared memory."""
    _TensorCode(emitter, kernel, shared).emit(handover)


class _TensorCode(TensorCopies, TensorProducts):
    """Emits one kernel for one thread."""

    def emit(self, handover: Handover) -> None:
        """Emits the whole body without its return."""
        let, kernel = self.emitter.let, self.kernel
        rows, columns, _ = kernel.sizes
        copy_first = self.copier(self.first, self.row_start, rows)
        copy_second = self.copier(self.second, self.column_start, columns)

        def copy(step: str, slot: str) -> None:
            copy_first(step, slot)
            copy_second(step, slot)

        ahead = kernel.stages - 1
        first_steps = [str(step) for step in range(min(ahead, self.steps))]
        # Weights do not wait for the kernels in front of this one.
        early = self.second.access.buffer in kernel.constants
        for step in first_steps if early else ():
            copy_second(step, step)
        handover.wait()
        for step in first_steps:
            copy_first(step, step)
            if not early:
                copy_second(step, step)
            self.assembly("cp.async.commit_group;")
        for _ in range(len(first_steps), ahead):
            self.assembly("cp.async.commit_group;")
        self.allocate_sums()

        def iteration(step: str) -> None:
            self.assembly(f"cp.async.wait_group {ahead - 1};")
            barrier(self.emitter)
            following = let(f"add i64 {step}, {ahead}")
            more = let(f"icmp ult i64 {following}, {self.steps}")
            slot = let(f"urem i64 {following}, {kernel.stages}")
            branch(self.emitter, more, lambda: copy(following, slot), lambda: None)
            self.assembly("cp.async.commit_group;")
            self.multiply(let(f"urem i64 {step}, {kernel.stages}"))

        counted_loop(self.emitter, "0", str(self.steps), 1, iteration)
        handover.release("late")
        self.assembly("cp.async.wait_all;")
        self._store(rows, columns)

    def _store(self, rows: int, columns: int) -> None:
        """Stores the epilogue of every sum of this thread."""
        let, kernel = self.emitter.let, self.kernel
        nest = replace(kernel.nest, reduction=None)
        accesses = (*nest.operands, *(store.access for store in nest.stores))
        context = NestContext(self.names, frozenset(), self.batch_starts, {})
        start = Position(
            {axis.name: self.batch_starts.get(axis.name, "0") for axis in nest.axes},
            {axis.name: 1 for axis in nest.axes},
            tuple(base_pointer(self.emitter, access, context) for access in accesses),
        )
        twice = let(f"mul i64 {self.in_group}, 2")
        for row in self.down():
            for upper in range(2):
                skip = row * MMA_ROWS + 8 * upper
                place = self.placed(self.warp_row, self.group, skip)
                number = let(f"add i64 {self.row_start}, {place}")
                exists = let(f"icmp ult i64 {number}, {rows}")

                def store_row(number: str = number, row: int = row, upper: int = upper) -> None:
                    position = start
                    axes = tuple(Axis(name, kernel.extents[name]) for name in kernel.rows)
                    for name, coordinate in self.decoded(number, axes).items():
                        position = advance(self.emitter, position, accesses, name, coordinate, 1)
                    for column in self.across():
                        own = self.placed(self.warp_column, twice, column * MMA_COLUMNS)
                        for side in range(2):
                            self._store_one(
                                nest,
                                accesses,
                                position,
                                let(
                                    f"add i64 {let(f'add i64 {own}, {self.column_start}')}, {side}"
                                ),
                                columns,
                                self.cells[row][column][2 * upper + side],
                            )

                branch(self.emitter, exists, store_row, lambda: None)

    def _store_one(
        self,
        nest: LoopNest,
        accesses: Sequence[Access],
        position: Position,
        column: str,
        columns: int,
        slot: str,
    ) -> None:
        let = self.emitter.let
        exists = let(f"icmp ult i64 {column}, {columns}")

        def emit() -> None:
            here = advance(self.emitter, position, accesses, self.kernel.column, column, 1)
            memory = Memory(self.emitter, nest, here, True)
            point = Point(tuple((axis.name, 0) for axis in nest.axes), None)
            total = Value(let(f"load float, ptr {slot}"), "float32")
            cache: dict[Expression, Value] = {}
            for number, store in enumerate(nest.stores):
                value = emit_expression(
                    self.emitter,
                    store.value,
                    lambda operand: memory.load(operand, point),
                    total,
                    lambda axis: memory.index(axis, point),
                    1,
                    cache,
                )
                memory.store(number, point, value)

        branch(self.emitter, exists, emit, lambda: None)
