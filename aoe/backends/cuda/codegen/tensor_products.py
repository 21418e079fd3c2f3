"""LLVM IR of the products of a contraction: fragments from shared memory, and matrix instructions.

The fragments are those of the PTX ISA, "Warp-level matrix instructions".
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cuda.codegen.tensor_frame import TensorFrame
from aoe.backends.cuda.kernels.tensor_kernel import MMA_COLUMNS, MMA_ROWS, pitch

#: Terms of the reduction of one instruction, by bytes of an element.
_DEPTH = {2: 16, 4: 8}
#: The instruction, by precision.
_INSTRUCTION = {
    "float16": "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    "bfloat16": "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
    "tf32x3": "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
}


class TensorProducts(TensorFrame):
    """Emits the products."""

    def allocate_sums(self) -> None:
        """Allocates the sums of this thread: 4 for each instruction."""
        self.cells = [
            [[self.emitter.alloca("float") for _ in range(4)] for _ in self.across()]
            for _ in self.down()
        ]
        for row in self.cells:
            for cell in row:
                for slot in cell:
                    self.emitter.do(f"store float 0.0, ptr {slot}")

    def multiply(self, slot: str) -> None:
        """Multiplies what is in one stage."""
        base = self.emitter.let(f"mul i64 {slot}, {self.stage}")
        for step in range(0, self.depth, _DEPTH[self.item]):
            left = [self._left(base, row * MMA_ROWS, step) for row in self.down()]
            right = self._right(base, step)
            for row in self.down():
                for column in self.across():
                    self._products(self.cells[row][column], left[row], right[column])

    def _products(self, cell: Sequence[str], left: Sequence[str], right: Sequence[str]) -> None:
        if self.kernel.precision == "tf32x3":
            high = [self._tf32(value) for value in left], [self._tf32(value) for value in right]
            low = (
                [self._rest(value, top) for value, top in zip(left, high[0], strict=True)],
                [self._rest(value, top) for value, top in zip(right, high[1], strict=True)],
            )
            self._mma(cell, low[0], high[1])
            self._mma(cell, high[0], low[1])
            self._mma(cell, *high)
        else:
            self._mma(cell, left, right)

    def _tf32(self, bits: str) -> str:
        """The TF32 number nearest to a float32 one."""
        return self.emitter.let(f'call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 {bits})')

    def _rest(self, bits: str, top: str) -> str:
        """What a TF32 number misses of a float32 one, as TF32."""
        let = self.emitter.let
        whole, part = (let(f"bitcast i32 {item} to float") for item in (bits, top))
        return self._tf32(let(f"bitcast float {let(f'fsub float {whole}, {part}')} to i32"))

    def _mma(self, cell: Sequence[str], left: Sequence[str], right: Sequence[str]) -> None:
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

    def _left(self, base: str, row: int, step: int) -> list[str]:
        """The fragment of the first operand: 16 rows of one instruction."""
        let, line = self.emitter.let, pitch(self.depth, self.item)
        if self.item == 2:
            # Lanes 0 to 15 give the rows, lanes 16 to 31 the same rows 8 terms further.
            own = let(f"and i64 {self.lane}, 15")
            half = let(f"udiv i64 {self.lane}, 16")
            return self._matrices(base, self.placed(self.warp_row, own, row), line, half, step, 0)
        rows = [self.placed(self.warp_row, self.group, row + skip) for skip in (0, 8)]
        return [
            self._word(base, rows[number % 2], line, step + 4 * (number // 2), 0)
            for number in range(4)
        ]

    def _right(self, base: str, step: int) -> list[list[str]]:
        """The fragments of the second operand: 8 columns for each instruction."""
        let, part = self.emitter.let, self.second
        line = pitch(part.length, self.item)
        found: list[list[str]] = []
        if self.item == 4:
            for column in self.across():
                place = self.placed(self.warp_column, self.group, column * MMA_COLUMNS)
                terms = [let(f"add i64 {self.in_group}, {step + skip}") for skip in (0, 4)]
                if part.by_terms:
                    values = [
                        self._word(base, place, line, step + skip, part.start) for skip in (0, 4)
                    ]
                else:
                    values = [self._crossed(base, term, place, line, part.start) for term in terms]
                found.append(values)
            return found
        for column in self.across()[::2]:
            start = column * MMA_COLUMNS
            eight = let(f"and i64 {self.lane}, 7")
            second = let(f"udiv i64 {self.lane}, 16")
            half = let(f"and i64 {let(f'udiv i64 {self.lane}, 8')}, 1")
            if part.by_terms:
                # Columns 0 to 7, terms 0 and 8; then columns 8 to 15.
                skip = let(f"mul i64 {second}, 8")
                own = let(f"add i64 {eight}, {skip}")
                place = self.placed(self.warp_column, own, start)
                values = self._matrices(base, place, line, half, step, part.start)
            else:
                skip = let(f"mul i64 {half}, 8")
                term = let(f"add i64 {let(f'add i64 {eight}, {skip}')}, {step}")
                place = self.placed(self.warp_column, let(f"mul i64 {second}, 8"), start)
                values = self._transposed(base, term, place, line, part.start)
            found += [values[:2], values[2:]]
        return found[: len(self.across())]

    def _matrices(
        self, base: str, line: str, size: int, half: str, step: int, start: int
    ) -> list[str]:
        """Four matrices of 8 × 8 along the terms of lines of shared memory."""
        let = self.emitter.let
        skip = let(f"mul i64 {line}, {size}")
        across = let(f"mul i64 {half}, 16")
        offset = let(f"add i64 {let(f'add i64 {base}, {skip}')}, {across}")
        return self._ldmatrix(let(f"add i64 {offset}, {start + step * self.item}"), "")

    def _transposed(self, base: str, term: str, column: str, size: int, start: int) -> list[str]:
        """Four matrices across lines that go along the columns."""
        let = self.emitter.let
        skip = let(f"mul i64 {term}, {size}")
        across = let(f"mul i64 {column}, {self.item}")
        offset = let(f"add i64 {let(f'add i64 {base}, {skip}')}, {across}")
        return self._ldmatrix(let(f"add i64 {offset}, {start}"), ".trans")

    def _ldmatrix(self, offset: str, how: str) -> list[str]:
        let = self.emitter.let
        short = let(f"trunc i64 {offset} to i32")
        address = let(f"add i32 {self.shared}, {short}")
        result = "{i32, i32, i32, i32}"
        found = let(
            f'call {result} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4{how}.shared.b16 '
            f'{{$0, $1, $2, $3}}, [$4];", "=r,=r,=r,=r,r,~{{memory}}"(i32 {address}) convergent'
        )
        return [let(f"extractvalue {result} {found}, {number}") for number in range(4)]

    def _word(self, base: str, line: str, size: int, term: int, start: int) -> str:
        """The float32 of this lane's term in a line of shared memory."""
        own = self.emitter.let(f"add i64 {self.in_group}, {term}")
        return self._crossed(base, line, own, size, start)

    def _crossed(self, base: str, line: str, place: str, size: int, start: int) -> str:
        let = self.emitter.let
        skip = let(f"mul i64 {line}, {size}")
        across = let(f"mul i64 {place}, {self.item}")
        offset = let(f"add i64 {let(f'add i64 {base}, {skip}')}, {across}")
        offset = let(f"add i64 {offset}, {start}")
        pointer = let(f"getelementptr i8, ptr addrspace(3) {self.shared_pointer}, i64 {offset}")
        return let(f"load i32, ptr addrspace(3) {pointer}, align 4")
