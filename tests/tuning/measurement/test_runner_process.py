"""Samples take several runs, fewer of long ones, and so do turns of whole models."""

from __future__ import annotations

import pytest

from aoe.tuning.measurement.runner_process import runs_of_a_sample, runs_of_a_turn


@pytest.mark.parametrize(
    ("nanoseconds", "runs"),
    [(0, 1000), (1_000, 200), (100_000, 4), (2_000_000, 2), (50_000_000, 1)],
)
def test_short_runs_are_repeated_to_make_a_sample(nanoseconds: int, runs: int) -> None:
    assert runs_of_a_sample(nanoseconds) == (1, runs)
    assert runs_of_a_sample(nanoseconds, 20) == (1, max(20, runs))


@pytest.mark.parametrize(
    ("nanoseconds", "runs"), [(1_000_000, (1, 20)), (19_000_000, (1, 1)), (20_000_000, (0, 1))]
)
def test_turns_begin_with_an_untimed_run_unless_one_is_as_long_as_a_turn(
    nanoseconds: int, runs: tuple[int, int]
) -> None:
    assert runs_of_a_turn(nanoseconds) == runs
    assert runs_of_a_turn(nanoseconds, 30) == (runs[0], 30)
