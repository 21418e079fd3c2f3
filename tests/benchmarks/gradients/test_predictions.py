"""Layouts are predicted from steps with other layouts."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from aoe.gradient_tuning.backward import Backward, Plan, timeline
from aoe.gradient_tuning.link import Link
from benchmarks.gradients.predictions import (
    ONE_SEGMENT,
    predicted,
    prediction_rows,
    repeated,
    sample_of,
)

PLANS: dict[str, Plan] = {
    ONE_SEGMENT: (12,), "each gradient": tuple(range(1, 13)), "two": (5, 12), "three": (2, 7, 12)
}  # fmt: skip
ALONE = Backward.of(
    [0.01 * number for number in range(1, 13)], [1 << 20] * 12, Link.linear(1e-4, 2e-9)
)
TRUE = replace(
    ALONE, link=replace(ALONE.link.scaled(1.2, 1.3), beside_compute=1.4, slows_compute=1.3)
)


def sample(**wrong: float) -> Any:
    """Steps as in the true world; `wrong` multiplies the end of a layout."""
    steps = []
    for name, plan in PLANS.items():
        found = timeline(TRUE, plan)
        for _ in range(5):
            pace = 1.0 if name == ONE_SEGMENT else found.backward / ALONE.ready[-1]
            steps.append(
                {
                    "layout": name,
                    "end": found.end * wrong.get(name, 1.0),
                    "ready": [time * pace for time in ALONE.ready],
                }
            )
    compared = [PLANS["each gradient"], PLANS["two"]]
    made = sample_of(ALONE, ALONE.link, range(12), PLANS, compared, steps)
    return json.loads(json.dumps(made))


def test_a_layout_that_was_not_compared_is_predicted() -> None:
    rows = {row["layout"]: row for row in prediction_rows({"network": sample()})}
    assert rows["three"]["off %"] == pytest.approx(0.0, abs=1.5)
    assert rows["three"]["segments"] == 3


def test_the_end_of_a_layout_does_not_predict_it() -> None:
    usual, late = predicted(sample()), predicted(sample(two=1.5))
    assert late["two"][1] == usual["two"][1]
    assert late["two"][2] == pytest.approx(1.5 * usual["two"][2])
    assert late["three"][1] != usual["three"][1]


def test_steps_that_vary_predict_each_other_less_often() -> None:
    quiet, noisy = sample(), sample()
    assert repeated({"network": quiet}) == 1.0
    for number, step in enumerate(noisy["steps"]):
        step["end"] *= 1.0 + 0.1 * (number % 5)
    assert 0.0 < repeated({"network": noisy}) < 0.5
