"""Barriers in shared memory, and copies of many bytes that tell them of their end: `mbarrier` and
`cp.async.bulk`.

From the start of a copy on, nobody finds anything in its target. It arrives when a thread looks at
its barrier: at the latest time that a GPU would let pass.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tests.backends.cuda.ptx_machine.access import addresses_of, read_early
from tests.backends.cuda.ptx_machine.machine import Threads
from tests.backends.cuda.ptx_machine.memory import SHARED, MachineError
from tests.backends.cuda.ptx_machine.operands import read, write
from tests.backends.cuda.ptx_machine.program import Instruction

_SIZE, _PIECE = 8, 16


@dataclass(slots=True)
class Barrier:
    """A barrier of a block.

    Attributes:
        count: Arrivals that a phase needs.
        left: Those that the current phase still needs.
        bytes: Bytes that it still needs.
        phase: The parity of the current phase.
        copies: Copies on their way: target, source and size.
    """

    count: int
    left: int
    bytes: int = 0
    phase: int = 0
    copies: list[tuple[int, int, int]] = field(default_factory=list)


def execute_barrier(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """mbarrier.init, arrive.expect_tx and try_wait."""
    name, operands = instruction.name[1], instruction.operands
    place = 0 if name == "init" else 1
    offsets = _offset(addresses_of(threads, operands[place], active))
    if (offsets % _SIZE).any() or (offsets + _SIZE > threads.shared.size).any():
        raise MachineError("a barrier is not in shared memory, or not aligned")
    if name == "try_wait":
        parity = read(threads, operands[2], "u32", active)
        done = [
            _passed(threads, _barrier(threads, int(block), int(offset)), int(block), int(wanted))
            for block, offset, wanted in zip(
                threads.own_block[active], offsets, parity, strict=True
            )
        ]
        write(threads, operands[0], np.array(done), active)
        return
    for thread, offset in zip(active, offsets, strict=True):
        block = int(threads.own_block[thread])
        if name == "init":
            if (block, int(offset)) in threads.barriers:
                raise MachineError("a barrier is made twice")
            count = int(operands[1])
            threads.barriers[block, int(offset)] = Barrier(count, count)
        elif instruction.name[1:3] == ("arrive", "expect_tx"):
            barrier = _barrier(threads, block, int(offset))
            barrier.bytes += int(operands[2])
            barrier.left -= 1
            if barrier.left < 0:
                raise MachineError("more threads arrive at a barrier than it counts")
        else:
            raise MachineError(f"unknown instruction of barriers: {instruction.text}")


def copy_bulk(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """cp.async.bulk from memory to shared memory."""
    target, source, size, barrier = instruction.operands
    targets = _offset(addresses_of(threads, target, active))
    sources = addresses_of(threads, source, active)
    places = _offset(addresses_of(threads, barrier, active))
    count = int(size)
    if count % _PIECE or (targets % _PIECE).any() or (sources % _PIECE).any():
        raise MachineError("a copy of many bytes is not aligned to 16")
    if (targets + count > threads.shared.size).any():
        raise MachineError("a copy of many bytes goes behind shared memory")
    read_early(threads, sources, f"V{count}", active)
    for number, thread in enumerate(active):
        block = int(threads.own_block[thread])
        copy = (int(targets[number]), int(sources[number]), count)
        _barrier(threads, block, int(places[number])).copies.append(copy)
        threads.shared.bytes[block, copy[0] : copy[0] + count] = 0xFF


def _barrier(threads: Threads, block: int, offset: int) -> Barrier:
    found = threads.barriers.get((block, offset))
    if found is None:
        raise MachineError("there is no barrier at the address")
    return found


def _passed(threads: Threads, barrier: Barrier, block: int, parity: int) -> bool:
    """Whether the phase of a parity has ended. Copies arrive now."""
    for target, source, size in barrier.copies:
        data = threads.memory.view(source, size)
        threads.shared.put_by_copy(block, target, data)
        barrier.bytes -= size
    barrier.copies.clear()
    if barrier.left == 0 and barrier.bytes == 0:
        barrier.phase ^= 1
        barrier.left = barrier.count
    return barrier.phase != parity


def _offset(address: np.ndarray) -> np.ndarray:
    return np.where(address >= SHARED, address - SHARED, address)
