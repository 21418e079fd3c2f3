"""Gradients of attention that a block computes by matrix instructions for a tile of queries, or of
keys, without storing scores (Dao, "FlashAttention-2", 2023, algorithm 2).

A block keeps a tile of *rows* in shared memory, and goes through the *columns* in steps, which are
copied some steps ahead. Rows are queries with the gradients of their results, and columns keys with
their values (`along` "m"), or the other way round ("n"). Warps have rows of their own. They compute
scores of rows and columns, and the gradients of their shares, and multiply both by the columns.
Sums stay in registers. No two blocks add to the same result.

A block of queries goes through the keys twice: first for the largest score of each query, the
logarithm of its sum of powers, and the mean of its shares' gradients (`STATISTICS`), then for the
gradient of the queries. Blocks of keys read these three numbers.

`aoe.backends.cuda.codegen.attention.gradient_code` emits these kernels. The first loop nest says
what the scores are, the second what the gradients of shares. Where rows are queries, the third
stores the three numbers. The others store results, the last axis but one being their columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm, prod

from aoe.backends.cuda.kernels.attention_kernel import DEPTH, KEY, QUERY, SIZE, VALUE
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.backends.cuda.kernels.tensor_kernel import COPY, MMA_COLUMNS, MMA_ROWS, PADDING
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.element_types import ITEM_BYTES
from aoe.loops.loop_nest import LoopNest

#: The axes that select a head.
BATCH = ("b", "h")
#: What is kept of each query: its largest score, the binary logarithm of the sum of powers
#: (where float32 is split, the inverse of the sum), and the mean of the gradients of its shares.
STATISTICS = ("largest", "logarithms", "means")
#: Registers that fragments of rows may take. They are read again and again where they need more.
_HELD_ROWS = 32


@dataclass(frozen=True, slots=True)
class GradientTile:
    """How a block is shared, and where its parts lie in shared memory.

    Attributes:
        tile: Rows of a block, and columns of a step.
        warps: Warps, each with rows of its own.
        size: Elements of a key.
        values: Elements of a value.
        item: Bytes of an element.
    """

    tile: tuple[int, int]
    warps: int
    size: int
    values: int
    item: int

    @property
    def threads(self) -> int:
        """Threads of a block."""
        return self.warps * WARP

    @property
    def rows(self) -> int:
        """Instructions of a warp along the rows."""
        return self.tile[0] // self.warps // MMA_ROWS

    @property
    def depths(self) -> tuple[int, int]:
        """Elements of a key and of a value with the zeros behind them."""
        return -(-self.size // DEPTH) * DEPTH, -(-self.values // DEPTH) * DEPTH

    @property
    def copy_places(self) -> tuple[int, int]:
        """Places in lines of keys and of values where a thread copies, if it copies as much at a
        time as it can: after so many copies it is in the same columns again.
        """
        lines = (depth * self.item // COPY for depth in self.depths)
        first, second = (lcm(self.threads, line) // self.threads for line in lines)
        return first, second

    @property
    def pitches(self) -> tuple[int, int]:
        """Bytes from one line of keys, and of values, to the next. Threads that read at once find
        different banks.
        """
        first, second = (depth * self.item + PADDING for depth in self.depths)
        return first, second

    @property
    def row_bytes(self) -> int:
        """Bytes of the rows."""
        return self.tile[0] * sum(self.pitches)

    @property
    def stage_bytes(self) -> int:
        """Bytes of the columns of a step."""
        return self.tile[1] * sum(self.pitches)

    def shared_bytes(self, slots: int) -> int:
        """Bytes of shared memory of a block that holds so many steps."""
        return self.row_bytes + slots * self.stage_bytes

    @property
    def held(self) -> int:
        """Registers that hold the fragments of rows; 0 where they are read again and again."""
        words = self.rows * sum(self.depths) // 4
        return words if self.item == 2 and words <= _HELD_ROWS else 0

    def instructions(self, axis: str) -> int:
        """Instructions along a result's columns."""
        return -(-(self.size if axis == SIZE else self.values) // MMA_COLUMNS)

    def together(self, axis: str) -> int:
        """Instructions along a result's columns that alternate, so that one load of shared memory
        serves them: column j of the i-th is element j · together + i.
        """
        if self.item == 2:
            return 1
        extent = self.size if axis == SIZE else self.values
        fitting = (count for count in (4, 2) if extent % (count * MMA_COLUMNS) == 0)
        return next(fitting, 1)


@dataclass(frozen=True, slots=True)
class AttentionGradientKernel(SimtKernel):
    """Gradients of attention on matrix instructions.

    Attributes:
        along: The axis of rows: that of queries, or that of keys.
        tile: Rows of a block, and columns of a step.
        warps: Warps of a block.
        stages: Steps that are in shared memory at a time.
        precision: What is multiplied: "float16", "bfloat16", or, of float32, "tf32" or "tf32x3".
        causal: Whether a query sees the keys up to its own number only.
        has_most_registers: Whether NVIDIA's assembler may give threads all registers that they can
            use, however few blocks a multiprocessor then has.
    """

    along: str = QUERY
    tile: tuple[int, int] = (64, 32)
    warps: int = 4
    stages: int = 2
    precision: str = "float16"
    causal: bool = False
    has_most_registers: bool = False

    @property
    def extents(self) -> dict[str, int]:
        """The axes' extents by name."""
        return {axis.name: axis.extent for nest in self.nests for axis in nest.axes}

    @property
    def across(self) -> str:
        """The axis of columns."""
        return KEY if self.along == QUERY else QUERY

    @property
    def results(self) -> tuple[LoopNest, ...]:
        """The loop nests that store gradients."""
        return self.nests[3 if self.along == QUERY else 2 :]

    @property
    def parts(self) -> GradientTile:
        """How a block is shared."""
        extents, item = self.extents, ITEM_BYTES[self.nests[0].operands[0].dtype]
        return GradientTile(self.tile, self.warps, extents[SIZE], extents[VALUE], item)

    @property
    def row_tiles(self) -> int:
        """Tiles of rows of a head."""
        return -(-self.extents[self.along] // self.tile[0])

    @property
    def step_count(self) -> int:
        """The most steps of a block."""
        return -(-self.extents[self.across] // self.tile[1])

    @property
    def slots(self) -> int:
        """Steps that shared memory holds."""
        return min(self.stages, self.step_count)

    @property
    def tasks(self) -> int:
        """Blocks."""
        return prod(self.extents[name] for name in BATCH) * self.row_tiles

    @property
    def shared_bytes(self) -> int:
        """Bytes of shared memory of a block."""
        return self.parts.shared_bytes(self.slots)
