"""LLVM IR of a loop of a plan: a function that repeats kernel calls until the end is reached.

The end is computed by the calls. After each iteration the function reads the condition, copies the
rows that are collected, and counts. No memory is allocated on the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aoe.backends.cpu.codegen.plan.call_code import location_pointer
from aoe.runtime.loop_region import LoopRegion
from aoe.runtime.plan import Plan


def loop_function(
    name: str, parameters: str, plan: Plan, loop: LoopRegion, iteration: Sequence[str]
) -> Iterator[str]:
    """Yields `void name(parameters)`, which runs a loop.

    Args:
        name: The name of the function.
        parameters: Its parameters, which the calls of an iteration use.
        plan: The plan.
        loop: The loop.
        iteration: The calls of one iteration.
    """
    yield f"define internal void @{name}({parameters}) noinline {{"
    yield "entry:"
    scalars = {
        "limit": loop.limit,
        "enter": loop.enter,
        "goes_on": loop.goes_on,
        "number": loop.number,
        "count": loop.count,
    }
    for label, location in scalars.items():
        yield from location_pointer(f"%{label}.at", location, plan.scattered)
    for place, row in enumerate(loop.rows):
        yield from location_pointer(f"%source.{place}", row.source, plan.scattered)
        yield from location_pointer(f"%target.{place}", row.target, plan.scattered)
    yield "  %limit = load i64, ptr %limit.at"
    yield "  %enter = load i8, ptr %enter.at"
    yield "  br label %head"
    yield "head:"
    yield "  %iteration = phi i64 [0, %entry], [%following, %latch]"
    yield "  %flag = phi i8 [%enter, %entry], [%goes_on, %latch]"
    yield "  %below = icmp slt i64 %iteration, %limit"
    yield "  %holds = icmp ne i8 %flag, 0"
    yield "  %more = and i1 %below, %holds"
    yield "  br i1 %more, label %body, label %end"
    yield "body:"
    yield "  store i64 %iteration, ptr %number.at"
    yield from iteration
    yield "  br label %latch"
    yield "latch:"
    for place, row in enumerate(loop.rows):
        yield from _collect(place, row.row_bytes, row.room)
    yield "  %goes_on = load i8, ptr %goes_on.at"
    yield "  %following = add i64 %iteration, 1"
    yield "  br label %head"
    yield "end:"
    yield "  store i64 %iteration, ptr %count.at"
    for place, row in enumerate(loop.rows):
        yield from _clear(place, row.row_bytes, row.room)
    yield "  ret void"
    yield "}"


def _collect(place: int, size: int, room: int) -> Iterator[str]:
    """Copies a row to its place in the collection, which has room for it: an unsigned minimum makes
    sure of that for any file.
    """
    yield (f"  %row.{place} = call i64 @llvm.umin.i64(i64 %iteration, i64 {max(room - 1, 0)})")
    yield f"  %skip.{place} = mul i64 %row.{place}, {size}"
    yield f"  %into.{place} = getelementptr i8, ptr %target.{place}, i64 %skip.{place}"
    yield (
        f"  call void @llvm.memcpy.p0.p0.i64(ptr %into.{place}, ptr %source.{place},"
        f" i64 {size if room else 0}, i1 false)"
    )


def _clear(place: int, size: int, room: int) -> Iterator[str]:
    """Sets the rows of a collection that no iteration wrote to zero."""
    yield f"  %done.{place} = call i64 @llvm.umin.i64(i64 %iteration, i64 {room})"
    yield f"  %written.{place} = mul i64 %done.{place}, {size}"
    yield f"  %rest.{place} = getelementptr i8, ptr %target.{place}, i64 %written.{place}"
    yield f"  %left.{place} = sub i64 {size * room}, %written.{place}"
    yield (f"  call void @llvm.memset.p0.i64(ptr %rest.{place}, i8 0, i64 %left.{place}, i1 false)")


#: What the functions of loops call.
DECLARATIONS = (
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare i64 @llvm.umin.i64(i64, i64)",
)
