"""The improvement formula, against every figure in AOE's documents."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.results.improvement import improvement, percent_text, truncated_percent_text

from .examples import SAMPLES


def figures(data: Any) -> Iterator[tuple[float, float, str]]:
    """Every (before, after, documented improvement) in a result file."""
    if isinstance(data, list):
        for item in data:
            yield from figures(item)
    elif isinstance(data, dict):
        names = {name.split("(")[0]: value for name, value in data.items()}
        for before, after, gain in (
            ("model_baseline_performance", "model_result_performance", "model_performance"),
            ("performance_before_tune", "performance_after_tune", "performance"),
        ):
            if f"{gain}_improvement" in names:
                yield names[before], names[after], names[f"{gain}_improvement"]
        for value in data.values():
            yield from figures(value)


def documented(kind: str) -> list[tuple[float, float, str]]:
    samples = [path for path in SAMPLES if path.name.startswith(kind)]
    return sorted({figure for path in samples for figure in figures(json.loads(path.read_text()))})


@pytest.mark.parametrize(("before", "after", "text"), documented("operators"))
def test_operator_tuning_figures_are_those_documented(
    before: float, after: float, text: str
) -> None:
    assert percent_text(before, after) == text


@pytest.mark.parametrize(("before", "after", "text"), documented("subgraphs"))
def test_subgraph_tuning_figures_are_the_same_formula_cut_off(
    before: float, after: float, text: str
) -> None:
    assert truncated_percent_text(before, after) == text


def test_all_documented_figures_are_checked() -> None:
    texts = [text for kind in ("operators", "subgraphs") for _, _, text in documented(kind)]
    assert texts == [
        "6.37%", "118.71%", "0.01%", "0.31%", "35.35%", "78.15%", "56.28%", "55.11%"
    ]  # fmt: skip


def test_a_slower_result_is_a_negative_improvement() -> None:
    assert percent_text(1.0, 2.0) == truncated_percent_text(1.0, 2.0) == "-50.00%"


def test_no_change_has_no_sign() -> None:
    assert percent_text(1.0, 1.0) == "0.00%"
    assert percent_text(1.0, 1.00001) == truncated_percent_text(1.0, 1.00001) == "0.00%"


@given(st.floats(1e-6, 1e9), st.floats(1e-6, 1e9))
def test_improvement_is_positive_exactly_when_faster(before: float, after: float) -> None:
    gained = improvement(before, after)
    assert (gained > 0) == (after < before)
    assert (gained < 0) == (after > before)


@given(st.floats(1e-3, 1e6), st.floats(1e-3, 1e6))
def test_cutting_off_never_claims_more_than_rounding(before: float, after: float) -> None:
    cut, rounded = (
        float(text(before, after).rstrip("%")) for text in (truncated_percent_text, percent_text)
    )
    assert abs(cut) <= abs(rounded)
