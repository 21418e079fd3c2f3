"""LLVM IR that copies parts of the operands of a contraction to shared memory, some steps of the
reduction ahead.
"""

from __future__ import annotations

from collections.abc import Callable

from aoe.backends.cpu.codegen.loop_position import branch
from aoe.backends.cuda.codegen.tensor_frame import OperandPart, TensorFrame
from aoe.backends.cuda.kernels.tensor_kernel import pitch


class TensorCopies(TensorFrame):
    """Emits the copies."""

    def copier(self, part: OperandPart, start: str, extent: int) -> Callable[[str, str], None]:
        """Returns what emits the copy of a part of the operand for a step of the reduction.

        Args:
            part: The part.
            start: The first row of the tile, or column.
            extent: Rows or columns of the whole operand.
        """
        let, kernel = self.emitter.let, self.kernel
        in_line = part.length // part.vector
        count = part.line_count * in_line
        threads = kernel.block
        chunks = [(number, min(threads, count - number)) for number in range(0, count, threads)]
        pointer = self.base_of(part.access)
        _, _, terms = kernel.sizes
        fixed: list[tuple[str, str, str, dict[str, str], str, str]] = []
        for first, active in chunks:
            place = let(f"add i64 {self.thread}, {first}")
            line = let(f"udiv i64 {place}, {in_line}")
            column = let(f"urem i64 {place}, {in_line}")
            column = let(f"mul i64 {column}, {part.vector}")
            skip = let(f"mul i64 {line}, {pitch(part.length, self.item)}")
            across = let(f"mul i64 {column}, {self.item}")
            inside = let(f"add i64 {skip}, {across}")
            target = let(f"add i64 {inside}, {part.start}")
            number = let(f"add i64 {start}, {line if part.by_terms else column}")
            valid = let(f"icmp ult i64 {number}, {extent}")
            some = active < threads
            working = let(f"icmp ult i64 {self.thread}, {active}") if some else "true"
            axes = part.lines if part.by_terms else part.along
            coordinates = self.decoded(number, axes)
            address = self.moved(pointer, part.access, coordinates)
            term = column if part.by_terms else line
            fixed.append((target, term, valid, coordinates, address, working))

        def copy(step: str, slot: str) -> None:
            base = let(f"mul i64 {slot}, {self.stage}")
            begin = let(f"mul i64 {step}, {self.depth}")
            for target, term, valid, coordinates, address, working in fixed:
                number = let(f"add i64 {begin}, {term}")
                exists = let(f"icmp ult i64 {number}, {terms}")
                places = self.decoded(number, kernel.reduction)
                source = self.moved(address, part.access, places)
                inside = let(f"and i1 {valid}, {exists}")
                for bound in part.access.bounds:
                    inside = self.bounded(
                        inside, bound, {**coordinates, **places, **self.batch_starts}
                    )
                offset = let(f"add i64 {base}, {target}")
                self._copy(part, source, offset, inside, working, self.names[part.access.buffer])

        return copy

    def _copy(
        self, part: OperandPart, source: str, offset: str, inside: str, working: str, safe: str
    ) -> None:
        """Copies some elements to an offset in shared memory, or zeros."""
        let, size = self.emitter.let, part.vector * self.item

        def emit() -> None:
            if size >= 4:
                short = let(f"trunc i64 {offset} to i32")
                target = let(f"add i32 {self.shared}, {short}")
                used = let(f"select i1 {inside}, i32 {size}, i32 0")
                chosen = let(f"select i1 {inside}, ptr {source}, ptr {safe}")
                outside = let(f"addrspacecast ptr {chosen} to ptr addrspace(1)")
                cached = "cg" if size == 16 else "ca"
                self.emitter.do(
                    f'call void asm sideeffect "cp.async.{cached}.shared.global [$0], [$1], {size},'
                    f' $2;", "r,l,r,~{{memory}}"(i32 {target}, ptr addrspace(1) {outside}, '
                    f"i32 {used})"
                )
                return
            kind = f"i{8 * self.item}"
            chosen = let(f"select i1 {inside}, ptr {source}, ptr {safe}")
            loaded = let(f"load {kind}, ptr {chosen}, align {self.item}")
            value = let(f"select i1 {inside}, {kind} {loaded}, {kind} 0")
            place = let(f"getelementptr i8, ptr addrspace(3) {self.shared_pointer}, i64 {offset}")
            self.emitter.do(f"store {kind} {value}, ptr addrspace(3) {place}, align {self.item}")

        if working == "true":
            emit()
        else:
            branch(self.emitter, working, emit, lambda: None)
