"""A contraction that groups of four warps compute by `wgmma`, the matrix instructions of compute
capability 9.0.

A block computes `tile` rows × columns of the result. Each of its groups of four warps has 64 rows.
The block goes through the reduction in steps of 128 bytes of each row of both operands: 64 terms of
16 bits. They are copied to shared memory some steps ahead, where `wgmma` reads them. The blocks of
a cluster can share the reduction: each sums up its part, and all add the parts up through
distributed shared memory.

Both operands are read along the reduction. Convolutions read their input in place (implicit GEMM).
Blocks with the same columns can share a constant second operand as a cluster. It is packed in tiles
before: what a step of a tile reads is then one piece of memory in the order that `wgmma` reads. One
thread of each block copies a part of it to all of them (`cp.async.bulk`), and a barrier in shared
memory for each stage says when all of it is there.

Blocks can *stay*: as many as there are multiprocessors take one tile after the other. The copies of
the next tile's first steps are then on their way while the results of a tile are stored. Sums have
shared memory of their own, for some columns at a time.

The first operand can be copied in *boxes* of a tensor (TMA): a step of all rows of a tile at once,
swizzled on its way. So can windows of a convolution, where a step has channels of one tap
(`aoe.backends.cuda.kernels.windows`). A warp of its own then copies both operands, and those that
multiply wait for no more than the barriers of stages.

`aoe.backends.cuda.codegen.wgmma` emits these kernels; their loop nest says what they compute.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aoe.backends.cuda.kernels.boxes import ROWS, TERMS, Dimension, dimensions_of
from aoe.backends.cuda.kernels.contraction_kernel import ContractionKernel
from aoe.backends.cuda.kernels.windows import Window, window_of
from aoe.backends.cuda.runtime.tensor_map import Moved, TensorMap
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.element_types import ITEM_BYTES, is_floating
from aoe.loops.loop_nest import Access, Axis

#: Rows of an instruction, which a group of four warps computes, and threads of such a group.
GROUP_ROWS, GROUP_THREADS = 64, 4 * WARP
#: Bytes of a row of an operand in a step, as many as the swizzle of shared memory spans.
LINE = 128
#: Bytes that the swizzle repeats after. Shared memory is aligned to them.
SWIZZLED = 8 * LINE
#: Bytes of a copy.
COPY = 16
#: Rows that the threads of a group copy at a time.
LINES_AT_A_TIME = GROUP_THREADS * COPY // LINE
#: Bytes between rows of sums in shared memory beside the sums, so that rows begin in other banks.
PADDING = 32
#: The most blocks of a cluster on any GPU.
MOST_PARTS = 8
#: Bytes of a barrier in shared memory.
BARRIER = 8
#: Columns whose sums are in shared memory at a time where blocks stay.
PIECE = 64


@dataclass(frozen=True, slots=True)
class WgmmaKernel(ContractionKernel):
    """A contraction by `wgmma`.

    Attributes:
        tile: Rows and columns of a block.
        stages: Steps of the reduction that are in shared memory at a time.
        split: Blocks of a cluster, which share the reduction.
        share: Blocks of a cluster, which have different rows and share the second operand's tiles.
            Only one of both is more than 1.
        staying: Blocks that take one tile after the other, whole clusters; 0 for a block for each
            tile. The second operand is packed in tiles then, and the reduction not split.
        boxes: Whether a warp of its own copies, the first operand in boxes. The second operand is
            packed in tiles then, and the reduction not split.
    """

    tile: tuple[int, int] = (64, 64)
    stages: int = 4
    split: int = 1
    share: int = 1
    staying: int = 0
    boxes: bool = False

    @property
    def depth(self) -> int:
        """Terms of a step."""
        return LINE // ITEM_BYTES[self.nest.operands[0].dtype]

    @property
    def sums(self) -> str:
        """The type of sums, which has four bytes."""
        return "float32" if is_floating(self.nest.operands[0].dtype) else "int32"

    @property
    def step_count(self) -> int:
        """Steps of the reduction that a block goes through. The last ones of a cluster may be
        behind the end, where both operands count as zero.
        """
        _, _, terms = self.sizes
        return -(-terms // (self.depth * self.split))

    @property
    def in_tiles(self) -> bool:
        """Whether the second operand is packed in tiles."""
        return bool(self.nest.operands[1].tile_strides)

    @property
    def tasks(self) -> int:
        """Blocks."""
        return min(self.staying or self.tile_count, self.tile_count)

    @property
    def tile_count(self) -> int:
        """Tiles that blocks take: for each tile of each batch those of a cluster."""
        _, columns, _ = self.sizes
        return self.split * self.batch_count * self.tiles_down * -(-columns // self.tile[1])

    @property
    def tiles_down(self) -> int:
        """Tiles along the rows, whole clusters. The last ones may have no rows."""
        return -(-self.sizes[0] // (self.tile[0] * self.share)) * self.share

    @property
    def cluster(self) -> int:
        """Blocks of a cluster."""
        return self.split * self.share

    @property
    def shared_bytes(self) -> int:
        """Bytes of shared memory of a block."""
        return shared_bytes(self.tile, self.stages, self.stays)

    @property
    def stays(self) -> bool:
        """Whether blocks take one tile after the other."""
        return self.staying > 0

    @property
    def readers(self) -> int:
        """How many threads tell a barrier of a stage that it has been read: those that copy for
        blocks that share tiles, or one of each warp of these blocks that multiplies.
        """
        if self.boxes:
            return self.share * threads_of(self.tile) // WARP
        return self.share if self.share > 1 else 0

    @property
    def dimensions(self) -> tuple[Dimension, ...]:
        """Those of the first operand where it is copied in boxes."""
        return dimensions_of(*self._first_operand)

    @property
    def window(self) -> Window | None:
        """How windows of the first operand are copied where its rows are no boxes."""
        return None if self.dimensions else window_of(*self._first_operand)

    @property
    def _first_operand(self) -> tuple[Access, tuple[Axis, ...], tuple[Axis, ...], tuple[Axis, ...]]:
        """It, and the axes of batches, rows and the reduction."""
        extents = self.extents
        batch, rows = (
            tuple(Axis(name, extents[name]) for name in names) for names in (self.batch, self.rows)
        )
        return self.nest.operands[0], batch, rows, self.reduction

    @property
    def maps(self) -> tuple[TensorMap, ...]:
        """The tensors that it copies box by box."""
        if not self.boxes:
            return ()
        access, found = self.nest.operands[0], self.dimensions
        item = ITEM_BYTES[access.dtype]
        if self.window is not None:
            return (_window_map(self.window, self.arguments.index(access.buffer), self),)
        box = {TERMS: self.depth, ROWS: self.tile[0]}
        return (
            TensorMap(
                self.arguments.index(access.buffer),
                access.offset * item,
                access.dtype,
                tuple(dimension.extent for dimension in found),
                tuple(dimension.stride * item for dimension in found[1:]),
                tuple(box.get(dimension.name, 1) for dimension in found),
            ),
        )


def _window_map(window: Window, argument: int, kernel: WgmmaKernel) -> TensorMap:
    """The tensor map of windows."""
    dtype = kernel.nest.operands[0].dtype
    item, sides = ITEM_BYTES[dtype], window.sides
    return TensorMap(
        argument,
        window.start * item,
        dtype,
        (window.channels, *(side.extent for side in sides), window.images),
        (*(side.stride * item for side in sides), window.between * item),
        (kernel.depth, kernel.tile[0]),
        Moved(
            tuple(side.first for side in sides),
            tuple(side.end for side in sides),
            tuple(side.step for side in sides),
        ),
    )


def threads_of(tile: tuple[int, int]) -> int:
    """Threads of a block that multiply."""
    return tile[0] // GROUP_ROWS * GROUP_THREADS


def block_of(tile: tuple[int, int], boxes: bool) -> int:
    """Threads of a block: those that multiply, and perhaps a warp that copies."""
    return threads_of(tile) + (WARP if boxes else 0)


def stage_bytes(tile: tuple[int, int]) -> int:
    """Bytes of one step of the reduction in shared memory."""
    return sum(tile) * LINE


def sums_pitch(tile: tuple[int, int]) -> int:
    """Bytes from one row of sums to the next in shared memory."""
    return tile[1] * 4 + PADDING


def sums_start(tile: tuple[int, int], stages: int, stays: bool) -> int:
    """Where sums begin in shared memory."""
    return stages * stage_bytes(tile) if stays else 0


def barriers_start(tile: tuple[int, int], stages: int, stays: bool = False) -> int:
    """Where the barriers of stages begin in shared memory: behind the steps of the reduction, and
    behind the sums that are there later.
    """
    columns = min(PIECE, tile[1]) if stays else tile[1]
    end = sums_start(tile, stages, stays) + tile[0] * sums_pitch((tile[0], columns))
    return max(stages * stage_bytes(tile), end)


def shared_bytes(tile: tuple[int, int], stages: int, stays: bool = False) -> int:
    """Bytes of shared memory of a block. A stage has two barriers: that it is filled, and that all
    blocks of a cluster have read it.
    """
    return barriers_start(tile, stages, stays) + 2 * stages * BARRIER


def is_copied_whole(access: Access, axes: Sequence[Axis]) -> bool:
    """Whether 16 bytes of an operand along the last of its axes can always be copied at once.

    Args:
        access: The operand.
        axes: All axes that it may depend on, that of the innermost terms last.
    """
    last = axes[-1]
    bounded = {name for bound in access.bounds for name, _ in bound.terms}
    others = [stride for name, stride in access.strides if name != last.name]
    elements = COPY // ITEM_BYTES[access.dtype]
    return (
        access.stride(last.name) == 1
        and last.name not in bounded
        and not access.indirect
        and not access.tile_strides
        and access.fill == 0
        and all(number % elements == 0 for number in (access.offset, last.extent, *others))
    )


def is_one_line(access: Access, reduction: Sequence[Axis]) -> bool:
    """Whether the terms of an operand's rows lie one behind the other."""
    step = 1
    for axis in reversed(reduction):
        if axis.extent > 1 and access.stride(axis.name) != step:
            return False
        step *= axis.extent
    return True
