"""What the codes of attention and of its gradients have in common: addresses of elements of a head,
values of memory, and arithmetic of a thread.

`AttentionFrame` and `GradientFrame` beside it say which part of the scores a thread has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aoe.backends.cpu.codegen.emitter import Emitter, Value, element_type, literal, memory_type
from aoe.backends.cpu.codegen.storage_code import from_memory
from aoe.backends.cuda.codegen.block_frame import BlockFrame
from aoe.backends.cuda.codegen.matrix_instructions import four_matrices
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.element_types import ITEM_BYTES
from aoe.loops.loop_nest import Access

#: The conversion of two numbers of float32 to one register.
_PACKED = {"float16": "cvt.rn.f16x2.f32", "bfloat16": "cvt.rn.bf16x2.f32"}
MINUS_INFINITY = literal(float("-inf"), "float32")
ZERO = literal(0.0, "float32")


class HeadFrame(BlockFrame):
    """A block and its head.

    Attributes:
        block: Threads of the block.
        places: The coordinates that all of the block have in common.
    """

    def __init__(
        self, emitter: Emitter, kernel: SimtKernel, extents: Mapping[str, int], shared: str
    ) -> None:
        super().__init__(emitter, kernel.arguments, extents, shared)
        self.block = kernel.block
        self.places: dict[str, str] = {}

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

    def loaded(self, access: Access, pointer: str) -> Value:
        """The value at an address."""
        kind = memory_type(access.dtype)
        name = self.emitter.let(f"load {kind}, ptr {pointer}, align {ITEM_BYTES[access.dtype]}")
        return from_memory(self.emitter, name, access.dtype, 1)

    def pair(self, low: str, high: str, dtype: str) -> str:
        """Two numbers of float32 as a pair of a type of 16 bits."""
        return self.emitter.let(
            f'call i32 asm "{_PACKED[dtype]} $0, $1, $2;", "=r,f,f"(float {high}, float {low})'
        )

    def matrices(self, offset: str, transposed: bool) -> list[str]:
        """Four matrices at an offset in shared memory."""
        address = self.numbers.plus(self.shared, offset)
        return four_matrices(self.emitter, address, 0, transposed)

    def slot(self, value: str) -> str:
        """A variable of float32 with a value."""
        slot = self.emitter.alloca("float")
        self.emitter.do(f"store float {value}, ptr {slot}")
        return slot

    def called(self, function: str, *values: str) -> str:
        """What a function of LLVM gives for numbers of float32."""
        name = f"@llvm.{function}.f32"
        kinds = ", ".join(["float"] * len(values))
        self.emitter.declare(f"declare float {name}({kinds})")
        given = ", ".join(f"float {value}" for value in values)
        return self.emitter.let(f"call float {name}({given})")

    def fma(self, a: str, b: str, c: str) -> str:
        """a · b + c."""
        return self.called("fma", a, b, c)

    def combined(self, function: str, first: str, second: str) -> str:
        """The sum (`fadd`) or the larger one (`maxnum`) of two numbers."""
        if function == "fadd":
            return self.emitter.let(f"fadd float {first}, {second}")
        return self.called(function, first, second)

    def tree(self, function: str, values: Sequence[str]) -> str:
        """The combination of numbers."""
        values = list(values)
        while len(values) > 1:
            pairs = zip(values[::2], values[1::2], strict=False)
            rest = values[-1:] if len(values) % 2 else []
            values = [self.combined(function, *pair) for pair in pairs] + rest
        return values[0]

    def in_row(self, function: str, value: str) -> str:
        """The combination of the values of the four threads that have one row of scores."""
        for distance in (1, 2):
            value = self.combined(function, value, self.exchanged(value, distance))
        return value

    def finite(self, largest: str) -> str:
        """The largest score, or 0 where all are minus infinity."""
        let = self.emitter.let
        nothing = let(f"fcmp oeq float {largest}, {MINUS_INFINITY}")
        return let(f"select i1 {nothing}, float {ZERO}, float {largest}")
