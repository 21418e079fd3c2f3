"""LLVM IR of kernels of rows (`aoe.backends.cuda.kernels.row_kernel`).

The loop nests become one: what they read in memory is read once, before anything is computed, and
what they keep for each other is an SSA value for each element that a thread has. Each nest reads a
row again that is too long for that. Elements behind
the end of a row, and rows behind the last one, are computed like the first one, are neutral in
reductions, and are not stored. `aoe.backends.cuda.codegen.row_exchange` has what the threads of a
row do together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from aoe.backends.cuda.codegen.row_exchange import RowExchange
from aoe.backends.cuda.codegen.thread_code import register
from aoe.backends.cuda.codegen.thread_memory import ThreadMemory
from aoe.backends.cuda.kernels.row_kernel import RowKernel, merged
from aoe.backends.cuda.kernels.wide_access import widths
from aoe.backends.llvm.emitter import Emitter, Value, llvm_type
from aoe.backends.llvm.expression_code import emit_apply, emit_expression
from aoe.backends.llvm.loop_nest_code import NestContext, base_pointer
from aoe.backends.llvm.loop_position import Position, advance, branch, counted_loop
from aoe.backends.llvm.register_tile_code import COMBINE, neutral
from aoe.backends.llvm.tile_point import Point
from aoe.loops.expression import Expression, dtype_of
from aoe.loops.loop_nest import Axis, Store

#: Values that are loaded before anything is computed, at most.
_MOST_AHEAD = 96
#: Elements of a step through a row that is too long for registers.
_STEP = 16


def emit_row_kernel(emitter: Emitter, kernel: RowKernel, shared: str) -> None:
    """Emits the body of a kernel. `shared`: the symbol of shared memory."""
    _RowCode(emitter, kernel, shared).emit()


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Neighbouring elements that a thread has at once.

    Attributes:
        number: Which of the thread's it is.
        memory: Loads and stores of them.
        active: Whether they are in the row; empty if they always are.
    """

    number: int
    memory: ThreadMemory
    active: str


