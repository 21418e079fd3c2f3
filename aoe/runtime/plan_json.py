"""The JSON form of a plan (`aoe.runtime.plan`), as offline models and cached programs store it.

What is read is checked: its types, its sizes, and that locations lie within what there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from aoe.element_types import ITEM_BYTES
from aoe.errors import MALFORMED, OfflineModelError, quoted
from aoe.runtime.loop_region import check_loops, loop_from_json, loop_to_json
from aoe.runtime.memory_location import Location, location_from_json, location_to_json
from aoe.runtime.plan import (
    Alias,
    ArenaBuffer,
    ConstantInfo,
    DataDependentSize,
    InterOpRegion,
    KernelCall,
    PackedBlock,
    Plan,
    Requirement,
    TensorInfo,
)
from aoe.runtime.requirement_json import (
    RequirementFields,
    requirement_from_json,
    requirement_to_json,
)

#: A call is made less often than this.
_MOST_ROUNDS = 1 << 31


def plan_to_json(plan: Plan) -> dict[str, Any]:
    """A JSON object that `plan_from_json` turns back into this plan."""
    data: dict[str, Any] = {
        "inputs": [_tensor_to_json(item) for item in plan.inputs],
        "outputs": [_tensor_to_json(item) for item in plan.outputs],
        "constants": [
            [item.name, item.dtype, list(item.shape), item.offset] for item in plan.constants
        ],
        "calls": [_call_to_json(call) for call in plan.calls],
        "prepare": [_call_to_json(call) for call in plan.prepare],
        "constant_bytes": plan.constant_bytes,
        "packed_bytes": plan.packed_bytes,
        "arena_bytes": plan.arena_bytes,
        "scratch_bytes": plan.scratch_bytes,
        "variable_extents": [
            [item.output, item.dimension, item.count] for item in plan.data_dependent_sizes
        ],
        "sections": [[item.first, list(item.branches)] for item in plan.inter_op_regions],
    }
    if plan.scattered:
        data["packed_blocks"] = [
            [item.bytes, item.how, list(item.constants)] for item in plan.packed_blocks
        ]
    if plan.loops:
        data["loops"] = [loop_to_json(item) for item in plan.loops]
    if plan.requirements:
        data["requirements"] = [_requirement_to_json(item) for item in plan.requirements]
    if plan.vocabulary:
        data["vocabulary"] = list(plan.vocabulary)
    if plan.aliases:
        data["aliases"] = [[item.output, item.input] for item in plan.aliases]
    if plan.buffers:
        data["buffers"] = [
            [item.offset, item.bytes, item.first, item.last, item.value] for item in plan.buffers
        ]
    return data


def plan_from_json(data: Any) -> Plan:
    """The plan written by `plan_to_json`. Raises `OfflineModelError` on anything else."""
    try:
        plan = Plan(
            inputs=_tensors_from_json(data["inputs"]),
            outputs=_tensors_from_json(data["outputs"]),
            calls=_calls_from_json(data["calls"]),
            prepare=_calls_from_json(data["prepare"]),
            constant_bytes=int(data["constant_bytes"]),
            packed_bytes=int(data["packed_bytes"]),
            arena_bytes=int(data["arena_bytes"]),
            scratch_bytes=int(data["scratch_bytes"]),
            constants=tuple(
                ConstantInfo(str(name), _dtype(dtype), _shape(shape), int(offset))
                for name, dtype, shape, offset in data["constants"]
            ),
            data_dependent_sizes=tuple(
                DataDependentSize(int(output), int(dimension), int(count))
                for output, dimension, count in data["variable_extents"]
            ),
            inter_op_regions=tuple(
                InterOpRegion(int(first), tuple(int(calls) for calls in branches))
                for first, branches in data["sections"]
            ),
            requirements=tuple(
                _requirement_from_json(item) for item in data.get("requirements", ())
            ),
            packed_blocks=tuple(
                PackedBlock(int(size), str(how), tuple(int(number) for number in constants))
                for size, how, constants in data.get("packed_blocks", ())
            ),
            scattered="packed_blocks" in data,
            loops=tuple(loop_from_json(item) for item in data.get("loops", ())),
            vocabulary=tuple(str(text) for text in data.get("vocabulary", ())),
            aliases=tuple(
                Alias(int(output), int(source)) for output, source in data.get("aliases", ())
            ),
            buffers=tuple(
                ArenaBuffer(int(offset), int(size), int(first), int(last), str(value))
                for offset, size, first, last, value in data.get("buffers", ())
            ),
        )
        _check_sizes(plan)
        _check_buffers(plan)
        _check_sections(plan)
        _check_rounds(plan)
        check_loops(plan.loops, len(plan.calls))
    except MALFORMED as error:
        raise OfflineModelError(f"not a plan: {quoted(error)}") from error
    return plan


def _check_sizes(plan: Plan) -> None:
    """Raises `ValueError` for sizes below zero, constants outside their space, and sizes,
    requirements or aliases of outputs that there are not.
    """
    for size in plan.data_dependent_sizes:
        shapes = [info.shape for info in plan.outputs]
        known = 0 <= size.output < len(shapes) and 0 <= size.dimension < len(shapes[size.output])
        if not known or not _has(plan, size.count, "int64", (0,)):
            raise ValueError("a size that data decide is of no output")
    for needed in plan.requirements:
        if not _has(plan, needed.output, "bool", (needed.element,)):
            raise ValueError("a requirement is of no output")
        told = needed.details_told
        if needed.details is not None and not _has(plan, needed.details, "int64", told):
            raise ValueError("a requirement tells numbers that there are not")
    for alias in plan.aliases:
        if not (0 <= alias.output < len(plan.outputs) and 0 <= alias.input < len(plan.inputs)):
            raise ValueError("an alias is of no output or no input")
        output, source = plan.outputs[alias.output], plan.inputs[alias.input]
        if (output.dtype, output.shape) != (source.dtype, source.shape):
            raise ValueError(f"the output {quoted(output.name)} cannot overwrite an input")
    sizes = (plan.constant_bytes, plan.packed_bytes, plan.arena_bytes, plan.scratch_bytes)
    if min(sizes) < 0:
        raise ValueError("a size is below zero")
    for item in plan.constants:
        outside = item.offset < 0 or item.offset + item.bytes > plan.constant_bytes
        if outside and not plan.scattered:
            raise ValueError(f"the constant {quoted(item.name)} lies outside the constants")
    if plan.scattered:
        _check_blocks(plan)


def _has(plan: Plan, output: int, dtype: str, elements: Sequence[int]) -> bool:
    """Whether there is an output of an element type that has some elements."""
    if not 0 <= output < len(plan.outputs) or plan.outputs[output].dtype != dtype:
        return False
    size = prod(plan.outputs[output].shape)
    return all(0 <= number < size for number in elements)


def _check_buffers(plan: Plan) -> None:
    """Raises `ValueError` for buffers outside the arena, and for calls that there are not."""
    for item in plan.buffers:
        inside = item.offset >= 0 and 0 <= item.bytes <= plan.arena_bytes - item.offset
        if not (inside and 0 <= item.first <= item.last < len(plan.calls)):
            raise ValueError(f"the buffer {quoted(item.value)} is not in the arena")


def _check_blocks(plan: Plan) -> None:
    """Raises `ValueError` for locations outside the blocks of a scattered plan."""
    numbers = range(len(plan.constants))
    for block in plan.packed_blocks:
        if block.bytes < 0 or any(number not in numbers for number in block.constants):
            raise ValueError("a block of packed constants is not made of constants")
    blocks = {
        "constant": [item.bytes for item in plan.constants],
        "packed": [block.bytes for block in plan.packed_blocks],
    }

    def outside(at: Location) -> bool:
        sizes = blocks.get(at.space)
        return sizes is not None and not (
            0 <= at.index < len(sizes) and 0 <= at.offset <= sizes[at.index]
        )

    for call in (*plan.calls, *plan.prepare):
        if any(map(outside, call.arguments)):
            raise ValueError(f"a call of {quoted(call.function)} reads outside the constants")
    if any(outside(at) for loop in plan.loops for at in loop.locations):
        raise ValueError("a loop reads outside the constants")
    for call in (*plan.calls, *plan.prepare):
        if call.done is not None and not (
            0 <= call.done_block < len(plan.packed_blocks)
            and 0 <= call.done < plan.packed_blocks[call.done_block].bytes
        ):
            raise ValueError(f"a call of {quoted(call.function)} is noted outside its block")


def _check_sections(plan: Plan) -> None:
    """Raises `ValueError` for regions that overlap, are out of order, or end beyond the calls."""
    end = 0
    for item in plan.inter_op_regions:
        if item.first < end or min(item.branches, default=0) < 1 or item.end > len(plan.calls):
            raise ValueError("an inter-op region is not made of calls")
        end = item.end


def _check_rounds(plan: Plan) -> None:
    """Raises `ValueError` for a call that is not made at all, or beyond all reason."""
    for call in (*plan.calls, *plan.prepare):
        if not 1 <= call.phase_count < _MOST_ROUNDS:
            raise ValueError(f"a call of {quoted(call.function)} has {call.phase_count} rounds")


def _tensor_to_json(info: TensorInfo) -> list[Any]:
    return [info.name, info.dtype, list(info.shape), *([True] if info.is_text else [])]


def _tensors_from_json(data: Sequence[Any]) -> tuple[TensorInfo, ...]:
    return tuple(
        TensorInfo(str(name), _dtype(dtype), _shape(shape), bool(texts and texts[0]))
        for name, dtype, shape, *texts in data
    )


def _requirement_to_json(item: Requirement) -> list[Any]:
    return requirement_to_json(
        RequirementFields(
            item.output, item.holds, item.message, item.grows, item.element, item.details
        )
    )


def _requirement_from_json(data: Any) -> Requirement:
    found = requirement_from_json(data)
    return Requirement(
        int(found.output),
        found.holds,
        found.message,
        found.grows,
        found.element,
        None if found.details is None else int(found.details),
    )


def _call_to_json(call: KernelCall) -> dict[str, Any]:
    return {
        "function": call.function,
        "arguments": [location_to_json(item) for item in call.arguments],
        "parallel": call.parallel,
        "operator": call.operator,
        "done": call.done,
        "rounds": call.phase_count,
        **({"done_block": call.done_block} if call.done_block else {}),
    }


def _calls_from_json(data: Sequence[Any]) -> tuple[KernelCall, ...]:
    return tuple(
        KernelCall(
            function=str(call["function"]),
            arguments=tuple(location_from_json(item) for item in call["arguments"]),
            parallel=bool(call["parallel"]),
            operator=str(call["operator"]),
            done=None if call["done"] is None else int(call["done"]),
            phase_count=int(call["rounds"]),
            done_block=int(call.get("done_block", 0)),
        )
        for call in data
    )


def _dtype(name: str) -> str:
    if name not in ITEM_BYTES:
        raise ValueError(f"no element type {quoted(name)}")
    return name


def _shape(shape: Sequence[int]) -> tuple[int, ...]:
    extents = tuple(int(extent) for extent in shape)
    if min(extents, default=0) < 0:
        raise ValueError("an extent is below zero")
    return extents
