"""Times, shares and gains as tables and sentences show them."""

from __future__ import annotations

from datetime import timedelta

from aoe.results.improvement import percent_text

#: Times below this are shown in microseconds.
SHORT_SECONDS = 1e-3
#: Times below this are shown in nanoseconds.
SHORTEST_SECONDS = 1e-6


def seconds_text(seconds: float) -> str:
    """A time of an operator or a model: `240 ns`, `12.3 us`, `4.560 ms` or `1.23 s`."""
    if seconds < SHORTEST_SECONDS:
        return f"{seconds * 1e9:.0f} ns"
    if seconds < SHORT_SECONDS:
        return f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1e3:.3f} ms" if seconds < 1.0 else f"{seconds:.2f} s"


def clock_text(seconds: float) -> str:
    """A time of a run: `0:01:05`."""
    return str(timedelta(seconds=round(seconds)))


def share_text(share: float) -> str:
    """A share from 0 to 1 in percent."""
    return f"{share:.1%}"


def gain_text(before: float, after: float) -> str:
    """How much faster `after` is, in percent; empty if it is not."""
    return percent_text(before, after) if after < before else ""