class _RowCode:
    """Emits one kernel for one thread."""

    def __init__(self, emitter: Emitter, kernel: RowKernel, shared: str) -> None:
        self.emitter, self.kernel = emitter, kernel
        let = emitter.let
        thread, block = register(emitter, "tid.x"), register(emitter, "ctaid.x")
        beside = kernel.block // kernel.shares
        divisor = beside if kernel.across else kernel.shares
        high, low = let(f"udiv i64 {thread}, {divisor}"), let(f"urem i64 {thread}, {divisor}")
        place, self.share = (low, high) if kernel.across else (high, low)
        number = let(f"add i64 {let(f'mul i64 {block}, {beside}')}, {place}")
        self.live = ""
        if kernel.groups % beside:
            self.live = let(f"icmp ult i64 {number}, {kernel.groups}")
            number = let(f"select i1 {self.live}, i64 {number}, i64 0")
        self.exchange = RowExchange(emitter, kernel, shared, thread, place, self.share)
        self.nest, self.numbers = merged(kernel)
        self.accesses = (*self.nest.operands, *(store.access for store in self.nest.stores))
        self.buffers = {name: f"%buffer{n}" for n, name in enumerate(kernel.arguments)}
        tile = {axis.name: 1 for axis in self.nest.axes} | {kernel.along: kernel.vector}
        self.wide = widths(self.nest, tile, tile)
        self.row = self._row_position(number)
        self.at_row = self._memory(self.row)
        self.rows: dict[str, list[Value]] = {}
        self.elements: dict[str, list[list[Value]]] = {}
        self.chunks: list[_Chunk] = []

    def emit(self) -> None:
        """Emits the whole body without its return."""
        kernel = self.kernel
        if kernel.is_kept:
            self.chunks = [self._chunk(number) for number in range(kernel.chunks)]
            self._load_ahead()
        for number, nest in enumerate(kernel.nests):
            is_last = number == len(kernel.nests) - 1
            store = nest.stores[0]
            if nest.reduction is not None:
                totals = self._reduced(number)
                if is_last:
                    self._store_rows(totals)
                else:
                    self.rows[store.access.buffer] = [
                        self._value(number, store.value, self.at_row, None, lane, total)
                        for lane, total in enumerate(totals)
                    ]
            elif is_last:
                self._visit(partial(self._store_elements, number))
            else:
                assert kernel.is_kept, "only rows in registers keep elements"
                self.elements[store.access.buffer] = [
                    self._elements(number, store.value, chunk) for chunk in self.chunks
                ]

    def _visit(self, use: Callable[[_Chunk], None]) -> None:
        """Emits what is done with each chunk of this thread: those in registers, or in a loop all
        of a row that is too long for them.
        """
        if self.chunks:
            for chunk in self.chunks:
                use(chunk)
            return
        kernel = self.kernel
        step = max(1, _STEP // kernel.vector)
        vectors = kernel.length // (1 if kernel.across else kernel.vector)
        whole = vectors // kernel.shares // step * step

        def body(skip: str) -> None:
            for chunk in [self._chunk(number, skip) for number in range(step)]:
                use(chunk)

        counted_loop(self.emitter, "0", str(whole), step, body)
        for number in range(whole, kernel.chunks):
            use(self._chunk(number))

    # Positions

    def _row_position(self, number: str) -> Position:
        """Where the first of this thread's rows begins."""
        context = NestContext(self.buffers, frozenset(), {}, {})
        position = Position(
            {axis.name: "0" for axis in self.nest.axes},
            {axis.name: 1 for axis in self.nest.axes},
            tuple(base_pointer(self.emitter, access, context) for access in self.accesses),
        )
        return self._decoded(position, number, self.kernel.kept)

    def _decoded(self, position: Position, number: str, axes: Sequence[Axis]) -> Position:
        """The position at the vector with a number among those along axes."""
        kernel, let, rest = self.kernel, self.emitter.let, number
        for axis in reversed(axes):
            step = kernel.vector if axis.name == kernel.along else 1
            count, place = axis.extent // step, rest
            if axis != axes[0]:
                place = let(f"urem i64 {rest}, {count}")
                rest = let(f"udiv i64 {rest}, {count}")
            if step > 1:
                place = let(f"mul i64 {place}, {step}")
            position = advance(self.emitter, position, self.accesses, axis.name, place, 1)
        return position

    def _memory(self, position: Position) -> ThreadMemory:
        return ThreadMemory(self.emitter, self.nest, position, self.buffers, self.wide)

    def _chunk(self, number: int, skip: str = "0") -> _Chunk:
        """A chunk of this thread. `skip`: how many are before the first, an SSA name or literal."""
        kernel, let = self.kernel, self.emitter.let
        vectors = kernel.length // (1 if kernel.across else kernel.vector)
        before = str(number * kernel.shares)
        if skip != "0":
            before = let(f"add i64 {let(f'mul i64 {skip}, {kernel.shares}')}, {before}")
        place = let(f"add i64 {self.share}, {before}")
        active = ""
        if skip == "0" and (number + 1) * kernel.shares > vectors:
            active = let(f"icmp ult i64 {place}, {vectors}")
            place = let(f"select i1 {active}, i64 {place}, i64 0")
        position = self._decoded(self.row, place, kernel.reduced)
        return _Chunk(number, self._memory(position), active)

    def _point(self, lane: int) -> Point:
        along = self.kernel.along
        offsets = tuple((axis.name, lane * (axis.name == along)) for axis in self.nest.axes)
        return Point(offsets, None)

    # Values

    def _load_ahead(self) -> None:
        """Loads what the nests read, so that no load waits for an exchange."""
        lanes = range(self.kernel.vector)
        chunks = self.chunks
        if len(chunks) * len(lanes) * len(self.nest.operands) > _MOST_AHEAD:
            return
        for operand, access in enumerate(self.nest.operands):
            reduced = any(access.stride(axis.name) for axis in self.kernel.reduced)
            for chunk in chunks if reduced or access.indirect else ():
                for lane in lanes:
                    chunk.memory.load(operand, self._point(lane))

    def _value(
        self,
        nest: int,
        expression: Expression,
        memory: ThreadMemory,
        chunk: int | None,
        lane: int,
        total: Value | None,
    ) -> Value:
        """An expression of a nest at an element of a chunk, or of a row."""
        numbers, point = self.numbers[nest], self._point(lane)

        def load(operand: int) -> Value:
            found = numbers[operand]
            if isinstance(found, int):
                return memory.load(found, point)
            if found in self.rows:
                return self.rows[found][lane if self.kernel.across else 0]
            assert chunk is not None, "a row has no element"
            return self.elements[found][chunk][lane]

        return emit_expression(
            self.emitter,
            expression,
            load,
            total,
            lambda axis: memory.index(axis, point),
            1,
            {},
        )

    def _elements(self, nest: int, expression: Expression, chunk: _Chunk) -> list[Value]:
        lanes = range(self.kernel.vector)
        number = chunk.number
        return [self._value(nest, expression, chunk.memory, number, lane, None) for lane in lanes]

    # Reductions

    def _cells(self, number: int) -> list[tuple[str, str]]:
        """Accumulators of a nest's reduction, one for each element of a vector, and their type."""
        reduction = self.kernel.nests[number].reduction
        assert reduction is not None
        dtypes = [access.dtype for access in self.kernel.nests[number].operands]
        dtype = dtype_of(reduction.element, dtypes)
        start = neutral(reduction.combine, dtype)
        cells = []
        for _ in range(self.kernel.vector):
            slot = self.emitter.alloca(llvm_type(dtype))
            self.emitter.do(f"store {start.typed}, ptr {slot}")
            cells.append((slot, dtype))
        return cells

    def _accumulate(self, number: int, cells: Sequence[tuple[str, str]], chunk: _Chunk) -> None:
        reduction, let = self.kernel.nests[number].reduction, self.emitter.let
        assert reduction is not None
        values = self._elements(number, reduction.element, chunk)
        for (slot, dtype), value in zip(cells, values, strict=True):
            before = Value(let(f"load {llvm_type(dtype)}, ptr {slot}"), dtype)
            after = emit_apply(self.emitter, COMBINE[reduction.combine], [before, value])
            if chunk.active:
                text = f"select i1 {chunk.active}, {after.typed}, {before.typed}"
                after = Value(let(text), dtype)
            self.emitter.do(f"store {after.typed}, ptr {slot}")

    def _reduced(self, number: int) -> list[Value]:
        """What the threads of a row reduce it to, for each row of this thread."""
        cells = self._cells(number)
        self._visit(partial(self._accumulate, number, cells))
        reduction, let = self.kernel.nests[number].reduction, self.emitter.let
        assert reduction is not None
        values = [
            Value(let(f"load {llvm_type(dtype)}, ptr {slot}"), dtype) for slot, dtype in cells
        ]
        return self.exchange.combined(reduction.combine, values)

    # Stores

    def _store_rows(self, totals: Sequence[Value]) -> None:
        """Stores the results of this thread's rows, by the first thread of each."""
        condition = self.emitter.let(f"icmp eq i64 {self.share}, 0")
        last = len(self.kernel.nests) - 1

        def values(store: Store) -> list[Value]:
            return [
                self._value(last, store.value, self.at_row, None, lane, total)
                for lane, total in enumerate(totals)
            ]

        self._store(self.at_row, [condition, self.live], values)

    def _store_elements(self, number: int, chunk: _Chunk) -> None:
        self._store(
            chunk.memory,
            [chunk.active, self.live],
            lambda store: self._elements(number, store.value, chunk),
        )

    def _store(
        self,
        memory: ThreadMemory,
        conditions: Sequence[str],
        values: Callable[[Store], list[Value]],
    ) -> None:
        """Stores values where all conditions hold that are not empty."""
        found = [values(store) for store in self.kernel.nests[-1].stores]

        def emit() -> None:
            for number, lanes in enumerate(found):
                for lane, value in enumerate(lanes):
                    memory.store(number, self._point(lane), value)
            memory.flush()

        held = [condition for condition in conditions if condition]
        if not held:
            emit()
            return
        joined = held[0]
        for condition in held[1:]:
            joined = self.emitter.let(f"and i1 {joined}, {condition}")
        branch(self.emitter, joined, emit, lambda: None)
