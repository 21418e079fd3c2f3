"""What the parts of the code of a `WgmmaKernel` have in common: which tile a block has, which part
of the reduction, and where operands begin.
"""

from __future__ import annotations

from aoe.backends.cuda.codegen.block_frame import BlockFrame
from aoe.backends.cuda.codegen.thread_code import barrier, register32
from aoe.backends.cuda.kernels.wgmma_kernel import (
    GROUP_ROWS,
    LINE,
    WgmmaKernel,
    stage_bytes,
    threads_of,
)
from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.loop_nest_code import NestContext, base_pointer
from aoe.loops.loop_nest import Access


class WgmmaFrame(BlockFrame):
    """Where a thread is in a kernel."""

    def __init__(self, emitter: Emitter, kernel: WgmmaKernel, shared: str) -> None:
        super().__init__(emitter, kernel.arguments, kernel.extents, shared)
        self.kernel, numbers = kernel, self.numbers
        self.tile_rows, self.tile_columns = kernel.tile
        self.row_count, self.column_count, self.terms = kernel.sizes
        self.groups = self.tile_rows // GROUP_ROWS
        self.threads = threads_of(kernel.tile)
        self.stage = stage_bytes(kernel.tile)
        #: Where the second operand begins in a stage.
        self.second_start = self.tile_rows * LINE
        number = register32(emitter, "ctaid.x")
        self.part = numbers.rest(number, kernel.split)
        self.locate(numbers.quotient(number, kernel.split))

    def locate(self, number: str) -> None:
        """Finds the tile with a number."""
        numbers, kernel = self.numbers, self.kernel
        # Blocks that follow each other have the same columns: what they read of the second
        # operand is in the second cache.
        tiles_down = kernel.tiles_down
        tiles_across = -(-self.column_count // self.tile_columns)
        row_tile = numbers.rest(number, tiles_down)
        self.row_start = numbers.times(row_tile, self.tile_rows)
        #: Its number among the blocks that share tiles.
        self.member = numbers.rest(row_tile, kernel.share)
        number = numbers.quotient(number, tiles_down)
        self.column_start = numbers.times(numbers.rest(number, tiles_across), self.tile_columns)
        batch = numbers.decoded(numbers.quotient(number, tiles_across), self.axes(kernel.batch))
        self.batch_starts = {name: numbers.wide(place) for name, place in batch.items()}

    def base_of(self, access: Access) -> str:
        """The address of an operand of this block's batch, in the memory of the device."""
        context = NestContext(self.names, frozenset(), self.batch_starts, {})
        pointer = base_pointer(self.emitter, access, context)
        return self.emitter.let(f"addrspacecast ptr {pointer} to ptr addrspace(1)")

    def slot(self, start: str | int) -> str:
        """A variable of 32 bits with a first value."""
        place = self.emitter.alloca("i32")
        self.emitter.do(f"store i32 {start}, ptr {place}")
        return place

    def value(self, place: str) -> str:
        """What a variable holds."""
        return self.emitter.let(f"load i32, ptr {place}")

    def put(self, place: str, value: str) -> None:
        """Sets a variable."""
        self.emitter.do(f"store i32 {value}, ptr {place}")

    def wait_for_block(self) -> None:
        """Waits for all threads of the block that multiply."""
        barrier(self.emitter)
