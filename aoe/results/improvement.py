"""Improvement, the figure AOE quotes: (before - after) / after, in percent.

AOE's documents call it reduced time; it is the speed-up minus one, so 2.0 → 1.0 is 100 %. Negative
when tuning made things slower: that is reported too.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal


def improvement(before: float, after: float) -> Decimal:
    """Percent gained going from time `before` to time `after` (same unit, `after` above 0), exact
    in the decimal digits the two numbers print with.
    """
    return (Decimal(repr(before)) - Decimal(repr(after))) / Decimal(repr(after)) * 100


def percent_text(before: float, after: float) -> str:
    """The improvement as operator tuning writes it: rounded to two decimals, e.g. `35.35%`."""
    rounded = improvement(before, after).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return f"{abs(rounded) if rounded == 0 else rounded}%"
