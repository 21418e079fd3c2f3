"""Times, shares and gains as text."""

from __future__ import annotations

import pytest

from aoe.application.display.times import (
    clock_text,
    gain_text,
    measured_text,
    seconds_text,
    share_text,
)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0 ns"),
        (2.4e-8, "24 ns"),
        (12.34e-6, "12.3 us"),
        (0.9996e-3, "999.6 us"),
        (4.56e-3, "4.560 ms"),
        (1.234, "1.23 s"),
        (9.9996e-7, "1.0 us"),
        (0.99996e-3, "1.000 ms"),
        (0.9999996, "1.00 s"),
        (-1e-3, "-1.000 ms"),
        (-1e-12, "0 ns"),
        (float("nan"), "nan s"),
    ],
)
def test_a_time_has_a_unit_of_its_size(seconds: float, text: str) -> None:
    assert seconds_text(seconds) == text


def test_a_share_is_in_percent() -> None:
    assert share_text(0.1234) == "12.3%"


def test_what_is_no_faster_has_no_gain() -> None:
    assert (gain_text(2.0, 1.0), gain_text(1.0, 1.0), gain_text(1.0, 2.0)) == ("100.00%", "", "")


def test_a_clock_shows_whole_seconds() -> None:
    assert clock_text(65.4) == "0:01:05"


@pytest.mark.parametrize(
    ("spread", "text"),
    [
        (None, "100 ns"),
        (0.0, "100 ns ± under 1 ns"),
        (4e-7, "100 ns ± under 1 ns"),
        (6e-7, "100 ns ± 1 ns"),
        (2e-3, "100 ns ± 2.0 us"),
    ],
)
def test_a_spread_that_the_clock_does_not_resolve_is_not_told_as_none(
    spread: float | None, text: str
) -> None:
    assert measured_text(1e-4, spread) == text
