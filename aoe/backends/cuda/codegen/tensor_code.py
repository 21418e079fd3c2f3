"""LLVM IR of contractions on matrix instructions (`aoe.backends.cuda.kernels.tensor_kernel`).

`mma.sync` multiplies 16 × 8 results at a time, `ldmatrix` brings fragments of 16-bit operands from
shared memory, `cp.async` fills it some steps ahead. float32 is multiplied as three products
of the TF32 parts of both factors, which is as exact as float32 (Markidis et al., "NVIDIA
Tensor Core Programmability, Performance & Precision", 2018). The fragments are those of the PTX ISA,
"Warp-level matrix instructions".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from aoe.backends.cpu.codegen.emitter import Emitter, Value, element_type
from aoe.backends.cpu.codegen.expression_code import emit_expression
from aoe.backends.cpu.codegen.loop_nest_code import NestContext, base_pointer
from aoe.backends.cpu.codegen.loop_position import Position, advance, branch, counted_loop
from aoe.backends.cpu.codegen.memory_code import Memory
from aoe.backends.cpu.codegen.tile_point import Point
from aoe.backends.cuda.codegen.thread_code import barrier, register
from aoe.backends.cuda.kernels.tensor_kernel import (
    MMA_COLUMNS,
    MMA_ROWS,
    TensorKernel,
    copied_elements,
    pitch,
)
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.loops.expression import Expression
from aoe.loops.loop_nest import Access, Axis, Bound, LoopNest

#: Terms of the reduction of one instruction, by bytes of an element.
_DEPTH = {2: 16, 4: 8}
#: The instruction, by precision.
_INSTRUCTION = {
    "float16": "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    "bfloat16": "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
    "tf32x3": "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
}


def emit_tensor_kernel(emitter: Emitter, kernel: TensorKernel, shared: str) -> None:
    """Emits the body of a kernel. `shared`: the symbol of shared memory."""
    _TensorCode(emitter, kernel, shared).emit()


@dataclass(frozen=True, slots=True)
class _Part:
    """How an operand's part of a step gets into shared memory.

    Attributes:
        access: The operand.
        lines: The axes that lines of shared memory go through.
        along: The axes along a line.
        line_count: Lines of the part.
        length: Elements of a line.
        vector: Elements of a copy.
        start: Where the part begins in a stage, in bytes.
        by_terms: Whether lines go along the terms of the reduction.
    """

    access: Access
    lines: tuple[Axis, ...]
    along: tuple[Axis, ...]
    line_count: int
    length: int
    vector: int
    start: int
    by_terms: bool


class _TensorCode:
    """Emits one kernel for one thread."""

    def __init__(self, emitter: Emitter, kernel: TensorKernel, shared: str) -> None:
        self.emitter, self.kernel = emitter, kernel
        self.item = kernel.item
        self.stage = kernel.shared_bytes // kernel.stages
        self.tile_rows, self.tile_columns, self.depth = kernel.tile
        self.warp_rows = self.tile_rows // kernel.warps[0]
        self.warp_columns = self.tile_columns // kernel.warps[1]
        rows, columns, terms = kernel.sizes
        self.steps = -(-terms // self.depth)
        extents = kernel.extents
        row_axes = tuple(Axis(name, extents[name]) for name in kernel.rows)
        column = Axis(kernel.column, extents[kernel.column])
        reduction = kernel.reduction
        a, b = kernel.nest.operands[:2]
        line = pitch(self.depth, self.item)
        self.first = _Part(
            a,
            row_axes,
            reduction,
            self.tile_rows,
            self.depth,
            copied_elements(a, reduction[-1], self.depth),
            0,
            True,
        )
        by_terms = b.stride(reduction[-1].name) == 1 or b.stride(column.name) != 1
        along = (reduction, (column,)) if by_terms else ((column,), reduction)
        self.second = _Part(
            b,
            along[1],
            along[0],
            self.tile_columns if by_terms else self.depth,
            self.depth if by_terms else self.tile_columns,
            copied_elements(b, along[0][-1], self.depth if by_terms else self.tile_columns),
            self.tile_rows * line,
            by_terms,
        )
        let = emitter.let
        base = let(f"ptrtoint ptr addrspace(3) {shared} to i64")
        self.shared = let(f"trunc i64 {base} to i32")
        self.shared_pointer = shared
        self.thread = register(emitter, "tid.x")
        self.block = register(emitter, "ctaid.x")
        self.names = {name: f"%buffer{n}" for n, name in enumerate(kernel.arguments)}

    # The order of things

    def emit(self) -> None:
        """Emits the whole body without its return."""
        let, kernel = self.emitter.let, self.kernel
        rows, columns, _ = kernel.sizes
        across, down = -(-columns // self.tile_columns), -(-rows // self.tile_rows)
        place = let(f"udiv i64 {self.block}, {across}")
        column_tile = let(f"urem i64 {self.block}, {across}")
        row_tile = let(f"urem i64 {place}, {down}")
        batch = let(f"udiv i64 {place}, {down}")
        self.row_start = let(f"mul i64 {row_tile}, {self.tile_rows}")
        self.column_start = let(f"mul i64 {column_tile}, {self.tile_columns}")
        self.batch_starts = self._decoded(
            batch, tuple(Axis(name, kernel.extents[name]) for name in kernel.batch)
        )
        copy_first = self._copier(self.first, self.row_start, rows)
        copy_second = self._copier(self.second, self.column_start, columns)

        def copy(step: str, slot: str) -> None:
            copy_first(step, slot)
            copy_second(step, slot)

        ahead = kernel.stages - 1
        for step in range(ahead):
            if step < self.steps:
                copy(str(step), str(step))
            self._asm("cp.async.commit_group;")
        self._cells()

        def iteration(step: str) -> None:
            self._asm(f"cp.async.wait_group {ahead - 1};")
            barrier(self.emitter)
            following = let(f"add i64 {step}, {ahead}")
            more = let(f"icmp ult i64 {following}, {self.steps}")
            slot = let(f"urem i64 {following}, {kernel.stages}")
            branch(self.emitter, more, lambda: copy(following, slot), lambda: None)
            self._asm("cp.async.commit_group;")
            self._multiply(let(f"urem i64 {step}, {kernel.stages}"))

        counted_loop(self.emitter, "0", str(self.steps), 1, iteration)
        self._asm("cp.async.wait_all;")
        self._store(rows, columns)

    # Copies to shared memory

    def _copier(self, part: _Part, start: str, extent: int) -> Callable[[str, str], None]:
        """Returns what emits the copy of a part of the operand for a step of the reduction.

        Args:
            part: The part.
            start: The first row of the tile, or column.
            extent: Rows or columns of the whole operand.
        """
        let, kernel = self.emitter.let, self.kernel
        in_line = part.length // part.vector
        count = part.line_count * in_line
        threads = kernel.block
        chunks = [
            (number, min(threads, count - number)) for number in range(0, count, threads)
        ]
        pointer = self._base(part.access)
        _, _, terms = kernel.sizes
        fixed: list[tuple[str, str, str, dict[str, str], str, str]] = []
        for first, active in chunks:
            place = let(f"add i64 {self.thread}, {first}")
            line = let(f"udiv i64 {place}, {in_line}")
            column = let(f"urem i64 {place}, {in_line}")
            column = let(f"mul i64 {column}, {part.vector}")
            skip = let(f"mul i64 {line}, {pitch(part.length, self.item)}")
            across = let(f"mul i64 {column}, {self.item}")
            inside = let(f"add i64 {skip}, {across}")
            target = let(f"add i64 {inside}, {part.start}")
            number = let(f"add i64 {start}, {line if part.by_terms else column}")
            valid = let(f"icmp ult i64 {number}, {extent}")
            if active < threads:
                working = let(f"icmp ult i64 {self.thread}, {active}")
            else:
                working = "true"
            axes = part.lines if part.by_terms else part.along
            coordinates = self._decoded(number, axes)
            address = self._moved(pointer, part.access, coordinates)
            term = column if part.by_terms else line
            fixed.append((target, term, valid, coordinates, address, working))

        def copy(step: str, slot: str) -> None:
            base = let(f"mul i64 {slot}, {self.stage}")
            begin = let(f"mul i64 {step}, {self.depth}")
            for target, term, valid, coordinates, address, working in fixed:
                number = let(f"add i64 {begin}, {term}")
                exists = let(f"icmp ult i64 {number}, {terms}")
                places = self._decoded(number, kernel.reduction)
                source = self._moved(address, part.access, places)
                inside = let(f"and i1 {valid}, {exists}")
                for bound in part.access.bounds:
                    inside = self._bounded(
                        inside, bound, {**coordinates, **places, **self.batch_starts}
                    )
                offset = let(f"add i64 {base}, {target}")
                self._copy(part, source, offset, inside, working, self.names[part.access.buffer])

        return copy

    def _copy(
        self, part: _Part, source: str, offset: str, inside: str, working: str, safe: str
    ) -> None:
        """Copies some elements to an offset in shared memory, or zeros."""
        let, size = self.emitter.let, part.vector * self.item

        def emit() -> None:
            if size >= 4:
                short = let(f"trunc i64 {offset} to i32")
                target = let(f"add i32 {self.shared}, {short}")
                used = let(f"select i1 {inside}, i32 {size}, i32 0")
                chosen = let(f"select i1 {inside}, ptr {source}, ptr {safe}")
                outside = let(f"addrspacecast ptr {chosen} to ptr addrspace(1)")
                cached = "cg" if size == 16 else "ca"
                self.emitter.do(
                    f'call void asm sideeffect "cp.async.{cached}.shared.global [$0], [$1], {size},'
                    f' $2;", "r,l,r,~{{memory}}"(i32 {target}, ptr addrspace(1) {outside}, '
                    f"i32 {used})"
                )
                return
            kind = f"i{8 * self.item}"
            chosen = let(f"select i1 {inside}, ptr {source}, ptr {safe}")
            loaded = let(f"load {kind}, ptr {chosen}, align {self.item}")
            value = let(f"select i1 {inside}, {kind} {loaded}, {kind} 0")
            place = let(f"getelementptr i8, ptr addrspace(3) {self.shared_pointer}, i64 {offset}")
            self.emitter.do(f"store {kind} {value}, ptr addrspace(3) {place}, align {self.item}")

        if working == "true":
            emit()
        else:
            branch(self.emitter, working, emit, lambda: None)

    # Products

    def _cells(self) -> None:
        """Allocates the sums of this thread: 4 for each instruction."""
        self.cells = [
            [[self.emitter.alloca("float") for _ in range(4)] for _ in self._across()]
            for _ in self._down()
        ]
        for row in self.cells:
            for cell in row:
                for slot in cell:
                    self.emitter.do(f"store float 0.0, ptr {slot}")
        let = self.emitter.let
        self.lane = let(f"and i64 {self.thread}, {WARP - 1}")
        warp = let(f"udiv i64 {self.thread}, {WARP}")
        down = let(f"udiv i64 {warp}, {self.kernel.warps[1]}")
        across = let(f"urem i64 {warp}, {self.kernel.warps[1]}")
        self.warp_row = let(f"mul i64 {down}, {self.warp_rows}")
        self.warp_column = let(f"mul i64 {across}, {self.warp_columns}")
        self.group = let(f"udiv i64 {self.lane}, 4")
        self.in_group = let(f"and i64 {self.lane}, 3")

    def _down(self) -> range:
        return range(self.warp_rows // MMA_ROWS)

    def _across(self) -> range:
        return range(self.warp_columns // MMA_COLUMNS)

    def _multiply(self, slot: str) -> None:
        """Multiplies what is in one stage."""
        base = self.emitter.let(f"mul i64 {slot}, {self.stage}")
        for step in range(0, self.depth, _DEPTH[self.item]):
            left = [self._left(base, row * MMA_ROWS, step) for row in self._down()]
            right = self._right(base, step)
            for row in self._down():
                for column in self._across():
                    self._products(self.cells[row][column], left[row], right[column])

    def _products(self, cell: Sequence[str], left: Sequence[str], right: Sequence[str]) -> None:
        if self.kernel.precision == "tf32x3":
            high = [self._tf32(value) for value in left], [self._tf32(value) for value in right]
            low = (
                [self._rest(value, top) for value, top in zip(left, high[0], strict=True)],
                [self._rest(value, top) for value, top in zip(right, high[1], strict=True)],
            )
            self._mma(cell, low[0], high[1])
            self._mma(cell, high[0], low[1])
            self._mma(cell, *high)
        else:
            self._mma(cell, left, right)

    def _tf32(self, bits: str) -> str:
        """The TF32 number nearest to a float32 one."""
        return self.emitter.let(
            f'call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 {bits})'
        )

    def _rest(self, bits: str, top: str) -> str:
        """What a TF32 number misses of a float32 one, as TF32."""
        let = self.emitter.let
        whole, part = (let(f"bitcast i32 {item} to float") for item in (bits, top))
        return self._tf32(let(f"bitcast float {let(f'fsub float {whole}, {part}')} to i32"))

    def _mma(self, cell: Sequence[str], left: Sequence[str], right: Sequence[str]) -> None:
        let = self.emitter.let
        sums = [let(f"load float, ptr {slot}") for slot in cell]
        given = [f"i32 {value}" for value in (*left, *right)] + [f"float {item}" for item in sums]
        a, b, c = "$4, $5, $6, $7", "$8, $9", "$10, $11, $12, $13"
        text = f"{_INSTRUCTION[self.kernel.precision]} {{$0, $1, $2, $3}}, {{{a}}}, {{{b}}}, {{{c}}};"
        result = "{float, float, float, float}"
        constraints = ",".join(["=f"] * 4 + ["r"] * 6 + ["f"] * 4)
        found = let(
            f'call {result} asm sideeffect "{text}", "{constraints}"({", ".join(given)}) convergent'
        )
        for number, slot in enumerate(cell):
            value = let(f"extractvalue {result} {found}, {number}")
            self.emitter.do(f"store float {value}, ptr {slot}")

    def _left(self, base: str, row: int, step: int) -> list[str]:
        """The fragment of the first operand: 16 rows of one instruction."""
        let, line = self.emitter.let, pitch(self.depth, self.item)
        if self.item == 2:
            # Lanes 0 to 15 give the rows, lanes 16 to 31 the same rows 8 terms further.
            own = let(f"and i64 {self.lane}, 15")
            half = let(f"udiv i64 {self.lane}, 16")
            return self._matrices(base, self._place(self.warp_row, own, row), line, half, step, 0)
        rows = [self._place(self.warp_row, self.group, row + skip) for skip in (0, 8)]
        return [
            self._word(base, rows[number % 2], line, step + 4 * (number // 2), 0)
            for number in range(4)
        ]

    def _right(self, base: str, step: int) -> list[list[str]]:
        """The fragments of the second operand: 8 columns for each instruction."""
        let, part = self.emitter.let, self.second
        line = pitch(part.length, self.item)
        found: list[list[str]] = []
        if self.item == 4:
            for column in self._across():
                place = self._place(self.warp_column, self.group, column * MMA_COLUMNS)
                terms = [let(f"add i64 {self.in_group}, {step + skip}") for skip in (0, 4)]
                if part.by_terms:
                    values = [
                        self._word(base, place, line, step + skip, part.start) for skip in (0, 4)
                    ]
                else:
                    values = [self._crossed(base, term, place, line, part.start) for term in terms]
                found.append(values)
            return found
        for column in self._across()[::2]:
            start = column * MMA_COLUMNS
            eight = let(f"and i64 {self.lane}, 7")
            second = let(f"udiv i64 {self.lane}, 16")
            half = let(f"and i64 {let(f'udiv i64 {self.lane}, 8')}, 1")
            if part.by_terms:
                # Columns 0 to 7, terms 0 and 8; then columns 8 to 15.
                skip = let(f"mul i64 {second}, 8")
                own = let(f"add i64 {eight}, {skip}")
                place = self._place(self.warp_column, own, start)
                values = self._matrices(base, place, line, half, step, part.start)
            else:
                skip = let(f"mul i64 {half}, 8")
                term = let(f"add i64 {let(f'add i64 {eight}, {skip}')}, {step}")
                place = self._place(self.warp_column, let(f"mul i64 {second}, 8"), start)
                values = self._transposed(base, term, place, line, part.start)
            found += [values[:2], values[2:]]
        return found[: len(self._across())]

    def _place(self, origin: str, own: str, skip: int) -> str:
        found = self.emitter.let(f"add i64 {origin}, {own}")
        return self.emitter.let(f"add i64 {found}, {skip}") if skip else found

    def _matrices(
        self, base: str, line: str, size: int, half: str, step: int, start: int
    ) -> list[str]:
        """Four matrices of 8 × 8 along the terms of lines of shared memory."""
        let = self.emitter.let
        skip = let(f"mul i64 {line}, {size}")
        across = let(f"mul i64 {half}, 16")
        offset = let(f"add i64 {let(f'add i64 {base}, {skip}')}, {across}")
        return self._ldmatrix(let(f"add i64 {offset}, {start + step * self.item}"), "")

    def _transposed(self, base: str, term: str, column: str, size: int, start: int) -> list[str]:
        """Four matrices across lines that go along the columns."""
        let = self.emitter.let
        skip = let(f"mul i64 {term}, {size}")
        across = let(f"mul i64 {column}, {self.item}")
        offset = let(f"add i64 {let(f'add i64 {base}, {skip}')}, {across}")
        return self._ldmatrix(let(f"add i64 {offset}, {start}"), ".trans")

    def _ldmatrix(self, offset: str, how: str) -> list[str]:
        let = self.emitter.let
        short = let(f"trunc i64 {offset} to i32")
        address = let(f"add i32 {self.shared}, {short}")
        result = "{i32, i32, i32, i32}"
        found = let(
            f'call {result} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4{how}.shared.b16 '
            f'{{$0, $1, $2, $3}}, [$4];", "=r,=r,=r,=r,r,~{{memory}}"(i32 {address}) convergent'
        )
        return [let(f"extractvalue {result} {found}, {number}") for number in range(4)]

    def _word(self, base: str, line: str, size: int, term: int, start: int) -> str:
        """The float32 of this lane's term in a line of shared memory."""
        own = self.emitter.let(f"add i64 {self.in_group}, {term}")
        return self._crossed(base, line, own, size, start)

    def _crossed(self, base: str, line: str, place: str, size: int, start: int) -> str:
        let = self.emitter.let
        skip = let(f"mul i64 {line}, {size}")
        across = let(f"mul i64 {place}, {self.item}")
        offset = let(f"add i64 {let(f'add i64 {base}, {skip}')}, {across}")
        offset = let(f"add i64 {offset}, {start}")
        pointer = let(f"getelementptr i8, ptr addrspace(3) {self.shared_pointer}, i64 {offset}")
        return let(f"load i32, ptr addrspace(3) {pointer}, align 4")

    # Results

    def _store(self, rows: int, columns: int) -> None:
        """Stores the epilogue of every sum of this thread."""
        let, kernel = self.emitter.let, self.kernel
        nest = replace(kernel.nest, reduction=None)
        accesses = (*nest.operands, *(store.access for store in nest.stores))
        context = NestContext(self.names, frozenset(), self.batch_starts, {})
        start = Position(
            {axis.name: self.batch_starts.get(axis.name, "0") for axis in nest.axes},
            {axis.name: 1 for axis in nest.axes},
            tuple(base_pointer(self.emitter, access, context) for access in accesses),
        )
        twice = let(f"mul i64 {self.in_group}, 2")
        for row in self._down():
            for upper in range(2):
                skip = row * MMA_ROWS + 8 * upper
                place = self._place(self.warp_row, self.group, skip)
                number = let(f"add i64 {self.row_start}, {place}")
                exists = let(f"icmp ult i64 {number}, {rows}")

                def store_row(number: str = number, row: int = row, upper: int = upper) -> None:
                    position = start
                    axes = tuple(Axis(name, kernel.extents[name]) for name in kernel.rows)
                    for name, coordinate in self._decoded(number, axes).items():
                        position = advance(
                            self.emitter, position, accesses, name, coordinate, 1
                        )
                    for column in self._across():
                        own = self._place(self.warp_column, twice, column * MMA_COLUMNS)
                        for side in range(2):
                            self._store_one(
                                nest,
                                accesses,
                                position,
                                let(f"add i64 {let(f'add i64 {own}, {self.column_start}')}, {side}"),
                                columns,
                                self.cells[row][column][2 * upper + side],
                            )

                branch(self.emitter, exists, store_row, lambda: None)

    def _store_one(
        self,
        nest: LoopNest,
        accesses: Sequence[Access],
        position: Position,
        column: str,
        columns: int,
        slot: str,
    ) -> None:
        let = self.emitter.let
        exists = let(f"icmp ult i64 {column}, {columns}")

        def emit() -> None:
            here = advance(self.emitter, position, accesses, self.kernel.column, column, 1)
            memory = Memory(self.emitter, nest, here, True)
            point = Point(tuple((axis.name, 0) for axis in nest.axes), None)
            total = Value(let(f"load float, ptr {slot}"), "float32")
            cache: dict[Expression, Value] = {}
            for number, store in enumerate(nest.stores):
                value = emit_expression(
                    self.emitter,
                    store.value,
                    lambda operand: memory.load(operand, point),
                    total,
                    lambda axis: memory.index(axis, point),
                    1,
                    cache,
                )
                memory.store(number, point, value)

        branch(self.emitter, exists, emit, lambda: None)

    # Addresses

    def _base(self, access: Access) -> str:
        context = NestContext(self.names, frozenset(), self.batch_starts, {})
        return base_pointer(self.emitter, access, context)

    def _decoded(self, number: str, axes: Sequence[Axis]) -> dict[str, str]:
        """The coordinates along axes of the point with a number."""
        found: dict[str, str] = {}
        rest = number
        for axis in reversed(axes[1:]):
            found[axis.name] = self.emitter.let(f"urem i64 {rest}, {axis.extent}")
            rest = self.emitter.let(f"udiv i64 {rest}, {axis.extent}")
        if axes:
            found[axes[0].name] = rest
        return found

    def _moved(self, pointer: str, access: Access, coordinates: dict[str, str]) -> str:
        kind = element_type(access.dtype)
        for name, coordinate in coordinates.items():
            stride = access.stride(name)
            if stride:
                offset = self.emitter.let(f"mul nsw i64 {coordinate}, {stride}")
                pointer = self.emitter.let(f"getelementptr {kind}, ptr {pointer}, i64 {offset}")
        return pointer

    def _bounded(self, inside: str, bound: Bound, coordinates: Mapping[str, str]) -> str:
        let, total = self.emitter.let, str(bound.offset)
        for name, coefficient in bound.terms:
            if name in coordinates:
                part = let(f"mul nsw i64 {coordinates[name]}, {coefficient}")
                total = let(f"add nsw i64 {total}, {part}")
        held = let(f"icmp ult i64 {total}, {bound.extent}")
        return let(f"and i1 {inside}, {held}")

    def _asm(self, text: str) -> None:
        self.emitter.do(f'call void asm sideeffect "{text}", "~{{memory}}"()')

