"""LLVM IR that computes the epilogue of a contraction from sums, and stores it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from aoe.backends.cuda.kernels.tensor_kernel import copied_elements
from aoe.backends.llvm.emitter import Emitter, Value, memory_type
from aoe.backends.llvm.expression_code import emit_expression
from aoe.backends.llvm.loop_nest_code import NestContext, base_pointer
from aoe.backends.llvm.loop_position import Position, advance
from aoe.backends.llvm.memory_code import Memory
from aoe.backends.llvm.storage_code import from_memory, to_memory
from aoe.backends.llvm.tile_point import Point
from aoe.element_types import ITEM_BYTES
from aoe.loops.expression import Expression
from aoe.loops.loop_nest import Access, Axis, LoopNest


class ResultCode:
    """Emits results of a nest with a reduction at positions.

    Attributes:
        nest: The nest without its reduction.
        accesses: What it reads and writes.
        start: The position of the first result.
    """

    def __init__(
        self, emitter: Emitter, nest: LoopNest, names: Mapping[str, str], starts: Mapping[str, str]
    ) -> None:
        self.emitter = emitter
        self.nest = replace(nest, reduction=None)
        self.accesses: Sequence[Access] = (
            *nest.operands,
            *(store.access for store in nest.stores),
        )
        context = NestContext(names, frozenset(), starts, {})
        self.start = Position(
            {axis.name: starts.get(axis.name, "0") for axis in nest.axes},
            {axis.name: 1 for axis in nest.axes},
            tuple(base_pointer(emitter, access, context) for access in self.accesses),
        )

    def moved(self, position: Position, axis: str, by: str) -> Position:
        """A position further along an axis."""
        return advance(self.emitter, position, self.accesses, axis, by, 1)

    def store(self, position: Position, sums: Sequence[Value], axis: Axis) -> None:
        """Computes the epilogue of the sums of neighbours along an axis, and stores it.

        Args:
            position: The position of the first one. Its coordinate along the axis is a multiple of
                the number of sums.
            sums: The sums.
            axis: The axis.
        """
        memory = Memory(self.emitter, self.nest, position, True)
        loaded: dict[int, list[Value]] = {}
        results: list[list[Value]] = [[] for _ in self.nest.stores]
        for lane, total in enumerate(sums):
            cache: dict[Expression, Value] = {}
            point = self._point(axis, lane)

            def load(operand: int, lane: int = lane) -> Value:
                if operand not in loaded:
                    loaded[operand] = self._load(memory, operand, axis, len(sums))
                return loaded[operand][lane]

            for number, item in enumerate(self.nest.stores):
                results[number].append(
                    emit_expression(
                        self.emitter,
                        item.value,
                        load,
                        total,
                        lambda name, point=point: memory.index(name, point),  # type: ignore[misc]
                        1,
                        cache,
                    )
                )
        for number, values in enumerate(results):
            self._store(memory, number, values, axis)

    def _point(self, axis: Axis, lane: int) -> Point:
        """The neighbour with a number along an axis."""
        return Point(
            tuple((item.name, lane if item.name == axis.name else 0) for item in self.nest.axes),
            None,
        )

    def _load(self, memory: Memory, operand: int, axis: Axis, count: int) -> list[Value]:
        """An operand at neighbours, by loads that are as long as possible."""
        access, let = self.nest.operands[operand], self.emitter.let
        length = 1 if access.bounds or access.indirect else copied_elements(access, axis, count)
        if length == 1:
            return [memory.load(operand, self._point(axis, lane)) for lane in range(count)]
        found: list[Value] = []
        kind, align = memory_type(access.dtype, length), length * ITEM_BYTES[access.dtype]
        for first in range(0, count, length):
            pointer = self._address(memory.position, operand, access, first)
            name = let(f"load {kind}, ptr {pointer}, align {align}")
            value = from_memory(self.emitter, name, access.dtype, length)
            found += [
                Value(let(f"extractelement {value.typed}, i32 {lane}"), value.dtype)
                for lane in range(length)
            ]
        return found

    def _store(self, memory: Memory, number: int, values: Sequence[Value], axis: Axis) -> None:
        """Stores neighbours, likewise."""
        access, let = self.nest.stores[number].access, self.emitter.let
        count = len(values)
        length = 1 if access.bounds or access.indirect else copied_elements(access, axis, count)
        if length == 1:
            for lane, value in enumerate(values):
                memory.store(number, self._point(axis, lane), value)
            return
        item, kind = memory_type(access.dtype, 1), memory_type(access.dtype, length)
        for first in range(0, count, length):
            whole = "poison"
            for lane in range(length):
                part = to_memory(self.emitter, values[first + lane], access.dtype)
                whole = let(f"insertelement {kind} {whole}, {item} {part}, i32 {lane}")
            place = len(self.nest.operands) + number
            pointer = self._address(memory.position, place, access, first)
            align = length * ITEM_BYTES[access.dtype]
            self.emitter.do(f"store {kind} {whole}, ptr {pointer}, align {align}")

    def _address(self, position: Position, number: int, access: Access, first: int) -> str:
        """The address of an access of neighbours that lie one behind the other."""
        kind = memory_type(access.dtype, 1)
        pointer = position.pointers[number]
        return self.emitter.let(f"getelementptr {kind}, ptr {pointer}, i64 {first}")
