"""The memory that candidates run in (`aoe.tuning.measurement.runner_process`).

It is whole huge pages, as the arena and the weights of a model have. Later candidates use it again.

In pages of 4 KiB, chance decides which of them share sets of the second-level cache, and the choice
lasts as long as the process. In huge pages the sets follow from the offsets of a candidate's arrays
in its block. The arrays lie one after another, with gaps that the number of a *location* decides.
Candidates at the same location have the same gaps; another location has others.

Memory that the system hands out anew costs more than filling it, ten times more on a virtual
machine. So the blocks of candidates that are forgotten serve those loaded next.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np

from aoe.backends.cpu.target.cpu_target import CACHE_LINE
from aoe.runtime.memory import HUGE_PAGE, Memory
from aoe.runtime.plan import aligned

#: Gaps are of less than so many bytes: what a way of a second-level cache holds, at most.
WAY = 128 << 10


@dataclass(frozen=True, slots=True)
class Block:
    """A block of memory.

    Attributes:
        memory: The memory.
        size: Its bytes.
    """

    memory: Memory
    size: int


@dataclass(slots=True)
class FreeBlocks:
    """Blocks that no candidate uses. They are used again."""

    free: list[Block] = field(default_factory=list)

    def take(self, size: int) -> Block:
        """A block of at least `size` bytes, of any content. Where none of the free ones is large
        enough, the largest of them makes room for a new one. Raises `MemoryError`.
        """
        fitting = [block for block in self.free if block.size >= size]
        if fitting:
            chosen = min(fitting, key=lambda block: block.size)
            self.free.remove(chosen)
            return chosen
        if self.free:
            self.free.remove(max(self.free, key=lambda block: block.size))
        step = max(HUGE_PAGE, 1 << max(0, size.bit_length() - 3))  # so that it fits others, too
        room = -(-size // step) * step
        return Block(Memory(room), room)


@dataclass(slots=True)
class CandidateMemory:
    """Where the arrays of a candidate lie.

    Attributes:
        addresses: Where each begins, in the order of their sizes.
        memories: Memory that is kept for as long as this object lives.
        block: The block that goes back when this is released.
        blocks: Where it goes.
    """

    addresses: list[int]
    memories: Sequence[Memory]
    block: Block | None = None
    blocks: FreeBlocks | None = None

    def release(self) -> None:
        """Gives the block back; the addresses may not be used any more."""
        if self.block is not None and self.blocks is not None:
            self.blocks.free.append(self.block)
        self.block = None


def separate_memory(sizes: Sequence[int]) -> CandidateMemory:
    """Memory of its own for each array, zero at first, as in a session. Raises `MemoryError`."""
    memories = [Memory(size) for size in sizes]
    return CandidateMemory([memory.address for memory in memories], memories)


def memory_in_one_block(location: int, sizes: Sequence[int], blocks: FreeBlocks) -> CandidateMemory:
    """All arrays in one block, zero at first. Raises `MemoryError`."""
    *starts, end = offsets(location, sizes)
    block = blocks.take(end)
    address = block.memory.address
    ctypes.memset(address, 0, end)
    return CandidateMemory([address + start for start in starts], (block.memory,), block, blocks)


def offsets(location: int, sizes: Sequence[int]) -> list[int]:
    """Where arrays of these sizes begin, whole cache lines apart, and where the last one ends. At
    location 0 there are no gaps.
    """
    gaps = Random(location)
    starts = []
    end = 0
    for size in sizes:
        end += gaps.randrange(WAY // CACHE_LINE) * CACHE_LINE if location else 0
        starts.append(end)
        end += aligned(size)
    return [*starts, end]


def copied_to(address: int, array: np.ndarray) -> np.ndarray:
    """The contiguous array's copy in the memory that begins there, which must outlive it."""
    ctypes.memmove(address, array.ctypes.data, array.nbytes)
    return array_at(address, array.shape, array.dtype)


def array_at(address: int, shape: Sequence[int], dtype: np.dtype) -> np.ndarray:
    """The memory that begins there, which must outlive it, as an array."""
    empty = np.empty(shape, dtype)
    bytes = (ctypes.c_uint8 * empty.nbytes).from_address(address)
    return np.ctypeslib.as_array(bytes).view(dtype).reshape(shape)
