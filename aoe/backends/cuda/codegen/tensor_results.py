"""LLVM IR that computes and stores the results of a contraction.

A thread's sums lie far apart in the result. Each warp puts 16 rows of them into shared memory at a
time, and its lanes take elements that are contiguous in the result: reads of other operands and
stores are as long as possible, and neighbours in a warp are neighbours in memory.
"""

from __future__ import annotations

from aoe.backends.cpu.codegen.emitter import Value
from aoe.backends.cpu.codegen.loop_position import branch
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
from aoe.loops.loop_nest import Axis


class TensorResults(TensorFrame):
    """Emits the results."""

    cells: list[list[list[str]]]

    def store_results(self) -> None:
        """Stores the epilogue of every sum of this warp."""
        numbers = self.numbers
        self.pitch = result_pitch(self.warp_columns)
        region = numbers.plus(self.shared, numbers.times(self.warp, MMA_ROWS * self.pitch))
        places = numbers.plus(
            region, numbers.times(self.group, self.pitch), numbers.times(self.in_group, 8)
        )
        self.results = ResultCode(self.emitter, self.kernel.nest, self.names, self.batch_starts)
        self.column_axis = Axis(self.kernel.column, self.kernel.extents[self.kernel.column])
        for row in self.down():
            if row:
                warp_barrier(self.emitter)
            self._put(row, places)
            warp_barrier(self.emitter)
            self._take(row, region)

    def _put(self, row: int, places: Number) -> None:
        """Puts the sums of 16 rows into shared memory, two neighbours at a time."""
        let = self.emitter.let
        for column in self.across():
            cell = self.cells[row][column]
            for upper in range(2):
                skip = 8 * upper * self.pitch + 4 * column * MMA_COLUMNS
                pair = "poison"
                for side in range(2):
                    value = let(f"load float, ptr {cell[2 * upper + side]}")
                    pair = let(f"insertelement <2 x float> {pair}, float {value}, i32 {side}")
                place = self._shared_at(places, skip)
                self.emitter.do(f"store <2 x float> {pair}, ptr addrspace(3) {place}, align 8")

    def _take(self, row: int, region: Number) -> None:
        """Stores results of 16 rows that are in shared memory."""
        numbers = self.numbers
        store = self.kernel.nest.stores[0].access
        length = copied_elements(store, self.column_axis, self.warp_columns)
        across = self.warp_columns // length
        along_rows = length == 1 and store.stride(self.kernel.column) != 1
        for first in range(0, MMA_ROWS * across, WARP):
            number = numbers.plus(self.lane, first)
            if along_rows:
                place, own_row = numbers.divided(number, MMA_ROWS)
            else:
                own_row, place = numbers.divided(number, across)
            self._take_part(row, region, own_row, numbers.times(place, length), length)

    def _take_part(
        self, row: int, region: Number, own_row: Number, own_column: Number, length: int
    ) -> None:
        """Stores some neighbouring results of a row."""
        let, numbers, kernel = self.emitter.let, self.numbers, self.kernel
        rows, columns, _ = kernel.sizes
        number = numbers.plus(self.row_start, self.warp_row, own_row, row * MMA_ROWS)
        column = numbers.plus(self.column_start, self.warp_column, own_column)
        exists = numbers.both(
            "true" if rows % self.tile_rows == 0 else numbers.below(number, rows),
            "true" if columns % self.tile_columns == 0 else numbers.below(column, columns),
        )

        def emit() -> None:
            at = numbers.plus(
                region, numbers.times(own_row, self.pitch), numbers.times(own_column, 4)
            )
            sums: list[Value] = []
            for skip in range(0, length, 4):
                count = min(4, length - skip)
                kind = f"<{count} x float>"
                pointer = self._shared_at(at, 4 * skip)
                part = let(f"load {kind}, ptr addrspace(3) {pointer}, align {4 * count}")
                sums += [
                    Value(let(f"extractelement {kind} {part}, i32 {lane}"), "float32")
                    for lane in range(count)
                ]
            position = self.results.start
            for name, coordinate in numbers.decoded(number, self.row_axes).items():
                position = self.results.moved(position, name, numbers.wide(coordinate))
            position = self.results.moved(position, kernel.column, numbers.wide(column))
            self.results.store(position, sums, self.column_axis)

        if exists == "true":
            emit()
        else:
            branch(self.emitter, exists, emit, lambda: None)

    def _shared_at(self, address: Number, skip: int) -> str:
        pointer = self.emitter.let(f"inttoptr i32 {address} to ptr addrspace(3)")
        return self.emitter.let(f"getelementptr i8, ptr addrspace(3) {pointer}, i64 {skip}")
