"""The memory that candidates are run in (`aoe.tuning.measurement.runner_process`): whole huge
pages, as a model's arena and weights have, used again by the candidates that come next.

In pages of 4 KiB chance says which of them share places of the second-level cache, and it says the
same for as long as a process lives. In huge pages that follows from where the parts of a candidate
lie within its block: one after the other, with gaps that the number of its *place* tells. What is
loaded at the same place is alike in that; at another place everything lies otherwise.

Memory that the system hands out anew costs more than filling it, on a virtual machine ten times
more; so the blocks of candidates that are forgotten serve those loaded next.
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
class Blocks:
    """Blocks that are free to be used again."""

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
class Room:
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
    blocks: Blocks | None = None

    def release(self) -> None:
        """Gives the block back; the addresses may not be used any more."""
        if self.block is not None and self.blocks is not None:
            self.blocks.free.append(self.block)
        self.block = None


def room_apart(sizes: Sequence[int]) -> Room:
    """Memory of its own for each part, zero at first, as a session has it. Raises `MemoryError`."""
    memories = [Memory(size) for size in sizes]
    return Room([memory.address for memory in memories], memories)


def room_at(place: int, sizes: Sequence[int], blocks: Blocks) -> Room:
    """All parts in one block, zero at first. Raises `MemoryError`."""
    *starts, end = offsets(place, sizes)
    block = blocks.take(end)
    address = block.memory.address
    ctypes.memset(address, 0, end)
    return Room([address + start for start in starts], (block.memory,), block, blocks)


def offsets(place: int, sizes: Sequence[int]) -> list[int]:
    """Where parts of these sizes begin, whole cache lines apart, and where the last one ends. At
    place 0 nothing is between them.
    """
    gaps = Random(place)
    starts = []
    end = 0
    for size in sizes:
        end += gaps.randrange(WAY // CACHE_LINE) * CACHE_LINE if place else 0
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
