"""LLVM IR that copies lines of operands to shared memory: queries, keys, values, and gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import lcm

from aoe.backends.cuda.codegen.attention.head_frame import HeadFrame
from aoe.backends.llvm.loop_position import branch
from aoe.element_types import ITEM_BYTES
from aoe.loops.loop_nest import Access, Axis


@dataclass(frozen=True, slots=True)
class Lines:
    """An operand's part in shared memory: a line for each query or key.

    Attributes:
        access: The operand.
        axis: The axis along a line.
        across: The axis from one line to the next.
        count: Lines.
        length: Elements of a line with the zeros behind them.
        vector: Elements of a copy.
        start: Where the part begins, in bytes.
        pitch: Bytes from one line to the next.
    """

    access: Access
    axis: Axis
    across: Axis
    count: int
    length: int
    vector: int
    start: int
    pitch: int

    @property
    def item(self) -> int:
        """Bytes of an element."""
        return ITEM_BYTES[self.access.dtype]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A copy of a thread.

    Attributes:
        line: Its line.
        column: Its first element.
        skip: Lines behind these by which it is further, for all threads.
        working: Whether the thread makes it.
        place: Which of the thread's places `line` and `column` are.
    """

    line: str
    column: str
    skip: int
    working: str
    place: int


class LineCopies(HeadFrame):
    """Emits the copies."""

    def copier(self, lines: Lines) -> Callable[[str, str], None]:
        """What emits the copy of lines, given the first one's number and where the stage begins."""
        numbers, axis = self.numbers, lines.across
        chunks = list(self.chunks(lines))
        # One address for each place: one for each copy would need more registers than there are.
        sources = {
            chunk.place: self.address(
                lines.access, {axis.name: chunk.line, lines.axis.name: chunk.column}
            )
            for chunk in chunks
            if not chunk.skip
        }
        filled = axis.extent % lines.count == 0

        def copy(first: str, stage: str) -> None:
            ahead = {
                place: self.moved(source, lines.access, axis.name, first)
                for place, source in sources.items()
            }
            for chunk in chunks:
                here = ahead[chunk.place]
                if chunk.skip:
                    here = self.moved(here, lines.access, axis.name, str(chunk.skip))
                line = numbers.plus(chunk.line, chunk.skip)
                inside = self.in_line(lines, chunk.column)
                if not filled:
                    number = numbers.plus(first, line)
                    inside = numbers.both(inside, numbers.below(number, axis.extent))
                target = numbers.plus(self.target(lines, line, chunk.column), stage)
                self.copy(lines, here, target, inside, chunk.working)

        return copy

    def chunks(self, lines: Lines) -> Iterator[Chunk]:
        """The copies that this thread makes."""
        numbers, threads = self.numbers, self.block
        in_line = lines.length // lines.vector
        count = lines.count * in_line
        together = lcm(threads, in_line)  # after so many, threads are in the same columns again
        places: list[tuple[str, str]] = []
        for start in range(0, count, threads):
            working = "true"
            if count - start < threads:
                working = numbers.below(self.thread, count - start)
            turn, within = divmod(start, together)
            place = within // threads
            if not turn:
                line, column = numbers.divided(numbers.plus(self.thread, within), in_line)
                places.append((line, numbers.times(column, lines.vector)))
            yield Chunk(*places[place], turn * (together // in_line), working, place)

    def in_line(self, lines: Lines, column: str) -> str:
        """Whether a copy is not of the zeros behind a line."""
        if lines.length == lines.axis.extent:
            return "true"
        return self.numbers.below(column, lines.axis.extent)

    def target(self, lines: Lines, line: str, column: str) -> str:
        """Where an element lies in shared memory, but for the stage."""
        numbers = self.numbers
        item = lines.item
        offset = numbers.plus(numbers.times(line, lines.pitch), numbers.times(column, item))
        return numbers.plus(offset, lines.start)

    def copy(self, lines: Lines, source: str, offset: str, inside: str, working: str) -> None:
        """Copies some elements to an offset in shared memory, or zeros."""
        let, item = self.emitter.let, lines.item
        size, safe = lines.vector * item, self.names[lines.access.buffer]
        if inside != "true":  # a GPU looks for the memory of an address even if nothing is read
            source = let(f"select i1 {inside}, ptr {source}, ptr {safe}")

        def emit() -> None:
            if size >= 4:
                target = self.numbers.plus(self.shared, offset)
                used = self.numbers.chosen(inside, size, 0)
                outside = let(f"addrspacecast ptr {source} to ptr addrspace(1)")
                cached = "cg" if size == 16 else "ca"
                self.emitter.do(
                    f'call void asm sideeffect "cp.async.{cached}.shared.global [$0], [$1], {size},'
                    f' $2;", "r,l,r,~{{memory}}"(i32 {target}, ptr addrspace(1) {outside}, '
                    f"i32 {used})"
                )
                return
            kind = f"i{8 * item}"
            loaded = let(f"load {kind}, ptr {source}, align {item}")
            value = let(f"select i1 {inside}, {kind} {loaded}, {kind} 0")
            place = self.shared_word(offset)
            self.emitter.do(f"store {kind} {value}, ptr addrspace(3) {place}, align {item}")

        if working == "true":
            emit()
        else:
            branch(self.emitter, working, emit, lambda: None)
