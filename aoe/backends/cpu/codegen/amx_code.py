"""LLVM IR of a register tile in Intel AMX tile registers.

One AMX instruction multiplies up to 16 rows of 16 bfloat16 pairs by 16 pairs × 16 columns and adds
the products to 16 × 16 float32 sums.

There are eight tile registers. Accumulators occupy most of them. The others hold the operands of
one step: all registers of one operand, and as many of the other as are left. Each is loaded just
before its use. Loading a tile configuration takes as long as many products. So all rows of a loop
nest are divided into registers of one height, and the last ones start earlier if necessary. This is
impossible if the output holds partial sums, because then no row may be accumulated twice.
`aoe.backends.llvm.loop_nest_code` emits the loops around.
`aoe.backends.cpu.lowering.amx.amx_contraction` builds such loop nests.

The instructions: chapter "Programming with Intel AMX" of volume 1 of Intel 64 and IA-32
Architectures Software Developer's Manual.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import ceil

from aoe.backends.llvm.emitter import Emitter, memory_type
from aoe.backends.llvm.loop_position import Position, branch
from aoe.backends.llvm.register_tile_code import Tile
from aoe.errors import CompileError
from aoe.loops.expression import Accumulator, Load, summed_products
from aoe.loops.loop_nest import Access, LoopNest

#: The number of tile registers, and their maximum rows and 32-bit words per row.
REGISTERS, ROWS, WORDS = 8, 16, 16
_WORD_BYTES = 4


@dataclass(frozen=True, slots=True)
class _TileShape:
    """The shape of a register tile in tile registers.

    Attributes:
        heights: The rows of each tile register along the inner row axis.
        outer: How often `heights` is repeated along the outer row axis.
        wide: The number of tile registers along the columns.
        pairs: The bfloat16 pairs in one step.
    """

    heights: tuple[int, ...]
    outer: int
    wide: int
    pairs: int

    @property
    def high(self) -> int:
        """The tile registers along the rows."""
        return len(self.heights) * self.outer

    @property
    def accumulators(self) -> int:
        """The tile registers that hold results."""
        return self.high * self.wide

    @property
    def column_registers(self) -> int:
        """The tile registers for the second operand.

        As many as are left beside all of the first operand, or beside one of its registers.
        """
        beside = self.high if self.high <= self.wide else 1
        return min(self.wide, REGISTERS - self.accumulators - beside)

    @property
    def row_registers(self) -> int:
        """The tile registers for the first operand: as many as are left."""
        return min(self.high, REGISTERS - self.accumulators - self.column_registers)

    @property
    def possible(self) -> bool:
        """Whether there are enough tile registers to hold one operand completely."""
        rows, columns = self.row_registers, self.column_registers
        if rows < self.high and len({*self.heights}) > 1:
            return False
        return rows > 0 and columns > 0 and (rows == self.high or columns == self.wide)

    def height(self, row: int) -> int:
        """Returns the rows of a register of the first operand, and of the sums of its products."""
        return self.heights[row % len(self.heights)]


def configure_tiles(emitter: Emitter, nest: LoopNest, position: Position) -> None:
    """Loads the tile configuration of a loop nest."""
    shape = _shape(nest, position)
    kinds = [(shape.height(n // shape.wide), WORDS) for n in range(shape.accumulators)]
    kinds += [(shape.height(n), shape.pairs) for n in range(shape.row_registers)]
    kinds += [(shape.pairs, WORDS)] * shape.column_registers
    kinds += [(0, 0)] * (REGISTERS - len(kinds))
    # Palette and start row, a byte each; 14 reserved bytes; row lengths of sixteen registers, two
    # bytes each; numbers of rows, a byte each.
    lengths = [n for _, words in kinds for n in (words * _WORD_BYTES, 0)]
    data = [1, 0, *[0] * 14, *lengths, *[0] * 16, *(rows for rows, _ in kinds), *[0] * 8]
    name = "@tiles." + ".".join(f"{rows}x{words}" for rows, words in kinds)
    text = "".join(f"\\{byte:02X}" for byte in data)
    emitter.declare(f'{name} = private unnamed_addr constant [64 x i8] c"{text}", align 64')
    emitter.declare("declare void @llvm.x86.ldtilecfg(ptr)")
    emitter.configure_tiles(f"call void @llvm.x86.ldtilecfg(ptr {name})")


def release_tiles(emitter: Emitter) -> None:
    """Releases the tile registers, so that the system need not save them for the thread."""
    emitter.declare("declare void @llvm.x86.tilerelease()")
    emitter.do("call void @llvm.x86.tilerelease()")


def _row_axes(nest: LoopNest) -> tuple[str, str]:
    """Returns the last two axes that are neither vectorised nor reduced; the first is "" if there
    is only one.
    """
    reduced = nest.reduction.axes if nest.reduction else ()
    others = {*reduced, nest.schedule.vector}
    names = ["", *(axis.name for axis in nest.axes if axis.name not in others)]
    return names[-2], names[-1]


def _shape(nest: LoopNest, position: Position) -> _TileShape:
    """Returns the shape of every register tile of a loop nest. Raises `CompileError` if there is
    none.
    """
    sizes, tile, vectors = position.sizes, dict(nest.schedule.tile), nest.schedule.vectors
    if not _factors(nest) or [store.value for store in nest.stores] != [Accumulator()]:
        raise CompileError(f"loop nest {nest.name}: a product of tiles is stored as it is")
    outer, inner = _row_axes(nest)
    assert nest.reduction is not None
    high, step = min(tile.get(inner, 1), sizes[inner]), nest.reduction.axes[-1]
    tall, pairs = ceil(high / ROWS), tile.get(step, 1)
    shape = _TileShape(
        heights=tuple((high + n) // tall for n in reversed(range(tall)))
        if nest.partial_axes  # no row may be computed twice
        else (ceil(high / tall),) * tall,
        outer=min(tile.get(outer, 1), sizes.get(outer, 1)),
        wide=vectors,
        pairs=pairs,
    )
    if pairs > ROWS or sizes[step] % pairs or not shape.possible:
        raise CompileError(f"loop nest {nest.name}: there are no tile registers for {shape}")
    return shape


def _factors(nest: LoopNest) -> list[tuple[int, int]]:
    """Returns the operand pairs of the products, in order; empty if the nest is no such sum."""
    products = summed_products(nest.reduction.element) if nest.reduction else ()
    return [
        (first.operand, second.operand)
        for first, second in products
        if isinstance(first, Load) and isinstance(second, Load)
    ]


class AmxTile(Tile):
    """Emits one register tile with AMX instructions."""

    def __init__(
        self, emitter: Emitter, nest: LoopNest, position: Position, lanes: int, checked: bool
    ) -> None:
        super().__init__(emitter, nest, position, lanes, checked)
        if checked:
            raise CompileError(f"loop nest {nest.name}: tiles are loaded without checks")
        self.shape = _shape(nest, position)
        self.outer, self.inner = _row_axes(nest)
        # The last panel has fewer columns. Its registers keep the shapes of the other panels.
        self.columns = range(ceil(position.sizes[self.vector] / WORDS))

    def start(self, first: str | None) -> None:
        """Clears the accumulators, or loads the partial sums."""
        if first is None:
            self._clear_registers()
        else:
            branch(self.emitter, first, self._clear_registers, self._load_partial_sums)

    def _clear_registers(self) -> None:
        self.emitter.declare("declare void @llvm.x86.tilezero(i8)")
        for register, _ in self._accumulators():
            self.emitter.do(f"call void @llvm.x86.tilezero(i8 {register})")

    def _load_partial_sums(self) -> None:
        output, pointer = self.nest.stores[0].access, self._output
        for register, offset in self._accumulators():
            self._load(register, output, pointer, offset, output.stride(self.inner))

    def accumulate(self, position: Position) -> None:
        """Emits one step: multiplies every row register by every column register."""
        shape, operands, step = self.shape, self.nest.operands, self.reduced[-1]
        order = list(product(range(shape.high), self.columns))
        if shape.column_registers < shape.wide:
            order.sort(key=lambda pair: pair[1])
        held: dict[int, tuple[int, int]] = {}
        self.emitter.declare("declare void @llvm.x86.tdpbf16ps(i8, i8, i8)")
        for (first, second), (row, column) in product(_factors(self.nest), order):
            a, b = operands[first], operands[second]
            left = shape.accumulators + row % shape.row_registers
            right = shape.accumulators + shape.row_registers + column % shape.column_registers
            if held.get(left) != (first, row):
                offset = self._rows(a)[row]
                self._load(left, a, position.pointers[first], offset, a.stride(self.inner))
            if held.get(right) != (second, column):
                offset = column * WORDS * b.tile_stride(self.vector)
                self._load(right, b, position.pointers[second], offset, b.stride(step))
            held |= {left: (first, row), right: (second, column)}
            self.emitter.do(
                f"call void @llvm.x86.tdpbf16ps(i8 {row * shape.wide + column}, i8 {left}, "
                f"i8 {right})"
            )

    def finish(self, last: str | None) -> None:
        """Stores the accumulators, whether they are complete or not."""
        output, pointer = self.nest.stores[0].access, self._output
        self.emitter.declare("declare void @llvm.x86.tilestored64(i8, ptr, i64)")
        stride = _WORD_BYTES * output.stride(self.inner)
        for register, offset in self._accumulators():
            address = self._address(pointer, output, offset)
            self.emitter.do(
                f"call void @llvm.x86.tilestored64(i8 {register}, ptr {address}, i64 {stride})"
            )

    @property
    def _output(self) -> str:
        return self.position.pointers[len(self.nest.operands)]

    def _accumulators(self) -> Iterator[tuple[int, int]]:
        """Yields the accumulators in use, and the element offsets they are stored at."""
        for number, offset in enumerate(self._rows(self.nest.stores[0].access)):
            for column in self.columns:
                yield number * self.shape.wide + column, offset + column * WORDS

    def _rows(self, access: Access) -> list[int]:
        """Returns where the row registers begin, in elements from the position."""
        shape, size = self.shape, self.position.sizes[self.inner]
        heights = shape.heights
        starts = [min(sum(heights[:n]), size - rows) for n, rows in enumerate(heights)]
        outer, inner = access.stride(self.outer), access.stride(self.inner)
        return [i * outer + start * inner for i, start in product(range(shape.outer), starts)]

    def _load(self, register: int, access: Access, pointer: str, offset: int, stride: int) -> None:
        self.emitter.declare("declare void @llvm.x86.tileloadd64(i8, ptr, i64)")
        address = self._address(pointer, access, offset)
        self.emitter.do(
            f"call void @llvm.x86.tileloadd64(i8 {register}, ptr {address}, "
            f"i64 {_WORD_BYTES * stride})"
        )

    def _address(self, pointer: str, access: Access, elements: int) -> str:
        if not elements:
            return pointer
        kind = memory_type(access.dtype, 1)
        return self.emitter.let(f"getelementptr {kind}, ptr {pointer}, i64 {elements}")
