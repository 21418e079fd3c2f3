"""LLVM IR of the products of a contraction: fragments from shared memory, and matrix instructions.

`matrix_instructions` beside it emits the instructions.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from aoe.backends.cuda.codegen.index_numbers import Number
from aoe.backends.cuda.codegen.matrix_instructions import (
    Fragment,
    four_matrices,
    multiplied,
    parts_of,
    products_of,
)
from aoe.backends.cuda.codegen.tensor_frame import TensorFrame
from aoe.backends.cuda.kernels.tensor_kernel import COPY, MMA_COLUMNS, MMA_ROWS, pitch

#: Bytes of the terms of one instruction, of each row and column.
_DEPTH_BYTES = 32


class TensorProducts(TensorFrame):
    """Emits the products."""

    def begin_products(self) -> None:
        """Sets the sums of this thread to 0, 4 for each instruction, and finds its fragments."""
        self.cells = [
            [[self.emitter.alloca(self.sum) for _ in range(4)] for _ in self.across()]
            for _ in self.down()
        ]
        nothing = "0.0" if self.sum == "float" else "0"
        for cells in self.cells:
            for slot in chain.from_iterable(cells):
                self.emitter.do(f"store {self.sum} {nothing}, ptr {slot}")
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
                        self._accumulate(self.cells[row][column], first[row], second[column])

    def _pairs(
        self, rows: Sequence[Fragment], columns: Sequence[Fragment]
    ) -> list[tuple[Sequence[Fragment], Sequence[Fragment]]]:
        """What is multiplied and added up, the smallest products first."""
        precision = self.kernel.precision
        if not precision.startswith("tf32"):
            return [(rows, columns)]
        left, right = (parts_of(self.emitter, precision, item) for item in (rows, columns))
        return products_of(precision, left, right)

    def _accumulate(self, cell: Sequence[str], left: Fragment, right: Fragment) -> None:
        emitter = self.emitter
        sums = [emitter.let(f"load {self.sum}, ptr {slot}") for slot in cell]
        found = multiplied(emitter, self.kernel.precision, sums, left, right)
        for value, slot in zip(found, cell, strict=True):
            emitter.do(f"store {self.sum} {value}, ptr {slot}")

    def _left(self, address: Number, row: int, step: int) -> list[str]:
        """The fragment of the first operand: 16 rows of one instruction."""
        skip = row * pitch(self.depth, self.item) + step
        return four_matrices(self.emitter, address, skip, transposed=False)

    def _right_address(self) -> Number:
        """The address of what this lane reads first of the second operand."""
        numbers, part = self.numbers, self.second
        line = pitch(part.length, self.item)
        start = numbers.plus(self.shared, part.start)
        if not part.by_terms and self.item != 2:
            column = numbers.plus(self.warp_column, self.group)
            term = numbers.times(self.in_group, self.in_register)
            return numbers.plus(start, numbers.times(term, line), numbers.times(column, self.item))
        rest, eight = numbers.divided(self.lane, 8)
        second, half = numbers.divided(rest, 2)
        across = numbers.plus(self.warp_column, numbers.times(second, MMA_COLUMNS))
        if part.by_terms:
            # Columns 0 to 7, both halves of their terms; then columns 8 to 15.
            lines = numbers.times(numbers.plus(across, eight), line)
            return numbers.plus(start, lines, numbers.times(half, COPY))
        terms = numbers.plus(eight, numbers.times(half, 8))
        return numbers.plus(start, numbers.times(terms, line), numbers.times(across, self.item))

    def _right(self, address: Number, step: int) -> list[Fragment]:
        """The fragments of the second operand: 8 columns for each instruction."""
        part = self.second
        line, term = pitch(part.length, self.item), step // self.item
        if not part.by_terms and self.item != 2:
            return [
                [
                    self._gathered(
                        address, (term + skip) * line + column * MMA_COLUMNS * self.item, line
                    )
                    for skip in (0, 4 * self.in_register)
                ]
                for column in self.across()
            ]
        found: list[Fragment] = []
        for column in self.across()[::2]:
            first = column * MMA_COLUMNS
            skip = first * line + step if part.by_terms else term * line + first * self.item
            values = four_matrices(self.emitter, address, skip, not part.by_terms)
            found += [values[:2], values[2:]]
        return found[: len(self.across())]

    @property
    def in_register(self) -> int:
        """Elements of a register of a fragment."""
        return 4 // self.item

    def _gathered(self, address: Number, skip: int, line: int) -> str:
        """A register of a fragment whose elements lie in lines behind each other: one of 32 bits,
        or four of 8.
        """
        let, kind = self.emitter.let, f"i{8 * self.item}"
        pointer = let(f"inttoptr i32 {address} to ptr addrspace(3)")
        word = ""
        for number in range(self.in_register):
            place = let(f"getelementptr i8, ptr addrspace(3) {pointer}, i64 {skip + number * line}")
            bits = let(f"load {kind}, ptr addrspace(3) {place}, align {self.item}")
            if self.item < 4:
                wide = let(f"zext {kind} {bits} to i32")
                bits = let(f"shl i32 {wide}, {8 * number}") if number else wide
            word = let(f"or i32 {word}, {bits}") if word else bits
        return word
