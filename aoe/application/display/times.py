"""Times, shares and gains as tables and sentences show them."""

from __future__ import annotations

from datetime import timedelta

from aoe.results.improvement import percent_text

#: A rounded number from this on has the next greater unit.
_NEXT_UNIT = 1000
#: What a time below the smallest unit is rounded to.
_NOTHING = "0 ns"


def seconds_text(seconds: float) -> str:
    """A time of an operator or a model: `240 ns`, `12.3 us`, `4.560 ms` or `1.23 s`."""
    for factor, digits, unit in ((1e9, 0, "ns"), (1e6, 1, "us"), (1e3, 3, "ms")):
        number = round(seconds * factor, digits) + 0.0  # without the sign of a zero
        if abs(number) < _NEXT_UNIT:
            return f"{number:.{digits}f} {unit}"
    return f"{seconds:.2f} s"


def measured_text(milliseconds: float, spread: float | None) -> str:
    """A time of a model, with its spread where that is known, both in milliseconds."""
    text = seconds_text(milliseconds * 1e-3)
    if spread is None:
        return text
    rounded = seconds_text(spread * 1e-3)
    return f"{text} ± {'under 1 ns' if rounded == _NOTHING else rounded}"


def clock_text(seconds: float) -> str:
    """A time of a run: `0:01:05`."""
    return str(timedelta(seconds=round(seconds)))


def share_text(share: float) -> str:
    """A share from 0 to 1 in percent."""
    return f"{share:.1%}"


def gain_text(before: float, after: float) -> str:
    """How much faster `after` is, in percent; empty if it is not."""
    return percent_text(before, after) if after < before else ""
