"""Blocks of a cluster: addresses of each other's shared memory, and barriers of all of them."""

from __future__ import annotations

import numpy as np

from tests.backends.cuda.ptx_machine.machine import Threads
from tests.backends.cuda.ptx_machine.memory import SHARED, MachineError
from tests.backends.cuda.ptx_machine.operands import read, write
from tests.backends.cuda.ptx_machine.program import Instruction

#: Bytes between the shared memories of the blocks of a cluster. Below are those of a block itself.
_WINDOW = 1 << 24


def map_address(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """mapa: the address in the shared memory of another block of the cluster."""
    address = read(threads, instruction.operands[1], "u32", active)
    rank = read(threads, instruction.operands[2], "u32", active)
    if (rank >= threads.kernel.cluster).any():
        raise MachineError("there is no such block in the cluster")
    write(threads, instruction.operands[0], address + (rank + 1) * np.uint32(_WINDOW), active)


def places(
    threads: Threads, address: np.ndarray, active: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The blocks and offsets of addresses in shared memory of the cluster."""
    offset = np.where(address >= SHARED, address - SHARED, address)
    own = threads.own_block[active]
    first = own // threads.kernel.cluster * threads.kernel.cluster
    block = np.where(offset >= _WINDOW, first + offset // _WINDOW - 1, own)
    if threads.has_ended(block).any():
        raise MachineError("a block that has ended is asked for its shared memory")
    return block, offset % _WINDOW


def load_from_cluster(
    threads: Threads, address: np.ndarray, dtype: str, active: np.ndarray
) -> np.ndarray:
    """What is at addresses in shared memory of the cluster."""
    block, offset = places(threads, address, active)
    threads.visited[block // threads.kernel.cluster] = True
    return threads.shared.load(block, offset, dtype, active)


def barrier(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """barrier.cluster.arrive; the machine itself lets threads wait."""
    if instruction.name[1:3] == ("cluster", "arrive"):
        if threads.arrived[active].any():
            raise MachineError("threads arrive twice at a barrier of the cluster")
        threads.arrived[active] = True
