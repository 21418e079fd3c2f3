"""LLVM IR around each kernel call of a plan: fills its array of pointers, repeats it for each of
its phases, reads the clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from aoe.runtime.memory_location import Location
from aoe.runtime.plan import KernelCall

#: The IR value of each memory space. Those of `TABLES` are arrays of pointers.
BASES = {
    "input": "%inputs",
    "output": "%outputs",
    "constant": "%constants",
    "packed": "%packed",
    "arena": "%arena",
}
#: The memory spaces whose location has the number of a pointer; in a scattered plan `SCATTERED`.
TABLES = ("input", "output")
SCATTERED = (*TABLES, "constant", "packed")


def call_arguments(number: int, call: KernelCall, scattered: bool) -> Iterator[str]:
    """Stores the pointers of call number `number` of a plan to `%arguments`."""
    for position, location in enumerate(call.arguments):
        label = f"{number}.{position}"
        yield from location_pointer(f"%pointer.{label}", location, scattered)
        yield f"  %slot.{label} = getelementptr ptr, ptr %arguments, i64 {position}"
        yield f"  store ptr %pointer.{label}, ptr %slot.{label}"


def location_pointer(name: str, location: Location, scattered: bool) -> Iterator[str]:
    """Makes `name` the pointer to a location."""
    base = BASES[location.space]
    if location.space in (SCATTERED if scattered else TABLES):
        yield f"  {name}.array = getelementptr ptr, ptr {base}, i64 {location.index}"
        yield f"  {name}.base = load ptr, ptr {name}.array"
        base = f"{name}.base"
    yield f"  {name} = getelementptr i8, ptr {base}, i64 {location.offset}"


def argument_slots(calls: Iterable[KernelCall]) -> int:
    """Returns the number of values that `%arguments` must hold."""
    return max((len(call.arguments) + (call.phase_count > 1) for call in calls), default=0) or 1


def in_phases(number: int, call: KernelCall, made: str) -> Iterator[str]:
    """Repeats a call for each of its phases in turn.

    If there are several, `%arguments` has the phase number behind the pointers.

    Args:
        number: The number of the call.
        call: The call.
        made: The call instruction.
    """
    if call.phase_count == 1:
        yield made
        return
    yield f"  %slot.{number} = getelementptr i64, ptr %arguments, i64 {len(call.arguments)}"
    yield f"  br label %rounds.{number}"
    yield f"rounds.{number}:"
    yield f"  br label %round.{number}"
    yield f"round.{number}:"
    incoming = f"[0, %rounds.{number}], [%following.{number}, %round.{number}]"
    yield f"  %count.{number} = phi i64 {incoming}"
    yield f"  store i64 %count.{number}, ptr %slot.{number}"
    yield made
    yield f"  %following.{number} = add i64 %count.{number}, 1"
    yield f"  %more.{number} = icmp ult i64 %following.{number}, {call.phase_count}"
    yield f"  br i1 %more.{number}, label %round.{number}, label %rest.{number}"
    yield f"rest.{number}:"


def store_clock(index: int) -> Iterator[str]:
    """Stores the time to value number `index` of `%clock`."""
    yield f"  %now.{index} = call i64 @aoe_now()"
    yield f"  %clock.{index} = getelementptr i64, ptr %clock, i64 {index}"
    yield f"  store i64 %now.{index}, ptr %clock.{index}"


def store_clock_again(number: int) -> Iterator[str]:
    """Stores the time before call number `number`, which may have been made before: earlier by what
    it has taken so far. The time after it is then that of all together.
    """
    begin, end = f"%clock.begin.{number}", f"%clock.end.{number}"
    yield f"  %now.{2 * number} = call i64 @aoe_now()"
    for name, index in ((begin, 2 * number), (end, 2 * number + 1)):
        yield f"  {name}.at = getelementptr i64, ptr %clock, i64 {index}"
        yield f"  {name} = load i64, ptr {name}.at"
    yield f"  %taken.{number} = sub i64 {end}, {begin}"
    yield f"  %shifted.{number} = sub i64 %now.{2 * number}, %taken.{number}"
    yield f"  store i64 %shifted.{number}, ptr {begin}.at"
