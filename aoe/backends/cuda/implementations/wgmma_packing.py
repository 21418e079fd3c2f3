"""Packs the second operand of a contraction by `wgmma` in tiles
(`aoe.backends.cuda.kernels.wgmma_kernel`).

A tile of columns has its terms in pieces of 16 bytes: for each eight terms of 16 bits, 16 of 8 bits
or four of 32 bits, those of all columns of the tile. What a step of the reduction reads is so one
piece of memory. Columns and terms behind the end are zero.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cuda.kernels.wgmma_kernel import COPY
from aoe.element_types import ITEM_BYTES, is_floating
from aoe.loops.expression import Apply, Constant, Expression, Load, apply
from aoe.loops.loop_nest import Access, Axis, Bound, Buffer, LoopNest, Store

_BUFFER = "packed"
#: Half of the last place of TF32, and the bits of float32 that TF32 has, as int32.
_HALF, _KEPT = 1 << 12, -1 << 13


def stored_value(dtype: str) -> Expression:
    """What is stored of an element of a constant operand. float32 is rounded to the nearest number
    of TF32, ties away from zero, because `wgmma` cuts the lower bits off.
    """
    if dtype != "float32":
        return Load(0)
    bits = apply("add", Apply("bitcast", (Load(0),), "float32:int32"), Constant(_HALF, "int32"))
    kept = apply("bitwise_and", bits, Constant(_KEPT, "int32"))
    rounded = Apply("bitcast", (kept,), "int32:float32")
    return apply("select", apply("equal", Load(0), Load(0)), rounded, Load(0))


def packed_in_tiles(
    contraction: Contraction, columns: int, terms: int
) -> tuple[Contraction, tuple[LoopNest, ...], Buffer]:
    """The contraction with its second operand in tiles of so many columns, and the nests that put
    it there.

    Args:
        contraction: The contraction. The terms of a piece follow each other along the last axis of
            the reduction.
        columns: Columns of a tile.
        terms: Terms that are copied of each column, at least as many as there are.
    """
    b, column, reduction = contraction.b, contraction.column, contraction.reduction
    piece = COPY // ITEM_BYTES[b.dtype]
    last, known = reduction[-1], prod(axis.extent for axis in reduction)
    tiles, inside = Axis("tile", -(-column.extent // columns)), Axis(column.name, columns)
    pieces, within = Axis("piece", last.extent // piece), Axis("within", piece)
    strides = {inside.name: piece, tiles.name: terms * columns}
    step = columns
    for axis in reversed(reduction):  # the terms of a piece are the places of one of all columns
        strides[axis.name], step = step, step * axis.extent
    size = terms * columns * tiles.extent
    for axis in reversed(contraction.batch):
        strides[axis.name], size = size, size * axis.extent
    between = {axis.name: strides[axis.name] for axis in reduction[:-1]}
    source = Access(
        b.buffer,
        b.dtype,
        (
            *((name, stride) for name, stride in b.strides if name != last.name),
            (tiles.name, columns * b.stride(column.name)),
            (pieces.name, piece * b.stride(last.name)),
            (within.name, b.stride(last.name)),
        ),
        b.offset,
        (Bound(((tiles.name, columns), (column.name, 1)), 0, column.extent),),
    )
    own = {
        **{axis.name: strides[axis.name] for axis in contraction.batch},
        tiles.name: strides[tiles.name],
        column.name: piece,
        **between,
        pieces.name: piece * columns,
        within.name: 1,
    }
    axes = (*contraction.batch, tiles, inside, *reduction[:-1], pieces, within)
    place = Access(_BUFFER, b.dtype, tuple(own.items()))
    nests = [LoopNest("pack", axes, (source,), (Store(place, stored_value(b.dtype)),))]
    if terms > known:
        end = Axis("end", (terms - known) * columns)
        kept = (*((axis.name, strides[axis.name]) for axis in (*contraction.batch, tiles)),)
        rest = Access(_BUFFER, b.dtype, (*kept, (end.name, 1)), known * columns)
        zero = Store(rest, Constant(0.0) if is_floating(b.dtype) else Constant(0, b.dtype))
        nests.append(LoopNest("pack_end", (*contraction.batch, tiles, end), (), (zero,)))
    of_column = terms  # a tile has as many elements for each of its columns
    seen = {axis.name: strides[axis.name] for axis in (*contraction.batch, *reduction)}
    access = Access(
        _BUFFER,
        b.dtype,
        (*seen.items(), (column.name, of_column)),
        tile_strides=((column.name, piece), (last.name, 1)),
    )
    return replace(contraction, b=access), tuple(nests), Buffer(_BUFFER, b.dtype, size)
