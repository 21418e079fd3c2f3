"""Compiles a plan to LLVM IR, so that one native call runs a whole inference.

For each kernel call the code fills an array of pointers on the stack. It passes the array to the
kernel, through the thread pool if the call is parallel. An inter-op region
(`aoe.backends.cpu.codegen.plan.inter_op_code`) is one such call, to a function that calls kernels.
Besides `run` and `prepare` there are `time_runs` and `profile_run`, which read the clock without
Python's overhead. A long plan is divided into functions of `CALLS_EACH` calls, because LLVM's
compile time grows faster than the function. `aoe.backends.cpu.runtime.native` declares the
functions' C types. `aoe.backends.cpu.codegen.plan.thread_pool_code` is the pool.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aoe.backends.cpu.codegen.plan.call_code import (
    argument_slots,
    call_arguments,
    in_phases,
    store_clock,
)
from aoe.backends.cpu.codegen.plan.clock import CLOCK_IR
from aoe.backends.cpu.codegen.plan.inter_op_code import region_call, region_function
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.errors import CompileError
from aoe.runtime.plan import InterOpRegion, KernelCall, Plan

#: The number of kernel calls in one function of a plan's code.
CALLS_EACH = 64


def plan_ir(plan: Plan, target: CpuTarget) -> str:
    """Returns a module that defines for a plan:

    - `void run(ptr inputs, ptr outputs, ptr constants, ptr packed, ptr arena, ptr pool)`;
    - `void prepare(ptr constants, ptr packed, ptr arena, ptr pool)`;
    - `void time_runs(…as run…, ptr nanoseconds, i64 count)`: runs `count` times and writes the
      nanoseconds (i64) of each run;
    - `void profile_run(…as run…, ptr clock)`: one run that writes the clock in nanoseconds (i64)
      before and after each call, two values per call.

    Kernels and `aoe_parallel` are external. The scratch of thread t starts at `arena_bytes +
    t·scratch_bytes` of the arena. In a scattered plan `constants` and `packed` are arrays of
    pointers.

    Raises:
        CompileError: If the target is not a 64-bit little-endian CPU.
    """
    if target.triple.partition("-")[0] not in ("x86_64", "aarch64"):
        raise CompileError(f"plans are compiled for x86_64 and aarch64, not for {target.triple!r}")
    functions = sorted({call.function for call in (*plan.calls, *plan.prepare)})
    lines = [
        "declare void @aoe_parallel(ptr, ptr, ptr, ptr, i64)",
        *(f'declare void @"{name}"(ptr, ptr, i64, i64)' for name in functions),
        *_regions("run", plan),
        *_regions("profile_run", plan, clock=True),
        *_function("run", _RUN_PARAMETERS, plan, plan.calls, plan.inter_op_regions),
        *_function("prepare", _PREPARE_PARAMETERS, plan, plan.prepare),
        *_function(
            "profile_run",
            f"{_RUN_PARAMETERS}, ptr %clock",
            plan,
            plan.calls,
            plan.inter_op_regions,
            clock=True,
        ),
    ]
    return "\n".join([*lines, CLOCK_IR, _TIMING])


_RUN_PARAMETERS = "ptr %inputs, ptr %outputs, ptr %constants, ptr %packed, ptr %arena, ptr %pool"
_PREPARE_PARAMETERS = "ptr %constants, ptr %packed, ptr %arena, ptr %pool"

_TIMING = """\
define void @time_runs(
  ptr %inputs, ptr %outputs, ptr %constants, ptr %packed, ptr %arena, ptr %pool,
  ptr %nanoseconds, i64 %count) {
entry:
  br label %next
next:
  %done = phi i64 [0, %entry], [%following, %body]
  %more = icmp slt i64 %done, %count
  br i1 %more, label %body, label %end
body:
  %begin = call i64 @aoe_now()
  call void @run(ptr %inputs, ptr %outputs, ptr %constants, ptr %packed, ptr %arena, ptr %pool)
  %finish = call i64 @aoe_now()
  %elapsed = sub i64 %finish, %begin
  %at = getelementptr i64, ptr %nanoseconds, i64 %done
  store i64 %elapsed, ptr %at
  %following = add i64 %done, 1
  br label %next
end:
  ret void
}
"""


def _regions(name: str, plan: Plan, clock: bool = False) -> Iterator[str]:
    for region in plan.inter_op_regions:
        yield from region_function(f"{name}.section.{region.first}", plan, region, clock)


def _function(
    name: str,
    parameters: str,
    plan: Plan,
    calls: Sequence[KernelCall],
    inter_op_regions: Sequence[InterOpRegion] = (),
    clock: bool = False,
) -> Iterator[str]:
    """Yields a function that makes the calls in order, divided into inner functions.

    All calls share one array of pointers, large enough for any of them.
    """
    units = _units(len(calls), inter_op_regions)
    groups = [units[first : first + CALLS_EACH] for first in range(0, len(units), CALLS_EACH)]
    for group, members in enumerate(groups):
        yield (
            f"define internal void @{name}.{group}({parameters}, ptr %arguments, ptr %scratch)"
            " noinline {"
        )
        for unit in members:
            if isinstance(unit, InterOpRegion):
                function = f"{name}.section.{unit.first}"
                yield from region_call(function, unit, plan.scratch_bytes, clock)
                continue
            if clock:
                yield from store_clock(2 * unit)
            yield from _kernel_call(unit, calls[unit], plan)
            if clock:
                yield from store_clock(2 * unit + 1)
        yield "  ret void"
        yield "}"
    yield f"define void @{name}({parameters}) {{"
    yield f"  %arguments = alloca [{argument_slots(calls)} x ptr]"
    yield f"  %scratch = getelementptr i8, ptr %arena, i64 {plan.arena_bytes}"
    for group in range(len(groups)):
        yield f"  call void @{name}.{group}({parameters}, ptr %arguments, ptr %scratch)"
    yield "  ret void"
    yield "}"


def _units(calls: int, inter_op_regions: Sequence[InterOpRegion]) -> list[int | InterOpRegion]:
    """Returns the units of execution: call numbers, and regions in place of their calls."""
    inside = {item.first: item for item in inter_op_regions}
    units: list[int | InterOpRegion] = []
    number = 0
    while number < calls:
        region = inside.get(number)
        units.append(number if region is None else region)
        number = number + 1 if region is None else region.end
    return units


def _kernel_call(number: int, call: KernelCall, plan: Plan) -> Iterator[str]:
    if call.done is not None:
        yield from _unless_done(number, call.done, call.done_block if plan.scattered else None)
    yield from call_arguments(number, call, plan.scattered)
    yield from in_phases(number, call, _call(call, plan.scratch_bytes))
    if call.done is not None:
        yield f"  store i8 1, ptr %done.{number}"
        yield f"  br label %after.{number}"
        yield f"after.{number}:"


def _call(call: KernelCall, scratch_bytes: int) -> str:
    kernel = f'@"{call.function}"'
    if call.parallel:
        return (
            f"  call void @aoe_parallel(ptr %pool, ptr {kernel}, ptr %arguments, ptr %scratch,"
            f" i64 {scratch_bytes})"
        )
    return f"  call void {kernel}(ptr %arguments, ptr %scratch, i64 0, i64 1)"


def _unless_done(number: int, offset: int, block: int | None) -> Iterator[str]:
    """Skips the call if the byte at `offset` of packed constants, or of a block of them, says that
    it was made before.
    """
    base = "%packed"
    if block is not None:
        base = f"%block.{number}"
        yield f"  {base}.at = getelementptr ptr, ptr %packed, i64 {block}"
        yield f"  {base} = load ptr, ptr {base}.at"
    yield f"  %done.{number} = getelementptr i8, ptr {base}, i64 {offset}"
    yield f"  %state.{number} = load i8, ptr %done.{number}"
    yield f"  %new.{number} = icmp eq i8 %state.{number}, 0"
    yield f"  br i1 %new.{number}, label %make.{number}, label %after.{number}"
    yield f"make.{number}:"
