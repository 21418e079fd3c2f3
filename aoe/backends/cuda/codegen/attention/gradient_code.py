"""LLVM IR of attention's gradients on matrix instructions
(`aoe.backends.cuda.kernels.attention_gradient_kernel`): the order of its parts, and the stores.

The parts are in `gradient_products` and `gradient_scores` beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from aoe.backends.cuda.codegen.attention.gradient_frame import KEYS, VALUES
from aoe.backends.cuda.codegen.attention.gradient_products import HalfProducts
from aoe.backends.cuda.codegen.attention.gradient_scores import GradientScores, Step
from aoe.backends.cuda.codegen.attention.gradient_words import WordProducts
from aoe.backends.cuda.codegen.attention.line_copies import Lines
from aoe.backends.cuda.codegen.handover import Handover
from aoe.backends.cuda.codegen.thread_code import barrier
from aoe.backends.cuda.kernels.attention_gradient_kernel import AttentionGradientKernel
from aoe.backends.cuda.kernels.attention_kernel import QUERY, SIZE, VALUE
from aoe.backends.cuda.kernels.tensor_kernel import MMA_COLUMNS, copied_elements
from aoe.backends.llvm.emitter import Emitter, Value
from aoe.backends.llvm.expression_code import emit_expression
from aoe.backends.llvm.loop_position import branch, counted_loop
from aoe.errors import CompileError
from aoe.loops.loop_nest import Axis, LoopNest

#: What emits the copy of lines, given the first one's number and where their stage begins.
_Copy = Callable[[str, str], None]


def emit_attention_gradient_kernel(
    emitter: Emitter, kernel: AttentionGradientKernel, shared: str, handover: Handover
) -> None:
    """Emits the body of a kernel. `shared`: the symbol of shared memory."""
    kind = _HalfCode if kernel.parts.item == 2 else _WordCode
    kind(emitter, kernel, shared).emit(handover)


class _GradientCode(GradientScores):
    """Emits one kernel for one thread."""

    def emit(self, handover: Handover) -> None:
        """Emits the whole body without its return."""
        kernel, tile = self.kernel, self.kernel.tile
        rows = self._copies(0, 0, kernel.along, tile[0])
        columns = self._copies(1, self.parts.row_bytes, kernel.across, tile[1])
        self._rounds = self._ranges()
        self.place_fragments()
        self.allocate_sums()
        handover.wait()
        self.place_rows()
        for copy in rows:
            copy(self.row_start, "0")
        if kernel.along == QUERY:
            self.place_statistics()
            self._stream(columns, self._measure, first=True)
            self.finish_statistics()
            self.assembly("cp.async.wait_all;")
            barrier(self.emitter)
            self._stream(columns, self._add, first=False)
        else:
            self._stream(columns, self._add, first=True)
        handover.release("late")
        self.assembly("cp.async.wait_all;")
        for number, nest in enumerate(kernel.results):
            self._store(number, nest)

    def _copies(self, operand: int, start: int, axis: str, count: int) -> list[_Copy]:
        """The copies of both parts of lines."""
        parts, across = self.parts, Axis(axis, self.extents[axis])
        found = []
        for part, name in ((KEYS, SIZE), (VALUES, VALUE)):
            access = self.kernel.nests[part].operands[operand]
            along, length = Axis(name, self.extents[name]), parts.depths[part]
            vector = copied_elements(access, along, length)
            begin = self.starts(start, count)[part]
            pitch = parts.pitches[part]
            found.append(
                self.copier(Lines(access, along, across, count, length, vector, begin, pitch))
            )
        return found

    def _ranges(self) -> list[tuple[str, str, bool]]:
        """The first step and the one behind the last of a pass over the columns, in parts: those
        whose columns may be missing or hidden are checked.
        """
        numbers, kernel = self.numbers, self.kernel
        extent, tile = self.extents[kernel.across], kernel.tile[1]
        if not kernel.causal:
            whole = extent // tile
            ranges = [(0, whole, False), (whole, kernel.step_count, True)]
            return [(str(a), str(b), checked) for a, b, checked in ranges if a < b]
        if kernel.along != QUERY:  # the queries from the first key on
            return [(numbers.quotient(self.row_start, tile), str(kernel.step_count), True)]
        seen = numbers.least(numbers.plus(self.row_start, kernel.tile[0]), extent)
        return [("0", numbers.quotient(numbers.plus(seen, tile - 1), tile), True)]

    def _stream(self, copies: list[_Copy], step: Callable[[Step], None], first: bool) -> None:
        """A pass over the columns. `first`: whether copies of rows are under way."""
        kernel, numbers = self.kernel, self.numbers
        begin, end = self._rounds[0][0], self._rounds[-1][1]
        ahead = max(1, kernel.slots - 1)
        for number in range(ahead):
            self._copy_step(copies, numbers.plus(begin, number), end)
        self.assembly(f"cp.async.wait_group {ahead - 1};")
        barrier(self.emitter)
        if first:
            self.hold_rows()

        def one(number: str, checked: bool) -> None:
            self.assembly(f"cp.async.wait_group {ahead - 1};")
            barrier(self.emitter)
            if kernel.slots > 1:
                self._copy_step(copies, numbers.plus(number, ahead), end)
            stage = numbers.times(numbers.rest(number, kernel.slots), self.parts.stage_bytes)
            step(Step(numbers.times(number, kernel.tile[1]), stage, checked))

        for start, stop, checked in self._rounds:
            counted_loop(
                self.emitter,
                numbers.wide(start),
                numbers.wide(stop),
                1,
                lambda number, checked=checked: one(  # type: ignore[misc]
                    self.emitter.let(f"trunc i64 {number} to i32"), checked
                ),
            )

    def _copy_step(self, copies: list[_Copy], number: str, end: str) -> None:
        """Starts the copies of a step, if there is one: a group of them."""
        numbers, kernel = self.numbers, self.kernel
        stage = numbers.times(numbers.rest(number, kernel.slots), self.parts.stage_bytes)

        def copy() -> None:
            for item in copies:
                item(numbers.times(number, kernel.tile[1]), stage)

        exists = numbers.below(number, end)
        if exists == "true":
            copy()
        elif exists != "false":
            branch(self.emitter, exists, copy, lambda: None)
        self.assembly("cp.async.commit_group;")

    def _measure(self, step: Step) -> None:
        """A step of the first pass of a block of queries."""
        scores = self.scores(self.products(KEYS, step.stage), step)
        self.add_statistics(scores, self.products(VALUES, step.stage))

    def _add(self, step: Step) -> None:
        """A step that adds to the results."""
        columns = [nest.axes[-2].name for nest in self.kernel.results]
        scores = self.scores(self.products(KEYS, step.stage), step)
        changes = self.products(VALUES, step.stage) if SIZE in columns else None
        shares, gradients = self.to_scores(scores, changes, step)
        for number, name in enumerate(columns):
            weights = shares if name == VALUE or gradients is None else gradients
            self.add_weighted(number, step.stage, weights)

    def _store(self, number: int, nest: LoopNest) -> None:
        """Stores a result."""
        for row, exists in enumerate(self.exist):
            cells = self.sums[number][row // 2]
            values = [
                [self.emitter.let(f"load float, ptr {slot}") for slot in cell[2 * (row % 2) :][:2]]
                for cell in cells
            ]

            def store(row: int = row, values: list[list[str]] = values) -> None:
                self._store_row(nest, self.inside[row], values)

            branch(self.emitter, exists, store, lambda: None)

    def _store_row(self, nest: LoopNest, row: str, values: Sequence[Sequence[str]]) -> None:
        """Stores what this thread has of a row, two numbers of each instruction."""
        numbers, name = self.numbers, nest.axes[-2].name
        together = self.parts.together(name)
        for place in range(0, len(values), together):
            start = place * MMA_COLUMNS
            if together == 1:
                first = numbers.plus(numbers.times(self.in_group, 2), start)
                self._store_run(nest, row, first, start + MMA_COLUMNS, values[place])
                continue
            for side in range(2):
                step = numbers.times(self.in_group, 2 * together)
                first = numbers.plus(step, start + side * together)
                run = [pair[side] for pair in values[place : place + together]]
                self._store_run(nest, row, first, start + together * MMA_COLUMNS, run)

    def _store_run(
        self, nest: LoopNest, row: str, first: str, end: int, values: Sequence[str]
    ) -> None:
        """Stores neighbouring numbers of a row. `end`: one behind the last of the instructions."""
        numbers, target = self.numbers, nest.stores[0].access
        axis = Axis(nest.axes[-2].name, self.extents[nest.axes[-2].name])

        def emit(start: int, count: int) -> None:
            column = numbers.plus(first, start)
            pointer = self.address(target, {self.kernel.along: row, axis.name: column})
            found = [self._valued(nest, value) for value in values[start : start + count]]
            self.write(target, pointer, found)

        count = len(values)
        if copied_elements(target, axis, count) < count:
            count = 1
        for start in range(0, len(values), count):
            if end <= axis.extent:
                emit(start, count)
                continue
            exists = numbers.below(numbers.plus(first, start), axis.extent)
            branch(
                self.emitter,
                exists,
                partial(emit, start, count),
                lambda: None,
            )

    def _valued(self, nest: LoopNest, total: str) -> Value:
        """What is stored of a sum."""
        value = Value(total, "float32")
        return emit_expression(
            self.emitter, nest.stores[0].value, _no_operand, value, _no_index, 1, {}
        )


class _HalfCode(HalfProducts, _GradientCode):
    """Emits a kernel of 16 bits."""


class _WordCode(WordProducts, _GradientCode):
    """Emits a kernel of float32."""


def _no_operand(number: int) -> Value:
    raise CompileError("a gradient of attention reads nothing when it is stored")


def _no_index(axis: str) -> Value:
    raise CompileError(f"a gradient of attention depends on the coordinate along {axis}")
