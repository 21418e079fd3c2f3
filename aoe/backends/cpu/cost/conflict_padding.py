"""Where to put arrays that are gone through side by side, so that they do not evict one another.

Elements a multiple of a cache's way apart fall into the same set, of which there are 8 to 16 lines.
Used by the algorithms that spread an operator over many matrices (`strassen`, `winograd`) and by
attention in tiles.
"""

from __future__ import annotations

from math import ceil

#: Elements of four bytes in a cache line.
_LINE = 16


def conflict_avoiding_stride(elements: int) -> int:
    """At least so many elements of four bytes, an odd number of lines: what lies so far apart, one
    after another, falls into different sets of the caches.
    """
    lines = ceil(elements / _LINE)
    return _LINE * (lines + 1 - lines % 2)
