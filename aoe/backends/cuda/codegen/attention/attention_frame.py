"""What the parts of the code of attention have in common: which tile a block has, which part of it
a warp has, and addresses. Numbers have 32 bits, because a GPU computes them faster.
"""

from __future__ import annotations

from collections.abc import Mapping

from aoe.backends.cpu.codegen.emitter import Emitter, element_type
from aoe.backends.cuda.codegen.block_frame import BlockFrame
from aoe.backends.cuda.codegen.thread_code import register32
from aoe.backends.cuda.kernels.attention_kernel import PART, AttentionKernel
from aoe.backends.cuda.kernels.tensor_kernel import MMA_ROWS
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.loops.loop_nest import Access


class AttentionFrame(BlockFrame):
    """Where a thread is in a kernel."""

    def __init__(self, emitter: Emitter, kernel: AttentionKernel, shared: str) -> None:
        super().__init__(emitter, kernel.arguments, kernel.extents, shared)
        self.kernel, self.parts, numbers = kernel, kernel.parts, self.numbers
        rest, tile = numbers.divided(register32(emitter, "ctaid.x"), kernel.row_tiles)
        if kernel.causal:  # the longest ones first
            tile = numbers.minus(kernel.row_tiles - 1, tile)
        place, self.part = numbers.divided(rest, kernel.split)
        self.places = numbers.decoded(place, self.axes(kernel.batch))
        self.places[PART] = self.part
        self.row_start = numbers.times(tile, kernel.tile[0])
        warp, self.lane = numbers.divided(self.thread, WARP)
        self.down, self.across = numbers.divided(warp, kernel.warps[1])
        self.group, self.in_group = numbers.divided(self.lane, 4)
        #: The first query and the first key of the warp in the tile.
        self.warp_row = numbers.times(self.down, self.parts.rows * MMA_ROWS)
        self.warp_key = numbers.times(self.across, self.parts.keys)

    def address(self, access: Access, places: Mapping[str, str]) -> str:
        """The address of an element of this block's batch at some coordinates."""
        kind, pointer = element_type(access.dtype), self.names[access.buffer]
        if access.offset:
            pointer = self.emitter.let(f"getelementptr {kind}, ptr {pointer}, i64 {access.offset}")
        for name, place in {**self.places, **places}.items():
            pointer = self.moved(pointer, access, name, place)
        return pointer

    def moved(self, pointer: str, access: Access, axis: str, by: str) -> str:
        """An address moved along an axis."""
        let, stride = self.emitter.let, access.stride(axis)
        if not stride or by == "0":
            return pointer
        kind = element_type(access.dtype)
        if by.isdigit():
            return let(f"getelementptr {kind}, ptr {pointer}, i64 {int(by) * stride}")
        offset = let(f"mul nsw i64 {let(f'sext i32 {by} to i64')}, {stride}")
        return let(f"getelementptr {kind}, ptr {pointer}, i64 {offset}")

    def exchanged(self, value: str, distance: int) -> str:
        """The float32 of the thread whose number in the warp differs in a bit."""
        name = "@llvm.nvvm.shfl.sync.bfly.f32"
        self.emitter.declare(f"declare float {name}(i32, float, i32, i32) convergent")
        return self.emitter.let(
            f"call float {name}(i32 -1, float {value}, i32 {distance}, i32 {WARP - 1})"
        )
