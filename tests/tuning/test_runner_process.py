"""Samples take several runs, fewer of long ones."""

from __future__ import annotations

import pytest

from aoe.tuning.runner_process import runs_of_a_sample


@pytest.mark.parametrize(
    ("nanoseconds", "runs"),
    [(0, 1000), (1_000, 200), (100_000, 4), (2_000_000, 2), (50_000_000, 1)],
)
def test_short_runs_are_repeated_to_make_a_sample(nanoseconds: int, runs: int) -> None:
    assert runs_of_a_sample(nanoseconds) == runs
    assert runs_of_a_sample(nanoseconds, 20) == max(20, runs)
