"""LLVM IR of the products of attention: scores of queries and keys, and sums of weighted values.

The fragments are those of the PTX ISA, "Warp-level matrix instructions". Sums go over elements in
any order, so each thread takes elements that are adjacent in memory where an instruction has them
apart: with float32, four elements of a key at a time, and keys 2i and 2i + 1, whose weights it has.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cuda.codegen.attention.attention_frame import AttentionFrame
from aoe.backends.cuda.codegen.matrix_instructions import (
    Fragment,
    Parts,
    multiplied,
    products_of,
    sixteen_terms,
    words_of,
)
from aoe.backends.cuda.kernels.attention_kernel import DEPTH
from aoe.backends.cuda.kernels.tensor_kernel import MMA_COLUMNS, MMA_ROWS


class AttentionProducts(AttentionFrame):
    """Emits the products."""

    def place_fragments(self) -> None:
        """Computes where this thread's parts of fragments are in shared memory."""
        numbers, parts = self.numbers, self.parts
        value_start = self.kernel.tile[1] * parts.key_pitch + parts.query_bytes
        if parts.item == 2:
            high, low = numbers.divided(self.lane, 16)
            eights, eight = numbers.divided(self.lane, 8)
            half = numbers.rest(eights, 2)
            key = numbers.plus(eight, numbers.times(high, 8))
            places = ((low, high, 16), (key, half, 16), (low, high, 16))
        else:
            twice = numbers.times(self.in_group, 2)
            wide = parts.together * parts.item
            places = (
                (self.group, self.in_group, 16),
                (self.group, self.in_group, 16),
                (twice, self.group, wide),
            )
        starts = (0, parts.query_bytes, value_start)
        pitches = (parts.key_pitch, parts.key_pitch, parts.value_pitch)
        warps = (self.warp_row, self.warp_key, self.warp_key)
        found = []
        for (line, column, step), start, pitch, warp in zip(
            places, starts, pitches, warps, strict=True
        ):
            offset = numbers.times(numbers.plus(warp, line), pitch)
            found.append(numbers.plus(offset, numbers.times(column, step), start))
        self.query_place, self.key_place, self.value_place = found

    def hold_queries(self) -> None:
        """Brings fragments of queries to registers, where they stay."""
        self.held: list[list[Parts]] = []
        if self.parts.holds_queries:
            steps = range(self.parts.depth // DEPTH)
            self.held = [[self._read_query(row, step) for step in steps] for row in self.rows()]

    def rows(self) -> range:
        """The instructions of the warp along the queries."""
        return range(self.parts.rows)

    def key_tiles(self) -> range:
        """The instructions of the warp along the keys of a step."""
        return range(self.parts.keys // MMA_COLUMNS)

    def allocate_sums(self) -> None:
        """Allocates sums of weighted values: 4 for each instruction."""
        self.sums = [
            [[self.emitter.alloca("float") for _ in range(4)] for _ in range(self.parts.columns)]
            for _ in self.rows()
        ]
        for slot in (slot for row in self.sums for cell in row for slot in cell):
            self.emitter.do(f"store float 0.0, ptr {slot}")

    def products(self, stage: str) -> list[list[list[str]]]:
        """The products of queries and the keys of a stage: by row and key of instructions."""
        numbers = self.numbers
        found = [[["0.0"] * 4 for _ in self.key_tiles()] for _ in self.rows()]
        place = numbers.plus(self.key_place, stage)
        pitch = self.parts.key_pitch
        for step in range(self.parts.depth // DEPTH):
            queries = [self._query(row, step) for row in self.rows()]
            for number in self.key_tiles():
                skip = number * MMA_COLUMNS * pitch + step * DEPTH * self.parts.item
                if self.parts.item == 4:
                    right = self._parts(self.words(numbers.plus(place, skip), 4))
                    for row, query in zip(found, queries, strict=True):
                        row[number] = sixteen_terms(
                            self.emitter, self.kernel.precision, row[number], query, right
                        )
                elif number % 2 == 0:
                    four = self.matrices(numbers.plus(place, skip), transposed=False)
                    for row, query in zip(found, queries, strict=True):
                        for side in range(2):
                            pair = four[2 * side : 2 * side + 2]
                            row[number + side] = self._multiplied(
                                row[number + side], query[0], pair
                            )
        return found

    def add_weighted(self, stage: str, weights: Sequence[Sequence[Sequence[str]]]) -> None:
        """Adds the values of a stage times the weights that `products` gave the scores of."""
        place = self.numbers.plus(self.value_place, stage)
        if self.parts.item == 2:
            self._add_halves(place, weights)
        else:
            self._add_words(place, weights)

    def _add_halves(self, place: str, weights: Sequence[Sequence[Sequence[str]]]) -> None:
        columns, pitch = self.parts.columns, self.parts.value_pitch
        for step in range(self.parts.keys // DEPTH):
            left = []
            for row in weights:
                first, second = row[2 * step : 2 * step + 2]
                pairs = (first[:2], first[2:], second[:2], second[2:])
                left.append([self.packed(*pair) for pair in pairs])
            for column in range(0, columns, 2):
                skip = step * DEPTH * pitch + column * MMA_COLUMNS * 2
                four = self.matrices(self.numbers.plus(place, skip), transposed=True)
                for side in range(min(2, columns - column)):
                    for cells, fragment in zip(self.sums, left, strict=True):
                        pair = four[2 * side : 2 * side + 2]
                        self._accumulate(cells[column + side], [(fragment, pair)])

    def _add_words(self, place: str, weights: Sequence[Sequence[Sequence[str]]]) -> None:
        together, pitch = self.parts.together, self.parts.value_pitch
        let = self.emitter.let
        for number in self.key_tiles():
            left: list[Parts] = []
            for row in weights:
                # Keys 2i and 2i + 1 are terms i and i + 4.
                bits = [let(f"bitcast float {row[number][side]} to i32") for side in (0, 2, 1, 3)]
                left.append(self._parts(bits))
            for first in range(0, self.parts.columns, together):
                skip = number * MMA_COLUMNS * pitch + first * MMA_COLUMNS * 4
                lines = [
                    self._parts(self.words(self.numbers.plus(place, skip + line * pitch), together))
                    for line in range(2)
                ]
                for side in range(together):
                    high, low = (
                        [line[part][side] for line in lines if line[part]] for part in (0, 1)
                    )
                    for cells, fragment in zip(self.sums, left, strict=True):
                        self._accumulate(
                            cells[first + side],
                            products_of(self.kernel.precision, fragment, (high, low)),
                        )

    def _accumulate(
        self, cell: Sequence[str], products: Sequence[tuple[Sequence[str], Sequence[str]]]
    ) -> None:
        value = [self.emitter.let(f"load float, ptr {slot}") for slot in cell]
        for left, right in products:
            value = self._multiplied(value, left, right)
        for item, slot in zip(value, cell, strict=True):
            self.emitter.do(f"store float {item}, ptr {slot}")

    def _query(self, row: int, step: int) -> Parts:
        return self.held[row][step] if self.held else self._read_query(row, step)

    def _read_query(self, row: int, step: int) -> Parts:
        """The fragment of queries: with float32, of both instructions."""
        pitch = self.parts.key_pitch
        place = self.numbers.plus(
            self.query_place, row * MMA_ROWS * pitch + step * DEPTH * self.parts.item
        )
        if self.parts.item == 2:
            return self.matrices(place, transposed=False), []
        upper, lower = (self.words(self.numbers.plus(place, skip * pitch), 4) for skip in (0, 8))
        order = [words[number] for number in range(4) for words in (upper, lower)]
        return self._parts(order)

    def _parts(self, words: Sequence[str]) -> Parts:
        return words_of(self.emitter, self.kernel.precision, words)

    def packed(self, low: str, high: str) -> str:
        """Two numbers of float32 as one register of the type that is multiplied."""
        return self.pair(low, high, self.kernel.precision)

    def _multiplied(self, cell: Sequence[str], left: Fragment, right: Fragment) -> list[str]:
        return multiplied(self.emitter, self.kernel.precision, cell, left, right)
