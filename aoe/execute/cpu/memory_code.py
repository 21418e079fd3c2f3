"""LLVM IR of loads and stores at the points of a register tile.

Along the vector axis an access is uniform (a scalar, splatted on use), contiguous (a vector) or
strided (lane by lane). Bounds become selected addresses (uniform over the lanes) or lane masks;
data-dependent indices are added to the address. Equal loads within one `Memory` are emitted once,
so make a new one whenever memory may have changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from aoe.element_types import FLOAT24, ITEM_BYTES, STORAGE, computed_type, is_floating, numpy_type
from aoe.execute.cpu import float24_code
from aoe.execute.cpu.emitter import (
    Emitter,
    Value,
    literal,
    llvm_type,
    memory_dtype,
    memory_type,
    place_type,
    splat,
)
from aoe.execute.cpu.index_code import lane_offsets, moved_by
from aoe.execute.cpu.position import Position
from aoe.execute.cpu.storage_code import from_memory, to_memory
from aoe.loops.expression import Apply
from aoe.loops.stage import Access, Bound, Indirect, Reduction, Stage


@dataclass(frozen=True, slots=True)
class Chunk:
    """Part of the vector axis: from offset `start`, a vector of `lanes`, of which the first
    `active` count.
    """

    start: int
    lanes: int
    active: int

    @property
    def mask(self) -> str:
        """The active lanes as a typed constant of i1."""
        bits = ", ".join(f"i1 {int(lane < self.active)}" for lane in range(self.lanes))
        return f"<{self.lanes} x i1> <{bits}>" if self.lanes > 1 else "i1 1"


@dataclass(frozen=True, slots=True)
class Point:
    """An element (or vector of elements) of a register tile: offsets from the position, by axis."""

    offsets: tuple[tuple[str, int], ...]
    chunk: Chunk | None


class Memory:
    """Loads and stores of a stage around a position."""

    def __init__(self, emitter: Emitter, stage: Stage, position: Position, checked: bool) -> None:
        self.emitter, self.stage, self.position, self.checked = emitter, stage, position, checked
        self.vector = stage.schedule.vector
        self.loaded: dict[tuple[int, tuple[tuple[str, int], ...], Chunk | None], Value] = {}
        self.accesses = (*stage.operands, *(store.access for store in stage.stores))
        summed = stage.reduction is not None and _is_flushing(stage.reduction)
        self.flushing = stage.flushing or summed

    def load(self, operand: int, point: Point) -> Value:
        """Operand number `operand` at a point: a scalar if it is the same along the vector axis."""
        access = self.stage.operands[operand]
        axes = self._axes_of(access)
        chunk = point.chunk if self.vector in axes else None
        key = (operand, tuple(entry for entry in point.offsets if entry[0] in axes), chunk)
        if key not in self.loaded:
            self.loaded[key] = self._load(operand, access, Point(point.offsets, chunk))
        return self.loaded[key]

    def load_stored(self, point: Point) -> Value:
        """What the first store's place holds at a point."""
        number = len(self.stage.operands)
        return self._load(number, self.stage.stores[0].access, point)

    def address(self, operand: int, point: Point) -> str:
        """The address of operand number `operand` at a point, of its first element."""
        return self._address(operand, self.stage.operands[operand], point)[0]

    def index(self, axis: str, point: Point) -> Value:
        """The coordinate along an axis at a point, as int64."""
        start = self.position.starts[axis]
        offset = dict(point.offsets).get(axis, 0)
        if axis == self.vector and point.chunk is not None:
            offset = point.chunk.start
        name = self._add(start, offset)
        if axis != self.vector or point.chunk is None or point.chunk.lanes == 1:
            return Value(name, "int64", 1)
        return self._lane_coordinates(name, 1, point.chunk.lanes)

    def store(self, number: int, point: Point, value: Value) -> None:
        """Writes `value` at the place of store `number`; nothing where a bound does not hold."""
        access = self.stage.stores[number].access
        pointer, inside = self._address(len(self.stage.operands) + number, access, point)
        chunk = point.chunk
        if chunk is None or (chunk.lanes == 1):
            self._store_scalar(access, pointer, inside, value)
            return
        value = splat(self.emitter, value, chunk.lanes)
        indices = self._varying_indices(access, point)
        if access.stride_within(self.vector) == 1 and not indices:
            self._store_vector(access, pointer, inside, value, chunk)
            return
        places = self._lane_pointers(access, pointer, indices, chunk.lanes)
        for lane in range(chunk.active):
            part = self._element(value, lane)
            here = places(lane)
            self._store_scalar(access, here, self._lane(inside, lane), part)

    # Addresses

    def _axes_of(self, access: Access) -> set[str]:
        axes = {axis for axis, stride in (*access.strides, *access.within) if stride}
        axes |= {axis for bound in access.bounds for axis, _ in bound.terms}
        for indirect in access.indirect:
            axes |= self._axes_of(self.stage.operands[indirect.operand])
        return axes

    def _static_offset(self, access: Access, point: Point) -> int:
        total = sum(access.stride_within(axis) * offset for axis, offset in point.offsets)
        if point.chunk is not None:
            total += access.stride_within(self.vector) * point.chunk.start
        return total

    def _address(self, number: int, access: Access, point: Point) -> tuple[str, Value | None]:
        """The address of a point's (first) element and whether it is inside the bounds (None:
        surely).
        """
        pointer = self._offset(
            self.position.pointers[number], access.dtype, self._static_offset(access, point)
        )
        for indirect in access.indirect:
            if self._index_is_uniform(indirect, point):
                index = self.load(indirect.operand, point)
                pointer = self._moved(pointer, access.dtype, indirect, index)
        inside: Value | None = None
        if self.checked:
            for bound in access.bounds:
                condition = self._in_bound(bound, point)
                inside = condition if inside is None else self._and(inside, condition)
        return pointer, inside

    def _index_is_uniform(self, indirect: Indirect, point: Point) -> bool:
        if point.chunk is None or point.chunk.lanes == 1:
            return True
        return self.vector not in self._axes_of(self.stage.operands[indirect.operand])

    def _varying_indices(self, access: Access, point: Point) -> list[tuple[Indirect, Value]]:
        """The access's indices that are different in every lane."""
        return [
            (item, self.load(item.operand, point))
            for item in access.indirect
            if not self._index_is_uniform(item, point)
        ]

    def _lane_pointers(
        self, access: Access, pointer: str, indices: list[tuple[Indirect, Value]], lanes: int
    ) -> Callable[[int], str]:
        """The address of each lane's element: one after the other is faster than an instruction
        that gathers on most CPUs, but what is computed of the indices is so in all lanes at once.
        """
        along = access.stride_within(self.vector)
        if not indices:
            return lambda lane: self._offset(pointer, access.dtype, lane * along)
        offsets = lane_offsets(self.emitter, along, lanes, indices)
        kind = place_type(access.dtype)

        def place(lane: int) -> str:
            offset = self._element(offsets, lane)
            return self.emitter.let(f"getelementptr {kind}, ptr {pointer}, {offset.typed}")

        return place

    def _in_bound(self, bound: Bound, point: Point) -> Value:
        offsets = dict(point.offsets)
        if point.chunk is not None:
            offsets[self.vector] = point.chunk.start
        constant = bound.offset
        name = ""
        along_vector = 0
        for axis, coefficient in bound.terms:
            constant += coefficient * offsets.get(axis, 0)
            if axis == self.vector and point.chunk is not None:
                along_vector = coefficient
            start = self.position.starts[axis]
            if start.lstrip("-").isdigit():
                constant += coefficient * int(start)
                continue
            term = start
            if coefficient != 1:
                term = self.emitter.let(f"mul nsw i64 {start}, {coefficient}")
            name = term if not name else self.emitter.let(f"add nsw i64 {name}, {term}")
        coordinate = self._add(name or "0", constant)
        lanes = point.chunk.lanes if point.chunk and along_vector else 1
        if lanes == 1:
            result = self.emitter.let(f"icmp ult i64 {coordinate}, {bound.extent}")
            return Value(result, "bool", 1)
        vector = self._lane_coordinates(coordinate, along_vector, lanes)
        kind = llvm_type("int64", lanes)
        limit = literal(bound.extent, "int64", lanes)
        result = self.emitter.let(f"icmp ult {kind} {vector.name}, {limit}")
        return Value(result, "bool", lanes)

    # Loads

    def _load(self, number: int, access: Access, point: Point) -> Value:
        pointer, inside = self._address(number, access, point)
        chunk = point.chunk
        if access.dtype == FLOAT24:
            assert chunk is not None, "panels are read in vectors"
            return float24_code.load(self.emitter, pointer, chunk.start, chunk.lanes)
        if chunk is None or chunk.lanes == 1:
            return self._load_scalar(access, pointer, inside)
        indices = self._varying_indices(access, point)
        if access.stride_within(self.vector) == 1 and not indices:
            return self._load_vector(access, pointer, inside, chunk)
        return self._load_lanes(access, pointer, inside, chunk, indices)

    def _load_scalar(self, access: Access, pointer: str, inside: Value | None) -> Value:
        if inside is not None:
            pointer = self._or_fill(pointer, inside, access, 1)
        kind = memory_type(access.dtype, 1)
        name = self.emitter.let(f"load {kind}, ptr {pointer}, align {ITEM_BYTES[access.dtype]}")
        return from_memory(self.emitter, name, access.dtype, 1)

    def _load_vector(
        self, access: Access, pointer: str, inside: Value | None, chunk: Chunk
    ) -> Value:
        kind = memory_type(access.dtype, chunk.lanes)
        align = ITEM_BYTES[access.dtype]
        mask = chunk.mask if chunk.active < chunk.lanes else ""
        if inside is not None and inside.lanes == 1:
            pointer = self._or_fill(pointer, inside, access, chunk.lanes)
        elif inside is not None:
            held = inside.name
            if mask:
                held = self.emitter.let(
                    f"and <{chunk.lanes} x i1> {held}, {mask.split('> ', 1)[1]}"
                )
            mask = f"<{chunk.lanes} x i1> {held}"
        if not mask:
            name = self.emitter.let(f"load {kind}, ptr {pointer}, align {align}")
            return from_memory(self.emitter, name, access.dtype, chunk.lanes)
        name = self._masked_load(kind, access, pointer, mask, chunk.lanes)
        return from_memory(self.emitter, name, access.dtype, chunk.lanes)

    def _masked_load(self, kind: str, access: Access, pointer: str, mask: str, lanes: int) -> str:
        suffix = _suffix(access.dtype, lanes)
        self.emitter.declare(
            f"declare {kind} @llvm.masked.load.{suffix}.p0(ptr, i32, <{lanes} x i1>, {kind})"
        )
        return self.emitter.let(
            f"call {kind} @llvm.masked.load.{suffix}.p0(ptr {pointer}, "
            f"i32 {ITEM_BYTES[access.dtype]}, {mask}, {kind} {_memory_literal(access, lanes)})"
        )

    def _load_lanes(
        self,
        access: Access,
        pointer: str,
        inside: Value | None,
        chunk: Chunk,
        indices: list[tuple[Indirect, Value]],
    ) -> Value:
        dtype = computed_type(access.dtype)
        kind = llvm_type(dtype, chunk.lanes)
        result = literal(0, dtype, chunk.lanes)
        places = self._lane_pointers(access, pointer, indices, chunk.lanes)
        for lane in range(chunk.active):
            here = places(lane)
            value = self._load_scalar(access, here, self._lane(inside, lane))
            result = self.emitter.let(f"insertelement {kind} {result}, {value.typed}, i32 {lane}")
        return Value(result, dtype, chunk.lanes)

    def _or_fill(self, pointer: str, inside: Value, access: Access, lanes: int) -> str:
        """The address itself, or where it is outside the bounds that of a constant full of the
        access's fill.
        """
        kind = memory_type(access.dtype, lanes)
        tag = str(access.fill).replace("-", "m").replace(".", "_").replace("+", "p")
        name = f"@fill.{access.dtype}.{lanes}.{tag}"
        self.emitter.declare(
            f"{name} = private unnamed_addr constant {kind} {_memory_literal(access, lanes)}, "
            "align 64"
        )
        return self.emitter.let(f"select i1 {inside.name}, ptr {pointer}, ptr {name}")

    # Stores

    def _store_scalar(
        self, access: Access, pointer: str, inside: Value | None, value: Value
    ) -> None:
        name = to_memory(self.emitter, value, access.dtype, self.flushing)
        kind = memory_type(access.dtype, 1)
        align = ITEM_BYTES[access.dtype]
        if inside is None:
            self.emitter.do(f"store {kind} {name}, ptr {pointer}, align {align}")
            return
        yes, join = self.emitter.fresh("inside"), self.emitter.fresh("join")
        self.emitter.do(f"br i1 {inside.name}, label %{yes}, label %{join}")
        self.emitter.label(yes)
        self.emitter.do(f"store {kind} {name}, ptr {pointer}, align {align}")
        self.emitter.do(f"br label %{join}")
        self.emitter.label(join)

    def _store_vector(
        self, access: Access, pointer: str, inside: Value | None, value: Value, chunk: Chunk
    ) -> None:
        name = to_memory(self.emitter, value, access.dtype, self.flushing)
        kind = memory_type(access.dtype, chunk.lanes)
        align = ITEM_BYTES[access.dtype]
        if inside is None and chunk.active == chunk.lanes:
            self.emitter.do(f"store {kind} {name}, ptr {pointer}, align {align}")
            return
        bits = f"<{chunk.lanes} x i1>"
        mask = chunk.mask
        if inside is not None:
            held = splat(self.emitter, inside, chunk.lanes).name
            held = self.emitter.let(f"and {bits} {held}, {mask.split('> ', 1)[1]}")
            mask = f"{bits} {held}"
        suffix = _suffix(access.dtype, chunk.lanes)
        self.emitter.declare(
            f"declare void @llvm.masked.store.{suffix}.p0({kind}, ptr, i32, {bits})"
        )
        self.emitter.do(
            f"call void @llvm.masked.store.{suffix}.p0("
            f"{kind} {name}, ptr {pointer}, i32 {align}, {mask})"
        )

    # Small parts

    def _offset(self, pointer: str, dtype: str, elements: int) -> str:
        if elements == 0:
            return pointer
        return self.emitter.let(f"getelementptr {place_type(dtype)}, ptr {pointer}, i64 {elements}")

    def _moved(self, pointer: str, dtype: str, indirect: Indirect, index: Value) -> str:
        offset = moved_by(self.emitter, indirect, index)
        return self.emitter.let(f"getelementptr {place_type(dtype)}, ptr {pointer}, i64 {offset}")

    def _add(self, name: str, constant: int) -> str:
        if name.lstrip("-").isdigit():
            return str(int(name) + constant)
        return name if constant == 0 else self.emitter.let(f"add nsw i64 {name}, {constant}")

    def _lane_coordinates(self, start: str, step: int, lanes: int) -> Value:
        kind = llvm_type("int64", lanes)
        base = splat(self.emitter, Value(start, "int64", 1), lanes)
        steps = ", ".join(f"i64 {lane * step}" for lane in range(lanes))
        return Value(self.emitter.let(f"add {kind} {base.name}, <{steps}>"), "int64", lanes)

    def _and(self, left: Value, right: Value) -> Value:
        lanes = max(left.lanes, right.lanes)
        left, right = splat(self.emitter, left, lanes), splat(self.emitter, right, lanes)
        kind = llvm_type("bool", lanes)
        return Value(self.emitter.let(f"and {kind} {left.name}, {right.name}"), "bool", lanes)

    def _lane(self, inside: Value | None, lane: int) -> Value | None:
        return inside if inside is None else self._element(inside, lane)

    def _element(self, value: Value, lane: int) -> Value:
        if value.lanes == 1:
            return value
        name = self.emitter.let(f"extractelement {value.typed}, i32 {lane}")
        return Value(name, value.dtype, 1)


def _is_flushing(reduction: Reduction) -> bool:
    """Whether a reduction takes denormal numbers for zeros where the CPU has instructions for it
    (`aoe.execute.cpu.dot_code`).
    """
    element = reduction.element
    return isinstance(element, Apply) and element.function == "dot2"


def _suffix(dtype: str, lanes: int) -> str:
    letter = "f" if is_floating(memory_dtype(dtype)) else "i"
    return f"v{lanes}{letter}{8 * ITEM_BYTES[dtype]}"


def _memory_literal(access: Access, lanes: int) -> str:
    if access.dtype in STORAGE:
        (bits,) = np.asarray([access.fill], numpy_type(access.dtype)).view(np.uint16)
        return literal(int(bits), "uint16", lanes)
    fill = access.fill if is_floating(access.dtype) else int(access.fill)
    return literal(fill, memory_dtype(access.dtype), lanes)
