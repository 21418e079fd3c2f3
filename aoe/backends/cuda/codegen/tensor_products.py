"""LLVM IR of the products of a contraction: fragments from shared memory, and matrix instructions.

The fragments are those of the PTX ISA, "Warp-level matrix instructions". Those of 32 bits are read
like those of 16 bits: a matrix of `ldmatrix` has rows of 16 bytes, whatever their elements are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from aoe.backends.cuda.codegen.index_numbers import Number
from aoe.backends.cuda.codegen.tensor_frame import TensorFrame
from aoe.backends.cuda.kernels.tensor_kernel import COPY, MMA_COLUMNS, MMA_ROWS, pitch

#: Bytes of the terms of one instruction, of each row and column.
_DEPTH_BYTES = 32
#: The instruction, by precision.
_INSTRUCTION = {
    "float16": "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    "bfloat16": "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
    "tf32": "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
    "tf32x3": "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
}
#: A fragment of one operand: registers.
_Fragment = Sequence[str]


class TensorProducts(TensorFrame):
    """Emits the products."""

    def begin_products(self) -> None:
        """Sets the sums of this thread to 0, 4 for each instruction, and finds its fragments."""
        self.cells = [
            [[self.emitter.alloca("float") for _ in range(4)] for _ in self.across()]
            for _ in self.down()
        ]
        for cells in self.cells:
            for slot in chain.from_iterable(cells):
                self.emitter.do(f"store float 0.0, ptr {slot}")
        numbers = self.numbers
        # Lanes 0 to 15 give the rows, lanes 16 to 31 the same rows half an instruction further.
        half, row = numbers.divided(self.lane, 16)
        self.left = numbers.plus(
            self.shared,
            numbers.times(numbers.plus(self.warp_row, row), pitch(self.depth, self.item)),
            numbers.times(half, COPY),
        )
        self.right = self._right_address()

    def multiply(self, slot: Number) -> None:
        """Multiplies what is in the stage that begins at a byte."""
        left, right = (self.numbers.plus(place, slot) for place in (self.left, self.right))
        for step in range(0, self.depth * self.item, _DEPTH_BYTES):
            rows = [self._left(left, row * MMA_ROWS, step) for row in self.down()]
            columns = self._right(right, step)
            for first, second in self._pairs(rows, columns):
                for row in self.down():
                    for column in self.across():
                        self._mma(self.cells[row][column], first[row], second[column])

    def _pairs(
        self, rows: Sequence[_Fragment], columns: Sequence[_Fragment]
    ) -> list[tuple[Sequence[_Fragment], Sequence[_Fragment]]]:
        """What is multiplied and added up, the smallest products first."""
        if not self.kernel.precision.startswith("tf32"):
            return [(rows, columns)]
        high, low = self._parts_of(rows)
        high_columns, low_columns = self._parts_of(columns)
        if self.kernel.precision == "tf32":
            return [(high, high_columns)]
        return [(low, high_columns), (high, low_columns), (high, high_columns)]

    def _parts_of(self, fragments: Sequence[_Fragment]) -> tuple[list[_Fragment], list[_Fragment]]:
        """The TF32 numbers nearest to float32 ones, and those nearest to what these miss."""
        high: list[_Fragment] = [[self._tf32(bits) for bits in item] for item in fragments]
        if self.kernel.precision == "tf32":
            return high, []
        low: list[_Fragment] = [
            [self._rest(bits, top) for bits, top in zip(item, tops, strict=True)]
            for item, tops in zip(fragments, high, strict=True)
        ]
        return high, low

    def _tf32(self, bits: str) -> str:
        return self.emitter.let(f'call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 {bits})')

    def _rest(self, bits: str, top: str) -> str:
        let = self.emitter.let
        whole, part = (let(f"bitcast i32 {item} to float") for item in (bits, top))
        return self._tf32(let(f"bitcast float {let(f'fsub float {whole}, {part}')} to i32"))

    def _mma(self, cell: Sequence[str], left: _Fragment, right: _Fragment) -> None:
        let = self.emitter.let
        sums = [let(f"load float, ptr {slot}") for slot in cell]
        given = [f"i32 {value}" for value in (*left, *right)] + [f"float {item}" for item in sums]
        a, b, c = "$4, $5, $6, $7", "$8, $9", "$10, $11, $12, $13"
        text = (
            f"{_INSTRUCTION[self.kernel.precision]} {{$0, $1, $2, $3}}, {{{a}}}, {{{b}}}, {{{c}}};"
        )
        result = "{float, float, float, float}"
        constraints = ",".join(["=f"] * 4 + ["r"] * 6 + ["f"] * 4)
        found = let(
            f'call {result} asm sideeffect "{text}", "{constraints}"({", ".join(given)}) convergent'
        )
        for number, slot in enumerate(cell):
            value = let(f"extractvalue {result} {found}, {number}")
            self.emitter.do(f"store float {value}, ptr {slot}")

    def _left(self, address: Number, row: int, step: int) -> list[str]:
        """The fragment of the first operand: 16 rows of one instruction."""
        return self._ldmatrix(address, row * pitch(self.depth, self.item) + step, "")

    def _right_address(self) -> Number:
        """The address of what this lane reads first of the second operand."""
        numbers, part = self.numbers, self.second
        line = pitch(part.length, self.item)
        start = numbers.plus(self.shared, part.start)
        if not part.by_terms and self.item == 4:
            column = numbers.plus(self.warp_column, self.group)
            return numbers.plus(
                start, numbers.times(self.in_group, line), numbers.times(column, self.item)
            )
        rest, eight = numbers.divided(self.lane, 8)
        second, half = numbers.divided(rest, 2)
        across = numbers.plus(self.warp_column, numbers.times(second, MMA_COLUMNS))
        if part.by_terms:
            # Columns 0 to 7, both halves of their terms; then columns 8 to 15.
            lines = numbers.times(numbers.plus(across, eight), line)
            return numbers.plus(start, lines, numbers.times(half, COPY))
        terms = numbers.plus(eight, numbers.times(half, 8))
        return numbers.plus(start, numbers.times(terms, line), numbers.times(across, self.item))

    def _right(self, address: Number, step: int) -> list[_Fragment]:
        """The fragments of the second operand: 8 columns for each instruction."""
        part = self.second
        line, term = pitch(part.length, self.item), step // self.item
        if not part.by_terms and self.item == 4:
            return [
                [
                    self._word(address, (term + skip) * line + column * MMA_COLUMNS * self.item)
                    for skip in (0, 4)
                ]
                for column in self.across()
            ]
        found: list[_Fragment] = []
        for column in self.across()[::2]:
            first = column * MMA_COLUMNS
            if part.by_terms:
                values = self._ldmatrix(address, first * line + step, "")
            else:
                values = self._ldmatrix(address, term * line + first * self.item, ".trans")
            found += [values[:2], values[2:]]
        return found[: len(self.across())]

    def _ldmatrix(self, address: Number, skip: int, how: str) -> list[str]:
        """Four matrices of 8 rows of 16 bytes."""
        let = self.emitter.let
        result = "{i32, i32, i32, i32}"
        found = let(
            f'call {result} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4{how}.shared.b16 '
            f'{{$0, $1, $2, $3}}, [$4+{skip}];", "=r,=r,=r,=r,r,~{{memory}}"(i32 {address}) '
            "convergent"
        )
        return [let(f"extractvalue {result} {found}, {number}") for number in range(4)]

    def _word(self, address: Number, skip: int) -> str:
        """32 bits at an address of shared memory."""
        let = self.emitter.let
        pointer = let(f"inttoptr i32 {address} to ptr addrspace(3)")
        pointer = let(f"getelementptr i8, ptr addrspace(3) {pointer}, i64 {skip}")
        return let(f"load i32, ptr addrspace(3) {pointer}, align 4")
