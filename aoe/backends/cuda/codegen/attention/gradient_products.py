"""LLVM IR of the products of attention's gradients: scores and the gradients of their shares, and
sums of columns weighted by either (`aoe.backends.cuda.kernels.attention_gradient_kernel`).

A block has lines of rows in shared memory, and behind them slots with lines of columns. Each has
two parts, the one as long as a key (`KEYS`) and the one as long as a value. Fragments are those of
the PTX ISA, "Warp-level matrix instructions".
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cpu.codegen.emitter import Emitter
from aoe.backends.cuda.codegen.attention.line_copies import LineCopies
from aoe.backends.cuda.codegen.matrix_instructions import multiplied
from aoe.backends.cuda.codegen.thread_code import register32
from aoe.backends.cuda.kernels.attention_gradient_kernel import (
    BATCH,
    ITEM,
    AttentionGradientKernel,
)
from aoe.backends.cuda.kernels.attention_kernel import DEPTH, QUERY, SIZE
from aoe.backends.cuda.kernels.tensor_kernel import MMA_COLUMNS, MMA_ROWS
from aoe.backends.cuda.target.cuda_target import WARP

#: The parts of a line.
KEYS, VALUES = 0, 1
#: Four numbers of each instruction along rows and along columns.
Cells = list[list[list[str]]]


class GradientProducts(LineCopies):
    """Where a thread is in a kernel, and its products."""

    def __init__(self, emitter: Emitter, kernel: AttentionGradientKernel, shared: str) -> None:
        super().__init__(emitter, kernel, kernel.extents, shared)
        self.kernel, self.parts, numbers = kernel, kernel.parts, self.numbers
        head, tile = numbers.divided(register32(emitter, "ctaid.x"), kernel.row_tiles)
        if kernel.causal and kernel.along == QUERY:  # the longest ones first
            tile = numbers.minus(kernel.row_tiles - 1, tile)
        self.places = numbers.decoded(head, self.axes(BATCH))
        self.row_start = numbers.times(tile, kernel.tile[0])
        warp, self.lane = numbers.divided(self.thread, WARP)
        self.group, self.in_group = numbers.divided(self.lane, 4)
        #: The first row of the warp in the tile.
        self.warp_row = numbers.times(warp, self.parts.rows * MMA_ROWS)

    def place_fragments(self) -> None:
        """Computes where this thread's parts of fragments are in shared memory."""
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

    def starts(self, first: int, lines: int) -> tuple[int, int]:
        """Where the two parts of so many lines begin."""
        return first, first + lines * self.parts.pitches[KEYS]

    def hold_rows(self) -> None:
        """Brings fragments of rows to registers, where they stay."""
        if self.parts.held:
            self.held = [
                [[self._read(part, row, step) for step in self._steps(part)] for row in self.rows()]
                for part in (KEYS, VALUES)
            ]

    def rows(self) -> range:
        """The instructions of the warp along the rows."""
        return range(self.parts.rows)

    def columns(self) -> range:
        """Those along the columns of a step."""
        return range(self.kernel.tile[1] // MMA_COLUMNS)

    def products(self, part: int, stage: str) -> Cells:
        """The products of a part of rows with that of the columns of a stage."""
        numbers, pitch = self.numbers, self.parts.pitches[part]
        found = [[["0.0"] * 4 for _ in self.columns()] for _ in self.rows()]
        place = numbers.plus(self.column_places[part], stage)
        for step in self._steps(part):
            left = [self._row(part, row, step) for row in self.rows()]
            for number in range(0, len(self.columns()), 2):
                skip = number * MMA_COLUMNS * pitch + step * DEPTH * ITEM
                four = self.matrices(numbers.plus(place, skip), transposed=False)
                for cells, fragment in zip(found, left, strict=True):
                    for side in range(2):
                        pair = four[2 * side : 2 * side + 2]
                        cells[number + side] = self._multiplied(
                            cells[number + side], fragment, pair
                        )
        return found

    def allocate_sums(self) -> None:
        """Allocates sums of weighted columns, by result: 4 for each instruction."""
        self.sums = [
            [
                [
                    [self.slot("0.0") for _ in range(4)]
                    for _ in range(self.parts.instructions(nest.axes[-2].name))
                ]
                for _ in self.rows()
            ]
            for nest in self.kernel.results
        ]

    def add_weighted(self, number: int, stage: str, weights: Cells) -> None:
        """Adds the columns of a stage times weights to a result."""
        part = KEYS if self.kernel.results[number].axes[-2].name == SIZE else VALUES
        pitch, place = self.parts.pitches[part], self.term_places[part]
        place = self.numbers.plus(place, stage)
        sums = self.sums[number]
        for step in range(self.kernel.tile[1] // DEPTH):
            left = [self._packed(row[2 * step], row[2 * step + 1]) for row in weights]
            for column in range(0, len(sums[0]), 2):
                skip = step * DEPTH * pitch + column * MMA_COLUMNS * ITEM
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
        skip = row * MMA_ROWS * self.parts.pitches[part] + step * DEPTH * ITEM
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
