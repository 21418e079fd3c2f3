"""Numbers as people read them: times, sizes, shapes."""

from __future__ import annotations

from collections.abc import Sequence


def time_text(seconds: float | None) -> str:
    """A time with three digits and a unit that suits it."""
    if seconds is None:
        return "not measured"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if abs(seconds) >= 0.9995 * size:
            return f"{_digits(seconds / size)} {unit}"
    return f"{_digits(seconds / 1e-9)} ns" if seconds else "0 µs"


def bytes_text(size: float) -> str:
    """A size with three digits and a unit that suits it."""
    for unit, bytes_of in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size >= 0.9995 * bytes_of:
            return f"{_digits(size / bytes_of)} {unit}"
    return f"{size:.0f} bytes"


def shape_text(shape: Sequence[int]) -> str:
    """A shape, `1 × 64 × 56 × 56`."""
    return " × ".join(map(str, shape)) or "scalar"


def ratio_text(before: float, after: float) -> str:
    """How much faster something is now."""
    if not before or not after:
        return ""
    change = before / after
    return f"{change:.3g} × as fast" if change >= 2 else f"{100 * (change - 1):+.1f} % speed"


def _digits(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 99.95 else f"{value:.3g}"
