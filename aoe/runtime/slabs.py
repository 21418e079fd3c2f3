"""Slabs: memory of which blocks are taken and given back, address-ordered first fit.

A block is cut from the free range that lies lowest; neighbouring free ranges become one (Wilson et
al., "Dynamic Storage Allocation: A Survey and Critical Review", 1995). What is taken and given back
in the same way at each step gets the same addresses, and the pages beyond are never touched.
`aoe.torch.device.blocks` has outputs of compiled graphs there.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from math import ceil

from aoe.runtime.memory import HUGE_PAGE, Memory

#: Bytes of a slab, unless a block needs more. Only what blocks touched takes real memory.
SLAB = 32 * HUGE_PAGE
#: Blocks begin at, and are multiples of, so many bytes: a page.
GRAIN = 4096


class Slab:
    """Memory, and which ranges of it are free.

    Attributes:
        size: Its bytes.
        used: Bytes of blocks that are taken.
        touched: Bytes at its beginning that blocks had so far.
    """

    def __init__(self, size: int) -> None:
        """`size`: a multiple of `GRAIN`. Raises `MemoryError` if the system has no room."""
        self._memory = Memory(size)
        self._free = [(0, size)]
        self.size = size
        self.used = self.touched = 0

    def address(self, begin: int) -> int:
        """The address of a block that begins there."""
        return self._memory.address + begin

    def take(self, size: int) -> int | None:
        """Takes a block of `size` bytes. Returns where it begins, None if there is no room."""
        for place, (begin, end) in enumerate(self._free):
            if end - begin >= size:
                self._free[place : place + 1] = [(begin + size, end)] if end - begin > size else []
                self.used += size
                self.touched = max(self.touched, begin + size)
                return begin
        return None

    def give_back(self, begin: int, size: int) -> None:
        """Gives back a block that was taken."""
        end, self.used = begin + size, self.used - size
        place = bisect_left(self._free, (begin, end))
        if place < len(self._free) and self._free[place][0] == end:
            end = self._free.pop(place)[1]
        if place and self._free[place - 1][1] == begin:
            place -= 1
            begin = self._free.pop(place)[0]
        self._free.insert(place, (begin, end))


@dataclass(slots=True)
class Slabs:
    """Slabs, as many as blocks needed at once. Not safe to use from several threads.

    Attributes:
        kept_bytes: Bytes that stay beyond those that blocks had at once at most.
    """

    kept_bytes: int
    _slabs: list[Slab] = field(default_factory=list)
    _most_used: int = 0

    @property
    def used_bytes(self) -> int:
        """Bytes of blocks that are taken."""
        return sum(slab.used for slab in self._slabs)

    @property
    def free_bytes(self) -> int:
        """Bytes that blocks had and that no block has now."""
        return sum(slab.touched - slab.used for slab in self._slabs)

    def take(self, wanted: int) -> tuple[Slab, int, int]:
        """Takes a block.

        Args:
            wanted: How many bytes it has at least.

        Returns:
            Its slab, where it begins there, and its bytes.

        Raises:
            MemoryError: The system has no room.
        """
        size = ceil(wanted / GRAIN) * GRAIN
        fitting = ((slab, begin) for slab in self._slabs if (begin := slab.take(size)) is not None)
        slab, begin = next(fitting, None) or (self._more(size), 0)
        self._most_used = max(self._most_used, self.used_bytes)
        self._trim()
        return slab, begin, size

    def _more(self, size: int) -> Slab:
        """A new slab whose first block is taken."""
        slab = Slab(max(SLAB, ceil(size / HUGE_PAGE) * HUGE_PAGE))
        slab.take(size)
        self._slabs.append(slab)
        return slab

    def give_back(self, slab: Slab, begin: int, size: int) -> None:
        """Gives back a block that was taken. Its slab stays for others or goes."""
        slab.give_back(begin, size)
        self._trim()

    def _trim(self) -> None:
        """Frees slabs without blocks while there is more than is needed, the last ones first:
        the first ones are those that blocks of a step have.
        """
        kept = sum(slab.touched for slab in self._slabs)
        for place in reversed(range(len(self._slabs))):
            if kept <= self._most_used + self.kept_bytes:
                return
            if not self._slabs[place].used:
                kept -= self._slabs.pop(place).touched
