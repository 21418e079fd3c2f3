"""What the parts of a tensor kernel's code have in common: which tile a block has and which part of
it a warp, and addresses of operands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aoe.backends.cpu.codegen.emitter import Emitter, element_type
from aoe.backends.cpu.codegen.loop_nest_code import NestContext, base_pointer
from aoe.backends.cuda.codegen.thread_code import register
from aoe.backends.cuda.kernels.tensor_kernel import (
    MMA_COLUMNS,
    MMA_ROWS,
    TensorKernel,
    copied_elements,
    pitch,
)
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.loops.loop_nest import Access, Axis, Bound


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


class TensorFrame:
    """Where a thread is in a kernel."""

    def __init__(self, emitter: Emitter, kernel: TensorKernel, shared: str) -> None:
        self.emitter, self.kernel = emitter, kernel
        self.item = kernel.item
        self.stage = kernel.shared_bytes // kernel.stages
        self.tile_rows, self.tile_columns, self.depth = kernel.tile
        self.warp_rows = self.tile_rows // kernel.warps[0]
        self.warp_columns = self.tile_columns // kernel.warps[1]
        _, _, terms = kernel.sizes
        self.steps = -(-terms // self.depth)
        extents = kernel.extents
        row_axes = tuple(Axis(name, extents[name]) for name in kernel.rows)
        column = Axis(kernel.column, extents[kernel.column])
        reduction = kernel.reduction
        a, b = kernel.nest.operands[:2]
        line = pitch(self.depth, self.item)
        self.first = OperandPart(
            a,
            row_axes,
            reduction,
            self.tile_rows,
            self.depth,
            copied_elements(a, reduction[-1], self.depth),
            0,
            True,
        )
        by_terms = b.stride(reduction[-1].name) == 1 or b.stride(column.name) != 1
        along = (reduction, (column,)) if by_terms else ((column,), reduction)
        self.second = OperandPart(
            b,
            along[1],
            along[0],
            self.tile_columns if by_terms else self.depth,
            self.depth if by_terms else self.tile_columns,
            copied_elements(b, along[0][-1], self.depth if by_terms else self.tile_columns),
            self.tile_rows * line,
            by_terms,
        )
        let = emitter.let
        base = let(f"ptrtoint ptr addrspace(3) {shared} to i64")
        self.shared = let(f"trunc i64 {base} to i32")
        self.shared_pointer = shared
        self.thread = register(emitter, "tid.x")
        self.block = register(emitter, "ctaid.x")
        self.names = {name: f"%buffer{n}" for n, name in enumerate(kernel.arguments)}
        rows, columns, _ = kernel.sizes
        tiles_across, tiles_down = -(-columns // self.tile_columns), -(-rows // self.tile_rows)
        place = let(f"udiv i64 {self.block}, {tiles_across}")
        column_tile = let(f"urem i64 {self.block}, {tiles_across}")
        row_tile = let(f"urem i64 {place}, {tiles_down}")
        batch = let(f"udiv i64 {place}, {tiles_down}")
        self.row_start = let(f"mul i64 {row_tile}, {self.tile_rows}")
        self.column_start = let(f"mul i64 {column_tile}, {self.tile_columns}")
        self.batch_starts = self.decoded(
            batch, tuple(Axis(name, kernel.extents[name]) for name in kernel.batch)
        )
        self.lane = let(f"and i64 {self.thread}, {WARP - 1}")
        warp = let(f"udiv i64 {self.thread}, {WARP}")
        down = let(f"udiv i64 {warp}, {self.kernel.warps[1]}")
        across = let(f"urem i64 {warp}, {self.kernel.warps[1]}")
        self.warp_row = let(f"mul i64 {down}, {self.warp_rows}")
        self.warp_column = let(f"mul i64 {across}, {self.warp_columns}")
        self.group = let(f"udiv i64 {self.lane}, 4")
        self.in_group = let(f"and i64 {self.lane}, 3")

    def down(self) -> range:
        """The instructions of a warp along the rows."""
        return range(self.warp_rows // MMA_ROWS)

    def across(self) -> range:
        """The instructions of a warp along the columns."""
        return range(self.warp_columns // MMA_COLUMNS)

    def placed(self, origin: str, own: str, skip: int) -> str:
        """The sum of three places."""
        found = self.emitter.let(f"add i64 {origin}, {own}")
        return self.emitter.let(f"add i64 {found}, {skip}") if skip else found

    def base_of(self, access: Access) -> str:
        """The address of an operand of this block's batch."""
        context = NestContext(self.names, frozenset(), self.batch_starts, {})
        return base_pointer(self.emitter, access, context)

    def decoded(self, number: str, axes: Sequence[Axis]) -> dict[str, str]:
        """The coordinates along axes of the point with a number."""
        found: dict[str, str] = {}
        rest = number
        for axis in reversed(axes[1:]):
            found[axis.name] = self.emitter.let(f"urem i64 {rest}, {axis.extent}")
            rest = self.emitter.let(f"udiv i64 {rest}, {axis.extent}")
        if axes:
            found[axes[0].name] = rest
        return found

    def moved(self, pointer: str, access: Access, coordinates: Mapping[str, str]) -> str:
        """An address moved to some coordinates."""
        kind = element_type(access.dtype)
        for name, coordinate in coordinates.items():
            stride = access.stride(name)
            if stride:
                offset = self.emitter.let(f"mul nsw i64 {coordinate}, {stride}")
                pointer = self.emitter.let(f"getelementptr {kind}, ptr {pointer}, i64 {offset}")
        return pointer

    def bounded(self, inside: str, bound: Bound, coordinates: Mapping[str, str]) -> str:
        """Whether a condition holds and coordinates are inside a bound."""
        let, total = self.emitter.let, str(bound.offset)
        for name, coefficient in bound.terms:
            if name in coordinates:
                part = let(f"mul nsw i64 {coordinates[name]}, {coefficient}")
                total = let(f"add nsw i64 {total}, {part}")
        held = let(f"icmp ult i64 {total}, {bound.extent}")
        return let(f"and i1 {inside}, {held}")

    def assembly(self, text: str) -> None:
        """Emits instructions of PTX without operands."""
        self.emitter.do(f'call void asm sideeffect "{text}", "~{{memory}}"()')
