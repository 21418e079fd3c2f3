"""What the codes of attention and of its gradients have in common: addresses of elements of a head,
values of memory, and arithmetic of a thread.

`AttentionFrame` and `GradientFrame` beside it say which part of the scores a thread has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import e as euler
from math import log, log2

import numpy as np

from aoe.backends.cuda.codegen.block_frame import BlockFrame
from aoe.backends.cuda.codegen.matrix_instructions import four_matrices
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.backends.llvm.emitter import Emitter, Value, element_type, literal, memory_type
from aoe.backends.llvm.storage_code import from_memory, to_memory
from aoe.element_types import ITEM_BYTES, STORAGE
from aoe.loops.loop_nest import Access

#: The conversion of two numbers of float32 to one register.
_PACKED = {"float16": "cvt.rn.f16x2.f32", "bfloat16": "cvt.rn.bf16x2.f32"}
LOG2_E = float(np.float32(log2(euler)))
#: What that misses of log₂ e.
_LOG2_E_REST = 1.92596298909109e-8
_LN_2 = log(2.0)
#: Powers below it are 0 in float32.
_LEAST_EXPONENT = -150.0
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

    def exact_power(self, exponent: str) -> str:
        """e to the power of a number, as exact as float32."""
        let, scale = self.emitter.let, literal(LOG2_E, "float32")
        exponent = self.called("maximum", exponent, literal(_LEAST_EXPONENT, "float32"))
        scaled = let(f"fmul float {exponent}, {scale}")
        rest = self.fma(exponent, scale, let(f"fneg float {scaled}"))
        rest = self.fma(exponent, literal(_LOG2_E_REST, "float32"), rest)
        power = let(f'call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float {scaled})')
        rest = let(f"fmul float {rest}, {literal(_LN_2, 'float32')}")
        return self.fma(power, rest, power)

    def write(self, access: Access, pointer: str, values: Sequence[Value]) -> None:
        """Writes values that are adjacent and aligned."""
        let, dtype, count = self.emitter.let, access.dtype, len(values)
        align = count * ITEM_BYTES[dtype]
        if dtype in STORAGE and count > 1:
            items = [item.name for item in values]
            words = [self.pair(items[n], items[n + 1], dtype) for n in range(0, count, 2)]
            kind, count = "i32", count // 2
        else:
            words = [to_memory(self.emitter, item, dtype) for item in values]
            kind = memory_type(dtype)
        if count == 1:
            self.emitter.do(f"store {kind} {words[0]}, ptr {pointer}, align {align}")
            return
        vector = "poison"
        for number, word in enumerate(words):
            vector = let(f"insertelement <{count} x {kind}> {vector}, {kind} {word}, i32 {number}")
        self.emitter.do(f"store <{count} x {kind}> {vector}, ptr {pointer}, align {align}")

    def words(self, offset: str, count: int) -> list[str]:
        """So many words of shared memory, loaded at once."""
        let, pointer = self.emitter.let, self.shared_word(offset)
        if count == 1:
            return [let(f"load i32, ptr addrspace(3) {pointer}, align 4")]
        kind = f"<{count} x i32>"
        loaded = let(f"load {kind}, ptr addrspace(3) {pointer}, align {4 * count}")
        return [let(f"extractelement {kind} {loaded}, i32 {number}") for number in range(count)]
