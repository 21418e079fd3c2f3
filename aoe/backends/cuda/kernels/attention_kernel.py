"""Attention that a block computes by matrix instructions for a tile of queries, without storing
scores.

A block goes through the keys in steps of `tile[1]` of them. Keys and values of a step are copied to
shared memory, some steps ahead. Warps multiply queries and keys, keep the largest score and the sum
of powers of each query (Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018),
and add weighted values, all in registers (Dao, "FlashAttention-2", 2023). `warps[1]` warps share
the keys of a step, and add up what they have at the end. `split` blocks share the keys of a tile of
queries. Each then writes its sums, and another kernel adds them.

Query heads that read the same keys and values are rows of one tile.

`aoe.backends.cuda.codegen.attention` emits these kernels. The first loop nest says what the
scores are, the second what is stored of the mean of values. A third one says where a part of the
keys stores the largest score and the sum of powers.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.backends.cuda.kernels.tensor_kernel import COPY, MMA_COLUMNS, MMA_ROWS, PADDING
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.element_types import ITEM_BYTES

#: The axes of queries, keys, elements of a key, elements of a value, and parts of the keys.
QUERY, KEY, SIZE, VALUE, PART = "m", "n", "c", "e", "part"
#: Elements of keys that are multiplied at a time: keys and queries have zeros up to a multiple.
DEPTH = 16
#: Bytes that shared memory delivers at once.
_BANKS = 128
#: Registers that fragments of queries may take. They are read again and again where they need more.
_HELD_QUERIES = 64


@dataclass(frozen=True, slots=True)
class AttentionTile:
    """How a block is shared, and where its parts lie in shared memory.

    Attributes:
        tile: Queries of a block, and keys of a step.
        warps: Warps along queries and keys.
        size: Elements of a key.
        values: Elements of a value.
        item: Bytes of an element.
    """

    tile: tuple[int, int]
    warps: tuple[int, int]
    size: int
    values: int
    item: int

    @property
    def threads(self) -> int:
        """Threads of a block."""
        return self.warps[0] * self.warps[1] * WARP

    @property
    def rows(self) -> int:
        """Instructions of a warp along the queries."""
        return self.tile[0] // self.warps[0] // MMA_ROWS

    @property
    def keys(self) -> int:
        """Keys of a warp in a step."""
        return self.tile[1] // self.warps[1]

    @property
    def depth(self) -> int:
        """Elements of a key with the zeros behind them."""
        return -(-self.size // DEPTH) * DEPTH

    @property
    def together(self) -> int:
        """Instructions along a value whose columns alternate, so that one load of shared memory
        serves them: column j of the i-th is element j · together + i.
        """
        if self.item == 2:
            return 1
        fitting = (count for count in (4, 2) if self.values % (count * MMA_COLUMNS) == 0)
        return next(fitting, 1)

    @property
    def columns(self) -> int:
        """Instructions along a value."""
        return -(-self.values // MMA_COLUMNS)

    @property
    def width(self) -> int:
        """Elements of a value with the zeros behind them."""
        step = 2 * MMA_COLUMNS if self.item == 2 else MMA_COLUMNS
        return -(-self.values // step) * step

    @property
    def key_pitch(self) -> int:
        """Bytes from one key, or query, to the next. Threads that read at once find different
        banks.
        """
        line = self.depth * self.item
        if self.item == 2:
            return line + PADDING
        return line if line % _BANKS else line + _BANKS // 2

    @property
    def value_pitch(self) -> int:
        """Bytes from one value to the next."""
        return self.width * self.item + PADDING

    @property
    def query_bytes(self) -> int:
        """Bytes of the queries."""
        return self.tile[0] * self.key_pitch

    @property
    def stage_bytes(self) -> int:
        """Bytes of keys and values of a step."""
        return self.tile[1] * (self.key_pitch + self.value_pitch)

    @property
    def exchange_bytes(self) -> int:
        """Bytes that warps exchange at the end: sums, largest score and sum of powers."""
        if self.warps[1] == 1:
            return 0
        return self.warps[0] * self.warps[1] * (self.columns + 1) * WARP * COPY

    def shared_bytes(self, slots: int) -> int:
        """Bytes of shared memory of a block that holds so many steps."""
        return max(self.query_bytes + slots * self.stage_bytes, self.exchange_bytes)

    @property
    def holds_queries(self) -> bool:
        """Whether registers hold the fragments of queries."""
        words = self.rows * self.depth // 4 if self.item == 2 else self.rows * self.depth
        return words <= _HELD_QUERIES // (2 if self.item == 2 else 1)


@dataclass(frozen=True, slots=True)
class AttentionKernel(SimtKernel):
    """Attention on matrix instructions.

    Attributes:
        batch: Axes that select keys and values.
        rows: Axes of queries that read the same keys, the queries of a head last.
        tile: Queries of a block, and keys of a step.
        warps: Warps along queries and keys.
        stages: Steps that are in shared memory at a time.
        split: Parts of the keys that blocks take.
        precision: What is multiplied: "float16", "bfloat16", or, of float32, "tf32" or "tf32x3".
        causal: Whether a query sees the keys up to its own number only.
    """

    batch: tuple[str, ...] = ()
    rows: tuple[str, ...] = (QUERY,)
    tile: tuple[int, int] = (64, 64)
    warps: tuple[int, int] = (4, 1)
    stages: int = 2
    split: int = 1
    precision: str = "float16"
    causal: bool = False

    @property
    def extents(self) -> dict[str, int]:
        """The axes' extents by name."""
        return {axis.name: axis.extent for nest in self.nests for axis in nest.axes}

    @property
    def row_count(self) -> int:
        """Queries that read the same keys."""
        return prod(self.extents[name] for name in self.rows)

    @property
    def parts(self) -> AttentionTile:
        """How a block is shared."""
        extents = self.extents
        item = ITEM_BYTES[self.nests[0].operands[0].dtype]
        return AttentionTile(self.tile, self.warps, extents[SIZE], extents[VALUE], item)

    @property
    def seen_keys(self) -> int:
        """Keys that some query sees."""
        keys = self.extents[KEY]
        return min(keys, self.extents[QUERY]) if self.causal else keys

    @property
    def step_count(self) -> int:
        """The most steps of a block."""
        every = -(-self.seen_keys // self.tile[1])
        return -(-every // self.split)

    @property
    def slots(self) -> int:
        """Steps that shared memory holds."""
        return min(self.stages, self.step_count)

    @property
    def row_tiles(self) -> int:
        """Tiles of queries that read the same keys."""
        return -(-self.row_count // self.tile[0])

    @property
    def tasks(self) -> int:
        """Blocks."""
        return prod(self.extents[name] for name in self.batch) * self.row_tiles * self.split

    @property
    def shared_bytes(self) -> int:
        """Bytes of shared memory of a block."""
        return self.parts.shared_bytes(self.slots)
