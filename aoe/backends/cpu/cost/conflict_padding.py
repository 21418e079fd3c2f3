"""Padding against cache conflicts: distances between arrays that loops read side by side.

Elements that are a multiple of a cache way apart fall into the same set, and a set has only 8 to 16
lines. Used by the algorithms that spread an operator over many matrices (`strassen`, `winograd`)
and by attention with AMX.
"""

from __future__ import annotations

from math import ceil

#: Elements of four bytes in a cache line.
_LINE = 16


def conflict_avoiding_stride(elements: int) -> int:
    """The smallest stride of at least `elements` four-byte elements that is an odd number of cache
    lines. Arrays that far apart, one after another, fall into different cache sets.
    """
    lines = ceil(elements / _LINE)
    return _LINE * (lines + 1 - lines % 2)
