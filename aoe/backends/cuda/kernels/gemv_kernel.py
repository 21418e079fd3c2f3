"""A product of few rows with a matrix (GEMV, or a GEMM of few rows): every weight is read once, so
that memory is what limits it.

A warp, or several, computes all rows of some columns: its lanes read the weights of a column in
vectors of 16 bytes, one after the other along the reduction, multiply them with the terms of each
row, and add up their sums at the end. `aoe.backends.cuda.codegen.gemv_code` emits these kernels;
their loop nest says what they compute.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.loops.loop_nest import Axis, LoopNest

#: The most rows, and the most sums of a warp: one for each lane in the end.
MOST_ROWS, MOST_SUMS = 8, WARP
#: Vectors of both operands that a lane reads before it multiplies them.
_AHEAD = 24


@dataclass(frozen=True, slots=True)
class GemvKernel(SimtKernel):
    """A product of few rows. `sharing` of its base is a number of whole warps.

    Attributes:
        batch: Axes that select both operands.
        rows: Axes of the rows of the result, outermost first.
        column: The axis of its columns.
        columns: Columns that warps compute at a time.
    """

    batch: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    column: str = ""
    columns: int = 1

    @property
    def nest(self) -> LoopNest:
        """What it computes."""
        return self.nests[0]

    @property
    def extents(self) -> dict[str, int]:
        """The axes' extents by name."""
        return {axis.name: axis.extent for axis in self.nest.axes}

    @property
    def reduction(self) -> Axis:
        """The axis that is summed over."""
        assert self.nest.reduction is not None
        (name,) = self.nest.reduction.axes
        return Axis(name, self.extents[name])

    @property
    def row_count(self) -> int:
        """Rows of the result."""
        return prod(self.extents[name] for name in self.rows)

    @property
    def column_blocks(self) -> int:
        """Blocks that share the columns of a batch."""
        return -(-self.extents[self.column] // (self.columns * (self.block // self.sharing)))

    @property
    def tasks(self) -> int:
        """Blocks."""
        return prod(self.extents[name] for name in self.batch) * self.column_blocks

    @property
    def shared_bytes(self) -> int:
        """Bytes of shared memory of a block: a sum for each lane, where warps share columns."""
        return 4 * self.block if self.sharing > WARP else 0


def steps_ahead(rows: int, columns: int) -> int:
    """Vectors of each row and column that a lane reads before it multiplies them."""
    return max(1, min(8, _AHEAD // (rows + columns)))
