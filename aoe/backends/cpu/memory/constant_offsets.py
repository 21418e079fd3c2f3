"""Gives constants and packed constants their offsets: one behind another, in a layout that several
plans share (`constant_layout.py`), or each in a block of its own (`scattered_constants.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from aoe.backends.cpu.memory.constant_layout import ConstantLayout
from aoe.backends.cpu.memory.operator_calls import OperatorCalls
from aoe.backends.cpu.memory.scattered_constants import scattered_constants
from aoe.operators.operator_graph import OperatorGraph
from aoe.runtime.plan import PackedBlock, aligned


@dataclass(frozen=True, slots=True)
class ConstantOffsets:
    """Where constants are, as offsets by allocation.

    Attributes:
        constants: Of constants as they are.
        packed: Of packed constants.
        constant_bytes: How many bytes the constants take.
        packed_bytes: How many bytes the packed constants take.
        done: The block and the offset of the done flag of prepare calls (see `_shared_packed`).
        blocks: Those of a scattered plan.
    """

    constants: dict[int, int]
    packed: dict[int, int]
    constant_bytes: int = 0
    packed_bytes: int = 0
    done: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    blocks: tuple[PackedBlock, ...] = ()


def constant_offsets(
    made: OperatorCalls, graph: OperatorGraph, layout: ConstantLayout | None, scattered: bool
) -> ConstantOffsets:
    """Returns where constants and packed constants are.

    Args:
        made: The calls. In a scattered plan their allocations get the numbers of their blocks.
        graph: The graph, which has the constants.
        layout: The constants that several plans share; None for a plan by itself.
        scattered: Whether each constant is a block of its own.
    """
    if scattered:
        apart = scattered_constants(made.allocations, made.packed.values(), made.prepare)
        for number, block in apart.blocks.items():
            made.allocations[number] = replace(made.allocations[number], index=block)
        return ConstantOffsets(
            apart.constants, apart.packed, done=apart.done, blocks=apart.packed_blocks
        )
    if layout is None:
        constants, constant_bytes = _in_sequence(made, "constant")
        packed, packed_bytes = _in_sequence(made, "packed")
        return ConstantOffsets(constants, packed, constant_bytes, packed_bytes)
    constants, constant_bytes = _shared_constants(made, graph, layout)
    packed, done = _shared_packed(made, graph, layout)
    return ConstantOffsets(constants, packed, constant_bytes, layout.packed_bytes, done)


def _in_sequence(made: OperatorCalls, space: str) -> tuple[dict[int, int], int]:
    """Returns consecutive offsets for the allocations of a space, and their total size."""
    offsets, end = {}, 0
    for number, allocation in enumerate(made.allocations):
        if allocation.space == space:
            offsets[number] = end
            end += aligned(allocation.bytes)
    return offsets, end


def _shared_constants(
    made: OperatorCalls, graph: OperatorGraph, layout: ConstantLayout
) -> tuple[dict[int, int], int]:
    """Returns the offsets of the constants in a shared layout, and its size so far."""
    offsets = {
        number: layout.place(graph.constants[allocation.constant])
        for number, allocation in enumerate(made.allocations)
        if allocation.space == "constant"
    }
    return offsets, layout.bytes


def _shared_packed(
    made: OperatorCalls, graph: OperatorGraph, layout: ConstantLayout
) -> tuple[dict[int, int], dict[int, tuple[int, int]]]:
    """Returns the offsets of packed constants in a shared layout, and the done flags of prepare
    calls.

    The done flag of a call is the offset of a byte that tells whether the call was made. These
    bytes precede what the calls pack.
    """
    offsets: dict[int, int] = {}
    done: dict[int, tuple[int, int]] = {}
    for item in made.packed.values():
        read = tuple(
            (
                name,
                layout.place(graph.constants[made.allocations[at.allocation].constant]),
                at.offset,
            )
            for name, at in item.read
        )
        sizes = [
            aligned(made.allocations[pointer.allocation].bytes) for pointer in item.allocations
        ]
        head = aligned(len(item.calls))
        start = layout.place_packed((read, item.how), head + sum(sizes))
        done |= {call: (0, start + number) for number, call in enumerate(item.calls)}
        start += head
        for pointer, size in zip(item.allocations, sizes, strict=True):
            offsets[pointer.allocation] = start
            start += size
    return offsets, done
