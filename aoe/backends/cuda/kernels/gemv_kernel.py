"""A product of few rows with a matrix (GEMV, or a GEMM of few rows): every weight is read once, so
that memory is what limits it.

A warp, or several, computes all rows of some columns: its lanes read the weights of a column in
vectors of 16 bytes, one after the other along the reduction, multiply them with the terms of each
row, and add up their sums at the end. `aoe.backends.cuda.codegen.gemv_code` emits these kernels;
their loop nest says what they compute.
"""

from __future__ import annotations

from dataclasses import dataclass

from aoe.backends.cuda.kernels.contraction_kernel import ContractionKernel
from aoe.backends.cuda.target.cuda_target import WARP

#: The most rows, and the most sums of a warp: one for each lane in the end.
MOST_ROWS, MOST_SUMS = 8, WARP
#: Vectors of both operands that a lane reads before it multiplies them.
_AHEAD = 24


@dataclass(frozen=True, slots=True)
class GemvKernel(ContractionKernel):
    """A product of few rows. `sharing` of its base is a number of whole warps.

    Attributes:
        columns: Columns that warps compute at a time.
    """

    columns: int = 1

    @property
    def row_count(self) -> int:
        """Rows of the result."""
        return self.sizes[0]

    @property
    def column_blocks(self) -> int:
        """Blocks that share the columns of a batch."""
        return -(-self.extents[self.column] // (self.columns * (self.block // self.sharing)))

    @property
    def tasks(self) -> int:
        """Blocks."""
        return self.batch_count * self.column_blocks

    @property
    def shared_bytes(self) -> int:
        """Bytes of shared memory of a block: a sum for each lane, where warps share columns."""
        return 4 * self.block if self.sharing > WARP else 0


def steps_ahead(rows: int, columns: int) -> int:
    """Vectors of each row and column that a lane reads before it multiplies them."""
    return max(1, min(8, _AHEAD // (rows + columns)))
