"""A contraction that warps compute by matrix instructions, tile by tile.

A block computes `tile` rows × columns of the result. It goes through the reduction in steps of the
tile's depth: parts of both operands are copied to shared memory, several steps ahead, and each warp
multiplies its share of the tile. Convolutions are contractions whose first operand is read in place
with bounds (implicit GEMM), so no copy of the input is made.

The structure is that of CUTLASS (NVIDIA, 2017) and of the PTX ISA's `mma` instructions.
`aoe.backends.cuda.codegen.tensor_code` emits these kernels; their loop nest says what they compute.
"""

from __future__ import annotations

from dataclasses import dataclass

from aoe.backends.cuda.kernels.contraction_kernel import ContractionKernel
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.element_types import ITEM_BYTES, is_floating
from aoe.loops.loop_nest import Access, Axis

#: Rows and columns of an `mma` instruction.
MMA_ROWS, MMA_COLUMNS = 16, 8
#: Bytes of the longest copy to shared memory, and between rows there: rows then begin in different
#: banks.
COPY, PADDING = 16, 16
#: Bytes of the shortest copy that is asynchronous.
SHORTEST_COPY = 4


@dataclass(frozen=True, slots=True)
class TensorKernel(ContractionKernel):
    """A contraction on matrix instructions.

    Attributes:
        tile: Rows, columns and terms of the reduction of a tile.
        warps: Warps along rows and columns of the tile.
        stages: Steps of the reduction that are in shared memory at a time.
        precision: What is multiplied: "float16", "bfloat16", "tf32" and "tf32x3" for float32, or
            the types of two operands of bytes or float8, such as "uint8 int8".
        split: Blocks of a cluster that share the reduction of a tile.
    """

    tile: tuple[int, int, int] = (64, 64, 32)
    warps: tuple[int, int] = (2, 2)
    stages: int = 3
    precision: str = "float16"
    split: int = 1

    @property
    def cluster(self) -> int:
        """Blocks of a cluster."""
        return self.split

    @property
    def tasks(self) -> int:
        """Blocks: one for each tile of each batch, and for each part of its reduction."""
        rows, columns, _ = self.sizes
        return (
            self.split * self.batch_count * -(-rows // self.tile[0]) * -(-columns // self.tile[1])
        )

    @property
    def item(self) -> int:
        """Bytes of an element in shared memory."""
        return ITEM_BYTES[self.nest.operands[0].dtype]

    @property
    def sums(self) -> str:
        """The type of sums, which has four bytes."""
        return "float32" if is_floating(self.nest.operands[0].dtype) else "int32"

    @property
    def shared_bytes(self) -> int:
        """Bytes of shared memory of a block."""
        return shared_bytes_of(self.tile, self.warps, self.stages, self.item, self.split > 1)

    @property
    def step_bytes(self) -> int:
        """Bytes of a step of the reduction in shared memory."""
        return stage_bytes(self.tile, self.item)


def shared_bytes_of(
    tile: tuple[int, int, int], warps: tuple[int, int], stages: int, item: int, shared: bool = False
) -> int:
    """Bytes of shared memory of a block: some steps of the reduction, and sums in their place when
    these are complete: 16 rows of each warp, or the whole tile if a cluster shares it.
    """
    results = warps[0] * warps[1] * MMA_ROWS * result_pitch(tile[1] // warps[1])
    if shared:
        results = tile[0] * result_pitch(tile[1])
    return max(stages * stage_bytes(tile, item), results)


def result_pitch(columns: int) -> int:
    """Bytes from one row of sums to the next in shared memory. Four rows of eight neighbours, which
    are written together, then lie in different banks.
    """
    return 4 * columns + 32


def stage_bytes(tile: tuple[int, int, int], item: int) -> int:
    """Bytes of one step of the reduction in shared memory. The second operand may lie either way,
    and the larger way counts.
    """
    rows, columns, depth = tile
    second = max(columns * pitch(depth, item), depth * pitch(columns, item))
    return rows * pitch(depth, item) + second


def pitch(elements: int, item: int) -> int:
    """Bytes from one row to the next in shared memory."""
    return elements * item + PADDING


def threads_of(warps: tuple[int, int]) -> int:
    """Threads of a block."""
    return warps[0] * warps[1] * WARP


def copied_elements(access: Access, axis: Axis, other: int) -> int:
    """Elements along an axis that one copy moves: as many as are contiguous and aligned, up to 16
    bytes. `other`: a number that they divide, such as the tile's size along the axis.
    """
    item = ITEM_BYTES[access.dtype]
    if access.stride(axis.name) != 1 or any(
        name == axis.name for bound in access.bounds for name, _ in bound.terms
    ):
        return 1
    strides = [stride for name, stride in access.strides if name != axis.name]
    numbers = [access.offset, axis.extent, other, *strides]
    elements = COPY // item
    while elements > 1 and any(number % elements for number in numbers):
        elements //= 2
    return elements
