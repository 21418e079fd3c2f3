"""LLVM IR of loads and stores of some lanes of a vector. Used by
`aoe.backends.cpu.codegen.memory_code`.
"""

from __future__ import annotations

import numpy as np

from aoe.backends.cpu.codegen.emitter import Emitter, literal, memory_dtype, memory_type
from aoe.element_types import ITEM_BYTES, STORAGE, is_floating, numpy_type
from aoe.loops.loop_nest import Access


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
