"""Memory for arenas, packed constants, thread pools and outputs: anonymous, zeroed, page-aligned.

In huge pages where the system gives them, which spares large models most address translation, and
all but small blocks the chance of which places in a cache their pages share. Used by
`aoe.backends.cpu.runtime` and `slabs.py`.
"""

from __future__ import annotations

import ctypes
import mmap
from math import ceil

HUGE_PAGE = 2 << 20
#: Bytes from which a block has huge pages.
LARGE = HUGE_PAGE // 4


class Memory:
    """A block of at least `size` bytes, zero at first; `address` is page-aligned, from
    512 KiB on 2 MiB-aligned. Freed with the object. Raises `MemoryError` if the system has no room.
    """

    def __init__(self, size: int) -> None:
        huge = size >= LARGE
        # Whole huge pages, for the last one, too: else chance says which pages the end of it has.
        reserved = (ceil(size / HUGE_PAGE) + 1) * HUGE_PAGE if huge else max(size, 1)
        try:
            self._map = mmap.mmap(-1, reserved, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except OSError as error:
            raise MemoryError(f"no room for {size} bytes: {error.strerror}") from error
        # The exported buffer keeps the map in place for as long as this object lives.
        self._export = ctypes.c_char.from_buffer(self._map)
        self.address = ctypes.addressof(self._export)
        if huge:
            self.address += -self.address % HUGE_PAGE
            if hasattr(mmap, "MADV_HUGEPAGE"):
                self._map.madvise(mmap.MADV_HUGEPAGE)
