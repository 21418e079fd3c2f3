"""LLVM IR of the epilogue of a `WgmmaKernel`: sums go through shared memory, so that a thread has
eight neighbouring columns of a row, which it reads and stores as vectors.

With a reduction split over a cluster, each block adds up and stores its share of the rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aoe.backends.cuda.codegen.wgmma.wgmma_products import WgmmaProducts
from aoe.backends.cuda.kernels.wgmma_kernel import (
    COPY,
    LINE,
    PIECE,
    WgmmaKernel,
    sums_pitch,
    sums_start,
)
from aoe.backends.cuda.target.cuda_target import MOST_THREADS
from aoe.backends.llvm.emitter import (
    Emitter,
    Value,
    element_type,
    llvm_type,
    memory_type,
    splat,
)
from aoe.backends.llvm.expression_code import emit_expression
from aoe.backends.llvm.loop_position import branch
from aoe.backends.llvm.storage_code import from_memory, to_memory
from aoe.element_types import ITEM_BYTES
from aoe.errors import CompileError
from aoe.loops.expression import Expression, loads
from aoe.loops.loop_nest import Access, Axis

#: Columns of a thread.
_LANES = 8
#: Vectors of a thread whose operands are read before the first of them is computed, and sums of
#: blocks of a cluster for them.
_TOGETHER, _PARTS = 4, 8
#: LLVM's types that hold the 16-bit types.
_HALVES = {"float16": "half", "bfloat16": "bfloat"}


@dataclass(frozen=True, slots=True)
class _Vector:
    """The columns that a thread stores of a row.

    Attributes:
        sums: The offset of their sums in shared memory.
        column: The first column of the result.
        rows: The coordinates of the row.
        exists: Whether the row and the first column exist.
    """

    sums: str
    column: str
    rows: Mapping[str, str]
    exists: str


class WgmmaResults(WgmmaProducts):
    """Emits the epilogue."""

    def __init__(self, emitter: Emitter, kernel: WgmmaKernel, shared: str) -> None:
        super().__init__(emitter, kernel, shared)
        store = kernel.nest.stores[0]
        self.result, self.epilogue = store.access, store.value
        self.read = [
            number for number in loads(self.epilogue) if number < len(kernel.nest.operands)
        ]
        accesses = [*(kernel.nest.operands[number] for number in self.read), self.result]
        self.row_axes = _merged(self.axes(kernel.rows), accesses)
        columns = min(PIECE, self.tile_columns) if kernel.stays else self.tile_columns
        self.pitch = sums_pitch((self.tile_rows, columns))
        self.sums_start = sums_start(kernel.tile, kernel.stages, kernel.stays)
        self.find_bases()

    def find_bases(self) -> None:
        """Finds where what the epilogue reads and writes begins, of the tile's batch."""
        operands = self.kernel.nest.operands
        self.bases = {number: self.base_of(operands[number]) for number in self.read}
        self.result_base = self.base_of(self.result)

    def store(self) -> None:
        """Waits for the products and stores the epilogue of all sums of the block. What it reads of
        the first results is on its way meanwhile.
        """
        groups = self._groups(0, self.tile_columns)
        found = [self._operands(item) for item in groups[0]]
        self.finish()
        self.wait_for_block()
        self._put_sums(0, self.tile_columns)
        if self.kernel.split > 1:
            self.meet()
        else:
            self.wait_for_block()
        self._store_groups(groups, found)
        if self.kernel.cluster > 1:
            self.meet()  # a block stays until others have read its sums

    def store_in_pieces(self, width: int) -> None:
        """The same for the sums of so many columns at a time, where shared memory has their place
        to itself. The products have ended.
        """
        for first in range(0, self.tile_columns, width):
            columns = min(width, self.tile_columns - first)
            groups = self._groups(first, columns)
            found = [self._operands(item) for item in groups[0]]
            if first:
                self.wait_for_block()  # sums of the piece before are still read
            self._put_sums(first, columns)
            self.wait_for_block()
            self._store_groups(groups, found)

    def _groups(self, first: int, columns: int) -> list[list[_Vector]]:
        """The vectors of some columns of a tile, those in a list that are computed together."""
        vectors = self._vectors(first, columns)
        together = _TOGETHER if self.threads <= MOST_THREADS // 4 else _TOGETHER // 2
        size = max(1, min(together, _PARTS // self.kernel.split))
        return [vectors[n : n + size] for n in range(0, len(vectors), size)]

    def _store_groups(
        self, groups: Sequence[Sequence[_Vector]], found: list[dict[int, Value]]
    ) -> None:
        """Stores vectors. `found`: what the epilogue reads of those in the first list."""
        for group in groups:
            if group is not groups[0]:
                found = [self._operands(item) for item in group]
            totals = [self._total(item) for item in group]
            for item, operands, total in zip(group, found, totals, strict=True):
                self._store(item, operands, total)

    def fetch_constants(self) -> None:
        """Fetches constants of the epilogue that are the same for all rows, such as a bias, to the
        second cache. Nothing has read them since the weights of other kernels displaced them.
        """
        numbers = self.numbers
        for number in self.read:
            access = self.kernel.nest.operands[number]
            stride = access.stride(self.kernel.column)
            others = [name for name, _ in access.strides if name != self.kernel.column]
            if stride != 1 or others or access.buffer not in self.kernel.constants:
                continue
            item = ITEM_BYTES[access.dtype]
            skip = numbers.times(self.thread, LINE // item)
            column = numbers.plus(self.column_start, skip)
            inside = numbers.both(
                numbers.below(skip, self.tile_columns), numbers.below(column, self.column_count)
            )

            def fetch(access: Access = access, number: int = number, column: str = column) -> None:
                place = self._moved_by(self.bases[number], access, column)
                self.emitter.do(
                    f'call void asm sideeffect "prefetch.global.L2 [$0];", "l"'
                    f"(ptr addrspace(1) {place})"
                )

            branch(self.emitter, inside, fetch, lambda: None)

    def _put_sums(self, first: int, columns: int) -> None:
        """Writes this thread's sums of some columns to shared memory, two columns at a time."""
        numbers, let = self.numbers, self.emitter.let
        lane = numbers.bits("and", self.thread, 31)
        warp = numbers.bits("lshr", self.thread, 5)
        row = numbers.plus(numbers.times(warp, 16), numbers.bits("lshr", lane, 2))
        column = numbers.times(numbers.bits("and", lane, 3), 8)
        start = numbers.plus(numbers.times(row, self.pitch), column)
        for number in range(0, columns // 2, 2):
            across, down = divmod(number, 4)
            pair = "poison"
            for side in range(2):
                value = let(f"load {self.sum}, ptr {self.sums[first // 2 + number + side]}")
                pair = let(f"insertelement <2 x {self.sum}> {pair}, {self.sum} {value}, i32 {side}")
            skip = self.sums_start + across * 32 + down // 2 * 8 * self.pitch
            place = self.shared_word(numbers.plus(start, skip))
            self.emitter.do(f"store <2 x {self.sum}> {pair}, ptr addrspace(3) {place}, align 8")

    def _vectors(self, first_column: int, columns: int) -> list[_Vector]:
        """The vectors that this thread stores of some columns."""
        numbers = self.numbers
        across, rows = columns // _LANES, self.tile_rows // self.kernel.split
        first_row = numbers.times(self.part, rows)
        found = []
        for first in range(0, across * rows, self.threads):
            number, exists = numbers.plus(self.thread, first), "true"
            if first + self.threads > across * rows:
                exists = numbers.below(number, across * rows)
                number = numbers.chosen(exists, number, 0)
            row = numbers.plus(numbers.quotient(number, across), first_row)
            own = numbers.times(numbers.rest(number, across), _LANES)
            place = numbers.plus(self.row_start, row)
            column = numbers.plus(self.column_start, own, first_column)
            if self.row_count % (self.tile_rows * self.kernel.share):
                exists = numbers.both(exists, numbers.below(place, self.row_count))
                place = numbers.chosen(numbers.below(place, self.row_count), place, 0)
            if self.column_count % self.tile_columns:
                inside = numbers.below(column, self.column_count)
                exists = numbers.both(exists, inside)
                column = numbers.chosen(inside, column, 0)
            sums = numbers.plus(
                numbers.times(row, self.pitch), numbers.times(own, 4), self.sums_start
            )
            found.append(_Vector(sums, column, numbers.decoded(place, self.row_axes), exists))
        return found

    def _operands(self, vector: _Vector) -> dict[int, Value]:
        """What the epilogue reads. Where the vector does not exist, anything that does."""
        return {number: self._load(number, vector) for number in self.read}

    def _load(self, number: int, vector: _Vector) -> Value:
        let, access = self.emitter.let, self.kernel.nest.operands[number]
        stride = access.stride(self.kernel.column)
        pointer = self._at(access, self.bases[number], vector)
        item = ITEM_BYTES[access.dtype]
        whole = self.column_count % _LANES == 0
        if stride == 0 or (stride == 1 and whole):
            lanes = _LANES if stride else 1
            kind = memory_type(access.dtype, lanes)
            align = self._alignment(access) if stride else item
            bits = let(f"load {kind}, ptr addrspace(1) {pointer}, align {align}")
            return self._wide(bits, access.dtype, lanes)
        kind, one = memory_type(access.dtype, _LANES), memory_type(access.dtype)
        bits = "poison"
        for lane in range(_LANES):
            skip = str(lane * stride)
            if not whole:
                column = self.numbers.plus(vector.column, lane)
                inside = self.numbers.below(column, self.column_count)
                skip = self.numbers.chosen(inside, skip, 0)
            place = self._moved_by(pointer, access, skip)
            value = let(f"load {one}, ptr addrspace(1) {place}, align {item}")
            bits = let(f"insertelement {kind} {bits}, {one} {value}, i32 {lane}")
        return self._wide(bits, access.dtype, _LANES)

    def _store(self, vector: _Vector, operands: dict[int, Value], total: Value) -> None:
        cache: dict[Expression, Value] = {}

        def index(axis: str) -> Value:
            raise CompileError(f"the epilogue of a contraction depends on the coordinate {axis}")

        value = emit_expression(
            self.emitter, self.epilogue, operands.__getitem__, total, index, _LANES, cache
        )
        bits = self._narrow(splat(self.emitter, value, _LANES))
        if vector.exists == "true":
            self._put(vector, bits)
        else:
            branch(self.emitter, vector.exists, lambda: self._put(vector, bits), lambda: None)

    def _put(self, vector: _Vector, bits: str) -> None:
        access, let = self.result, self.emitter.let
        kind, one = (self._stored(access.dtype, lanes) for lanes in (_LANES, 1))
        pointer = self._at(access, self.result_base, vector)
        stride = access.stride(self.kernel.column)
        whole = self.column_count % _LANES == 0
        if stride == 1 and whole:
            align = self._alignment(access)
            self.emitter.do(f"store {kind} {bits}, ptr addrspace(1) {pointer}, align {align}")
            return
        for lane in range(_LANES):
            value = let(f"extractelement {kind} {bits}, i32 {lane}")
            place = self._moved_by(pointer, access, str(lane * stride))
            item = ITEM_BYTES[access.dtype]
            text = f"store {one} {value}, ptr addrspace(1) {place}, align {item}"

            def put(text: str = text) -> None:
                self.emitter.do(text)

            if whole or lane == 0:
                put()
                continue
            inside = self.numbers.below(self.numbers.plus(vector.column, lane), self.column_count)
            branch(self.emitter, inside, put, lambda: None)

    def _total(self, vector: _Vector) -> Value:
        """The sums of a vector."""
        let, halves = self.emitter.let, []
        if self.kernel.split > 1:
            return self._total_of_cluster(vector)
        four = f"<4 x {self.sum}>"
        for half in range(2):
            place = self.shared_word(self.numbers.plus(vector.sums, 16 * half))
            halves.append(let(f"load {four}, ptr addrspace(3) {place}, align 16"))
        order = ", ".join(f"i32 {lane}" for lane in range(_LANES))
        name = let(f"shufflevector {four} {halves[0]}, {four} {halves[1]}, <8 x i32> <{order}>")
        return Value(name, self.kernel.sums, _LANES)

    def _total_of_cluster(self, vector: _Vector) -> Value:
        """The sums of a vector, added up over the blocks of the cluster."""
        let, four = self.emitter.let, "{" + ", ".join([self.sum] * 4) + "}"
        kind = llvm_type(self.kernel.sums, _LANES)
        word, register, add = ("f32", "f", "fadd") if self.sum == "float" else ("b32", "r", "add")
        address = self.numbers.plus(self.shared, vector.sums)
        parts: list[list[str]] = []
        for part in range(self.kernel.split):
            other = let(
                f'call i32 asm "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r"'
                f"(i32 {address}, i32 {part})"
            )
            parts.append([])
            for half in range(2):
                parts[-1].append(
                    let(
                        f'call {four} asm sideeffect "ld.shared::cluster.v4.{word} '
                        f'{{$0, $1, $2, $3}}, [$4+{16 * half}];", '
                        f'"{f"={register}," * 4}r,~{{memory}}"(i32 {other})'
                    )
                )
        total = ""
        for halves in parts:
            vector_of = "poison"
            for lane in range(_LANES):
                value = let(f"extractvalue {four} {halves[lane // 4]}, {lane % 4}")
                text = f"insertelement {kind} {vector_of}, {self.sum} {value}, i32 {lane}"
                vector_of = let(text)
            total = let(f"{add} {kind} {total}, {vector_of}") if total else vector_of
        return Value(total, self.kernel.sums, _LANES)

    # Addresses and types

    def _at(self, access: Access, base: str, vector: _Vector) -> str:
        numbers = self.numbers
        offset = numbers.times(vector.column, access.stride(self.kernel.column))
        for name, place in vector.rows.items():
            offset = numbers.plus(offset, numbers.times(place, access.stride(name)))
        return self._moved_by(base, access, offset)

    def _moved_by(self, pointer: str, access: Access, elements: str) -> str:
        if elements == "0":
            return pointer
        wide = self.numbers.wide(elements)
        kind = element_type(access.dtype)
        return self.emitter.let(f"getelementptr {kind}, ptr addrspace(1) {pointer}, i64 {wide}")

    def _alignment(self, access: Access) -> int:
        """To how many bytes the vectors of an access are aligned."""
        strides = [stride for name, stride in access.strides if name != self.kernel.column]
        elements = min(_LANES, COPY // ITEM_BYTES[access.dtype])
        while elements > 1 and any(number % elements for number in (access.offset, *strides)):
            elements //= 2
        return elements * ITEM_BYTES[access.dtype]

    def _wide(self, bits: str, dtype: str, lanes: int) -> Value:
        """What was loaded, in the type in which it is computed."""
        if dtype not in _HALVES:
            return from_memory(self.emitter, bits, dtype, lanes)
        let, kind = self.emitter.let, self._stored(dtype, lanes)
        halves = let(f"bitcast {memory_type(dtype, lanes)} {bits} to {kind}")
        name = let(f"fpext {kind} {halves} to {llvm_type('float32', lanes)}")
        return Value(name, "float32", lanes)

    def _narrow(self, value: Value) -> str:
        """A value in the type in which it is stored."""
        dtype = self.result.dtype
        if dtype not in _HALVES or value.dtype != "float32":
            return to_memory(self.emitter, value, dtype)
        kind = self._stored(dtype, value.lanes)
        return self.emitter.let(f"fptrunc {value.typed} to {kind}")

    @staticmethod
    def _stored(dtype: str, lanes: int) -> str:
        """LLVM's type of elements in memory, with halves as numbers."""
        if dtype not in _HALVES:
            return memory_type(dtype, lanes)
        return _HALVES[dtype] if lanes == 1 else f"<{lanes} x {_HALVES[dtype]}>"


def _merged(axes: Sequence[Axis], accesses: Sequence[Access]) -> tuple[Axis, ...]:
    """Row axes with neighbours merged wherever all accesses go on from one to the other."""
    found = list(axes)
    index = len(found) - 2
    while index >= 0:
        outer, inner = found[index], found[index + 1]
        if all(
            access.stride(outer.name) == access.stride(inner.name) * inner.extent
            for access in accesses
        ):
            found[index : index + 2] = [Axis(inner.name, outer.extent * inner.extent)]
        index -= 1
    return tuple(found)
