"""What all kernels of contractions know of their loop nest: which axes are batches, rows, the
column and terms of the reduction. `tensor_kernel`, `wgmma_kernel` and `gemv_kernel` say how it is
computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.loops.loop_nest import Axis, LoopNest


@dataclass(frozen=True, slots=True)
class ContractionKernel(SimtKernel):
    """A contraction.

    Attributes:
        batch: Axes that select both operands.
        rows: Axes of the rows of the result, outermost first.
        column: The axis of its columns.
    """

    batch: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    column: str = ""

    @property
    def nest(self) -> LoopNest:
        """What it computes."""
        return self.nests[0]

    @property
    def extents(self) -> dict[str, int]:
        """The axes' extents by name."""
        return {axis.name: axis.extent for axis in self.nest.axes}

    @property
    def reduction(self) -> tuple[Axis, ...]:
        """The axes that are summed over, outermost first."""
        assert self.nest.reduction is not None
        names = self.nest.reduction.axes
        return tuple(axis for axis in self.nest.axes if axis.name in names)

    @property
    def batch_count(self) -> int:
        """Batches."""
        return prod(self.extents[name] for name in self.batch)

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Rows, columns and terms of the whole contraction."""
        extents = self.extents
        return (
            prod(extents[name] for name in self.rows),
            extents[self.column],
            prod(axis.extent for axis in self.reduction),
        )
