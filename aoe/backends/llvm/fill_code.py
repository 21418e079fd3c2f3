"""LLVM IR of addresses that may be outside the bounds of an access: there they are addresses of
constants full of `access.fill`. Used by `aoe.backends.llvm.memory_code`.

The innermost loop around a load often leaves the bounds alone, as that over the channels of a
padded image does. The choice is then made in front of it, between the image and as many zeros as
the loop reads (`aoe.loops.outside_bounds.is_checked_in_front`). Inside the loop, all
choices of a register tile wait for the same flags. LLVM makes them side by side, keeps what they
load in registers, and spills accumulators: tiles of several rows took 1.5 to 1.7 times as long.
"""

from __future__ import annotations

from aoe.backends.llvm.emitter import Emitter, Value, element_type, memory_type
from aoe.backends.llvm.loop_position import Run
from aoe.backends.llvm.masked_code import fill_literal
from aoe.loops.loop_nest import Access
from aoe.loops.outside_bounds import fill_elements


def or_fill(emitter: Emitter, pointer: str, inside: Value, access: Access, lanes: int) -> str:
    """Returns the address, or outside the bounds that of a vector full of `access.fill`."""
    kind = memory_type(access.dtype, lanes)
    tag = str(access.fill).replace("-", "m").replace(".", "_").replace("+", "p")
    name = f"@fill.{access.dtype}.{lanes}.{tag}"
    emitter.declare(
        f"{name} = private unnamed_addr constant {kind} {fill_literal(access, lanes)}, align 64"
    )
    return emitter.let(f"select i1 {inside.name}, ptr {pointer}, ptr {name}")


def or_zeros(
    emitter: Emitter, start: str, inside: Value, access: Access, run: Run, lanes: int
) -> str:
    """Returns the address at the position of the loop, or outside the bounds that of zeros.

    Args:
        emitter: Receives the instructions.
        start: The address at the start of the loop.
        inside: Whether it is inside the bounds.
        access: The access, which is checked in front of the loop.
        run: The loop.
        lanes: The elements that are read at once.
    """
    kind, count = memory_type(access.dtype, 1), fill_elements(access, run.axis, run.size, lanes)
    name = f"@zeros.{access.dtype}.{count}"
    emitter.declare(
        f"{name} = private unnamed_addr constant [{count} x {kind}] zeroinitializer, align 64"
    )
    chosen = emitter.let(f"select i1 {inside.name}, ptr {start}, ptr {name}")
    stride = access.stride(run.axis)
    offset = run.by if stride == 1 else emitter.let(f"mul nsw i64 {run.by}, {stride}")
    return emitter.let(f"getelementptr {element_type(access.dtype)}, ptr {chosen}, i64 {offset}")
