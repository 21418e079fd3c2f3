"""The improvement that AOE reports: (before - after) / after, in percent.

AOE's documents call it reduced time. It is the speed-up minus one, so 2.0 → 1.0 is 100 %. It is
negative if tuning made something slower. Operator tuning rounds it to two decimals, and subgraph
tuning truncates it after two.
"""

from __future__ import annotations

from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal


def improvement(before: float, after: float) -> Decimal:
    """The gain in percent from time `before` to time `after`, which have the same unit. `after` is
    above 0. The result is exact in the decimal digits that both numbers print with.
    """
    return (Decimal(repr(before)) - Decimal(repr(after))) / Decimal(repr(after)) * 100


def percent_text(before: float, after: float) -> str:
    """The improvement as operator tuning writes it, rounded to two decimals, e.g. `35.35%`."""
    return _text(improvement(before, after), ROUND_HALF_UP)


def truncated_percent_text(before: float, after: float) -> str:
    """The improvement as subgraph tuning writes it, truncated after two decimals."""
    return _text(improvement(before, after), ROUND_DOWN)


def _text(percent: Decimal, rounding: str) -> str:
    shortened = percent.quantize(Decimal("0.01"), rounding)
    return f"{abs(shortened) if shortened == 0 else shortened}%"
