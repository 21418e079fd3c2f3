"""What the parts of the code of attention's gradients have in common: which tile a block has, and
which rows of it a warp (`aoe.backends.cuda.kernels.attention_gradient_kernel`).

A block has lines of rows in shared memory, and behind them slots with lines of columns. Each has
two parts, the one as long as a key (`KEYS`) and the one as long as a value.
"""

from __future__ import annotations

from abc import abstractmethod

from aoe.backends.cuda.codegen.attention.line_copies import LineCopies
from aoe.backends.cuda.codegen.thread_code import register32
from aoe.backends.cuda.kernels.attention_gradient_kernel import BATCH, AttentionGradientKernel
from aoe.backends.cuda.kernels.attention_kernel import QUERY, SIZE
from aoe.backends.cuda.kernels.tensor_kernel import MMA_COLUMNS, MMA_ROWS
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.backends.llvm.emitter import Emitter

#: The parts of a line.
KEYS, VALUES = 0, 1
#: Four numbers of each instruction along rows and along columns.
Cells = list[list[list[str]]]


class GradientFrame(LineCopies):
    """Where a thread is in a kernel, and where its sums are."""

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

    @abstractmethod
    def place_fragments(self) -> None:
        """Computes where this thread's parts of fragments are in shared memory."""

    @abstractmethod
    def hold_rows(self) -> None:
        """Brings fragments of rows to registers, where they stay, if they fit there."""

    @abstractmethod
    def products(self, part: int, stage: str) -> Cells:
        """The products of a part of rows with that of the columns of a stage."""

    @abstractmethod
    def add_weighted(self, number: int, stage: str, weights: Cells) -> None:
        """Adds the columns of a stage times weights to a result."""

    def starts(self, first: int, lines: int) -> tuple[int, int]:
        """Where the two parts of so many lines begin."""
        return first, first + lines * self.parts.pitches[KEYS]

    def rows(self) -> range:
        """The instructions of the warp along the rows."""
        return range(self.parts.rows)

    def columns(self) -> range:
        """Those along the columns of a step."""
        return range(self.kernel.tile[1] // MMA_COLUMNS)

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

    def part_of(self, number: int) -> int:
        """The part of columns that is added to a result."""
        return KEYS if self.kernel.results[number].axes[-2].name == SIZE else VALUES
