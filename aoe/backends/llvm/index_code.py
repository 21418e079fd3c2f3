"""LLVM IR of data-dependent indices: wraps and clamps them, and computes the offsets of lanes.

Works on scalars and on vectors. Used by `aoe.backends.llvm.memory_code`.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.llvm.emitter import Emitter, Value, literal, llvm_type
from aoe.element_types import UNSIGNED
from aoe.loops.loop_nest import Indirect

_INT32_LIMIT = 1 << 31


def clamped_index(emitter: Emitter, indirect: Indirect, index: Value) -> Value:
    """Returns the index, counted from the end if negative, then clamped to the dimension. One that
    is always inside stays as it is.

    The result has as many lanes as the index. int32 stays int32; other types become int64.
    """
    dtype = "int32" if index.dtype == "int32" and indirect.extent < _INT32_LIMIT else "int64"
    value = _converted(emitter, index, dtype)
    if indirect.inside:
        return value
    kind, lanes = value.type, value.lanes
    size, last = (literal(n, dtype, lanes) for n in (indirect.extent, indirect.extent - 1))
    zero = literal(0, dtype, lanes)
    negative = emitter.let(f"icmp slt {kind} {value.name}, {zero}")
    other = emitter.let(f"add {kind} {value.name}, {size}")
    condition = llvm_type("bool", lanes)
    name = emitter.let(f"select {condition} {negative}, {kind} {other}, {kind} {value.name}")
    suffix = f"v{lanes}i{dtype[3:]}" if lanes > 1 else f"i{dtype[3:]}"
    for function, end in (("smax", zero), ("smin", last)):
        emitter.declare(f"declare {kind} @llvm.{function}.{suffix}({kind}, {kind})")
        name = emitter.let(f"call {kind} @llvm.{function}.{suffix}({kind} {name}, {kind} {end})")
    return Value(name, dtype, lanes)


def index_offset(emitter: Emitter, indirect: Indirect, index: Value) -> str:
    """Returns the number of elements by which one index moves an address, as an i64."""
    inside = _converted(emitter, clamped_index(emitter, indirect, index), "int64")
    return emitter.let(f"mul nsw i64 {inside.name}, {indirect.stride}")


def lane_offsets(
    emitter: Emitter, along: int, lanes: int, indices: Sequence[tuple[Indirect, Value]]
) -> Value:
    """Returns the distance of each lane from the first lane's address, in elements.

    The distance grows by `along` from lane to lane, plus the lane's indices. The result is int32 if
    that suffices, which halves the number of vectors.
    """
    reach = abs(along) * lanes + sum(abs(item.stride) * item.extent for item, _ in indices)
    dtype = "int32" if reach < _INT32_LIMIT else "int64"
    kind = llvm_type(dtype, lanes)
    steps = ", ".join(f"{llvm_type(dtype)} {lane * along}" for lane in range(lanes))
    total = f"<{steps}>"
    for item, index in indices:
        inside = _converted(emitter, clamped_index(emitter, item, index), dtype)
        stride = literal(item.stride, dtype, lanes)
        moved = emitter.let(f"mul nsw {kind} {inside.name}, {stride}")
        total = emitter.let(f"add nsw {kind} {moved}, {total}")
    return Value(total, dtype, lanes)


def _converted(emitter: Emitter, value: Value, dtype: str) -> Value:
    """Converts an integer to int32 or int64. The value must fit."""
    if value.dtype == dtype or (value.dtype, dtype) == ("uint64", "int64"):
        return Value(value.name, dtype, value.lanes)
    extend = "zext" if value.dtype in UNSIGNED else "sext"
    how = "trunc" if value.dtype == "int64" else extend
    name = emitter.let(f"{how} {value.typed} to {llvm_type(dtype, value.lanes)}")
    return Value(name, dtype, value.lanes)
