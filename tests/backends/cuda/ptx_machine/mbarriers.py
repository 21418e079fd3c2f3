"""Barriers in shared memory, and copies of many bytes that tell them of their end: `mbarrier` and
`cp.async.bulk`.

From the start of a copy on, nobody finds anything in its target. It arrives when a thread looks at
its barrier: at the latest time that a GPU would let pass.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from tests.backends.cuda.ptx_machine.access import addresses_of, read_early
from tests.backends.cuda.ptx_machine.clusters import places
from tests.backends.cuda.ptx_machine.machine import Threads
from tests.backends.cuda.ptx_machine.memory import SHARED, MachineError
from tests.backends.cuda.ptx_machine.operands import read, write
from tests.backends.cuda.ptx_machine.program import Instruction

_SIZE, _PIECE = 8, 16


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy on its way.

    Attributes:
        target: Where its bytes go in shared memory.
        size: How many they are.
        data: What they are when they arrive.
    """

    target: int
    size: int
    data: Callable[[], np.ndarray]


@dataclass(slots=True)
class Barrier:
    """A barrier of a block.

    Attributes:
        count: Arrivals that a phase needs.
        left: Those that the current phase still needs.
        maker: The number of the thread that made it.
        epoch: That of its block at that time.
        is_known: Whether a fence of that thread made it known to copies.
        bytes: Bytes that it still needs.
        phase: The parity of the current phase.
        copies: Copies on their way.
    """

    count: int
    left: int
    maker: int
    epoch: int
    is_known: bool = False
    bytes: int = 0
    phase: int = 0
    copies: list[Copy] = field(default_factory=list)


def execute_barrier(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """mbarrier.init, arrive, also of another block of the cluster, and try_wait."""
    name, operands = instruction.name[1], instruction.operands
    place = 0 if name == "init" else 1
    blocks, offsets = places(threads, addresses_of(threads, operands[place], active), active)
    if (offsets % _SIZE).any() or (offsets + _SIZE > threads.shared.size).any():
        raise MachineError("a barrier is not in shared memory, or not aligned")
    if name == "try_wait":
        parity = read(threads, operands[2], "u32", active)
        done = [
            _passed(threads, _barrier(threads, int(block), int(offset), own), int(block), wanted)
            for block, offset, own, wanted in zip(
                blocks, offsets, active.tolist(), parity.tolist(), strict=True
            )
        ]
        write(threads, operands[0], np.array(done), active)
        threads.polling[active] = ~np.array(done)
        threads.polls = 0 if any(done) else threads.polls
        return
    for block, offset, own in zip(blocks.tolist(), offsets.tolist(), active.tolist(), strict=True):
        if name == "init":
            if (block, offset) in threads.barriers:
                raise MachineError("a barrier is made twice")
            count, epoch = int(operands[1]), threads.shared.epoch_of(block)
            threads.barriers[block, offset] = Barrier(count, count, own, epoch)
        elif name == "arrive":
            barrier = _barrier(threads, block, offset, own)
            barrier.bytes += int(operands[2]) if "expect_tx" in instruction.name else 0
            barrier.left -= 1
            if barrier.left < 0:
                raise MachineError("more threads arrive at a barrier than it counts")
            _end_phase(barrier)
        else:
            raise MachineError(f"unknown instruction of barriers: {instruction.text}")


def make_known(threads: Threads, active: np.ndarray) -> None:
    """A fence of threads behind which copies may tell the barriers that they made."""
    makers = {*active.tolist()}
    for barrier in threads.barriers.values():
        barrier.is_known |= barrier.maker in makers


def copy_bulk(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """cp.async.bulk from memory to shared memory, of this block or of some of the cluster."""
    target, source, size, barrier, *members = instruction.operands
    targets = own_places(threads, target, active)
    sources = addresses_of(threads, source, active)
    places_of = own_places(threads, barrier, active)
    count = int(size)
    if count % _PIECE or (targets % _PIECE).any() or (sources % _PIECE).any():
        raise MachineError("a copy of many bytes is not aligned to 16")
    if (targets + count > threads.shared.size).any():
        raise MachineError("a copy of many bytes goes behind shared memory")
    read_early(threads, sources, f"V{count}", active)
    mask = read(threads, members[0], "u16", active) if members else np.zeros(active.size, int)
    size_of_cluster = threads.kernel.cluster
    for number, thread in enumerate(active):
        own = int(threads.own_block[thread])
        first = own // size_of_cluster * size_of_cluster
        everyone = [first + bit for bit in range(16) if int(mask[number]) >> bit & 1]
        if members and (not everyone or max(everyone) >= first + size_of_cluster):
            raise MachineError("a copy to blocks that the cluster does not have")
        data = partial(threads.memory.view, int(sources[number]), count)
        for block in everyone or [own]:
            place = int(targets[number])
            start_copy(threads, int(thread), block, int(places_of[number]), place, count, data)


def start_copy(
    threads: Threads,
    thread: int,
    block: int,
    barrier: int,
    target: int,
    size: int,
    data: Callable[[], np.ndarray],
) -> None:
    """A copy of a thread to shared memory of a block begins, which tells a barrier there of its
    end.
    """
    told = _barrier(threads, block, barrier, thread)
    if not told.is_known:
        raise MachineError("a copy tells a barrier that no fence made known to copies")
    told.copies.append(Copy(target, size, data))
    threads.shared.bytes[block, target : target + size] = 0xFF


def own_places(threads: Threads, text: str, active: np.ndarray) -> np.ndarray:
    """Offsets in shared memory of the blocks of threads."""
    address = addresses_of(threads, text, active)
    return np.where(address >= SHARED, address - SHARED, address)


def _barrier(threads: Threads, block: int, offset: int, thread: int) -> Barrier:
    """The barrier that a thread uses."""
    found = threads.barriers.get((block, offset))
    if found is None:
        raise MachineError("there is no barrier at the address")
    if thread != found.maker and threads.shared.epoch_of(block) == found.epoch:
        raise MachineError("a thread uses a barrier that another made, and has not met it since")
    return found


def _passed(threads: Threads, barrier: Barrier, block: int, parity: int) -> bool:
    """Whether the phase of a parity has ended. Copies arrive now."""
    for copy in barrier.copies:
        threads.shared.put_by_copy(block, copy.target, copy.data())
        barrier.bytes -= copy.size
    barrier.copies.clear()
    _end_phase(barrier)
    return barrier.phase != parity


def _end_phase(barrier: Barrier) -> None:
    if barrier.left == 0 and barrier.bytes == 0 and not barrier.copies:
        barrier.phase ^= 1
        barrier.left = barrier.count
