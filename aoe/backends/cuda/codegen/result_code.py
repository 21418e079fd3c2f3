"""LLVM IR that computes the epilogue of a contraction from a sum, and stores it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from aoe.backends.cpu.codegen.emitter import Emitter, Value
from aoe.backends.cpu.codegen.expression_code import emit_expression
from aoe.backends.cpu.codegen.loop_nest_code import NestContext, base_pointer
from aoe.backends.cpu.codegen.loop_position import Position, advance
from aoe.backends.cpu.codegen.memory_code import Memory
from aoe.backends.cpu.codegen.tile_point import Point
from aoe.loops.expression import Expression
from aoe.loops.loop_nest import Access, LoopNest


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

    def store(self, position: Position, total: Value) -> None:
        """Computes the epilogue of a sum at a position, and stores it."""
        memory = Memory(self.emitter, self.nest, position, True)
        point = Point(tuple((axis.name, 0) for axis in self.nest.axes), None)
        cache: dict[Expression, Value] = {}
        for number, item in enumerate(self.nest.stores):
            value = emit_expression(
                self.emitter,
                item.value,
                lambda operand: memory.load(operand, point),
                total,
                lambda axis: memory.index(axis, point),
                1,
                cache,
            )
            memory.store(number, point, value)
