"""LLVM IR of loads and stores at the points of a register tile.

Along the vector axis an access is uniform (one scalar, splatted on use), contiguous (one vector) or
strided. A strided access is made lane by lane, or by `aoe.backends.llvm.strided_code` or
`aoe.backends.llvm.transposed_code`.
Bounds become selected addresses if all lanes agree, else lane masks. Data-dependent indices are
added to the address. One `Memory` emits equal loads once, so a new one is needed whenever memory
may have changed.
"""

from __future__ import annotations

from collections.abc import Callable

from aoe.backends.llvm import float24_code, masked_code
from aoe.backends.llvm.bound_code import coordinate, inside_bounds
from aoe.backends.llvm.dot_code import is_flushing
from aoe.backends.llvm.emitter import (
    Emitter,
    Value,
    element_type,
    literal,
    llvm_type,
    memory_type,
    splat,
)
from aoe.backends.llvm.fill_code import or_fill, or_zeros
from aoe.backends.llvm.index_code import index_offset, lane_offsets
from aoe.backends.llvm.loop_position import Position
from aoe.backends.llvm.storage_code import from_memory, to_memory
from aoe.backends.llvm.streamed_code import streamed_store
from aoe.backends.llvm.strided_code import ReadVector, is_read_in_vectors, load_strided
from aoe.backends.llvm.tile_point import Chunk, Point
from aoe.backends.llvm.transposed_code import block_axis, load_block
from aoe.element_types import FLOAT24, ITEM_BYTES, computed_type
from aoe.loops.loop_nest import Access, Indirect, LoopNest
from aoe.loops.outside_bounds import is_checked_in_front


