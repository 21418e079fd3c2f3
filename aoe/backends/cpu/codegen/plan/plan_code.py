"""Compiles a plan to LLVM IR, so that one native call runs a whole inference.

For each kernel call the code fills an array of pointers on the stack. It passes the array to the
kernel, through the thread pool if the call is parallel. An inter-op region
(`aoe.backends.cpu.codegen.plan.inter_op_code`) is one such call, to a function that calls kernels.
A loop (`aoe.backends.cpu.codegen.plan.loop_code`) is a function that repeats calls.
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
    store_clock_again,
)
from aoe.backends.cpu.codegen.plan.clock import CLOCK_IR
from aoe.backends.cpu.codegen.plan.inter_op_code import region_call, region_function
from aoe.backends.cpu.codegen.plan.loop_code import DECLARATIONS, loop_function
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
    lines = [
        *_head(plan, target),
        *_Function("run", _RUN_PARAMETERS, plan, plan.calls, clock=False).text(),
        *_Function("prepare", _PREPARE_PARAMETERS, plan, plan.prepare, clock=False).text(),
        *_Function("profile_run", _PROFILE_PARAMETERS, plan, plan.calls, clock=True).text(),
    ]
    return "\n".join([*lines, CLOCK_IR, _TIMING])


def library_plan_ir(plan: Plan, target: CpuTarget, run: str, prepare: str) -> str:
    """Returns a module that defines only `run` and `prepare` of `plan_ir`, under other names, so
    that a library may have several plans.

    Args:
        plan: The plan.
        target: The CPU.
        run: The name of `run`.
        prepare: The name of `prepare`.

    Raises:
        CompileError: As `plan_ir`.
    """
    return "\n".join(
        [
            *_head(plan, target),
            *_Function(run, _RUN_PARAMETERS, plan, plan.calls, clock=False).text(),
            *_Function(prepare, _PREPARE_PARAMETERS, plan, plan.prepare, clock=False).text(),
        ]
    )


def _head(plan: Plan, target: CpuTarget) -> list[str]:
    """What the functions of a plan call."""
    if target.triple.partition("-")[0] not in ("x86_64", "aarch64"):
        raise CompileError(f"plans are compiled for x86_64 and aarch64, not for {target.triple!r}")
    functions = sorted({call.function for call in (*plan.calls, *plan.prepare)})
    return [
        "declare void @aoe_parallel(ptr, ptr, ptr, ptr, i64)",
        *(f'declare void @"{name}"(ptr, ptr, i64, i64)' for name in functions),
        *(DECLARATIONS if plan.loops else ()),
    ]


_RUN_PARAMETERS = "ptr %inputs, ptr %outputs, ptr %constants, ptr %packed, ptr %arena, ptr %pool"
_PROFILE_PARAMETERS = f"{_RUN_PARAMETERS}, ptr %clock"
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


class _Function:
    """Writes a function that makes calls of a plan in order, and the functions that it calls."""

    def __init__(
        self, name: str, parameters: str, plan: Plan, calls: Sequence[KernelCall], clock: bool
    ) -> None:
        self.name, self.parameters = name, parameters
        self.plan, self.calls, self.clock = plan, calls, clock
        self.inside = f"{parameters}, ptr %arguments, ptr %scratch"
        repeated = calls is plan.calls
        self.regions = plan.inter_op_regions if repeated else ()
        self.loops = plan.loops if repeated else ()

    def text(self) -> Iterator[str]:
        """Yields the function. All calls share one array of pointers, large enough for any."""
        for region in self.regions:
            name = f"{self.name}.section.{region.first}"
            yield from region_function(name, self.plan, region, self.clock)
        for number, loop in enumerate(self.loops):
            name = f"{self.name}.loop.{number}"
            units = self.units(loop.first, loop.end, number)
            yield from self.groups(name, units, repeated=True)
            iteration = list(self.group_calls(name, units))
            yield from loop_function(name, self.inside, self.plan, loop, iteration)
        units = self.units(0, len(self.calls))
        yield from self.groups(self.name, units)
        yield f"define void @{self.name}({self.parameters}) {{"
        yield f"  %arguments = alloca [{argument_slots(self.calls)} x ptr]"
        yield f"  %scratch = getelementptr i8, ptr %arena, i64 {self.plan.arena_bytes}"
        yield from self.group_calls(self.name, units)
        yield "  ret void"
        yield "}"

    def units(self, first: int, end: int, loop: int = -1) -> list[int | str | InterOpRegion]:
        """Returns the units of execution of some calls: the numbers of calls, and in place of calls
        the names of the functions of loops, and inter-op regions.

        Args:
            first: The number of the first call.
            end: The number of the first call behind them.
            loop: The number of the loop that they are; those inside have higher numbers.
        """
        regions = {item.first: item for item in self.regions}
        loops: dict[int, int] = {}
        for place in range(loop + 1, len(self.loops)):
            if first <= self.loops[place].first and self.loops[place].end <= end:
                loops.setdefault(self.loops[place].first, place)
        units: list[int | str | InterOpRegion] = []
        number = first
        while number < end:
            if number in loops:
                units.append(f"{self.name}.loop.{loops[number]}")
                number = self.loops[loops[number]].end
            elif number in regions:
                units.append(regions[number])
                number = regions[number].end
            else:
                units.append(number)
                number += 1
        return units

    def groups(
        self, name: str, units: Sequence[int | str | InterOpRegion], repeated: bool = False
    ) -> Iterator[str]:
        """Yields functions of `CALLS_EACH` units each."""
        for group, members in enumerate(_grouped(units)):
            yield f"define internal void @{name}.{group}({self.inside}) noinline {{"
            for unit in members:
                yield from self.unit(unit, repeated)
            yield "  ret void"
            yield "}"

    def group_calls(self, name: str, units: Sequence[int | str | InterOpRegion]) -> Iterator[str]:
        """Yields the calls of the functions of `groups`."""
        for group in range(len(_grouped(units))):
            yield f"  call void @{name}.{group}({self.inside})"

    def unit(self, unit: int | str | InterOpRegion, repeated: bool) -> Iterator[str]:
        if isinstance(unit, str):
            yield f"  call void @{unit}({self.inside})"
        elif isinstance(unit, InterOpRegion):
            function = f"{self.name}.section.{unit.first}"
            yield from region_call(function, unit, self.plan.scratch_bytes, self.clock)
        else:
            if self.clock:
                yield from store_clock_again(unit) if repeated else store_clock(2 * unit)
            yield from _kernel_call(unit, self.calls[unit], self.plan)
            if self.clock:
                yield from store_clock(2 * unit + 1)


def _grouped(units: Sequence[int | str | InterOpRegion]) -> list[list[int | str | InterOpRegion]]:
    return [list(units[first : first + CALLS_EACH]) for first in range(0, len(units), CALLS_EACH)]


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
