"""What a plan's code does around each kernel call: fills its array of pointers, reads the clock."""

from __future__ import annotations

from collections.abc import Iterator

from aoe.runtime.plan import KernelCall, Location

#: The value that holds each memory space; those of `input` and `output` are arrays of pointers.
BASES = {
    "input": "%inputs",
    "output": "%outputs",
    "constant": "%constants",
    "packed": "%packed",
    "arena": "%arena",
}


def call_arguments(number: int, call: KernelCall) -> Iterator[str]:
    """Stores the pointers that call number `number` takes to `%arguments`."""
    for position, location in enumerate(call.arguments):
        yield from _store_argument(f"{number}.{position}", position, location)


def store_clock(place: int) -> Iterator[str]:
    """Stores the time to one of the values of `%clock`."""
    yield f"  %now.{place} = call i64 @aoe_now()"
    yield f"  %clock.{place} = getelementptr i64, ptr %clock, i64 {place}"
    yield f"  store i64 %now.{place}, ptr %clock.{place}"


def _store_argument(label: str, position: int, location: Location) -> Iterator[str]:
    base = BASES[location.space]
    if location.space in ("input", "output"):
        yield f"  %array.{label} = getelementptr ptr, ptr {base}, i64 {location.index}"
        yield f"  %base.{label} = load ptr, ptr %array.{label}"
        base = f"%base.{label}"
    yield f"  %pointer.{label} = getelementptr i8, ptr {base}, i64 {location.offset}"
    yield f"  %slot.{label} = getelementptr ptr, ptr %arguments, i64 {position}"
    yield f"  store ptr %pointer.{label}, ptr %slot.{label}"
