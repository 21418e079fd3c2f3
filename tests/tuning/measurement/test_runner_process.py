"""Samples take several runs, fewer of long ones, and so do turns of whole models."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from aoe.backends.backend import CompiledPlan, LoadedProgram, Profiler, Workload
from aoe.tuning.measurement.runner_process import (
    WrongAnswerError,
    _Runner,
    runs_of_a_sample,
    runs_of_a_turn,
)
from aoe.tuning.measurement.runner_requests import LoadCandidate, OpenModel, OpenOperator
from tests.tuning.examples import doubling, written_candidate


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


class Twos(LoadedProgram):
    """A program whose output is two, whatever it should be."""

    released = False

    def time(self, runs: int) -> Sequence[int]:
        return [1000] * runs

    def time_calls(self, runs: int) -> Sequence[float]:
        return [1e-6] * runs

    def call_seconds(self) -> tuple[float, ...]:
        return (1e-6,)

    def outputs(self) -> Sequence[np.ndarray]:
        return (np.full(4, 2, np.float32),)

    def overrun(self) -> int | None:
        return None

    def release(self) -> None:
        self.released = True


class TwosProfiler(Profiler):
    """Loads it, and nothing else."""

    def __init__(self) -> None:
        self.loaded: list[Twos] = []

    def load(self, program: CompiledPlan, workload: Workload) -> LoadedProgram:
        self.loaded.append(Twos())
        return self.loaded[-1]


def test_references_of_many_operators_do_not_fill_the_memory() -> None:
    runner = _Runner(TwosProfiler(), most_bytes=3 * 256 * 4)
    operators = [doubling(256 - number) for number in range(5)]
    for operator in operators:
        runner.answer(OpenOperator(1, 0.0, operator))
    assert [key for key, _ in runner.references] == [item.key for item in operators[-3:]]


def test_a_reference_that_is_larger_than_that_is_kept_alone() -> None:
    runner = _Runner(TwosProfiler(), most_bytes=1)
    for size in (8, 16):
        runner.answer(OpenOperator(1, 0.0, doubling(size)))
    assert [key for key, _ in runner.references] == [doubling(16).key]


@pytest.mark.parametrize("right", [2.0, 3.0])
def test_a_wrong_candidate_gives_its_memory_back(right: float) -> None:
    profiler = TwosProfiler()
    runner = _Runner(profiler)
    expected = (np.full(4, right, np.float32),)
    runner.answer(OpenModel(1, 0, (), {}, expected, 1))
    request = LoadCandidate(0, written_candidate("two").compiled, 1e-6, {}, 0)
    if right == 2.0:
        runner.answer(request)
    else:
        with pytest.raises(WrongAnswerError):
            runner.answer(request)
    (program,) = profiler.loaded
    assert program.released == (right != 2.0)
