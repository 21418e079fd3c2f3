"""Copies of a candidate's constants that its timed runs go through in turn, so that a run finds its
weights as cold as in a model, some of whose weights caches hold
(`aoe.tuning.measurement.runner_process`).
"""

from __future__ import annotations

import ctypes
from math import ceil

from aoe.backends.cpu.profiler.candidate_memory import FreeBlocks
from aoe.runtime.plan import Plan

#: Copies start at multiples of this many bytes, as packed constants and constants do.
PAGE = 4096
#: Most copies of the constants that runs rotate through, and most bytes of them: also where caches
#: hold none of them, but nothing can be evicted.
MOST_COPIES, MOST_BYTES = 64, 256 << 20


class Rotation:
    """Addresses of (constants, packed constants), one pair for each run in turn."""

    def __init__(
        self, constants: tuple[int, int], packed: tuple[int, int], copies: int, blocks: FreeBlocks
    ) -> None:
        """`constants` and `packed`: address and bytes of the originals, which are used too.
        `copies`: how many there are to be of both, the originals included. The originals must
        outlive this. Constants of no bytes are not copied.
        """
        self._pairs = [(constants[0], packed[0])]
        self._blocks = blocks
        self._next = 0
        sizes = [-(-bytes // PAGE) * PAGE for _, bytes in (constants, packed)]
        self._block = blocks.take((copies - 1) * sum(sizes)) if copies > 1 else None
        if self._block is None:
            return
        start = self._block.memory.address
        for _ in range(copies - 1):
            pair = [original for original, _ in (constants, packed)]
            for position, (original, bytes) in enumerate((constants, packed)):
                if bytes:
                    ctypes.memmove(start, original, bytes)
                    pair[position] = start
                start += sizes[position]
            self._pairs.append((pair[0], pair[1]))

    @property
    def first(self) -> tuple[int, int]:
        """The originals."""
        return self._pairs[0]

    def next(self) -> tuple[int, int]:
        """The pair for the next run."""
        pair = self._pairs[self._next]
        self._next = (self._next + 1) % len(self._pairs)
        return pair

    def release(self) -> None:
        """Gives the memory of the copies back; only the originals may be used afterwards."""
        if self._block is not None:
            self._blocks.free.append(self._block)
        self._block = None
        self._pairs, self._next = self._pairs[:1], 0


def constant_copies(plan: Plan, working_set: float) -> int:
    """The number of copies of the constants that are at least as large as the working set. With
    fewer, a large operator would find its weights in the cache, which never happens in its model.
    """
    working_set = min(working_set, MOST_BYTES)
    read = plan.packed_bytes + constant_bytes_read(plan)
    return max(1, min(MOST_COPIES, ceil(working_set / read))) if read else 1


def constant_bytes_read(plan: Plan) -> int:
    """Bytes of the constants, not packed, that a run reads."""
    starts = {location.offset for location in plan.read_locations if location.space == "constant"}
    return sum(
        info.bytes
        for info in plan.constants
        if any(info.offset <= start < info.offset + max(1, info.bytes) for start in starts)
    )
