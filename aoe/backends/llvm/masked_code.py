"""LLVM IR of loads and stores of some lanes of a vector. Used by
`aoe.backends.llvm.memory_code`.

A vector has as many lanes as a register has float32, so one of 8-byte elements takes two registers.
LLVM divides its masked load. Where no lane of a half is inside the bounds, whatever the others are,
LLVM 22 reads all of that half for CPUs with AVX and without AVX-512, and ignores its mask. So the
halves are read by two loads, each with a mask of its own, which LLVM folds before it divides
anything.
"""

from __future__ import annotations

import numpy as np

from aoe.backends.llvm.emitter import Emitter, Value, literal, memory_dtype, memory_type
from aoe.backends.llvm.tile_point import Chunk
from aoe.element_types import ITEM_BYTES, STORAGE, is_floating, numpy_type
from aoe.loops.loop_nest import Access

#: The size of the elements whose vectors take two registers, in bytes.
_WIDE = 8
#: The fewest lanes of a vector whose halves are vectors.
_LEAST_LANES = 4


def is_read_in_halves(access: Access, vector: str, chunk: Chunk) -> bool:
    """Whether a vector is read in halves, since it is read under a mask where its elements may be
    outside bounds. `vector`: its axis.
    """
    if ITEM_BYTES[access.dtype] != _WIDE or chunk.lanes < _LEAST_LANES or not access.bounds:
        return False
    apart = access.tile_stride(vector) != 1  # then masks also tell which elements are wanted
    return apart or any(axis == vector for bound in access.bounds for axis, _ in bound.terms)


def halves(chunk: Chunk) -> tuple[Chunk, Chunk]:
    """The first and the second half of a vector."""
    lanes = chunk.lanes // 2
    first = Chunk(chunk.start, lanes, min(chunk.active, lanes))
    return first, Chunk(chunk.start + lanes, lanes, chunk.active - first.active)


def joined(emitter: Emitter, first: Value, second: Value) -> Value:
    """The vector of two halves."""
    lanes = 2 * first.lanes
    picks = ", ".join(f"i32 {lane}" for lane in range(lanes))
    name = emitter.let(f"shufflevector {first.typed}, {second.typed}, <{lanes} x i32> <{picks}>")
    return Value(name, first.dtype, lanes)


def masked_load(emitter: Emitter, access: Access, pointer: str, mask: str, lanes: int) -> str:
    """Loads the lanes of a mask, a typed i1 vector; the others get `access.fill`."""
    kind, suffix = memory_type(access.dtype, lanes), _suffix(access.dtype, lanes)
    emitter.declare(
        f"declare {kind} @llvm.masked.load.{suffix}.p0(ptr, i32, <{lanes} x i1>, {kind})"
    )
    return emitter.let(
        f"call {kind} @llvm.masked.load.{suffix}.p0(ptr {pointer}, "
        f"i32 {ITEM_BYTES[access.dtype]}, {mask}, {kind} {fill_literal(access, lanes)})"
    )


def masked_store(
    emitter: Emitter, access: Access, pointer: str, value: str, mask: str, lanes: int
) -> None:
    """Stores the lanes of a mask, a typed i1 vector. `value`: as it is in memory."""
    kind, suffix = memory_type(access.dtype, lanes), _suffix(access.dtype, lanes)
    emitter.declare(
        f"declare void @llvm.masked.store.{suffix}.p0({kind}, ptr, i32, <{lanes} x i1>)"
    )
    emitter.do(
        f"call void @llvm.masked.store.{suffix}.p0("
        f"{kind} {value}, ptr {pointer}, i32 {ITEM_BYTES[access.dtype]}, {mask})"
    )


def fill_literal(access: Access, lanes: int) -> str:
    """What loads outside the bounds of an access give, as it is in memory."""
    if access.dtype in STORAGE:
        kind = memory_dtype(access.dtype)
        (bits,) = np.asarray([access.fill], numpy_type(access.dtype)).view(kind)
        return literal(int(bits), kind, lanes)
    fill = access.fill if is_floating(access.dtype) else int(access.fill)
    return literal(fill, memory_dtype(access.dtype), lanes)


def _suffix(dtype: str, lanes: int) -> str:
    letter = "f" if is_floating(memory_dtype(dtype)) else "i"
    return f"v{lanes}{letter}{8 * ITEM_BYTES[dtype]}"
