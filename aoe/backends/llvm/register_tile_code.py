"""LLVM IR of a register tile: the straight-line code at the centre of a loop nest.

A tile is a set of points: offsets along the unrolled axes and vectors along the vector axis. Every
point of a reduction has one accumulator register. Points that read the same element or vector share
the load. A remainder of the vector axis uses a shorter vector if its width is a power of two, else
a constant lane mask. `aoe.backends.llvm.memory_code` emits loads and stores;
`aoe.backends.llvm.loop_nest_code` emits the loops around the tile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from aoe.backends.llvm.emitter import Emitter, Value, literal, llvm_type, splat
from aoe.backends.llvm.expression_code import emit_apply, emit_expression
from aoe.backends.llvm.loop_position import Position, branch
from aoe.backends.llvm.memory_code import Memory
from aoe.backends.llvm.tile_point import Chunk, Point
from aoe.element_types import ITEM_BYTES, integer_limits, is_floating
from aoe.loops.expression import Accumulator, Apply, Expression, dtype_of, summed_products
from aoe.loops.loop_nest import LoopNest, Prefetch

#: Bytes that one prefetch brings: a cache line.
PREFETCHED = 64
#: What a reduction begins with, by how it combines values, and the function that does.
_NEUTRAL: Mapping[str, float] = {"sum": 0, "prod": 1, "max": float("-inf"), "min": float("inf")}
COMBINE = {"sum": "add", "prod": "mul", "max": "max", "min": "min"}


def neutral(combine: str, dtype: str, lanes: int = 1) -> Value:
    """The value that changes nothing where others are combined with it, in every lane."""
    number = _NEUTRAL[combine]
    if not is_floating(dtype) and combine in ("max", "min"):
        number = integer_limits(dtype)[combine == "min"]
    return Value(literal(number, dtype, lanes), dtype, lanes)


@dataclass(frozen=True, slots=True)
class _AccumulatorSlot:
    """An accumulator.

    Attributes:
        slot: The alloca that holds it. LLVM promotes it to a register.
        lanes: Its width.
    """

    slot: str
    lanes: int


def chunks(size: int, lanes: int, exact: bool) -> tuple[Chunk, ...]:
    """Divides `size` coordinates of the vector axis into vectors of at most `lanes`.

    With `exact`, a remainder whose width is a power of two gets a vector of that width. Any other
    remainder is masked.
    """
    whole = [Chunk(start, lanes, lanes) for start in range(0, size - lanes + 1, lanes)]
    rest = size % lanes
    if rest:
        power_of_two = rest & (rest - 1) == 0
        width = rest if exact and power_of_two else lanes
        if exact and not power_of_two:
            width = 1 << rest.bit_length()
        whole.append(Chunk(size - rest, width, rest))
    return tuple(whole)


class Tile:
    """Emits one register tile at a position.

    Args:
        emitter: Receives the instructions.
        nest: The loop nest.
        position: The start of the tile.
        lanes: The float32 lanes of a vector.
        checked: Whether accesses may leave their bounds here.
    """

    def __init__(
        self, emitter: Emitter, nest: LoopNest, position: Position, lanes: int, checked: bool
    ) -> None:
        self.emitter, self.nest, self.position, self.lanes = emitter, nest, position, lanes
        self.vector = nest.schedule.vector
        self.reduced = nest.reduction.axes if nest.reduction else ()
        self.checked = checked
        outputs = [a.name for a in nest.axes if a.name not in self.reduced]
        self.vector_reduced = self.vector in self.reduced
        self.points = self._points(position, outputs)
        self.dtypes = [access.dtype for access in nest.operands]
        element = nest.reduction.element if nest.reduction else None
        self.accumulator_dtype = dtype_of(element, self.dtypes) if element is not None else ""
        self.cells: dict[tuple[Point, int], _AccumulatorSlot] = {}

    def _points(self, position: Position, axes: Sequence[str]) -> list[Point]:
        plain = [axis for axis in axes if axis != self.vector]
        vectors: tuple[Chunk | None, ...] = (None,)
        if self.vector in axes:
            vectors = chunks(position.sizes[self.vector], self.lanes, exact=True)
        return [
            Point(tuple(zip(plain, offsets, strict=True)), chunk)
            for offsets in product(*(range(position.sizes[axis]) for axis in plain))
            for chunk in vectors
        ]

    # The steps of a reduction: start, accumulate (inside the reduction loops), finish.

    def start(self, first: str | None) -> None:
        """Initialises the accumulators.

        They get the neutral element where `first` holds, else the stored partial results. None
        stands for a condition that always holds.
        """
        self._new_cells()
        if first is None:
            self._clear()
        else:
            branch(self.emitter, first, self._clear, self._reload)

    def _new_cells(self) -> None:
        self.cells = {}
        width = self.nest.schedule.vectors if self.vector_reduced else 1
        for point in self.points:
            lanes = point.chunk.lanes if point.chunk else (self.lanes if self.vector_reduced else 1)
            for number in range(width):
                slot = self.emitter.alloca(llvm_type(self.accumulator_dtype, lanes))
                self.cells[point, number] = _AccumulatorSlot(slot, lanes)

    def reduce_separately(self, emit: Callable[[], None]) -> None:
        """Emits reduction steps into separate accumulators and combines these with the existing
        ones.
        """
        assert self.nest.reduction is not None
        before = self.cells
        self._new_cells()
        self._clear()
        emit()
        separate, self.cells = self.cells, before
        for key, cell in before.items():
            both = self._get(cell), self._get(separate[key])
            self._set(cell, self.combined(self.nest.reduction.combine, *both))

    def _clear(self) -> None:
        for cell in self.cells.values():
            self._set(cell, self._neutral(cell.lanes))

    def _reload(self) -> None:
        memory = self._memory(self.position)
        self._clear()
        for point in self.points:
            cell, stored = self.cells[point, 0], memory.load_stored(point)
            if self.vector_reduced:
                stored = self._in_first_lane(stored, cell.lanes)
            self._set(cell, stored)

    def _in_first_lane(self, value: Value, lanes: int) -> Value:
        """Returns a vector whose total is the scalar: the scalar in lane 0, the neutral element
        elsewhere.
        """
        others = self._neutral(lanes)
        name = self.emitter.let(f"insertelement {others.type} {others.name}, {value.typed}, i32 0")
        return Value(name, value.dtype, lanes)

    def accumulate(self, position: Position) -> None:
        """Emits one reduction step at a position inside the reduction loops."""
        assert self.nest.reduction is not None
        element = self.nest.reduction.element
        combine = self.nest.reduction.combine
        plain = [axis for axis in self.reduced if axis != self.vector]
        vectors: tuple[Chunk | None, ...] = (None,)
        if self.vector_reduced:
            vectors = chunks(position.sizes[self.vector], self.lanes, exact=False)
        for offsets in product(*(range(position.sizes[axis]) for axis in plain)):
            memory = self._memory(position)
            for point in self.points:
                for number, chunk in enumerate(vectors):
                    here = Point(
                        (*point.offsets, *zip(plain, offsets, strict=True)), chunk or point.chunk
                    )
                    self._update(self.cells[point, number], memory, here, combine, element)

    def change_accumulators(self, change: Callable[[Value], Value]) -> None:
        """Replaces the value of every accumulator, as where threads combine theirs."""
        for cell in self.cells.values():
            self._set(cell, change(self._get(cell)))

    def prefetch(self, position: Position) -> None:
        """Emits the nest's prefetches for one reduction step."""
        pointers = position.pointers[len(position.pointers) - len(self.nest.prefetch) :]
        for item, pointer in zip(self.nest.prefetch, pointers, strict=True):
            size = ITEM_BYTES[self.nest.operands[item.operand].dtype]
            starts = self._starts(item, position) if item.elements else [0]
            reach = item.elements or self._advanced(item, position)
            lines = range(0, reach * size, PREFETCHED)
            for stream, start, line in product(range(item.streams), starts, lines):
                behind = (stream * item.stream_stride + start) * size
                self._prefetch_line(pointer, behind + line)

    def _starts(self, item: Prefetch, position: Position) -> list[int]:
        """Where each of the coordinates of a reduction step begins, in elements."""
        strides = dict(item.strides)
        steps = [
            range(0, position.sizes[axis] * strides[axis], strides[axis])
            for axis in self.reduced
            if strides.get(axis) and axis != self.vector
        ]
        return [sum(offsets) for offsets in product(*steps)]

    def _advanced(self, item: Prefetch, position: Position) -> int:
        """The elements by which a stream moves on in one reduction step."""
        strides = dict(item.strides)
        reach = sum(strides.get(axis, 0) * (position.sizes[axis] - 1) for axis in self.reduced)
        return reach + min(strides.get(axis, 0) for axis in self.reduced if axis in strides)

    def _prefetch_line(self, pointer: str, offset: int) -> None:
        """Prefetches the cache line `offset` bytes behind a pointer into the second-level cache."""
        self.emitter.declare("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
        address = self.emitter.let(f"getelementptr i8, ptr {pointer}, i64 {offset}")
        self.emitter.do(f"call void @llvm.prefetch.p0(ptr {address}, i32 0, i32 2, i32 1)")

    def _prefetch_operands(self) -> None:
        """Prefetches the lines of `nest.prefetched_operands` along the vector axis."""
        memory = self._memory(self.position)
        for operand in self.nest.prefetched_operands if self.points else ():
            access = self.nest.operands[operand]
            reach = self.position.sizes[self.vector] * abs(access.tile_stride(self.vector))
            for line in range(0, reach * ITEM_BYTES[access.dtype], PREFETCHED):
                self._prefetch_line(memory.address(operand, self.points[0]), line)

    def prefetch_ahead(self) -> None:
        """Prefetches what `nest.prefetched_ahead` says, before the tile reads or reduces."""
        memory = self._memory(self.position)
        for operand, distance in self.nest.prefetched_ahead:
            size = ITEM_BYTES[self.nest.operands[operand].dtype]
            for point in self.points:
                for line in self._lines(point, size):
                    self._prefetch_line(memory.address(operand, point), distance * size + line)

    def _lines(self, point: Point, size: int) -> range:
        """Bytes behind a point at which lines begin, if the register tile begins with one."""
        if point.chunk is None:
            return range(1)
        begin = point.chunk.start * size
        return range(-begin % PREFETCHED, point.chunk.active * size, PREFETCHED)

    def _update(
        self, cell: _AccumulatorSlot, memory: Memory, here: Point, combine: str, element: Expression
    ) -> None:
        step: Expression
        accumulator = self._get(cell)
        masked = self.vector_reduced and here.chunk is not None and here.chunk.active < cell.lanes
        fused = combine == "sum" and isinstance(element, Apply) and element.function == "mul"
        if fused and not masked and is_floating(self.accumulator_dtype):
            assert isinstance(element, Apply)
            step = Apply("fma", (*element.arguments, Accumulator()))
            self._set(cell, self._evaluate(step, memory, here, accumulator, cell.lanes, {}))
            return
        products = summed_products(element)
        if combine == "sum" and isinstance(element, Apply) and products and not masked:
            step = Accumulator()
            for factors in products:
                step = Apply(element.function, (*factors, step))
            self._set(cell, self._evaluate(step, memory, here, accumulator, cell.lanes, {}))
            return
        value = self._evaluate(element, memory, here, None, cell.lanes, {})
        if masked:
            assert here.chunk is not None
            value = self._keep_active(value, here.chunk)
        self._set(cell, self.combined(combine, accumulator, value))

    def finish(self, last: str | None) -> None:
        """Stores the results where `last` holds, else the partial accumulators.

        None stands for a condition that always holds.
        """
        totals = {point: self._total(point) for point in self.points}
        if last is None:
            self._store_all(totals)
        else:
            branch(self.emitter, last, lambda: self._store_all(totals), lambda: self._spill(totals))

    def store(self) -> None:
        """Emits the whole tile of a nest without a reduction."""
        self._prefetch_operands()
        self._store_all({})

    def _spill(self, totals: Mapping[Point, Value]) -> None:
        memory = self._memory(self.position)
        for point, value in totals.items():
            memory.store(0, point, value)

    def _store_all(self, totals: Mapping[Point, Value]) -> None:
        memory = self._memory(self.position)
        for point in self.points:
            cache: dict[Expression, Value] = {}
            lanes = point.chunk.lanes if point.chunk else 1
            total = totals.get(point)
            values = (
                self._evaluate(store.value, memory, point, total, lanes, cache)
                for store in self.nest.stores
            )
            for number, value in enumerate(list(values) if self._overwrites else values):
                memory.store(number, point, value)

    @property
    def _overwrites(self) -> bool:
        """Whether one of several stores writes what another one's value is computed from."""
        read = {access.buffer for access in self.nest.operands}
        stores = self.nest.stores
        return len(stores) > 1 and any(store.access.buffer in read for store in stores)

    # Values

    def _memory(self, position: Position) -> Memory:
        return Memory(self.emitter, self.nest, position, self.checked)

    def _evaluate(
        self,
        expression: Expression,
        memory: Memory,
        point: Point,
        accumulator: Value | None,
        lanes: int,
        cache: dict[Expression, Value],
    ) -> Value:
        value = emit_expression(
            self.emitter,
            expression,
            lambda operand: memory.load(operand, point),
            accumulator,
            lambda axis: memory.index(axis, point),
            lanes,
            cache,
        )
        return splat(self.emitter, value, lanes)

    def combined(self, combine: str, left: Value, right: Value) -> Value:
        """Two accumulated values as one."""
        return emit_apply(self.emitter, COMBINE[combine], [left, right])

    def _total(self, point: Point) -> Value:
        assert self.nest.reduction is not None
        combine = self.nest.reduction.combine
        values = [self._get(cell) for (where, _), cell in self.cells.items() if where == point]
        while len(values) > 1:
            pairs = [
                self.combined(combine, a, b)
                for a, b in zip(values[::2], values[1::2], strict=False)
            ]
            values = pairs + values[len(pairs) * 2 :]
        total = values[0]
        if not self.vector_reduced:
            return total
        while total.lanes > 1:
            half = total.lanes // 2
            total = self.combined(combine, self._half(total, 0), self._half(total, half))
        return total

    def _half(self, value: Value, start: int) -> Value:
        half = value.lanes // 2
        kind = llvm_type(value.dtype, value.lanes)
        if half == 1:
            name = self.emitter.let(f"extractelement {kind} {value.name}, i32 {start}")
            return Value(name, value.dtype, 1)
        order = ", ".join(f"i32 {start + lane}" for lane in range(half))
        name = self.emitter.let(
            f"shufflevector {kind} {value.name}, {kind} poison, <{half} x i32> <{order}>"
        )
        return Value(name, value.dtype, half)

    def _keep_active(self, value: Value, chunk: Chunk) -> Value:
        kind = llvm_type(value.dtype, value.lanes)
        other = self._neutral(value.lanes)
        name = self.emitter.let(f"select {chunk.mask}, {kind} {value.name}, {kind} {other.name}")
        return Value(name, value.dtype, value.lanes)

    def _neutral(self, lanes: int) -> Value:
        assert self.nest.reduction is not None
        return neutral(self.nest.reduction.combine, self.accumulator_dtype, lanes)

    def _get(self, cell: _AccumulatorSlot) -> Value:
        name = self.emitter.let(
            f"load {llvm_type(self.accumulator_dtype, cell.lanes)}, ptr {cell.slot}"
        )
        return Value(name, self.accumulator_dtype, cell.lanes)

    def _set(self, cell: _AccumulatorSlot, value: Value) -> None:
        value = splat(self.emitter, value, cell.lanes)
        kind = llvm_type(self.accumulator_dtype, cell.lanes)
        self.emitter.do(f"store {kind} {value.name}, ptr {cell.slot}")
