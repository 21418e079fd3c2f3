"""LLVM IR of the products of attention's gradients in 16 bits: scores and the gradients of their
shares, and sums of columns weighted by either.

Fragments are those of the PTX ISA, "Warp-level matrix instructions".
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cuda.codegen.attention.gradient_frame import (
    KEYS,
    VALUES,
    Cells,
    GradientFrame,
)
from aoe.backends.cuda.codegen.matrix_instructions import multiplied
from aoe.backends.cuda.kernels.attention_kernel import DEPTH
from aoe.backends.cuda.kernels.tensor_kernel import MMA_COLUMNS, MMA_ROWS

#: Bytes of an element.
_ITEM = 2


class HalfProducts(GradientFrame):
    """Emits the products."""

    def place_fragments(self) -> None:
        """See `GradientFrame.place_fragments`."""
        numbers = self.numbers
        high, low = numbers.divided(self.lane, 16)
        eights, eight = numbers.divided(self.lane, 8)
        row = numbers.plus(self.warp_row, low)
        column = numbers.plus(eight, numbers.times(high, 8))
        half = numbers.rest(eights, 2)
        starts = self.starts(0, self.kernel.tile[0])
        behind = self.starts(self.parts.row_bytes, self.kernel.tile[1])
        self.row_places = self._at(row, high, starts)
        self.column_places = self._at(column, half, behind)
        self.term_places = self._at(low, high, behind)
        self.held: list[list[list[list[str]]]] = []

    def hold_rows(self) -> None:
        """See `GradientFrame.hold_rows`."""
        if self.parts.held:
            self.held = [
                [[self._read(part, row, step) for step in self._steps(part)] for row in self.rows()]
                for part in (KEYS, VALUES)
            ]

    def products(self, part: int, stage: str) -> Cells:
        """See `GradientFrame.products`."""
        numbers, pitch = self.numbers, self.parts.pitches[part]
        found = [[["0.0"] * 4 for _ in self.columns()] for _ in self.rows()]
        place = numbers.plus(self.column_places[part], stage)
        for step in self._steps(part):
            left = [self._row(part, row, step) for row in self.rows()]
            for number in range(0, len(self.columns()), 2):
                skip = number * MMA_COLUMNS * pitch + step * DEPTH * _ITEM
                four = self.matrices(numbers.plus(place, skip), transposed=False)
                for cells, fragment in zip(found, left, strict=True):
                    for side in range(2):
                        pair = four[2 * side : 2 * side + 2]
                        cells[number + side] = self._multiplied(
                            cells[number + side], fragment, pair
                        )
        return found

    def add_weighted(self, number: int, stage: str, weights: Cells) -> None:
        """See `GradientFrame.add_weighted`."""
        part = self.part_of(number)
        pitch, place = self.parts.pitches[part], self.term_places[part]
        place = self.numbers.plus(place, stage)
        sums = self.sums[number]
        for step in range(self.kernel.tile[1] // DEPTH):
            left = [self._packed(row[2 * step], row[2 * step + 1]) for row in weights]
            for column in range(0, len(sums[0]), 2):
                skip = step * DEPTH * pitch + column * MMA_COLUMNS * _ITEM
                four = self.matrices(self.numbers.plus(place, skip), transposed=True)
                for side in range(min(2, len(sums[0]) - column)):
                    pair = four[2 * side : 2 * side + 2]
                    for row, fragment in zip(sums, left, strict=True):
                        self._accumulate(row[column + side], fragment, pair)

    def _at(self, line: str, column: str, starts: Sequence[int]) -> list[str]:
        numbers = self.numbers
        return [
            numbers.plus(numbers.times(line, pitch), numbers.times(column, 16), start)
            for pitch, start in zip(self.parts.pitches, starts, strict=True)
        ]

    def _steps(self, part: int) -> range:
        return range(self.parts.depths[part] // DEPTH)

    def _row(self, part: int, row: int, step: int) -> list[str]:
        return self.held[part][row][step] if self.held else self._read(part, row, step)

    def _read(self, part: int, row: int, step: int) -> list[str]:
        skip = row * MMA_ROWS * self.parts.pitches[part] + step * DEPTH * _ITEM
        return self.matrices(self.numbers.plus(self.row_places[part], skip), transposed=False)

    def _packed(self, first: Sequence[str], second: Sequence[str]) -> list[str]:
        """Sums of two instructions as the left fragment of one of 16 terms."""
        pairs = (first[:2], first[2:], second[:2], second[2:])
        return [self.pair(low, high, self.kernel.precision) for low, high in pairs]

    def _accumulate(self, cell: Sequence[str], left: Sequence[str], right: Sequence[str]) -> None:
        value = [self.emitter.let(f"load float, ptr {slot}") for slot in cell]
        for item, slot in zip(self._multiplied(value, left, right), cell, strict=True):
            self.emitter.do(f"store float {item}, ptr {slot}")

    def _multiplied(
        self, cell: Sequence[str], left: Sequence[str], right: Sequence[str]
    ) -> list[str]:
        return multiplied(self.emitter, self.kernel.precision, cell, left, right)
