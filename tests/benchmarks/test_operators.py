"""A model as a whole, of the rows of its operators."""

from __future__ import annotations

import pytest

from benchmarks.operators import model_row
from benchmarks.report import Row


def row(shapes: str, microseconds: float, share: float, roofline: float) -> Row:
    lost = share * max(0.0, 1 - roofline / 100)
    return {
        "shapes": shapes,
        "uses": 2,
        "µs": microseconds,
        "% of model": share,
        "% of roofline": roofline,
        "% of model lost": lost,
    }


def test_the_share_of_a_model_is_weighted_by_time() -> None:
    found = model_row("net", [row("a", 300.0, 75.0, 80.0), row("b", 100.0, 25.0, 200.0)])
    assert found["ms"] == pytest.approx(0.4)
    assert found["% of roofline"] == pytest.approx(110.0)


def test_what_loses_most_is_named_first() -> None:
    rows = [row("a", 50.0, 50.0, 90.0), row("b", 30.0, 30.0, 50.0)]
    assert model_row("net", rows)["lost most"] == "2 × b (15.0), 2 × a (5.0)"
