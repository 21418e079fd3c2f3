"""LLVM IR of loads whose lanes lie a few elements apart: whole vectors are read and what is wanted
of them shuffled together, which takes a few instructions where one load a lane takes dozens.

Nothing is read before the first lane or behind the last one: the last vector begins so early that
it ends there, or, where some elements must not be touched, is read under a mask. Used by
`aoe.backends.cpu.codegen.memory_code`.
"""

from __future__ import annotations

from collections.abc import Callable

from aoe.backends.cpu.codegen.emitter import (
    Emitter,
    Value,
    literal,
    memory_dtype,
    memory_type,
    splat,
)
from aoe.backends.cpu.codegen.storage_code import from_memory
from aoe.element_types import FLOAT24, ITEM_BYTES
from aoe.loops.loop_nest import Access

#: Elements apart at most.
_MOST_APART = 4
#: Bytes of the shortest vector and of the elements that are read under masks by one instruction.
_MASKED_VECTOR, _MASKED_ELEMENTS = 32, (4, 8)

#: Reads a vector at an address, of which a condition for each lane, if there is one, must hold.
ReadVector = Callable[[str, Value | None], str]


def is_read_whole(access: Access, apart: int, lanes: int, active: int, bounded: bool) -> bool:
    """Whether to read `active` of `lanes` so. `bounded`: lanes may be outside bounds."""
    size = ITEM_BYTES[access.dtype]
    if access.dtype == FLOAT24 or not 1 < apart <= _MOST_APART or active < 2:
        return False
    masks = lanes * size >= _MASKED_VECTOR and size in _MASKED_ELEMENTS
    return masks or not (bounded or _span(apart, active) < lanes)


def load_strided(
    emitter: Emitter,
    access: Access,
    pointer: str,
    apart: int,
    lanes: int,
    active: int,
    inside: Callable[[int], Value | None],
    read: ReadVector,
) -> Value:
    """The first `active` of `lanes` elements that lie `apart` behind each other from `pointer` on.

    `inside(first)`: whether each of the `lanes` elements from element `first` on, all of them next
    to each other, is inside the bounds; None: surely. `read` reads a vector of them.
    """
    span, dtype = _span(apart, active), access.dtype
    kind = memory_type(dtype, lanes)
    result = literal(0, memory_dtype(dtype), lanes)
    for start in range(0, span, lanes):
        wanted = [n for n in range(active) if start <= apart * n < start + lanes]
        condition = inside(start)
        first = start
        if condition is None and span >= lanes:
            first = min(start, span - lanes)
        if condition is not None or first + lanes > span:
            touched = {apart * n - first for n in wanted}
            condition = _only(emitter, touched, condition, lanes)
        element = f"getelementptr {memory_type(dtype)}, ptr {pointer}, i64 {first}"
        part = read(emitter.let(element) if first else pointer, condition)
        places = [lanes + apart * n - first if n in wanted else n for n in range(lanes)]
        picks = ", ".join(f"i32 {place}" for place in places)
        result = emitter.let(
            f"shufflevector {kind} {result}, {kind} {part}, <{lanes} x i32> <{picks}>"
        )
    return from_memory(emitter, result, dtype, lanes)


def _span(apart: int, active: int) -> int:
    """Elements from the first lane to the last one."""
    return apart * (active - 1) + 1


def _only(emitter: Emitter, touched: set[int], condition: Value | None, lanes: int) -> Value:
    """A condition that holds for some lanes only."""
    bits = ", ".join(f"i1 {int(lane in touched)}" for lane in range(lanes))
    if condition is None:
        return Value(f"<{bits}>", "bool", lanes)
    held = splat(emitter, condition, lanes).name
    return Value(emitter.let(f"and <{lanes} x i1> {held}, <{bits}>"), "bool", lanes)
