"""Numbers as people read them."""

from __future__ import annotations

import pytest

from aoe.application.report.page.units import bytes_text, ratio_text, shape_text, time_text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, "not measured"), (0.0, "0 µs"), (2.5e-9, "2.5 ns"), (999.6e-9, "1 µs"),
        (12.34e-6, "12.3 µs"), (123.4e-6, "123 µs"), (1e-3, "1 ms"), (0.03275, "32.8 ms"),
        (2.0, "2 s"),
    ],
)  # fmt: skip
def test_a_time_has_three_digits_and_a_unit_that_suits_it(seconds: float | None, text: str) -> None:
    assert time_text(seconds) == text


def test_a_size_has_a_unit_that_suits_it() -> None:
    assert [bytes_text(size) for size in (0, 1000, 1024, 3 << 20, 5 << 30)] == [
        "0 bytes", "1000 bytes", "1 KiB", "3 MiB", "5 GiB",
    ]  # fmt: skip


def test_a_ratio_says_how_much_faster_something_is() -> None:
    assert ratio_text(2.2, 2.0) == "+10.0 % speed"
    assert ratio_text(6.0, 2.0) == "3 × as fast"
    assert ratio_text(0.0, 2.0) == ""


def test_a_shape_without_dimensions_is_a_scalar() -> None:
    assert (shape_text((1, 3)), shape_text(())) == ("1 × 3", "scalar")
