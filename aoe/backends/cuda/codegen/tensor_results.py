"""LLVM IR that computes and stores the results of a contraction.

A thread's sums lie far apart in the result. Each warp puts 16 rows of them into shared memory at a
time, and its lanes take elements that are contiguous in the result: reads of other operands and
stores are as long as possible, and neighbours in a warp are neighbours in memory.

Blocks of a cluster that share a reduction put all their sums there. Each then stores some of the
rows, and adds up what the others have of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from aoe.backends.cuda.codegen.index_numbers import Number
from aoe.backends.cuda.codegen.result_code import ResultCode
from aoe.backends.cuda.codegen.tensor_frame import TensorFrame
from aoe.backends.cuda.codegen.thread_code import warp_barrier
from aoe.backends.cuda.kernels.tensor_kernel import (
    MMA_COLUMNS,
    MMA_ROWS,
    copied_elements,
    result_pitch,
)
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.backends.llvm.emitter import Value
from aoe.backends.llvm.loop_position import branch
from aoe.loops.loop_nest import Axis

#: Sums that are read at once.
_TOGETHER = 4


class TensorResults(TensorFrame):
    """Emits the results."""

    cells: list[list[list[str]]]

    def store_results(self) -> None:
        """Stores the epilogue of every sum of this warp, or of this block's share of the sums of
        its cluster.
        """
        self.results = ResultCode(self.emitter, self.kernel.nest, self.names, self.batch_starts)
        self.column_axis = Axis(self.kernel.column, self.kernel.extents[self.kernel.column])
        if self.kernel.split > 1:
            self._store_of_cluster()
        else:
            self._store_of_warp()

    def _store_of_warp(self) -> None:
        """Stores the results of this warp, 16 rows at a time."""
        numbers = self.numbers
        self.pitch = result_pitch(self.warp_columns)
        region = numbers.plus(self.shared, numbers.times(self.warp, MMA_ROWS * self.pitch))
        places = numbers.plus(
            region, numbers.times(self.group, self.pitch), numbers.times(self.in_group, 8)
        )
        for row in self.down():
            if row:
                warp_barrier(self.emitter)
            self._put(row, places)
            warp_barrier(self.emitter)
            first_row = numbers.plus(self.row_start, self.warp_row, row * MMA_ROWS)
            column = numbers.plus(self.column_start, self.warp_column)
            size = (MMA_ROWS, self.warp_columns)
            self._take(size, (self.lane, WARP), (first_row, column), region, self._own)

    def _store_of_cluster(self) -> None:
        """Stores this block's share of the rows. All blocks of its cluster have sums of them."""
        numbers = self.numbers
        self.pitch = result_pitch(self.tile_columns)
        row = numbers.plus(self.warp_row, self.group)
        places = numbers.plus(
            self.shared,
            numbers.times(row, self.pitch),
            numbers.times(self.warp_column, 4),
            numbers.times(self.in_group, 8),
        )
        for number in self.down():
            self._put(number, numbers.plus(places, number * MMA_ROWS * self.pitch))
        self.meet()
        rows = self.tile_rows // self.kernel.split
        first = numbers.times(self.part, rows)
        region = numbers.plus(self.shared, numbers.times(first, self.pitch))
        self._take(
            (rows, self.tile_columns),
            (self.thread, self.kernel.block),
            (numbers.plus(self.row_start, first), self.column_start),
            region,
            self._of_cluster,
        )
        self.meet()  # a block stays until others have read its sums

    def _put(self, row: int, places: Number) -> None:
        """Puts the sums of 16 rows into shared memory, two neighbours at a time."""
        let = self.emitter.let
        for column in self.across():
            cell = self.cells[row][column]
            for upper in range(2):
                skip = 8 * upper * self.pitch + 4 * column * MMA_COLUMNS
                pair, kind = "poison", f"<2 x {self.sum}>"
                for side in range(2):
                    value = let(f"load {self.sum}, ptr {cell[2 * upper + side]}")
                    pair = let(f"insertelement {kind} {pair}, {self.sum} {value}, i32 {side}")
                place = self._shared_at(places, skip)
                self.emitter.do(f"store {kind} {pair}, ptr addrspace(3) {place}, align 8")

    def _take(
        self,
        size: tuple[int, int],
        threads: tuple[Number, int],
        start: tuple[Number, Number],
        region: Number,
        read: Callable[[Number, int, int], list[str]],
    ) -> None:
        """Stores results whose sums are in shared memory.

        Args:
            size: Rows and columns.
            threads: The number of this thread among those that share them, and how many these are.
            start: The first row and the first column of the result.
            region: The address of the first sum.
            read: Reads some neighbouring sums at an address and so many bytes behind it.
        """
        numbers, store = self.numbers, self.kernel.nest.stores[0].access
        rows, columns = size
        length = copied_elements(store, self.column_axis, columns)
        across = columns // length
        along_rows = length == 1 and store.stride(self.kernel.column) != 1
        thread, count = threads
        for first in range(0, rows * across, count):
            number = numbers.plus(thread, first)
            if along_rows:
                place, row = numbers.divided(number, rows)
            else:
                row, place = numbers.divided(number, across)
            left = rows * across - first
            working = numbers.below(thread, left) if left < count else "true"
            own = numbers.times(place, length)
            at = numbers.plus(region, numbers.times(row, self.pitch), numbers.times(own, 4))
            self._take_part(
                numbers.plus(start[0], row),
                numbers.plus(start[1], own),
                working,
                partial(read, at),
                length,
            )

    def _take_part(
        self,
        row: Number,
        column: Number,
        working: str,
        read: Callable[[int, int], list[str]],
        length: int,
    ) -> None:
        """Stores some neighbouring results of a row."""
        numbers, kernel = self.numbers, self.kernel
        rows, columns, _ = kernel.sizes
        exists = numbers.both(
            working,
            "true" if rows % self.tile_rows == 0 else numbers.below(row, rows),
            "true" if columns % self.tile_columns == 0 else numbers.below(column, columns),
        )

        def emit() -> None:
            sums = [
                Value(name, kernel.sums)
                for skip in range(0, length, _TOGETHER)
                for name in read(4 * skip, min(_TOGETHER, length - skip))
            ]
            position = self.results.start
            for name, coordinate in numbers.decoded(row, self.row_axes).items():
                position = self.results.moved(position, name, numbers.wide(coordinate))
            position = self.results.moved(position, kernel.column, numbers.wide(column))
            self.results.store(position, sums, self.column_axis)

        if exists == "true":
            emit()
        else:
            branch(self.emitter, exists, emit, lambda: None)

    def _own(self, address: Number, skip: int, count: int) -> list[str]:
        """Sums in this block's shared memory."""
        let, kind = self.emitter.let, f"<{count} x {self.sum}>"
        pointer = self._shared_at(address, skip)
        part = let(f"load {kind}, ptr addrspace(3) {pointer}, align {4 * count}")
        return [let(f"extractelement {kind} {part}, i32 {lane}") for lane in range(count)]

    def _of_cluster(self, address: Number, skip: int, count: int) -> list[str]:
        """The totals of the sums that the blocks of the cluster have."""
        let, totals = self.emitter.let, [""] * count
        add = "fadd" if self.sum == "float" else "add"
        for number in range(self.kernel.split):
            other = let(
                'call i32 asm "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r"'
                f"(i32 {address}, i32 {number})"
            )
            names = self._read_remote(other, skip, count)
            totals = [
                let(f"{add} {self.sum} {total}, {name}") if total else name
                for total, name in zip(totals, names, strict=True)
            ]
        return totals

    def _read_remote(self, address: str, skip: int, count: int) -> list[str]:
        """Numbers in the shared memory of a block of the cluster."""
        let = self.emitter.let
        registers = ", ".join(f"${number}" for number in range(count))
        kind, width, given = self.sum, "", registers
        word, register = ("f32", "=f,") if self.sum == "float" else ("b32", "=r,")
        if count > 1:
            kind = "{" + ", ".join([self.sum] * count) + "}"
            width, given = f".v{count}", f"{{{registers}}}"
        found = let(
            f'call {kind} asm sideeffect "ld.shared::cluster{width}.{word} {given}, '
            f'[${count}+{skip}];", "{register * count}r,~{{memory}}"(i32 {address})'
        )
        if count == 1:
            return [found]
        return [let(f"extractvalue {kind} {found}, {number}") for number in range(count)]

    def _shared_at(self, address: Number, skip: int) -> str:
        pointer = self.emitter.let(f"inttoptr i32 {address} to ptr addrspace(3)")
        return self.emitter.let(f"getelementptr i8, ptr addrspace(3) {pointer}, i64 {skip}")
