"""The position of code generation inside a loop nest: coordinates of all axes and derived pointers.

A `Position` is immutable; entering a loop gives a new one. Pointers advance with the loops: each
loop emits one `getelementptr` for each access that depends on it. Inner code then only adds
constants. Users are `aoe.backends.llvm.loop_nest_code` (loops) and
`aoe.backends.llvm.register_tile_code` (register tiles).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from aoe.backends.llvm.emitter import Emitter, element_type
from aoe.loops.loop_nest import Access


@dataclass(frozen=True, slots=True)
class Run:
    """The last move of a position by a distance that is known at run time only, as in a loop.

    Attributes:
        axis: The axis of the move.
        by: The distance, an SSA name.
        size: The coordinates of the axis from before the move on, which the move stays within.
        pointers: For each access of the nest, the address before the move.
    """

    axis: str
    by: str
    size: int
    pointers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A position inside a loop nest.

    Attributes:
        starts: The first coordinate of each axis, an SSA name or a literal.
        sizes: The number of coordinates of each axis from there on.
        pointers: For each access of the nest, the address at these starts.
        run: The last move, if nothing moved the position by a known distance since.
    """

    starts: Mapping[str, str]
    sizes: Mapping[str, int]
    pointers: tuple[str, ...]
    run: Run | None = None


def advance(
    emitter: Emitter, position: Position, accesses: Sequence[Access], axis: str, by: str, size: int
) -> Position:
    """Returns the position moved along one axis.

    Args:
        emitter: Receives the instructions.
        position: The position to start from.
        accesses: The accesses that `position.pointers` belong to.
        axis: The axis to move along.
        by: The distance, an i64 name or literal.
        size: The number of coordinates of the axis at the new position.
    """
    if by == "0":
        return replace(position, sizes={**position.sizes, axis: size})
    start = position.starts[axis]
    moved = by if start == "0" else emitter.let(f"add nsw i64 {start}, {by}")
    pointers = tuple(
        _advance_pointer(emitter, pointer, access, access.stride(axis), by)
        for pointer, access in zip(position.pointers, accesses, strict=True)
    )
    starts, sizes = {**position.starts, axis: moved}, {**position.sizes, axis: size}
    run = None if _is_literal(by) else Run(axis, by, position.sizes[axis], position.pointers)
    return Position(starts, sizes, pointers, run)


def _advance_pointer(emitter: Emitter, pointer: str, access: Access, stride: int, by: str) -> str:
    if stride == 0:
        return pointer
    element = element_type(access.dtype)
    if _is_literal(by):
        return emitter.let(f"getelementptr {element}, ptr {pointer}, i64 {int(by) * stride}")
    offset = by if stride == 1 else emitter.let(f"mul nsw i64 {by}, {stride}")
    return emitter.let(f"getelementptr {element}, ptr {pointer}, i64 {offset}")


def _is_literal(distance: str) -> bool:
    return distance.lstrip("-").isdigit()


def loop(
    emitter: Emitter,
    position: Position,
    accesses: Sequence[Access],
    axis: str,
    step: int,
    body: Callable[[Position], None],
    overlapping: bool = False,
) -> None:
    """Emits `body` for every tile of `step` coordinates of `axis`.

    Sizes stay static. The last tile is smaller if necessary and is then a second copy of the body.
    With `overlapping`, it starts earlier instead, so that all tiles have the same size.
    """
    size = position.sizes[axis]
    if size <= step:
        body(position)
        return
    remainder = size % step
    if remainder and overlapping:

        def shifted(i: str) -> None:
            last = str(size - step)
            early = emitter.let(f"icmp slt i64 {i}, {last}")
            begin = emitter.let(f"select i1 {early}, i64 {i}, i64 {last}")
            body(advance(emitter, position, accesses, axis, begin, step))

        counted_loop(emitter, "0", str(size), step, shifted)
        return
    whole = size - remainder
    if whole == step:
        body(advance(emitter, position, accesses, axis, "0", step))
    else:
        counted_loop(
            emitter,
            "0",
            str(whole),
            step,
            lambda i: body(advance(emitter, position, accesses, axis, i, step)),
        )
    if remainder:
        body(advance(emitter, position, accesses, axis, str(whole), remainder))


def counted_loop(
    emitter: Emitter, start: str, end: str, step: int, body: Callable[[str], None]
) -> None:
    """Emits `for (i = start; i < end; i += step) body(i)`.

    If both bounds are literals, the loop runs at least once.
    """
    counter = emitter.alloca("i64")
    emitter.do(f"store i64 {start}, ptr {counter}")
    head, done = emitter.fresh("loop"), emitter.fresh("done")
    if not (start.isdigit() and end.isdigit()):
        empty = emitter.let(f"icmp sge i64 {start}, {end}")
        emitter.do(f"br i1 {empty}, label %{done}, label %{head}")
    else:
        emitter.do(f"br label %{head}")
    emitter.label(head)
    index = emitter.let(f"load i64, ptr {counter}")
    body(index)
    following = emitter.let(f"add nuw nsw i64 {index}, {step}")
    emitter.do(f"store i64 {following}, ptr {counter}")
    more = emitter.let(f"icmp slt i64 {following}, {end}")
    emitter.do(f"br i1 {more}, label %{head}, label %{done}")
    emitter.label(done)


def branch(
    emitter: Emitter, condition: str, then: Callable[[], None], otherwise: Callable[[], None]
) -> None:
    """Emits `if (condition) then else otherwise`."""
    yes, no, join = emitter.fresh("then"), emitter.fresh("else"), emitter.fresh("join")
    emitter.do(f"br i1 {condition}, label %{yes}, label %{no}")
    emitter.label(yes)
    then()
    emitter.do(f"br label %{join}")
    emitter.label(no)
    otherwise()
    emitter.do(f"br label %{join}")
    emitter.label(join)
