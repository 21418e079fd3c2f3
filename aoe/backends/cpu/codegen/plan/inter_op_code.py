"""LLVM IR of an inter-op region: branches of kernel calls that run in parallel as one region.

To the thread pool, the region is one more kernel: a function of a share and the number of threads.
A share runs every branch whose number is congruent to it modulo the number of threads. So any
number of threads computes the same result. Kernels inside are called as on a single thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise

from aoe.backends.cpu.codegen.plan.call_code import (
    BASES,
    argument_slots,
    call_arguments,
    in_phases,
    store_clock,
)
from aoe.runtime.plan import InterOpRegion, Plan

#: The values passed to a region's function, in order. The clock is passed only if it is read.
_HANDED = (*BASES.values(), "%clock")


def region_function(name: str, plan: Plan, region: InterOpRegion, clock: bool) -> Iterator[str]:
    """Yields `void name(ptr handed, ptr scratch, i64 share, i64 threads)`, which runs the branches
    of a share.

    With `clock`, it reads the clock before and after each call.
    """
    inside = plan.calls[region.first : region.end]
    yield f"define internal void @{name}(ptr %handed, ptr %scratch, i64 %share, i64 %threads) {{"
    yield "entry:"
    yield f"  %arguments = alloca [{argument_slots(inside)} x ptr]"
    for position, value in enumerate(_handed(clock)):
        yield f"  {value}.at = getelementptr ptr, ptr %handed, i64 {position}"
        yield f"  {value} = load ptr, ptr {value}.at"
    yield "  br label %choose"
    yield "choose:"
    yield "  %branch = phi i64 [%share, %entry], [%following, %next]"
    targets = " ".join(
        f"i64 {branch}, label %branch.{branch}" for branch in range(len(region.branches))
    )
    yield f"  switch i64 %branch, label %end [{targets}]"
    for branch, (first, end) in enumerate(pairwise(accumulate((region.first, *region.branches)))):
        yield f"branch.{branch}:"
        for number in range(first, end):
            if clock:
                yield from store_clock(2 * number)
            call = plan.calls[number]
            yield from call_arguments(number, call, plan.scattered)
            made = f'  call void @"{call.function}"(ptr %arguments, ptr %scratch, i64 0, i64 1)'
            yield from in_phases(number, call, made)
            if clock:
                yield from store_clock(2 * number + 1)
        yield "  br label %next"
    yield "next:"
    yield "  %following = add i64 %branch, %threads"
    yield "  br label %choose"
    yield "end:"
    yield "  ret void"
    yield "}"


def region_call(name: str, region: InterOpRegion, scratch_bytes: int, clock: bool) -> Iterator[str]:
    """Yields the call by which the thread pool runs a region's function."""
    label = f"%handed.{region.first}"
    yield f"  {label} = alloca [{len(_HANDED)} x ptr]"
    for position, value in enumerate(_handed(clock)):
        yield f"  {label}.{position} = getelementptr ptr, ptr {label}, i64 {position}"
        yield f"  store ptr {value}, ptr {label}.{position}"
    yield (
        f"  call void @aoe_parallel(ptr %pool, ptr @{name}, ptr {label}, ptr %scratch,"
        f" i64 {scratch_bytes})"
    )


def _handed(clock: bool) -> tuple[str, ...]:
    return _HANDED if clock else _HANDED[:-1]
