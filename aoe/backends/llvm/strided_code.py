"""LLVM IR of loads whose lanes are a few elements apart.

The code reads whole vectors and shuffles the wanted elements together. That takes a few
instructions, where one load per lane takes dozens.

Nothing is read before the first lane or behind the last. The last vector starts early enough to end
there; if some elements must not be touched, it is read under a mask. Used by
`aoe.backends.llvm.memory_code`.
"""

from __future__ import annotations

from collections.abc import Callable

from aoe.backends.llvm.emitter import (
    Emitter,
    Value,
    literal,
    memory_dtype,
    memory_type,
    splat,
)
from aoe.backends.llvm.storage_code import from_memory
from aoe.element_types import FLOAT24, ITEM_BYTES
from aoe.loops.loop_nest import Access

#: The largest stride between lanes, in elements.
_MAX_STRIDE = 4
#: The shortest vector, and the element sizes, in bytes, that have a masked load instruction.
_MASKED_VECTOR, _MASKED_ELEMENTS = 32, (4, 8)

#: Loads the vector at an address. The second argument is a lane mask; None loads all lanes.
ReadVector = Callable[[str, Value | None], str]


def is_read_in_vectors(
    access: Access, lane_stride: int, lanes: int, active: int, bounded: bool
) -> bool:
    """Whether to load `active` of `lanes` lanes by whole vectors.

    Args:
        access: The access.
        lane_stride: The stride between lanes, in elements.
        lanes: The lanes of the vector.
        active: The lanes in use.
        bounded: Whether lanes may be outside bounds.
    """
    size = ITEM_BYTES[access.dtype]
    if access.dtype == FLOAT24 or not 1 < lane_stride <= _MAX_STRIDE or active < 2:
        return False
    masks = lanes * size >= _MASKED_VECTOR and size in _MASKED_ELEMENTS
    return masks or not (bounded or _span(lane_stride, active) < lanes)


def load_strided(
    emitter: Emitter,
    access: Access,
    pointer: str,
    lane_stride: int,
    lanes: int,
    active: int,
    inside: Callable[[int], Value | None],
    read: ReadVector,
) -> Value:
    """Loads the first `active` of `lanes` elements with stride `lane_stride` from `pointer` on.

    Args:
        emitter: Receives the instructions.
        access: The access.
        pointer: The address of the first lane.
        lane_stride: The stride between lanes, in elements.
        lanes: The lanes of the vector.
        active: The lanes in use.
        inside: Given an element number, returns a mask of which of the next `lanes` consecutive
            elements are inside the bounds; None if all are.
        read: Loads one vector of consecutive elements.
    """
    span, dtype = _span(lane_stride, active), access.dtype
    kind = memory_type(dtype, lanes)
    result = literal(0, memory_dtype(dtype), lanes)
    for start in range(0, span, lanes):
        wanted = [n for n in range(active) if start <= lane_stride * n < start + lanes]
        condition = inside(start)
        first = start
        if condition is None and span >= lanes:
            first = min(start, span - lanes)
        if condition is not None or first + lanes > span:
            touched = {lane_stride * n - first for n in wanted}
            condition = _with_mask(emitter, touched, condition, lanes)
        element = f"getelementptr {memory_type(dtype)}, ptr {pointer}, i64 {first}"
        loaded = read(emitter.let(element) if first else pointer, condition)
        sources = [lanes + lane_stride * n - first if n in wanted else n for n in range(lanes)]
        picks = ", ".join(f"i32 {source}" for source in sources)
        result = emitter.let(
            f"shufflevector {kind} {result}, {kind} {loaded}, <{lanes} x i32> <{picks}>"
        )
    return from_memory(emitter, result, dtype, lanes)


def _span(lane_stride: int, active: int) -> int:
    """Returns the number of elements from the first lane to the last."""
    return lane_stride * (active - 1) + 1


def _with_mask(emitter: Emitter, touched: set[int], condition: Value | None, lanes: int) -> Value:
    """Returns a condition that can hold in some lanes only."""
    bits = ", ".join(f"i1 {int(lane in touched)}" for lane in range(lanes))
    if condition is None:
        return Value(f"<{bits}>", "bool", lanes)
    held = splat(emitter, condition, lanes).name
    return Value(emitter.let(f"and <{lanes} x i1> {held}, <{bits}>"), "bool", lanes)
