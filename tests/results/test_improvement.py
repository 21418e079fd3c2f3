"""The improvement formula, against every figure in AOE's documents."""

from decimal import ROUND_DOWN, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.results.improvement import improvement, percent_text


@pytest.mark.parametrize(
    ("before", "after", "documented"),
    [
        (113.588725, 113.236731, "0.31%"),
        (134, 99, "35.35%"),
        (72.055, 72.046, "0.01%"),
        (58.781, 26.876, "118.71%"),
        (16.71, 15.71, "6.37%"),
    ],
)
def test_operator_tuning_figures_are_those_documented(
    before: float, after: float, documented: str
) -> None:
    assert percent_text(before, after) == documented


@pytest.mark.parametrize(
    ("before", "after", "documented"),
    [
        (5.600486, 3.610442, "55.11"),
        (5.58434, 3.573203, "56.28"),
        (4.58434, 2.573203, "78.15"),
    ],
)
def test_subgraph_tuning_figures_are_the_same_formula_truncated(
    before: float, after: float, documented: str
) -> None:
    truncated = improvement(before, after).quantize(Decimal("0.01"), ROUND_DOWN)
    assert truncated == Decimal(documented)


def test_a_slower_result_is_a_negative_improvement() -> None:
    assert percent_text(1.0, 2.0) == "-50.00%"


def test_no_change_has_no_sign() -> None:
    assert percent_text(1.0, 1.0) == "0.00%"
    assert percent_text(1.0, 1.00001) == "0.00%"


@given(st.floats(1e-6, 1e9), st.floats(1e-6, 1e9))
def test_improvement_is_positive_exactly_when_faster(before: float, after: float) -> None:
    gained = improvement(before, after)
    assert (gained > 0) == (after < before)
    assert (gained < 0) == (after > before)
