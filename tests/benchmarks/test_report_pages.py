"""What is said of a page from its openings."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.report_pages import Opening, row_of


@pytest.mark.parametrize(
    ("size", "operators", "seconds", "errors", "within"),
    [
        (2_900_000, 60, 0.5, (), True),
        (3_100_000, 60, 0.5, (), False),
        (14_000_000, 1500, 0.5, (), True),
        (15_100_000, 1500, 0.5, (), False),
        (2_900_000, 60, 2.1, (), False),
        (2_900_000, 60, 0.5, ("x is undefined",), False),
    ],
)
def test_a_page_is_within_the_bars_if_it_is_small_fast_and_without_errors(
    size: int, operators: int, seconds: float, errors: tuple[str, ...], within: bool
) -> None:
    row = row_of(Path("a/page.html"), size, [Opening(seconds, operators, errors)] * 2)
    assert row["within the bars"] is within
    assert row["errors"] == ("; ".join(errors) or "none")


def test_the_median_of_openings_counts() -> None:
    openings = [Opening(seconds, 9, ()) for seconds in (0.4, 0.5, 9.0)]
    row = row_of(Path("page.html"), 10**6, openings)
    assert (row["median s"], row["slowest s"], row["within the bars"]) == (0.5, 9.0, True)
