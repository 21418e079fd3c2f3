"""LLVM IR of loads whose lanes are far apart, while neighbours along another axis of the register
tile are adjacent: a block of both axes is read in rows and transposed in registers.

A block of n×n elements takes n loads and n·log2(n) shuffles, where loads of single lanes take two
instructions an element. Elements are exchanged first within groups of four lanes, then between
groups, as AVX unpacks and permutes them. Used by `aoe.backends.llvm.memory_code`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aoe.backends.llvm.emitter import Emitter, Value, memory_type
from aoe.backends.llvm.fill_code import or_fill
from aoe.backends.llvm.storage_code import from_memory
from aoe.backends.llvm.strided_code import ReadVector
from aoe.backends.llvm.tile_point import Chunk
from aoe.element_types import FLOAT24, ITEM_BYTES
from aoe.loops.loop_nest import Access

#: Lanes between which elements are exchanged first; also the least of both sides of a block.
GROUP = 4
#: The size of the elements that are transposed, in bytes.
_ELEMENT = 4
#: The shortest vector that has a masked load instruction, in bytes.
_MASKED_VECTOR = 32


def block_axis(
    access: Access, vector: str, lanes: int, sizes: Sequence[tuple[str, int]], checked: bool
) -> tuple[str, int] | None:
    """Returns the axis along which to read the rows of a block, and its size in the tile.

    Args:
        access: The access.
        vector: The vectorised axis.
        lanes: The lanes of the vector.
        sizes: The sizes of the other axes in the register tile.
        checked: Whether bounds of the access matter. They may leave out whole rows only.

    Returns:
        None if the access is not to be read in blocks.
    """
    if access.dtype == FLOAT24 or ITEM_BYTES[access.dtype] != _ELEMENT or lanes < GROUP:
        return None
    if access.indirect or abs(access.tile_stride(vector)) <= GROUP:
        return None
    bounded = {axis for bound in access.bounds for axis, _ in bound.terms if checked}
    for axis, size in sizes:
        partial = size % lanes
        masks = lanes * _ELEMENT >= _MASKED_VECTOR
        fits = size >= GROUP and (masks or not partial) and axis not in bounded
        if access.tile_stride(axis) == 1 and fits:
            return axis, size
    return None


def load_block(
    emitter: Emitter,
    access: Access,
    address: Callable[[int], str],
    inside: Value | None,
    chunk: Chunk,
    columns: int,
    read: ReadVector,
) -> list[Value]:
    """Loads the `columns` vectors of a block, whose rows are one lane of each.

    Args:
        emitter: Receives the instructions.
        access: The access.
        address: The address of a row's first element, by the number of the row.
        inside: Which rows are inside the bounds, one condition if that is the same for all; None if
            all are.
        chunk: The vector along the vectorised axis. Rows beyond its active lanes are not read.
        columns: The columns of the block, at most the lanes of a vector. No row is read beyond.
        read: Loads one row.
    """
    lanes, dtype = chunk.lanes, access.dtype
    kind, partial = memory_type(dtype, lanes), None
    if columns < lanes:
        bits = ", ".join(f"i1 {int(lane < columns)}" for lane in range(lanes))
        partial = Value(f"<{bits}>", "bool", lanes)
    rows = ["zeroinitializer"] * lanes
    for lane in range(chunk.active):
        row = address(lane)
        if inside is not None:
            row = or_fill(emitter, row, _of_row(emitter, inside, lane), access, lanes)
        rows[lane] = read(row, partial)
    found = transpose(emitter, rows, kind)[:columns]
    return [from_memory(emitter, name, dtype, lanes) for name in found]


def _of_row(emitter: Emitter, inside: Value, row: int) -> Value:
    """The condition of one row."""
    if inside.lanes == 1:
        return inside
    return Value(emitter.let(f"extractelement {inside.typed}, i32 {row}"), "bool")


def transpose(emitter: Emitter, rows: Sequence[str], kind: str) -> list[str]:
    """Transposes n vectors of n elements; n is a power of two and at least four.

    Args:
        emitter: Receives the instructions.
        rows: The vectors.
        kind: Their LLVM type.
    """
    lanes, found = len(rows), list(rows)

    def shuffled(a: str, b: str, source: Callable[[int], int]) -> str:
        picks = ", ".join(f"i32 {source(lane)}" for lane in range(lanes))
        return emitter.let(f"shufflevector {kind} {a}, {kind} {b}, <{lanes} x i32> <{picks}>")

    def interleaved(a: str, b: str, size: int, upper: bool) -> str:
        """The lower or upper halves of each group of four, `size` elements of a and b in turns."""

        def source(lane: int) -> int:
            group, place = lane - lane % GROUP, lane % GROUP
            pair, inside = divmod(place, 2 * size)
            second, inside = divmod(inside, size)
            return second * lanes + group + (GROUP // 2 if upper else 0) + pair * size + inside

        return shuffled(a, b, source)

    for i in range(0, lanes, 2):
        a, b = found[i : i + 2]
        found[i : i + 2] = [interleaved(a, b, 1, upper) for upper in (False, True)]
    for i in range(0, lanes, GROUP):
        a, b, c, d = found[i : i + GROUP]
        pairs = ((a, c), (b, d))
        found[i : i + GROUP] = [
            interleaved(*pair, 2, upper) for pair in pairs for upper in (False, True)
        ]
    distance = GROUP
    while distance < lanes:
        for i in range(lanes):
            if i & distance:
                continue
            a, b = found[i], found[i + distance]
            found[i], found[i + distance] = _exchanged(shuffled, a, b, lanes, distance)
        distance *= 2
    return found


def _exchanged(
    shuffled: Callable[[str, str, Callable[[int], int]], str],
    a: str,
    b: str,
    lanes: int,
    distance: int,
) -> tuple[str, str]:
    """Exchanges every second run of `distance` lanes of `a` with those of `b` before it."""

    def first(lane: int) -> int:
        return lanes + lane - distance if lane & distance else lane

    def second(lane: int) -> int:
        return lanes + lane if lane & distance else lane + distance

    return shuffled(a, b, first), shuffled(a, b, second)
