"""LLVM IR that copies parts of the operands of a contraction to shared memory, some steps of the
reduction ahead.

What does not change from step to step is computed once: where the rows of a tile lie, and which of
their coordinates meet a bound. A step adds where its terms lie, once for all copies of a thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from aoe.backends.cuda.codegen.index_numbers import Number
from aoe.backends.cuda.codegen.tensor_frame import OperandPart, TensorFrame, linear_stride
from aoe.backends.cuda.kernels.tensor_kernel import SHORTEST_COPY, pitch
from aoe.backends.llvm.emitter import element_type
from aoe.backends.llvm.loop_position import branch
from aoe.loops.loop_nest import Axis

#: Emits the copy of a step, and returns what emits the rest of it.
Copier: TypeAlias = Callable[[Number, Number, str], list[Callable[[], None]]]


@dataclass(frozen=True, slots=True)
class _Place:
    """Coordinates along some axes: elements from the origin of an access, further ones that are
    known, and this part of the coordinate of each bound.
    """

    offset: Number
    further: int
    bounds: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class _Copy:
    """A copy of a thread in every step.

    Attributes:
        target: Its address in the first stage of shared memory.
        skip: Further bytes of that address.
        place: Where its row or column lies.
        term: Its first term in a step, and further terms that are known.
        exists: Whether its row or column exists.
        working: Whether this thread makes it.
    """

    target: Number
    skip: int
    place: _Place
    term: tuple[Number, int]
    exists: str
    working: str


class TensorCopies(TensorFrame):
    """Emits the copies."""

    def copier(self, part: OperandPart, start: Number, extent: int) -> Copier:
        """Returns what emits the copy of a part of the operand for a step of the reduction. Its
        arguments are the step and the first byte of the stage, numbers, and whether there is such a
        step. It returns what stores elements that are too few for asynchronous copies, so that
        their way from memory can be used for something else.

        Args:
            part: The part.
            start: The first row of the tile, or column.
            extent: Rows or columns of the whole operand.
        """
        base = self.base_of(part.access)
        copies = self._copies(part, start, extent)
        reduction = part.along if part.by_terms else part.lines
        _, _, terms = self.kernel.sizes
        whole = terms == self.steps * self.depth * self.kernel.split
        numbers = self.numbers

        def copy(step: Number, slot: Number, more: str = "true") -> list[Callable[[], None]]:
            begin = numbers.plus(numbers.times(step, self.depth), self.first_term)
            known: dict[tuple[Number, int], tuple[_Place, str]] = {}
            waiting: list[Callable[[], None]] = []
            for item in copies:
                if item.term not in known:
                    number = numbers.plus(begin, item.term[0])
                    place = self._placed(part, reduction, number, item.term[1])
                    last = numbers.plus(number, item.term[1])
                    exists = "true" if whole else numbers.below(last, terms)
                    known[item.term] = place, exists
                place, exists = known[item.term]
                inside = [item.exists, exists, more]
                for bound, own, moving in zip(
                    part.access.bounds, item.place.bounds, place.bounds, strict=True
                ):
                    inside.append(numbers.below(numbers.plus(own, moving), bound.extent))
                offset = numbers.plus(item.place.offset, place.offset)
                further = item.place.further + place.further
                held = numbers.both(*inside, item.working)
                if held != "true":
                    # A GPU looks for the memory of an address even if nothing is read there.
                    offset = numbers.plus(offset, further)
                    offset = numbers.chosen(held, offset, max(0, -part.access.offset))
                    further = 0
                source = self._address(part, base, offset)
                further *= self.item
                target = numbers.plus(item.target, slot)
                if self.is_asynchronous(part):
                    self._copy_ahead(part, item, source, further, target, held)
                else:
                    waiting.append(self._copied(part, item, source, further, target, held))
            return waiting

        return copy

    def is_asynchronous(self, part: OperandPart) -> bool:
        """Whether a part's copies are long enough for instructions that do not wait."""
        return part.vector * self.item >= SHORTEST_COPY

    def _copies(self, part: OperandPart, start: Number, extent: int) -> list[_Copy]:
        """The copies of this thread."""
        numbers, threads = self.numbers, self.kernel.block
        in_line = part.length // part.vector
        line_bytes = pitch(part.length, self.item)
        tile = part.line_count if part.by_terms else part.length
        whole = extent % tile == 0
        found: list[_Copy] = []
        count = part.line_count * in_line
        line, column = numbers.divided(self.thread, in_line)
        for first in range(0, count, threads):
            own_line, further = line, first // in_line
            own_column = column
            if first % in_line:
                own_line, own_column = numbers.divided(numbers.plus(self.thread, first), in_line)
                further = 0
            place = numbers.times(own_column, part.vector)
            target = numbers.plus(
                self.shared,
                numbers.times(own_line, line_bytes),
                numbers.times(place, self.item),
                part.start,
            )
            known = further if part.by_terms else 0
            number = numbers.plus(start, own_line if part.by_terms else place)
            found.append(
                _Copy(
                    target,
                    further * line_bytes,
                    self._placed(
                        part, part.lines if part.by_terms else part.along, number, known, True
                    ),
                    (place, 0) if part.by_terms else (own_line, further),
                    "true" if whole else numbers.below(numbers.plus(number, known), extent),
                    numbers.below(self.thread, count - first)
                    if count - first < threads
                    else "true",
                )
            )
        return found

    def _placed(
        self,
        part: OperandPart,
        axes: Sequence[Axis],
        number: Number,
        further: int,
        fixed: bool = False,
    ) -> _Place:
        """Where the point of some axes with a number lies, `further` points behind it. `fixed`:
        with the part of each bound that neither rows nor terms have.
        """
        access, numbers = part.access, self.numbers
        stride = linear_stride(access, axes)
        coordinates = {}
        if stride is None:
            coordinates = numbers.decoded(numbers.plus(number, further), axes)
            offset, further = self.offset_of(access, coordinates), 0
        else:
            offset, further = numbers.times(number, stride), further * stride
        bounds = []
        for bound in access.bounds:
            known = {**coordinates, **(self.batch if fixed else {})}
            parts = [
                numbers.times(known[name], coefficient)
                for name, coefficient in bound.terms
                if name in known
            ]
            bounds.append(numbers.plus(*parts, bound.offset if fixed else 0))
        return _Place(offset, further, tuple(bounds))

    def _address(self, part: OperandPart, base: str, offset: Number) -> str:
        wide = self.numbers.wide(offset)
        kind = element_type(part.access.dtype)
        return self.emitter.let(f"getelementptr {kind}, ptr {base}, i64 {wide}")

    def _copy_ahead(
        self, part: OperandPart, item: _Copy, source: str, further: int, target: str, inside: str
    ) -> None:
        """Begins to copy some elements to shared memory, or zeros."""
        size = part.vector * self.item
        cached = "cg" if size == 16 else "ca"
        outside = self.emitter.let(f"addrspacecast ptr {source} to ptr addrspace(1)")
        places = f"{_at('$0', item.skip)}, {_at('$1', further)}, {size}"
        text = f"cp.async.{cached}.shared.global {places}"
        given, kinds = f"i32 {target}, ptr addrspace(1) {outside}", "r,l"
        if inside != "true":
            used = self.emitter.let(f"select i1 {inside}, i32 {size}, i32 0")
            text, given, kinds = f"{text}, $2", f"{given}, i32 {used}", f"{kinds},r"

        def emit() -> None:
            self.emitter.do(f'call void asm sideeffect "{text};", "{kinds},~{{memory}}"({given})')

        self._if(item.working, emit)

    def _copied(
        self, part: OperandPart, item: _Copy, source: str, further: int, target: str, inside: str
    ) -> Callable[[], None]:
        """Loads elements that are too short for an asynchronous copy, or zeros, and returns what
        stores them: all loads of a step come first.
        """
        let, size = self.emitter.let, part.vector * self.item
        kind = f"i{8 * size}"
        if further:
            source = let(f"getelementptr i8, ptr {source}, i64 {further}")
        value = let(f"load {kind}, ptr {source}, align {size}")
        if inside != "true":
            value = let(f"select i1 {inside}, {kind} {value}, {kind} 0")
        target = self.numbers.plus(target, item.skip)

        def store() -> None:
            place = let(f"inttoptr i32 {target} to ptr addrspace(3)")
            self.emitter.do(f"store {kind} {value}, ptr addrspace(3) {place}, align {size}")

        return lambda: self._if(item.working, store)

    def _if(self, condition: str, emit: Callable[[], None]) -> None:
        if condition == "true":
            emit()
        else:
            branch(self.emitter, condition, emit, lambda: None)


def _at(operand: str, skip: int) -> str:
    """An address in PTX."""
    return f"[{operand}+{skip}]" if skip else f"[{operand}]"
