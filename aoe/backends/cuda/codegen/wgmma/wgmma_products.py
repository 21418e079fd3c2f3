"""LLVM IR of the products of a step by `wgmma`.

Descriptors say where operands lie in shared memory (PTX ISA, "Matrix Descriptor Format"): lines of
128 bytes with the swizzle of 128 bytes, eight of them 1024 bytes apart. In tiles, the pieces of 16
bytes of eight columns follow each other, then those of the next eight columns, and all columns come
before the next piece of a column. An instruction multiplies two pieces of each line: 16 terms of 16
bits, 32 of 8, or 8 of float32, of which it ignores the lower 13 bits (TF32).
"""

from __future__ import annotations

from aoe.backends.cuda.codegen.wgmma.wgmma_tiles import WgmmaTiles
from aoe.backends.cuda.kernels.wgmma_kernel import (
    COPY,
    GROUP_ROWS,
    GROUP_THREADS,
    LINE,
    WgmmaKernel,
)
from aoe.backends.llvm.emitter import Emitter, llvm_type
from aoe.element_types import FLOAT8, FLOAT8_E5M2

#: A descriptor without its address: 16 bytes between pieces (not used with this swizzle), 1024
#: between eights of lines, the swizzle of 128 bytes.
_DESCRIPTOR = (1 << 16) | (8 * LINE >> 4) << 32 | 1 << 62
#: Bytes of a line that an instruction multiplies.
_TERMS = 2 * COPY
_TYPES = {
    **{"float16": "f16", "bfloat16": "bf16", "int8": "s8", "uint8": "u8"},
    **{FLOAT8: "e4m3", FLOAT8_E5M2: "e5m2", "float32": "tf32"},
}


class WgmmaProducts(WgmmaTiles):
    """Emits the products. A thread has the sums of 16 · n columns of a row and of the row eight
    below: number 4 j + 2 h + c is in row 8 h and column 8 j + c of its own.
    """

    def __init__(self, emitter: Emitter, kernel: WgmmaKernel, shared: str) -> None:
        super().__init__(emitter, kernel, shared)
        self.sum_count = self.tile_columns * GROUP_ROWS // GROUP_THREADS
        #: LLVM's type of sums.
        self.sum = llvm_type(kernel.sums)
        self.sums = [emitter.alloca(self.sum) for _ in range(self.sum_count)]
        self.clear_sums()
        numbers = self.numbers
        group = numbers.quotient(self.thread, GROUP_THREADS)
        own = numbers.plus(self.shared, numbers.times(group, GROUP_ROWS * LINE))
        self.left = self._descriptor(own, _DESCRIPTOR)
        layout, self.right_step = _DESCRIPTOR, _TERMS >> 4
        if kernel.in_tiles:
            between = self.tile_columns * COPY >> 4
            layout, self.right_step = between << 16 | (8 * COPY >> 4) << 32, 2 * between
        self.right = self._descriptor(numbers.plus(self.shared, self.second_start), layout)

    def clear_sums(self) -> None:
        """Sets this thread's sums to zero."""
        nothing = "0.0" if self.sum == "float" else "0"
        for slot in self.sums:
            self.emitter.do(f"store {self.sum} {nothing}, ptr {slot}")

    def _descriptor(self, address: str, layout: int) -> str:
        place = self.numbers.bits("and", self.numbers.bits("lshr", address, 4), 0x3FFF)
        wide = self.emitter.let(f"zext i32 {place} to i64")
        return self.emitter.let(f"or i64 {wide}, {layout}")

    @property
    def _sum_type(self) -> str:
        return "{" + ", ".join([self.sum] * self.sum_count) + "}"

    def _with_sums(self, text: str, operands: str, kinds: str) -> None:
        """Emits assembly whose first operands are the sums, which it changes."""
        let = self.emitter.let
        before = [let(f"load {self.sum}, ptr {slot}") for slot in self.sums]
        outputs = ",".join(["=f" if self.sum == "float" else "=r"] * self.sum_count)
        tied = ",".join(str(number) for number in range(self.sum_count))
        given = ", ".join([*([operands] if operands else []), *(f"{self.sum} {s}" for s in before)])
        constraints = ",".join([outputs, *([kinds] if kinds else []), tied, "~{memory}"])
        result = let(
            f'call {self._sum_type} asm sideeffect "{text}", "{constraints}"({given}) convergent'
        )
        for number, slot in enumerate(self.sums):
            value = let(f"extractvalue {self._sum_type} {result}, {number}")
            self.emitter.do(f"store {self.sum} {value}, ptr {slot}")

    def multiply(self, slot: str) -> None:
        """Starts the products of the stage with a number. They are a group of their own."""
        let = self.emitter.let
        skip = let(f"zext i32 {self.numbers.times(slot, self.stage >> 4)} to i64")
        left, right = (let(f"add i64 {start}, {skip}") for start in (self.left, self.right))
        types = [_TYPES[access.dtype] for access in (self.first, self.second)]
        total = "f32" if self.sum == "float" else "s32"
        sums = ", ".join(f"${number}" for number in range(self.sum_count))
        shape = f"m64n{self.tile_columns}k{_TERMS // self.item}"
        name = f"wgmma.mma_async.sync.aligned.{shape}.{total}.{'.'.join(types)}"
        # Operands of floating point are not negated; those of 16 bits could lie the other way.
        how = ", 1, 1" if self.sum == "float" else ""
        how += ", 0, 0" if self.item == 2 else ""
        first, second = self.sum_count, self.sum_count + 1
        text = "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; "
        text += "wgmma.fence.sync.aligned; "
        for number in range(LINE // _TERMS):
            text += f"add.s64 left, ${first}, {number * _TERMS >> 4}; "
            text += f"add.s64 right, ${second}, {number * self.right_step}; "
            text += f"{name} {{{sums}}}, left, right, adds{how}; "
        text += "wgmma.commit_group.sync.aligned; }"
        self._with_sums(text, f"i64 {left}, i64 {right}", "l,l")

    def finish(self) -> None:
        """Waits for all products."""
        self._with_sums("wgmma.wait_group.sync.aligned 0;", "", "")
