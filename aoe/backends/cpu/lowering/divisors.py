"""The numbers that divide an extent: how often an axis can be cut into even parts."""

from __future__ import annotations

from math import isqrt


def divisors(extent: int) -> list[int]:
    """The divisors of a number from 1 on, in ascending order. The time grows with its square root,
    because axes of models that nothing can compute are asked for, too.
    """
    small = [n for n in range(1, isqrt(extent) + 1) if extent % n == 0]
    large = (extent // n for n in reversed(small))
    return [*small, *(n for n in large if n > small[-1])]
