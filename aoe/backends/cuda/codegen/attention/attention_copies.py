"""LLVM IR that copies queries, keys and values of attention to shared memory."""

from __future__ import annotations

from aoe.backends.cuda.codegen.attention.attention_frame import AttentionFrame
from aoe.backends.cuda.codegen.attention.line_copies import LineCopies, Lines
from aoe.backends.cuda.kernels.attention_kernel import KEY, SIZE
from aoe.backends.cuda.kernels.tensor_kernel import copied_elements
from aoe.loops.loop_nest import Access, Axis


class AttentionCopies(AttentionFrame, LineCopies):
    """Emits the copies."""

    def lines(self, access: Access, axis: str, count: int, start: int) -> Lines:
        """The part of an operand in shared memory."""
        parts = self.parts
        length, pitch = (
            (parts.depth, parts.key_pitch) if axis == SIZE else (parts.width, parts.value_pitch)
        )
        along, across = Axis(axis, self.extents[axis]), Axis(KEY, self.extents[KEY])
        vector = copied_elements(access, along, length)
        return Lines(access, along, across, count, length, vector, start, pitch)

    def copy_queries(self) -> None:
        """Copies the tile of queries."""
        numbers, kernel = self.numbers, self.kernel
        lines = self.lines(kernel.nests[0].operands[0], SIZE, kernel.tile[0], 0)
        for chunk in self.chunks(lines):
            line = numbers.plus(chunk.line, chunk.skip)
            number = numbers.plus(self.row_start, line)
            inside = numbers.below(number, kernel.row_count)
            inside = numbers.both(inside, self.in_line(lines, chunk.column))
            places = {**numbers.decoded(number, self.axes(kernel.rows)), SIZE: chunk.column}
            source = self.address(lines.access, places)
            target = self.target(lines, line, chunk.column)
            self.copy(lines, source, target, inside, chunk.working)
