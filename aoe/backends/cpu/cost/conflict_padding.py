"""Padding against cache conflicts: distances between arrays that loops read side by side.

Elements that are a multiple of a cache way apart fall into the same set, and a set has only 8 to 16
lines. Used by the algorithms that spread an operator over many matrices (`strassen`, `winograd`)
and by attention with AMX.
"""

from __future__ import annotations

from math import ceil

from aoe.backends.cpu.target.cpu_target import LINE_ELEMENTS


def conflict_avoiding_stride(elements: int) -> int:
    """The smallest stride of at least `elements` four-byte elements that is an odd number of cache
    lines. Arrays that far apart, one after another, fall into different cache sets.
    """
    lines = ceil(elements / LINE_ELEMENTS)
    return LINE_ELEMENTS * (lines + 1 - lines % 2)
