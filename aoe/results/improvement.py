"""Improvement, the figure AOE quotes: (before - after) / after, in percent.

AOE's documents call it reduced time; it is the speed-up minus one, so 2.0 → 1.0 is 100 %. Negative
when tuning made things slower: that is reported too. Operator tuning rounds it to two decimals,
subgraph tuning cuts it off after two.
"""

from __future__ import annotations

from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal


def improvement(before: float, after: float) -> Decimal:
    """Percent gained going from time `before` to time `after` (same unit, `after` above 0), exact
    in the decimal digits the two numbers print with.
    """
    return (Decimal(repr(before)) - Decimal(repr(after))) / Decimal(repr(after)) * 100


def percent_text(before: float, after: float) -> str:
    """The improvement as operator tuning writes it: rounded to two decimals, e.g. `35.35%`."""
    return _text(improvement(before, after), ROUND_HALF_UP)


def truncated_percent_text(before: float, after: float) -> str:
    """The improvement as subgraph tuning writes it: cut off after two decimals."""
    return _text(improvement(before, after), ROUND_DOWN)


def _text(percent: Decimal, rounding: str) -> str:
    shortened = percent.quantize(Decimal("0.01"), rounding)
    return f"{abs(shortened) if shortened == 0 else shortened}%"