class Memory:
    """Loads and stores of a loop nest around a position."""

    def __init__(self, emitter: Emitter, nest: LoopNest, position: Position, checked: bool) -> None:
        self.emitter, self.nest, self.position, self.checked = emitter, nest, position, checked
        self.vector = nest.schedule.vector
        self.loaded: dict[tuple[int, tuple[tuple[str, int], ...], Chunk | None], Value] = {}
        self.blocks: dict[tuple[int, tuple[tuple[str, int], ...], Chunk], list[Value]] = {}
        self.accesses = (*nest.operands, *(store.access for store in nest.stores))
        self.flushing = nest.flushing or is_flushing(nest)

    def load(self, operand: int, point: Point) -> Value:
        """Loads operand number `operand` at a point.

        The result is a scalar if the operand does not depend on the vector axis.
        """
        access = self.nest.operands[operand]
        axes = self._axes_of(access)
        chunk = point.chunk if self.vector in axes else None
        key = (operand, tuple(entry for entry in point.offsets if entry[0] in axes), chunk)
        if key not in self.loaded:
            self.loaded[key] = self._load(operand, access, Point(point.offsets, chunk))
        return self.loaded[key]

    def load_stored(self, point: Point) -> Value:
        """Loads what the location of the first store holds at a point."""
        number = len(self.nest.operands)
        return self._load(number, self.nest.stores[0].access, point)

    def address(self, operand: int, point: Point) -> str:
        """Returns the address of the first element of operand number `operand` at a point."""
        return self._address(operand, self.nest.operands[operand], point)

    def index(self, axis: str, point: Point) -> Value:
        """Returns the coordinate along an axis at a point, as int64."""
        return coordinate(self.emitter, self.position.starts, axis, self.vector, point)

    def store(self, number: int, point: Point, value: Value) -> None:
        """Writes `value` to the location of store `number`. Does nothing where a bound does not
        hold.
        """
        access = self.nest.stores[number].access
        pointer = self._address(len(self.nest.operands) + number, access, point)
        inside = self._inside(access, point)
        chunk = point.chunk
        if chunk is None or (chunk.lanes == 1):
            self._store_scalar(access, pointer, inside, value)
            return
        value = splat(self.emitter, value, chunk.lanes)
        indices = self._varying_indices(access, point)
        if access.tile_stride(self.vector) == 1 and not indices:
            streamed = self.nest.stores[number].streamed
            self._store_vector(access, pointer, inside, value, chunk, streamed)
            return
        lane_address = self._lane_pointers(access, pointer, indices, chunk.lanes)
        for lane in range(chunk.active):
            element = self._element(value, lane)
            address = lane_address(lane)
            self._store_scalar(access, address, self._lane(inside, lane), element)

    # Addresses

    def _axes_of(self, access: Access) -> set[str]:
        axes = {axis for axis, stride in (*access.strides, *access.tile_strides) if stride}
        axes |= {axis for bound in access.bounds for axis, _ in bound.terms}
        for indirect in access.indirect:
            axes |= self._axes_of(self.nest.operands[indirect.operand])
        return axes

    def _static_offset(self, access: Access, point: Point) -> int:
        total = sum(access.tile_stride(axis) * offset for axis, offset in point.offsets)
        if point.chunk is not None:
            total += access.tile_stride(self.vector) * point.chunk.start
        return total

    def _address(self, number: int, access: Access, point: Point) -> str:
        """Returns the address of a point's first element."""
        pointer = self._offset(
            self.position.pointers[number], access.dtype, self._static_offset(access, point)
        )
        for indirect in access.indirect:
            if self._index_is_uniform(indirect, point):
                index = self.load(indirect.operand, point)
                pointer = self._advanced(pointer, access.dtype, indirect, index)
        return pointer

    def _inside(
        self, access: Access, point: Point, lane_stride: int = 1, first: int = 0
    ) -> Value | None:
        """Returns whether a point is inside the bounds; None if it always is.

        With `lane_stride` above 1, the lanes are consecutive elements from element `first` on, and
        only every `lane_stride`-th of them belongs to the vector axis.
        """
        bounds = access.bounds if self.checked else ()
        return inside_bounds(
            self.emitter, self.position.starts, bounds, self.vector, point, lane_stride, first
        )

    def _index_is_uniform(self, indirect: Indirect, point: Point) -> bool:
        if point.chunk is None or point.chunk.lanes == 1:
            return True
        return self.vector not in self._axes_of(self.nest.operands[indirect.operand])

    def _varying_indices(self, access: Access, point: Point) -> list[tuple[Indirect, Value]]:
        """Returns the access's indices that differ between lanes."""
        return [
            (item, self.load(item.operand, point))
            for item in access.indirect
            if not self._index_is_uniform(item, point)
        ]

    def _lane_pointers(
        self, access: Access, pointer: str, indices: list[tuple[Indirect, Value]], lanes: int
    ) -> Callable[[int], str]:
        """Returns the address of each lane's element.

        Lanes are accessed one by one, which is faster than a gather instruction on most CPUs. The
        index arithmetic is done for all lanes at once.
        """
        along = access.tile_stride(self.vector)
        if not indices:
            return lambda lane: self._offset(pointer, access.dtype, lane * along)
        offsets = lane_offsets(self.emitter, along, lanes, indices)
        kind = element_type(access.dtype)

        def address(lane: int) -> str:
            offset = self._element(offsets, lane)
            return self.emitter.let(f"getelementptr {kind}, ptr {pointer}, {offset.typed}")

        return address

    # Loads

    def _load(self, number: int, access: Access, point: Point) -> Value:
        chunk = point.chunk
        if chunk and self.checked and masked_code.is_read_in_halves(access, self.vector, chunk):
            low, high = (Point(point.offsets, half) for half in masked_code.halves(chunk))
            parts = self._load_whole(number, access, low), self._load_whole(number, access, high)
            return masked_code.joined(self.emitter, *parts)
        return self._load_whole(number, access, point)

    def _load_whole(self, number: int, access: Access, point: Point) -> Value:
        pointer, chunk = self._address(number, access, point), point.chunk
        if access.dtype == FLOAT24:
            assert chunk is not None, "panels are read in vectors"
            return float24_code.load(self.emitter, pointer, chunk.start, chunk.lanes)
        if chunk is None or chunk.lanes == 1:
            inside = self._inside(access, point)
            if inside is not None:
                pointer = self._or_fill(number, pointer, inside, access, point, 1)
            return self._load_scalar(access, pointer, None)
        indices = self._varying_indices(access, point)
        if not indices and self._is_read_whole(access, chunk):
            return self._load_strided(access, pointer, point, chunk)
        inside = self._inside(access, point)
        if access.tile_stride(self.vector) == 1 and not indices:
            if inside is not None and inside.lanes == 1:
                pointer = self._or_fill(number, pointer, inside, access, point, chunk.lanes)
                inside = None
            return self._load_vector(access, pointer, inside, chunk)
        block = self._block_axis(access, point, chunk)
        if block is not None:
            return self._load_in_block(number, access, point, chunk, inside, *block)
        return self._load_lanes(access, pointer, inside, chunk, indices)

    def _or_fill(
        self, number: int, pointer: str, inside: Value, access: Access, point: Point, lanes: int
    ) -> str:
        """Returns the address, or outside the bounds one of `access.fill`."""
        run = self.position.run
        if run is None or not is_checked_in_front(access, run.axis, run.size, lanes):
            return or_fill(self.emitter, pointer, inside, access, lanes)
        offset = self._static_offset(access, point)
        start = self._offset(run.pointers[number], access.dtype, offset)
        return or_zeros(self.emitter, start, inside, access, run, lanes)

    def _load_scalar(self, access: Access, pointer: str, inside: Value | None) -> Value:
        if inside is not None:
            pointer = or_fill(self.emitter, pointer, inside, access, 1)
        kind = memory_type(access.dtype, 1)
        name = self.emitter.let(f"load {kind}, ptr {pointer}, align {ITEM_BYTES[access.dtype]}")
        return from_memory(self.emitter, name, access.dtype, 1)

    def _load_vector(
        self, access: Access, pointer: str, inside: Value | None, chunk: Chunk
    ) -> Value:
        kind = memory_type(access.dtype, chunk.lanes)
        align = ITEM_BYTES[access.dtype]
        mask = chunk.mask if chunk.active < chunk.lanes else ""
        if inside is not None:
            held = inside.name
            if mask:
                held = self.emitter.let(
                    f"and <{chunk.lanes} x i1> {held}, {mask.split('> ', 1)[1]}"
                )
            mask = f"<{chunk.lanes} x i1> {held}"
        if not mask:
            name = self.emitter.let(f"load {kind}, ptr {pointer}, align {align}")
            return from_memory(self.emitter, name, access.dtype, chunk.lanes)
        name = masked_code.masked_load(self.emitter, access, pointer, mask, chunk.lanes)
        return from_memory(self.emitter, name, access.dtype, chunk.lanes)

    def _is_read_whole(self, access: Access, chunk: Chunk) -> bool:
        """Whether the lanes are so close that all elements between them are loaded too."""
        lane_stride = access.tile_stride(self.vector)
        terms = [term for bound in access.bounds for term in bound.terms if self.checked]
        if not is_read_in_vectors(access, lane_stride, chunk.lanes, chunk.active, bool(terms)):
            return False
        return not any(
            axis == self.vector and coefficient % lane_stride for axis, coefficient in terms
        )

    def _load_strided(self, access: Access, pointer: str, point: Point, chunk: Chunk) -> Value:
        lane_stride = access.tile_stride(self.vector)
        return load_strided(
            self.emitter,
            access,
            pointer,
            lane_stride,
            chunk.lanes,
            chunk.active,
            lambda first: self._inside(access, point, lane_stride, first),
            self._reader(access, chunk),
        )

    def _reader(self, access: Access, chunk: Chunk) -> ReadVector:
        """What loads a vector of consecutive elements, under a mask or not."""
        kind, align = memory_type(access.dtype, chunk.lanes), ITEM_BYTES[access.dtype]

        def read(address: str, condition: Value | None) -> str:
            if condition is None:
                return self.emitter.let(f"load {kind}, ptr {address}, align {align}")
            mask = f"<{chunk.lanes} x i1> {condition.name}"
            return masked_code.masked_load(self.emitter, access, address, mask, chunk.lanes)

        return read

    def _block_axis(self, access: Access, point: Point, chunk: Chunk) -> tuple[str, int] | None:
        """The axis along which an access that is strided along the vector axis is read in rows."""
        if self.nest.reduction is not None:
            return None
        sizes = [(axis, self.position.sizes[axis]) for axis, _ in point.offsets]
        return block_axis(access, self.vector, chunk.lanes, sizes, self.checked)

    def _load_in_block(
        self,
        number: int,
        access: Access,
        point: Point,
        chunk: Chunk,
        inside: Value | None,
        axis: str,
        size: int,
    ) -> Value:
        """Loads a vector as a column of a block of `axis` and the vector axis, which is read in
        rows along `axis` and transposed once. `inside`: the rows inside the bounds.
        """
        place, lanes = dict(point.offsets), chunk.lanes
        column = place[axis] % lanes
        place[axis] -= column
        start = Point(tuple(place.items()), chunk)
        axes = self._axes_of(access)
        key = (number, tuple(entry for entry in start.offsets if entry[0] in axes), chunk)
        if key not in self.blocks:
            first = self._address(number, access, start)
            address = self._lane_pointers(access, first, [], chunk.lanes)
            self.blocks[key] = load_block(
                self.emitter,
                access,
                address,
                inside,
                chunk,
                min(lanes, size - place[axis]),
                self._reader(access, chunk),
            )
        return self.blocks[key][column]

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
        lane_address = self._lane_pointers(access, pointer, indices, chunk.lanes)
        for lane in range(chunk.active):
            address = lane_address(lane)
            value = self._load_scalar(access, address, self._lane(inside, lane))
            result = self.emitter.let(f"insertelement {kind} {result}, {value.typed}, i32 {lane}")
        return Value(result, dtype, chunk.lanes)

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
        self,
        access: Access,
        pointer: str,
        inside: Value | None,
        value: Value,
        chunk: Chunk,
        streamed: bool,
    ) -> None:
        name = to_memory(self.emitter, value, access.dtype, self.flushing)
        kind = memory_type(access.dtype, chunk.lanes)
        align = ITEM_BYTES[access.dtype]
        if inside is None and chunk.active == chunk.lanes:
            if streamed:
                streamed_store(self.emitter, pointer, f"{kind} {name}", align, chunk.lanes * align)
                return
            self.emitter.do(f"store {kind} {name}, ptr {pointer}, align {align}")
            return
        bits = f"<{chunk.lanes} x i1>"
        mask = chunk.mask
        if inside is not None:
            held = splat(self.emitter, inside, chunk.lanes).name
            held = self.emitter.let(f"and {bits} {held}, {mask.split('> ', 1)[1]}")
            mask = f"{bits} {held}"
        masked_code.masked_store(self.emitter, access, pointer, name, mask, chunk.lanes)

    # Helpers

    def _offset(self, pointer: str, dtype: str, elements: int) -> str:
        if elements == 0:
            return pointer
        return self.emitter.let(
            f"getelementptr {element_type(dtype)}, ptr {pointer}, i64 {elements}"
        )

    def _advanced(self, pointer: str, dtype: str, indirect: Indirect, index: Value) -> str:
        offset = index_offset(self.emitter, indirect, index)
        return self.emitter.let(f"getelementptr {element_type(dtype)}, ptr {pointer}, i64 {offset}")

    def _lane(self, inside: Value | None, lane: int) -> Value | None:
        return inside if inside is None else self._element(inside, lane)

    def _element(self, value: Value, lane: int) -> Value:
        if value.lanes == 1:
            return value
        name = self.emitter.let(f"extractelement {value.typed}, i32 {lane}")
        return Value(name, value.dtype, 1)
