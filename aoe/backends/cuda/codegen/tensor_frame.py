"""What the parts of a tensor kernel's code have in common: which tile a block has and which part of
it a warp, and how operands lie in shared memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aoe.backends.cuda.codegen.block_frame import BlockFrame
from aoe.backends.cuda.codegen.index_numbers import Number
from aoe.backends.cuda.codegen.thread_code import register32
from aoe.backends.cuda.kernels.tensor_kernel import (
    MMA_COLUMNS,
    MMA_ROWS,
    TensorKernel,
    copied_elements,
    pitch,
)
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.backends.llvm.emitter import Emitter, llvm_type
from aoe.backends.llvm.loop_nest_code import NestContext, base_pointer
from aoe.loops.loop_nest import Access, Axis


@dataclass(frozen=True, slots=True)
class OperandPart:
    """How an operand's part of a step gets into shared memory.

    Attributes:
        access: The operand.
        lines: The axes that lines of shared memory go through.
        along: The axes along a line.
        line_count: Lines of the part.
        length: Elements of a line.
        vector: Elements of a copy.
        start: Where the part begins in a stage, in bytes.
        by_terms: Whether lines go along the terms of the reduction.
    """

    access: Access
    lines: tuple[Axis, ...]
    along: tuple[Axis, ...]
    line_count: int
    length: int
    vector: int
    start: int
    by_terms: bool


class TensorFrame(BlockFrame):
    """Where a thread is in a kernel. Its numbers have 32 bits."""

    def __init__(self, emitter: Emitter, kernel: TensorKernel, shared: str) -> None:
        super().__init__(emitter, kernel.arguments, kernel.extents, shared)
        self.kernel = kernel
        self.item = kernel.item
        #: LLVM's type of sums.
        self.sum = llvm_type(kernel.sums)
        self.stage = kernel.step_bytes
        self.tile_rows, self.tile_columns, self.depth = kernel.tile
        self.warp_rows = self.tile_rows // kernel.warps[0]
        self.warp_columns = self.tile_columns // kernel.warps[1]
        _, _, terms = kernel.sizes
        self.steps = -(-terms // (self.depth * kernel.split))
        self.row_axes = self.axes(kernel.rows)
        self.first, self.second = self._parts()
        self._place_block()
        self._place_thread()

    def _parts(self) -> tuple[OperandPart, OperandPart]:
        """How both operands lie in a stage."""
        kernel = self.kernel
        column = Axis(kernel.column, self.extents[kernel.column])
        reduction = kernel.reduction
        a, b = kernel.nest.operands[:2]
        vector = copied_elements(a, reduction[-1], self.depth)
        first = OperandPart(
            a, self.row_axes, reduction, self.tile_rows, self.depth, vector, 0, True
        )
        by_terms = b.stride(reduction[-1].name) == 1 or b.stride(column.name) != 1
        along = (reduction, (column,)) if by_terms else ((column,), reduction)
        length = self.depth if by_terms else self.tile_columns
        second = OperandPart(
            b,
            along[1],
            along[0],
            self.tile_columns if by_terms else self.depth,
            length,
            copied_elements(b, along[0][-1], length),
            self.tile_rows * pitch(self.depth, self.item),
            by_terms,
        )
        return first, second

    def _place_block(self) -> None:
        """Finds the tile of this block."""
        numbers, kernel = self.numbers, self.kernel
        rows, columns, _ = kernel.sizes
        block, self.part = numbers.divided(register32(self.emitter, "ctaid.x"), kernel.split)
        self.first_term = numbers.times(self.part, self.steps * self.depth)
        place, column_tile = numbers.divided(block, -(-columns // self.tile_columns))
        batch, row_tile = numbers.divided(place, -(-rows // self.tile_rows))
        self.row_start = numbers.times(row_tile, self.tile_rows)
        self.column_start = numbers.times(column_tile, self.tile_columns)
        self.batch = numbers.decoded(batch, self.axes(kernel.batch))
        self.batch_starts = {name: numbers.wide(place) for name, place in self.batch.items()}

    def _place_thread(self) -> None:
        """Finds the part of the tile that this thread's warp has."""
        numbers = self.numbers
        self.warp, self.lane = numbers.divided(self.thread, WARP)
        down, across = numbers.divided(self.warp, self.kernel.warps[1])
        self.warp_row = numbers.times(down, self.warp_rows)
        self.warp_column = numbers.times(across, self.warp_columns)
        self.group, self.in_group = numbers.divided(self.lane, 4)

    def down(self) -> range:
        """The instructions of a warp along the rows."""
        return range(self.warp_rows // MMA_ROWS)

    def across(self) -> range:
        """The instructions of a warp along the columns."""
        return range(self.warp_columns // MMA_COLUMNS)

    def base_of(self, access: Access) -> str:
        """The address of an operand of this block's batch."""
        context = NestContext(self.names, frozenset(), self.batch_starts, {})
        return base_pointer(self.emitter, access, context)

    def offset_of(self, access: Access, coordinates: Mapping[str, Number]) -> Number:
        """Elements from the first element of an access to that at some coordinates."""
        return self.numbers.plus(
            *(
                self.numbers.times(coordinate, access.stride(name))
                for name, coordinate in coordinates.items()
                if access.stride(name)
            )
        )


def linear_stride(access: Access, axes: Sequence[Axis]) -> int | None:
    """Elements from one point of some axes to the next in their order; `None` if they do not lie at
    equal distances, or have bounds.
    """
    bounded = {name for bound in access.bounds for name, _ in bound.terms}
    long = [axis for axis in axes if axis.extent > 1]
    if bounded & {axis.name for axis in long}:
        return None
    stride = step = access.stride(long[-1].name) if long else 0
    for axis in reversed(long):
        if access.stride(axis.name) != step:
            return None
        step *= axis.extent
    return stride
