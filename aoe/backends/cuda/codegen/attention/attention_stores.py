"""LLVM IR of the end of attention: what warps that share keys exchange, and the stores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from aoe.backends.cuda.codegen.attention.attention_products import AttentionProducts
from aoe.backends.cuda.codegen.attention.attention_softmax import AttentionSoftmax
from aoe.backends.cuda.codegen.thread_code import barrier
from aoe.backends.cuda.kernels.attention_kernel import VALUE
from aoe.backends.cuda.kernels.tensor_kernel import COPY, MMA_COLUMNS, copied_elements
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.backends.llvm.emitter import Value, literal
from aoe.backends.llvm.expression_code import emit_expression
from aoe.backends.llvm.loop_position import branch
from aoe.errors import CompileError
from aoe.loops.loop_nest import Axis


@dataclass(frozen=True, slots=True)
class _Run:
    """Results of a query that are adjacent in memory.

    Attributes:
        first: The number of the first result without the thread's own part, as an i32.
        step: What the thread's place in its group of four is multiplied by for its own part.
        members: The instruction's number among those that alternate, and the side, of each.
    """

    first: str
    step: int
    members: tuple[tuple[int, int], ...]


class AttentionStores(AttentionProducts, AttentionSoftmax):
    """Emits the stores."""

    def finish(self) -> None:
        """Stores results, which warps that share keys add up first."""
        largest, totals = self.finished()
        if self.kernel.warps[1] > 1:
            self._exchange(largest, totals)
            return
        for query in range(len(totals)):
            row, half = divmod(query, 2)
            cells = [[self._load(slot) for slot in cell] for cell in self.sums[row]]

            def store(query: int = query, cells: list[list[str]] = cells, half: int = half) -> None:
                factor = self._factor(query, largest[query], totals[query], self._one_of_four())
                for column in range(0, self.parts.columns, self.parts.together):
                    for run in self._runs(str(column * MMA_COLUMNS)):
                        values = [
                            cells[column + number][2 * half + side] for number, side in run.members
                        ]
                        self._store(query, run, values, factor)

            branch(self.emitter, self.exist[query], store, lambda: None)

    def _exchange(self, largest: Sequence[str], totals: Sequence[str]) -> None:
        """Adds up what warps that share keys have. Each stores some columns of the results."""
        numbers = self.numbers
        parts, kernel = self.parts, self.kernel
        size = WARP * COPY
        of_warp = (parts.columns + 1) * size
        mine = numbers.times(self.lane, COPY)
        rows = numbers.times(self.down, kernel.warps[1] * of_warp)
        own = numbers.plus(numbers.plus(rows, numbers.times(self.across, of_warp)), mine)
        barrier(self.emitter)
        for column, cell in enumerate(self.sums[0]):
            self._put(numbers.plus(own, column * size), [self._load(slot) for slot in cell])
        self._put(numbers.plus(own, parts.columns * size), [*largest, *totals])
        barrier(self.emitter)
        places = [
            numbers.plus(numbers.plus(rows, warp * of_warp), mine)
            for warp in range(kernel.warps[1])
        ]
        states = [self._get(numbers.plus(place, parts.columns * size)) for place in places]
        joined = [
            self._joined([(state[half], state[2 + half]) for state in states]) for half in (0, 1)
        ]
        tells = self._first_warp(self._one_of_four())
        factors = [
            self._factor(half, largest, total, tells)
            for half, (largest, total, _) in enumerate(joined)
        ]
        count = parts.columns // parts.together
        for start in range(0, count, kernel.warps[1]):
            number = numbers.plus(self.across, start)

            def columns(number: str = number) -> None:
                first = numbers.times(number, parts.together)
                skip = numbers.times(first, size)
                sums = [["0.0"] * 4 for _ in range(parts.together)]
                for warp, place in enumerate(places):
                    at = numbers.plus(place, skip)
                    for side, cell in enumerate(sums):
                        values = self._get(numbers.plus(at, side * size))
                        sums[side] = [
                            self.fma(value, joined[item // 2][2][warp], before)
                            for item, (value, before) in enumerate(zip(values, cell, strict=True))
                        ]
                start = numbers.times(first, MMA_COLUMNS)
                for half in range(2):
                    self._store_runs(half, start, sums, factors[half])

            if start + kernel.warps[1] <= count:
                columns()
            else:
                exists = numbers.below(number, count)
                branch(self.emitter, exists, columns, lambda: None)

    def _store_runs(
        self, half: int, start: str, sums: Sequence[Sequence[str]], factor: str
    ) -> None:
        def store() -> None:
            for run in self._runs(start):
                values = [sums[number][2 * half + side] for number, side in run.members]
                self._store(half, run, values, factor)

        branch(self.emitter, self.exist[half], store, lambda: None)

    def _joined(self, states: Sequence[tuple[str, str]]) -> tuple[str, str, list[str]]:
        """The largest score and the sum of powers of some warps, and what the sums of each are
        multiplied by.
        """
        largest = states[0][0]
        for score, _ in states[1:]:
            largest = self.larger(largest, score)
        power = self.powers_of(self.finite(largest))
        factors = [power(score) for score, _ in states]
        total = "0.0"
        for (_, own), factor in zip(states, factors, strict=True):
            total = self.fma(own, factor, total)
        return largest, total, factors

    def _factor(self, query: int, largest: str, total: str, tells: str) -> str:
        """What sums are multiplied by: the inverse of the sum of powers. A part of the keys stores
        that instead, and the largest score; `tells` is whether this thread does.
        """
        if self.kernel.split == 1:
            return self.emitter.let(f"fdiv float {literal(1.0, 'float32')}, {total}")
        places = self.query_places[query]
        tells = self.numbers.both(tells, self.exist[query])

        def store() -> None:
            values = (self.natural(largest), total)
            for target, value in zip(self.kernel.nests[2].stores, values, strict=True):
                pointer = self.address(target.access, places)
                self.emitter.do(f"store float {value}, ptr {pointer}, align 4")

        branch(self.emitter, tells, store, lambda: None)
        return ""

    def _one_of_four(self) -> str:
        """Whether this thread is the first of the four that have one query."""
        return self.emitter.let(f"icmp eq i32 {self.in_group}, 0")

    def _first_warp(self, condition: str) -> str:
        first = self.emitter.let(f"icmp eq i32 {self.across}, 0")
        return self.numbers.both(condition, first)

    def _runs(self, first: str) -> list[_Run]:
        """The runs of results of instructions whose columns alternate, from a column on."""
        count = self.parts.together
        if count == 1:
            return [_Run(first, 2, ((0, 0), (0, 1)))]
        return [
            _Run(
                self.numbers.plus(first, side * count),
                2 * count,
                tuple((number, side) for number in range(count)),
            )
            for side in range(2)
        ]

    def _store(self, query: int, run: _Run, values: Sequence[str], factor: str) -> None:
        """Stores the results of a run."""
        numbers = self.numbers
        let, nest = self.emitter.let, self.kernel.nests[1]
        first = numbers.plus(run.first, numbers.times(self.in_group, run.step))
        if factor:
            values = [let(f"fmul float {value}, {factor}") for value in values]
        target = nest.stores[0].access
        places = self.query_places[query]
        extent = self.extents[VALUE]
        whole = extent % len(values) == 0

        def emit(start: int, count: int) -> None:
            here = {**places, VALUE: numbers.plus(first, start)}
            found = [
                self._epilogue(value, {**places, VALUE: numbers.plus(first, start + number)})
                for number, value in enumerate(values[start : start + count])
            ]
            self.write(target, self.address(target, here), found)

        if whole and copied_elements(target, Axis(VALUE, extent), len(values)) >= len(values):
            parts = [(0, len(values))]
        else:
            parts = [(number, 1) for number in range(len(values))]
        for start, count in parts:
            if extent % MMA_COLUMNS == 0:
                emit(start, count)
                continue
            exists = numbers.below(numbers.plus(first, start), extent)
            branch(
                self.emitter,
                exists,
                partial(emit, start, count),
                lambda: None,
            )

    def _epilogue(self, value: str, places: dict[str, str]) -> Value:
        nest = self.kernel.nests[1]

        def load(operand: int) -> Value:
            access = nest.operands[operand]
            return self.loaded(access, self.address(access, places))

        total = Value(value, "float32")
        return emit_expression(self.emitter, nest.stores[0].value, load, total, _no_index, 1, {})

    def _put(self, offset: str, values: Sequence[str]) -> None:
        """Writes four numbers to shared memory."""
        vector = "poison"
        for number, value in enumerate(values):
            vector = self.emitter.let(
                f"insertelement <4 x float> {vector}, float {value}, i32 {number}"
            )
        pointer = self.shared_word(offset)
        self.emitter.do(f"store <4 x float> {vector}, ptr addrspace(3) {pointer}, align {COPY}")

    def _get(self, offset: str) -> list[str]:
        """Reads four numbers of shared memory."""
        words = self.words(offset, 4)
        return [self.emitter.let(f"bitcast i32 {word} to float") for word in words]

    def _load(self, slot: str) -> str:
        return self.emitter.let(f"load float, ptr {slot}")


def _no_index(axis: str) -> Value:
    raise CompileError(f"a result depends on the coordinate along {axis}")
