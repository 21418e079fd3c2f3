"""LLVM IR of one inference as a C program asks for it: pointers are checked and put beside those of
outputs that callers do not see, the plan runs, and what it requires and decides is looked at.

`aoe.backends.cpu.library.interface_code` has the functions around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from aoe.backends.cpu.library import interface as results
from aoe.backends.cpu.library import memory as fields
from aoe.backends.cpu.library.interface import Interface, details_of
from aoe.backends.cpu.library.memory import ModelMemory
from aoe.element_types import ITEM_BYTES
from aoe.runtime.plan import DRAW, Plan

#: Symbols of other objects: the constants, and the functions of the plan of a profile.
CONSTANTS, RUN, PREPARE = "aoe_constants", "aoe_run_{}", "aoe_prepare_{}"


def inference(interface: Interface, memory: ModelMemory, profile: int) -> Iterator[str]:
    """Yields `i32 aoe_inference_P(ptr model, ptr given, ptr wanted)`: an inference at profile P.
    The first one comes with what all of them call.
    """
    plan = interface.plans[profile]
    yield f"define internal i32 @aoe_inference_{profile}(ptr %model, ptr %given, ptr %wanted) {{"
    yield "entry:"
    yield f"  %inputs = alloca [{max(len(plan.inputs), 1)} x ptr]"
    yield f"  %outputs = alloca [{max(len(plan.outputs), 1)} x ptr]"
    yield f"  %draws = getelementptr i8, ptr %model, i64 {fields.DRAWS}"
    place = 0
    for number, info in enumerate(plan.inputs):
        if info.name == DRAW:
            yield from _placed("inputs", number, "%draws")
        else:
            yield from _taken("given", place, "inputs", number, info.bytes)
            place += 1
    for number, info in enumerate(plan.outputs):
        if number < len(plan.shown):
            yield from _taken("wanted", number, "outputs", number, info.bytes)
        else:
            yield f"  %hidden.{number} = getelementptr i8, ptr %model, i64 " + str(
                memory.hidden[profile][number]
            )
            yield from _placed("outputs", number, f"%hidden.{number}")
    for alias in plan.aliases:
        size = plan.outputs[alias.output].bytes
        yield (
            f"  call void @llvm.memmove.p0.p0.i64(ptr %outputs.{alias.output}, "
            f"ptr %inputs.{alias.input}, i64 {size}, i1 false)"
        )
    yield f"  %packed = getelementptr i8, ptr %model, i64 {memory.packed}"
    yield f"  %arena = getelementptr i8, ptr %model, i64 {memory.arena}"
    yield f"  %pool_field = getelementptr i8, ptr %model, i64 {fields.POOL}"
    yield "  %pool = load ptr, ptr %pool_field"
    yield (
        f"  call void @{RUN.format(profile)}(ptr %inputs, ptr %outputs, ptr @{CONSTANTS}, "
        "ptr %packed, ptr %arena, ptr %pool)"
    )
    yield "  %draw = load i64, ptr %draws"
    yield "  %following = add i64 %draw, 1"
    yield "  store i64 %following, ptr %draws"
    yield from _requirements(interface, plan)
    yield from _cuts(plan)
    yield f"  ret i32 {results.OK}"
    yield "null:"
    yield f"  ret i32 {results.ARGUMENT}"
    yield "}"
    if profile == 0 and interface.sizes:
        yield _COMPACT


def _taken(source: str, place: int, table: str, number: int, size: int) -> Iterator[str]:
    """Takes a pointer of the caller. It may be null only if nothing lies there."""
    name = f"%{table}.{number}"
    yield f"  {name}.from = getelementptr ptr, ptr %{source}, i64 {place}"
    yield f"  {name} = load ptr, ptr {name}.from"
    if size:
        yield f"  {name}.null = icmp eq ptr {name}, null"
        yield f"  br i1 {name}.null, label %null, label %{table}.{number}.given"
        yield f"{table}.{number}.given:"
    yield from _placed(table, number, name)


def _placed(table: str, number: int, pointer: str) -> Iterator[str]:
    yield f"  %{table}.{number}.at = getelementptr ptr, ptr %{table}, i64 {number}"
    yield f"  store ptr {pointer}, ptr %{table}.{number}.at"


def _requirements(interface: Interface, plan: Plan) -> Iterator[str]:
    """Returns the result of the first requirement that does not hold."""
    for number, item in enumerate(plan.requirements):
        result = results.FIRST_REQUIREMENT + interface.messages.index(item.message)
        output = _output(plan, item.output)
        yield f"  %met.{number}.at = getelementptr i8, ptr {output}, i64 {item.element}"
        yield f"  %met.{number} = load i8, ptr %met.{number}.at"
        yield f"  %holds.{number} = icmp {'ne' if item.holds else 'eq'} i8 %met.{number}, 0"
        yield f"  br i1 %holds.{number}, label %met.{number}.yes, label %met.{number}.no"
        yield f"met.{number}.no:"
        if item.details is not None:
            yield f"  %details.{number} = getelementptr i8, ptr %model, i64 {details_at(interface)}"
            yield (
                f"  call void @llvm.memmove.p0.p0.i64(ptr %details.{number}, "
                f"ptr {_output(plan, item.details)}, i64 {8 * details_of(plan, item)}, i1 false)"
            )
        yield f"  ret i32 {result}"
        yield f"met.{number}.yes:"


def details_at(interface: Interface) -> int:
    """Where the numbers of the latest message lie in the memory of a model."""
    return fields.SIZES + 8 * len(interface.sizes)


def _cuts(plan: Plan) -> Iterator[str]:
    """Makes outputs dense whose sizes the data decided, and keeps these sizes."""
    shapes: dict[int, list[str]] = {}
    for number, item in enumerate(plan.data_dependent_sizes):
        info = plan.outputs[item.output]
        shape = shapes.setdefault(item.output, [str(size) for size in info.shape])
        most = shape[item.dimension]
        yield f"  %counted.{number} = load i64, ptr {_output(plan, item.count)}"
        yield (f"  %size.{number} = call i64 @llvm.umin.i64(i64 %counted.{number}, i64 {most})")
        yield (
            f"  %size.{number}.at = getelementptr i8, ptr %model, i64 {fields.SIZES + 8 * number}"
        )
        yield f"  store i64 %size.{number}, ptr %size.{number}.at"
        inner = [*shape[item.dimension + 1 :], str(ITEM_BYTES[info.dtype])]
        yield from _product(f"outer.{number}", shape[: item.dimension])
        yield from _product(f"old.{number}", [most, *inner])
        yield from _product(f"new.{number}", [f"%size.{number}", *inner])
        yield (
            f"  call void @aoe_compact(ptr {_output(plan, item.output)}, i64 %outer.{number}, "
            f"i64 %old.{number}, i64 %new.{number})"
        )
        shape[item.dimension] = f"%size.{number}"


def _product(name: str, factors: Sequence[str]) -> Iterator[str]:
    """Makes `%name` the product of some numbers and values."""
    known = prod(int(item) for item in factors if not item.startswith("%"))
    values = [item for item in factors if item.startswith("%")]
    last = str(known)
    for count, value in enumerate(values):
        yield f"  %{name}.{count} = mul i64 {last}, {value}"
        last = f"%{name}.{count}"
    yield f"  %{name} = add i64 {last}, 0"


def _output(plan: Plan, number: int) -> str:
    """The pointer to an output in `inference`."""
    return f"%outputs.{number}" if number < len(plan.shown) else f"%hidden.{number}"


#: Rows that are too long, one behind the other, become shorter ones.
_COMPACT = """\
define internal void @aoe_compact(ptr %data, i64 %rows, i64 %old_bytes, i64 %new_bytes) {
entry:
  br label %next
next:
  %row = phi i64 [1, %entry], [%following, %move]
  %more = icmp slt i64 %row, %rows
  br i1 %more, label %move, label %end
move:
  %from = mul i64 %row, %old_bytes
  %to = mul i64 %row, %new_bytes
  %source = getelementptr i8, ptr %data, i64 %from
  %target = getelementptr i8, ptr %data, i64 %to
  call void @llvm.memmove.p0.p0.i64(ptr %target, ptr %source, i64 %new_bytes, i1 false)
  %following = add i64 %row, 1
  br label %next
end:
  ret void
}
"""
