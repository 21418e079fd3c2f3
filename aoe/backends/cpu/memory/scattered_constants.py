"""Constants of a scattered plan (`aoe.runtime.plan.Plan`): each one, and what is packed of it, is a
block of its own, so that plans for other shapes of a model find the same blocks.

`aoe.backends.cpu.memory.planner` asks for the places; `aoe.backends.cpu.runtime.model_family` finds
the blocks when a plan is loaded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aoe.backends.cpu.memory.placement import BufferAllocation
from aoe.backends.cpu.memory.planned_call import ConstantPacking, PlannedCall
from aoe.runtime.plan import PackedBlock, aligned


@dataclass(frozen=True, slots=True)
class ScatteredConstants:
    """Where the constants of a plan lie.

    Attributes:
        constants: The offset of each constant in its block, by allocation: 0.
        packed: The offsets of packed constants in their blocks, by allocation.
        blocks: The numbers of the blocks, by allocation.
        done: The block and the offset of the byte that tells whether a prepare call was made, by
            the number of the call. These bytes precede what the calls pack.
        packed_blocks: The blocks of packed constants.
    """

    constants: dict[int, int]
    packed: dict[int, int]
    blocks: dict[int, int]
    done: dict[int, tuple[int, int]]
    packed_blocks: tuple[PackedBlock, ...]


def scattered_constants(
    allocations: Sequence[BufferAllocation],
    packings: Iterable[ConstantPacking],
    prepare: Sequence[PlannedCall],
) -> ScatteredConstants:
    """Places constants, and what prepare calls pack of them, in blocks."""
    named = [n for n, allocation in enumerate(allocations) if allocation.space == "constant"]
    blocks = {number: block for block, number in enumerate(named)}
    packed: dict[int, int] = {}
    done: dict[int, tuple[int, int]] = {}
    described = []
    for block, item in enumerate(packings):
        end = aligned(len(item.calls))
        for position, call in enumerate(item.calls):
            done[call] = (block, position)
        for pointer in item.allocations:
            blocks[pointer.allocation] = block
            packed[pointer.allocation] = end
            end += aligned(allocations[pointer.allocation].bytes)
        how = (
            [prepare[call].symbol for call in item.calls],
            [(name, at.offset) for name, at in item.read],
            [packed[pointer.allocation] for pointer in item.allocations],
        )
        digest = hashlib.sha256(repr(how).encode()).hexdigest()
        read = tuple(blocks[at.allocation] for _, at in item.read)
        described.append(PackedBlock(end, digest, read))
    return ScatteredConstants(dict.fromkeys(named, 0), packed, blocks, done, tuple(described))
