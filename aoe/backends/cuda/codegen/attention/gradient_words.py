"""LLVM IR of the products of attention's gradients in float32, as TF32 or as three products of TF32
parts (`gradient_products` beside it has those of 16 bits).

Sums go over elements in any order, so each thread takes elements that are adjacent in memory where
an instruction has them apart: four elements of a line at a time, and columns 2i and 2i + 1, whose
weights it has.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cuda.codegen.attention.gradient_frame import KEYS, VALUES, Cells, GradientFrame
from aoe.backends.cuda.codegen.matrix_instructions import (
    Parts,
    multiplied,
    products_of,
    sixteen_terms,
    words_of,
)
from aoe.backends.cuda.kernels.attention_kernel import DEPTH, SIZE, VALUE
from aoe.backends.cuda.kernels.tensor_kernel import COPY, MMA_COLUMNS, MMA_ROWS

#: Bytes of an element.
_ITEM = 4


class WordProducts(GradientFrame):
    """Emits the products."""

    def place_fragments(self) -> None:
        """See `GradientFrame.place_fragments`."""
        numbers = self.numbers
        pitches = self.parts.pitches
        rows = self.starts(0, self.kernel.tile[0])
        columns = self.starts(self.parts.row_bytes, self.kernel.tile[1])
        row = numbers.plus(self.warp_row, self.group)
        four = numbers.times(self.in_group, COPY)
        twice = numbers.times(self.in_group, 2)
        self.row_places, self.column_places, self.term_places = [], [], []
        for part, axis in ((KEYS, SIZE), (VALUES, VALUE)):
            pitch = pitches[part]
            wide = numbers.times(self.group, self.parts.together(axis) * _ITEM)
            self.row_places.append(numbers.plus(numbers.times(row, pitch), four, rows[part]))
            self.column_places.append(
                numbers.plus(numbers.times(self.group, pitch), four, columns[part])
            )
            self.term_places.append(numbers.plus(numbers.times(twice, pitch), wide, columns[part]))

    def hold_rows(self) -> None:
        """They are read again and again."""

    def products(self, part: int, stage: str) -> Cells:
        """See `GradientFrame.products`."""
        numbers, pitch = self.numbers, self.parts.pitches[part]
        found = [[["0.0"] * 4 for _ in self.columns()] for _ in self.rows()]
        place = numbers.plus(self.column_places[part], stage)
        for step in range(self.parts.depths[part] // DEPTH):
            left = [self._row(part, row, step) for row in self.rows()]
            for number in self.columns():
                skip = number * MMA_COLUMNS * pitch + step * DEPTH * _ITEM
                right = self._parts(self.words(numbers.plus(place, skip), 4))
                for cells, fragment in zip(found, left, strict=True):
                    cells[number] = sixteen_terms(
                        self.emitter, self.kernel.precision, cells[number], fragment, right
                    )
        return found

    def add_weighted(self, number: int, stage: str, weights: Cells) -> None:
        """See `GradientFrame.add_weighted`."""
        part, sums = self.part_of(number), self.sums[number]
        together = self.parts.together((SIZE, VALUE)[part])
        pitch = self.parts.pitches[part]
        place = self.numbers.plus(self.term_places[part], stage)
        for column in self.columns():
            left = [self._weights(row[column]) for row in weights]
            for first in range(0, len(sums[0]), together):
                skip = column * MMA_COLUMNS * pitch + first * MMA_COLUMNS * _ITEM
                lines = [
                    self._parts(self.words(self.numbers.plus(place, skip + line * pitch), together))
                    for line in range(2)
                ]
                for side in range(together):
                    right = tuple([line[n][side] for line in lines if line[n]] for n in (0, 1))
                    for row, fragment in zip(sums, left, strict=True):
                        self._accumulate(row[first + side], fragment, (right[0], right[1]))

    def _weights(self, cell: Sequence[str]) -> Parts:
        """The left fragment of four weights: columns 2i and 2i + 1 are terms i and i + 4."""
        let = self.emitter.let
        return self._parts([let(f"bitcast float {cell[side]} to i32") for side in (0, 2, 1, 3)])

    def _row(self, part: int, row: int, step: int) -> Parts:
        """The fragments of rows of two instructions."""
        pitch = self.parts.pitches[part]
        skip = row * MMA_ROWS * pitch + step * DEPTH * _ITEM
        place = self.numbers.plus(self.row_places[part], skip)
        upper, lower = (self.words(self.numbers.plus(place, by * pitch), 4) for by in (0, 8))
        return self._parts([words[number] for number in range(4) for words in (upper, lower)])

    def _parts(self, words: Sequence[str]) -> Parts:
        return words_of(self.emitter, self.kernel.precision, words)

    def _accumulate(self, cell: Sequence[str], left: Parts, right: Parts) -> None:
        value = [self.emitter.let(f"load float, ptr {slot}") for slot in cell]
        precision = self.kernel.precision
        for a, b in products_of(precision, left, right):
            value = multiplied(self.emitter, precision, value, a, b)
        for item, slot in zip(value, cell, strict=True):
            self.emitter.do(f"store float {item}, ptr {slot}")
