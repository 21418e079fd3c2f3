"""What the parts of the code of attention have in common: which tile a block has, which part of it
a warp has. Numbers have 32 bits, because a GPU computes them faster.
"""

from __future__ import annotations

from aoe.backends.cuda.codegen.attention.head_frame import HeadFrame
from aoe.backends.cuda.codegen.thread_code import register32
from aoe.backends.cuda.kernels.attention_kernel import PART, AttentionKernel
from aoe.backends.cuda.kernels.tensor_kernel import MMA_ROWS
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.backends.llvm.emitter import Emitter


class AttentionFrame(HeadFrame):
    """Where a thread is in a kernel."""

    def __init__(self, emitter: Emitter, kernel: AttentionKernel, shared: str) -> None:
        super().__init__(emitter, kernel, kernel.extents, shared)
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
