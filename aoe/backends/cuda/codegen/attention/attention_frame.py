"""What the parts of the code of attention have in common: which tile a block has, which part of it
a warp has, and addresses. Numbers have 32 bits, because a GPU computes them faster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aoe.backends.cpu.codegen.emitter import Emitter, element_type
from aoe.backends.cuda.codegen.thread_code import register
from aoe.backends.cuda.kernels.attention_kernel import PART, AttentionKernel
from aoe.backends.cuda.kernels.tensor_kernel import MMA_ROWS
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.loops.loop_nest import Access


class AttentionFrame:
    """Where a thread is in a kernel."""

    def __init__(self, emitter: Emitter, kernel: AttentionKernel, shared: str) -> None:
        self.emitter, self.kernel = emitter, kernel
        self.parts, self.extents = kernel.parts, kernel.extents
        self.shared_pointer = shared
        self.names = {name: f"%buffer{number}" for number, name in enumerate(kernel.arguments)}
        let = emitter.let
        base = let(f"ptrtoint ptr addrspace(3) {shared} to i64")
        self.shared = let(f"trunc i64 {base} to i32")
        self.thread = let(f"trunc i64 {register(emitter, 'tid.x')} to i32")
        block = let(f"trunc i64 {register(emitter, 'ctaid.x')} to i32")
        tiles = kernel.row_tiles
        tile = let(f"urem i32 {block}, {tiles}")
        if kernel.causal:  # the longest ones first
            tile = let(f"sub i32 {tiles - 1}, {tile}")
        rest = let(f"udiv i32 {block}, {tiles}")
        self.part = let(f"urem i32 {rest}, {kernel.split}")
        self.places = self.decoded(let(f"udiv i32 {rest}, {kernel.split}"), kernel.batch)
        self.places[PART] = self.part
        self.row_start = self.times(tile, kernel.tile[0])
        self.lane = let(f"and i32 {self.thread}, {WARP - 1}")
        warp = let(f"udiv i32 {self.thread}, {WARP}")
        self.down = let(f"udiv i32 {warp}, {kernel.warps[1]}")
        self.across = let(f"urem i32 {warp}, {kernel.warps[1]}")
        self.group = let(f"udiv i32 {self.lane}, 4")
        self.in_group = let(f"and i32 {self.lane}, 3")
        #: The first query and the first key of the warp in the tile.
        self.warp_row = self.times(self.down, self.parts.rows * MMA_ROWS)
        self.warp_key = self.times(self.across, self.parts.keys)

    def add(self, first: str, second: str | int) -> str:
        """The sum of two numbers."""
        if str(second) == "0":
            return first
        if first == "0":
            return str(second)
        return self.emitter.let(f"add i32 {first}, {second}")

    def times(self, first: str, second: int) -> str:
        """A number times a constant."""
        if first == "0" or second == 1:
            return first
        return self.emitter.let(f"mul i32 {first}, {second}")

    def decoded(self, number: str, names: Sequence[str]) -> dict[str, str]:
        """The coordinates along axes of the point with a number."""
        found: dict[str, str] = {}
        rest = number
        for name in reversed(names[1:]):
            found[name] = self.emitter.let(f"urem i32 {rest}, {self.extents[name]}")
            rest = self.emitter.let(f"udiv i32 {rest}, {self.extents[name]}")
        if names:
            found[names[0]] = rest
        return found

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

    def shared_word(self, offset: str) -> str:
        """The pointer to an offset in shared memory."""
        return self.emitter.let(
            f"getelementptr i8, ptr addrspace(3) {self.shared_pointer}, i32 {offset}"
        )

    def assembly(self, text: str) -> None:
        """Emits instructions of PTX without operands."""
        self.emitter.do(f'call void asm sideeffect "{text}", "~{{memory}}"() convergent')

    def exchanged(self, value: str, distance: int) -> str:
        """The float32 of the thread whose number in the warp differs in a bit."""
        name = "@llvm.nvvm.shfl.sync.bfly.f32"
        self.emitter.declare(f"declare float {name}(i32, float, i32, i32) convergent")
        return self.emitter.let(
            f"call float {name}(i32 -1, float {value}, i32 {distance}, i32 {WARP - 1})"
        )
