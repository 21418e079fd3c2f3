"""What the parts of the code of a `WgmmaKernel` have in common: which tile a block has, which part
of the reduction, and where operands begin.
"""

from __future__ import annotations

from aoe.backends.cpu.codegen.emitter import Emitter
from aoe.backends.cpu.codegen.loop_nest_code import NestContext, base_pointer
from aoe.backends.cuda.codegen.words import Words
from aoe.backends.cuda.kernels.wgmma_kernel import (
    GROUP_ROWS,
    LINE,
    WgmmaKernel,
    stage_bytes,
    threads_of,
)
from aoe.loops.loop_nest import Access, Axis


class WgmmaFrame:
    """Where a thread is in a kernel."""

    def __init__(self, emitter: Emitter, kernel: WgmmaKernel, shared: str) -> None:
        self.emitter, self.kernel, self.words = emitter, kernel, Words(emitter)
        self.tile_rows, self.tile_columns = kernel.tile
        self.row_count, self.column_count, self.terms = kernel.sizes
        self.groups = self.tile_rows // GROUP_ROWS
        self.threads = threads_of(kernel.tile)
        self.stage = stage_bytes(kernel.tile)
        #: Where the second operand begins in a stage.
        self.second_start = self.tile_rows * LINE
        self.shared_symbol = shared
        words = self.words
        base = emitter.let(f"ptrtoint ptr addrspace(3) {shared} to i64")
        self.shared = emitter.let(f"trunc i64 {base} to i32")
        self.thread = words.register("tid.x")
        number = words.register("ctaid.x")
        self.part = words.rem(number, kernel.split)
        number = words.div(number, kernel.split)
        # Blocks that follow each other have the same columns: what they read of the second
        # operand is in the second cache.
        tiles_down = kernel.tiles_down
        tiles_across = -(-self.column_count // self.tile_columns)
        row_tile = words.rem(number, tiles_down)
        self.row_start = words.mul(row_tile, self.tile_rows)
        #: Its number among the blocks that share tiles.
        self.member = words.rem(row_tile, kernel.share)
        number = words.div(number, tiles_down)
        self.column_start = words.mul(words.rem(number, tiles_across), self.tile_columns)
        batch = words.decoded(words.div(number, tiles_across), self.axes(kernel.batch))
        self.batch_starts = {name: words.wide(place) for name, place in batch.items()}
        self.names = {name: f"%buffer{n}" for n, name in enumerate(kernel.arguments)}

    def axes(self, names: tuple[str, ...]) -> tuple[Axis, ...]:
        """Axes by their names."""
        extents = self.kernel.extents
        return tuple(Axis(name, extents[name]) for name in names)

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

    def assembly(self, text: str) -> None:
        """Emits instructions of PTX without operands."""
        self.emitter.do(f'call void asm sideeffect "{text}", "~{{memory}}"() convergent')

    def meet(self) -> None:
        """Waits for all blocks of the cluster. What they wrote to shared memory can be read behind
        it.
        """
        self.assembly("barrier.cluster.arrive.release.aligned;")
        self.assembly("barrier.cluster.wait.acquire.aligned;")
