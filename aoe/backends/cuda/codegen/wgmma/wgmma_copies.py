"""LLVM IR that copies steps of both operands to shared memory, in the order that `wgmma` reads.

A line of 128 bytes holds the terms of a row in a step. In each eight lines, the pieces of 16 bytes
of line n are at the places of their numbers xor n (the swizzle of 128 bytes of the PTX ISA). A
thread copies the same piece of several lines, so that it knows its addresses but for what a step
adds to all of them. The coordinates in the reduction are advanced from step to step.
"""

from __future__ import annotations

from dataclasses import dataclass

from aoe.backends.cuda.codegen.wgmma.wgmma_frame import WgmmaFrame
from aoe.backends.cuda.kernels.wgmma_kernel import (
    COPY,
    LINE,
    LINES_AT_A_TIME,
    WgmmaKernel,
)
from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.loop_position import branch
from aoe.element_types import ITEM_BYTES

#: A coordinate that no sum of others brings inside a bound.
_OUTSIDE = -(1 << 29)


@dataclass(frozen=True, slots=True)
class Line:
    """What a thread knows of a row of the first operand.

    Attributes:
        skip: Bytes from the thread's first line in a stage.
        offset: Bytes from the operand to its piece at the origin of the reduction.
        exists: Whether there is such a row, as i1.
        coordinates: The part of each bound's coordinate that the row gives.
    """

    skip: int
    offset: str
    exists: str
    coordinates: tuple[str, ...]


