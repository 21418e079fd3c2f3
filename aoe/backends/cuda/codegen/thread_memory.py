"""LLVM IR of the loads and stores of one thread of a GPU, which computes a tile of points.

Neighbours along an axis in which memory is contiguous and aligned are loaded and stored together,
up to 16 bytes. What several points of a tile read, as windows of a convolution beside each other
do, is loaded once. A load outside its bounds reads the first element of the buffer instead, which
is always there, and the fill replaces its value: a branch for each load would keep loads from
overlapping.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from aoe.backends.cuda.kernels.wide_access import Width
from aoe.backends.llvm.emitter import Emitter, Value, memory_type
from aoe.backends.llvm.loop_position import Position
from aoe.backends.llvm.masked_code import fill_literal
from aoe.backends.llvm.memory_code import Memory
from aoe.backends.llvm.register_tile_code import Tile
from aoe.backends.llvm.storage_code import from_memory, to_memory
from aoe.backends.llvm.tile_point import Point
from aoe.element_types import ITEM_BYTES
from aoe.loops.loop_nest import Access, Bound, LoopNest


class ThreadMemory(Memory):
    """Loads and stores around a position of one thread."""

    def __init__(
        self,
        emitter: Emitter,
        nest: LoopNest,
        position: Position,
        buffers: Mapping[str, str],
        wide: Sequence[Width],
    ) -> None:
        """`buffers`: the first address of each; `wide`: the width of each access."""
        super().__init__(emitter, nest, position, True)
        self.buffers, self.wide = buffers, wide
        self._held: dict[tuple[int, int, tuple[int, ...]], list[Value]] = {}
        self._conditions: dict[tuple[Bound, int], str] = {}
        self._waiting: dict[tuple[int, int], dict[int, str]] = {}
        self._stores: list[Callable[[], None]] = []

    def load(self, operand: int, point: Point) -> Value:
        """See `Memory.load`."""
        access = self.nest.operands[operand]
        if access.indirect:
            return super().load(operand, point)
        lane, place = self._wide_place(operand, access, point)
        offsets = dict(point.offsets)
        reached = tuple(
            sum(factor * offsets.get(axis, 0) for axis, factor in bound.terms)
            for bound in access.bounds
        )
        key = (operand, place, reached)
        if key not in self._held:
            self._held[key] = self._loaded(operand, access, place, reached)
        return self._held[key][lane]

    def store(self, number: int, point: Point, value: Value) -> None:
        """See `Memory.store`. Nothing is written before `flush`, so that loads of other points need
        not wait for it.
        """
        place = len(self.nest.operands) + number
        access, (_, count) = self.accesses[place], self.wide[place]
        if count == 1:
            self._stores.append(partial(super().store, number, point, value))
            return
        lane, start = self._wide_place(place, access, point)
        waiting = self._waiting.setdefault((number, start), {})
        waiting[lane] = to_memory(self.emitter, value, access.dtype, self.flushing)
        if len(waiting) < count:
            return
        kind, element = memory_type(access.dtype, count), memory_type(access.dtype, 1)
        joined = "poison"
        for item in range(count):
            joined = self.emitter.let(
                f"insertelement {kind} {joined}, {element} {waiting[item]}, i32 {item}"
            )
        pointer = self._offset(self.position.pointers[place], access.dtype, start)
        align = count * ITEM_BYTES[access.dtype]
        text = f"store {kind} {joined}, ptr {pointer}, align {align}"
        self._stores.append(partial(self.emitter.do, text))

    def flush(self) -> None:
        """Emits all stores so far."""
        for store in self._stores:
            store()
        self._stores.clear()

    def _wide_place(self, number: int, access: Access, point: Point) -> tuple[int, int]:
        """The place of a point's element in the wide access that has it, and where that begins."""
        axis, count = self.wide[number]
        lane = dict(point.offsets).get(axis, 0) % count
        return lane, self._static_offset(access, point) - lane

    def _loaded(
        self, number: int, access: Access, place: int, reached: tuple[int, ...]
    ) -> list[Value]:
        """The elements that one load gives."""
        emitter, count = self.emitter, self.wide[number][1]
        pointer = self._offset(self.position.pointers[number], access.dtype, place)
        inside = self._condition(access.bounds, reached)
        if inside:
            safe = self.buffers[access.buffer]
            pointer = emitter.let(f"select i1 {inside}, ptr {pointer}, ptr {safe}")
        kind, element = memory_type(access.dtype, count), memory_type(access.dtype, 1)
        align = count * ITEM_BYTES[access.dtype]
        loaded = emitter.let(f"load {kind}, ptr {pointer}, align {align}")
        found = []
        for lane in range(count):
            name = loaded
            if count > 1:
                name = emitter.let(f"extractelement {kind} {loaded}, i32 {lane}")
            if inside:
                fill = fill_literal(access, 1)
                name = emitter.let(f"select i1 {inside}, {element} {name}, {element} {fill}")
            found.append(from_memory(emitter, name, access.dtype, 1))
        return found

    def _condition(self, bounds: Sequence[Bound], reached: Sequence[int]) -> str:
        """Whether all bounds hold where the tile has reached so far along each; empty without any.
        Coordinates are below 2³¹.
        """
        joined = ""
        for bound, constant in zip(bounds, reached, strict=True):
            key = (bound, constant)
            if key not in self._conditions:
                self._conditions[key] = self._bound_condition(bound, constant)
            held = self._conditions[key]
            joined = self.emitter.let(f"and i1 {joined}, {held}") if joined else held
        return joined

    def _bound_condition(self, bound: Bound, constant: int) -> str:
        let, total = self.emitter.let, str(bound.offset + constant)
        for axis, factor in bound.terms:
            start = self.position.starts[axis]
            short = start if start.lstrip("-").isdigit() else let(f"trunc i64 {start} to i32")
            term = let(f"mul nsw i32 {short}, {factor}")
            total = let(f"add nsw i32 {total}, {term}")
        return let(f"icmp ult i32 {total}, {bound.extent}")


class ThreadTile(Tile):
    """Emits the points that one thread computes at a time."""

    def __init__(
        self,
        emitter: Emitter,
        nest: LoopNest,
        position: Position,
        buffers: Mapping[str, str],
        wide: Sequence[Width],
    ) -> None:
        """See `ThreadMemory`."""
        super().__init__(emitter, nest, position, 1, True)
        self.buffers, self.wide = buffers, wide
        self._latest: tuple[Position, ThreadMemory] | None = None

    def _store_all(self, totals: Mapping[Point, Value]) -> None:
        super()._store_all(totals)
        self._memory(self.position).flush()

    def _memory(self, position: Position) -> ThreadMemory:
        """One for all points at a position: what they share is loaded once."""
        if self._latest is None or self._latest[0] is not position:
            memory = ThreadMemory(self.emitter, self.nest, position, self.buffers, self.wide)
            self._latest = position, memory
        return self._latest[1]