class WgmmaCopies(WgmmaFrame):
    """Emits the copies."""

    def __init__(self, emitter: Emitter, kernel: WgmmaKernel, shared: str) -> None:
        super().__init__(emitter, kernel, shared)
        numbers = self.numbers
        self.first, self.second = kernel.nest.operands[:2]
        self.item = ITEM_BYTES[self.first.dtype]
        self.lines_at_a_time = LINES_AT_A_TIME * self.groups
        piece = numbers.bits("and", self.thread, LINE // COPY - 1)
        self.line = numbers.bits("lshr", self.thread, 3)
        swizzled = numbers.bits("xor", piece, numbers.bits("and", self.line, 7))
        target = numbers.plus(numbers.times(self.line, LINE), numbers.times(swizzled, COPY))
        self.target = numbers.plus(self.shared, target)
        self.piece = numbers.times(piece, COPY // self.item)
        if kernel.boxes:
            return
        begin = numbers.times(self.part, kernel.step_count * kernel.depth)
        self.begin = begin
        self.has_end = kernel.step_count * kernel.depth * kernel.split != self.terms
        # Where all steps are inside one coordinate of the outer axes, all threads have the same.
        self.together = kernel.reduction[-1].extent % kernel.depth == 0
        start = begin if self.together else numbers.plus(begin, self.piece)
        self.places = {
            name: self.slot(place)
            for name, place in numbers.decoded(start, kernel.reduction).items()
        }
        self.first_base = self.address_of_first()
        self.lines = self.lines_of_first()
        if not kernel.in_tiles:
            self._prepare_second()

    def address_of_first(self) -> str:
        """Where the first operand begins, of this batch, as i64."""
        return self.emitter.let(f"ptrtoint ptr addrspace(1) {self.base_of(self.first)} to i64")

    def lines_of_first(self) -> list[Line]:
        """The rows of the first operand that this thread copies."""
        numbers, kernel, access = self.numbers, self.kernel, self.first
        row = numbers.plus(self.row_start, self.line)
        every = self.row_count % (self.tile_rows * kernel.share) == 0
        lines: list[Line] = []
        for skip in range(0, self.tile_rows, self.lines_at_a_time):
            number = numbers.plus(row, skip)
            exists = "true" if every else numbers.below(number, self.row_count)
            places = numbers.decoded(number, self.axes(kernel.rows))
            offset = self.piece if self.together else "0"
            for name, place in places.items():
                offset = numbers.plus(offset, numbers.times(place, access.stride(name)))
            coordinates = []
            for bound in access.bounds:
                total = str(bound.offset)
                for name, factor in bound.terms:
                    if name in places:
                        total = numbers.plus(total, numbers.times(places[name], factor))
                    elif name in self.batch_starts:
                        start = self.emitter.let(f"trunc i64 {self.batch_starts[name]} to i32")
                        total = numbers.plus(total, numbers.times(start, factor))
                coordinates.append(total)
            if coordinates:
                coordinates[0] = numbers.chosen(exists, coordinates[0], _OUTSIDE)
                exists = "true"
            offset = numbers.times(offset, self.item)
            lines.append(Line(skip * LINE, offset, exists, tuple(coordinates)))
        return lines

    def _prepare_second(self) -> None:
        numbers, access = self.numbers, self.second
        base = self.emitter.let(f"ptrtoint ptr addrspace(1) {self.base_of(access)} to i64")
        self.second_base = base
        column = numbers.plus(self.column_start, self.line)
        self.column_stride = access.stride(self.kernel.column)
        self.term = numbers.plus(self.begin, self.piece)
        offset = numbers.plus(numbers.times(column, self.column_stride), self.term)
        self.second_address = self._behind(base, offset)
        every = self.column_count % self.tile_columns == 0
        self.columns: list[tuple[int, str]] = []
        for skip in range(0, self.tile_columns, self.lines_at_a_time):
            exists = (
                "true" if every else numbers.below(numbers.plus(column, skip), self.column_count)
            )
            self.columns.append((skip, exists))

    def copy_first(self, slot: str | int) -> None:
        """Starts the copies of the next step of the first operand to the stage with a number, and
        advances to the step behind it.
        """
        numbers, access = self.numbers, self.first
        places = {name: self.value(place) for name, place in self.places.items()}
        offset = "0"
        for name, place in places.items():
            offset = numbers.plus(offset, numbers.times(place, access.stride(name) * self.item))
        shared = numbers.plus(self.target, numbers.times(slot, self.stage))
        inside = "true"
        if self.has_end:
            outermost = self.kernel.reduction[0]
            inside = numbers.below(places[outermost.name], outermost.extent)
        moves = [self._moved(bound.terms, places) for bound in access.bounds]
        # Where there is nothing to copy, a GPU looks for the memory of the address even so.
        known = max(0, -access.offset) * self.item
        for line in self.lines:
            exists = numbers.both(inside, line.exists)
            for bound, own, moved in zip(access.bounds, line.coordinates, moves, strict=True):
                held = numbers.below(numbers.plus(own, moved), bound.extent)
                exists = numbers.both(exists, held)
            skip = numbers.chosen(exists, numbers.plus(line.offset, offset), known)
            source = self.emitter.let(f"add i64 {self.first_base}, {numbers.wide(skip)}")
            self._copy(numbers.plus(shared, line.skip), source, exists)
        self._advance(places)

    def copy_second(self, slot: str | int, step: str | int) -> None:
        """Starts the copies of a step of this block's part of the second operand to the stage with
        a number.
        """
        numbers, kernel = self.numbers, self.kernel
        inside = "true"
        if self.has_end:
            term = numbers.plus(self.term, numbers.times(step, kernel.depth))
            inside = numbers.below(term, self.terms)
        source = self.emitter.let(
            f"add i64 {self.second_address}, {numbers.wide(numbers.times(step, LINE))}"
        )
        stage = numbers.plus(self.target, numbers.times(slot, self.stage))
        shared = numbers.plus(stage, self.second_start)
        for skip, exists in self.columns:
            here = source
            if skip:
                here = self.emitter.let(
                    f"add i64 {source}, {skip * self.column_stride * self.item}"
                )
            target = numbers.plus(shared, skip * LINE)
            exists = numbers.both(inside, exists)

            def copy(target: str = target, here: str = here, exists: str = exists) -> None:
                if exists != "true":
                    here = self.emitter.let(
                        f"select i1 {exists}, i64 {here}, i64 {self.second_base}"
                    )
                self._copy(target, here, exists)

            left = self.tile_columns - skip
            if left >= self.lines_at_a_time:
                copy()
            else:
                branch(self.emitter, numbers.below(self.line, left), copy, lambda: None)

    def _advance(self, places: dict[str, str]) -> None:
        """Adds the terms of a step to the coordinates, as digits of a number whose bases are the
        extents.
        """
        numbers, rest, carry = self.numbers, self.kernel.depth, "0"
        axes = self.kernel.reduction
        for axis in reversed(axes):
            outermost = axis is axes[0]
            digit = rest if outermost else rest % axis.extent
            rest = 0 if outermost else rest // axis.extent
            if digit == 0 and carry == "0":
                continue
            place = numbers.plus(numbers.plus(places[axis.name], digit), carry)
            if not outermost:
                inside = numbers.below(place, axis.extent)
                place = numbers.chosen(inside, place, numbers.plus(place, -axis.extent))
                carry = numbers.chosen(inside, 0, 1)
            self.put(self.places[axis.name], place)

    def _moved(self, terms: tuple[tuple[str, int], ...], places: dict[str, str]) -> str:
        total = "0"
        for name, factor in terms:
            if name in places:
                total = self.numbers.plus(total, self.numbers.times(places[name], factor))
        return total

    def _behind(self, base: str, elements: str) -> str:
        """An address so many elements behind another, as i64."""
        bytes_behind = self.emitter.let(f"mul nsw i64 {self.numbers.wide(elements)}, {self.item}")
        return self.emitter.let(f"add i64 {base}, {bytes_behind}")

    def _copy(self, target: str, source: str, exists: str) -> None:
        """Copies 16 bytes, or zeros without reading anything."""
        text, kinds = f"cp.async.cg.shared.global [$0], [$1], {COPY}", "r,l"
        given = f"i32 {target}, i64 {source}"
        if exists != "true":
            text, kinds = f"{text}, $2", f"{kinds},r"
            given += f", i32 {self.numbers.chosen(exists, COPY, 0)}"
        self.emitter.do(f'call void asm sideeffect "{text};", "{kinds},~{{memory}}"({given})')
