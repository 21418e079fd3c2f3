"""A kept runner serves one tuning after the other in one process, and another after a failure."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress

import numpy as np
import pytest

from aoe.backends.cpu.target.host import host_target
from aoe.isolation.worker_process import WorkerProcess
from aoe.tuning.measurement.kept_runner import KeptRunner
from aoe.tuning.measurement.measurement_options import MeasurementOptions
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.measurement.runner_process import runner_handler
from aoe.tuning.measurement.runner_requests import Forget, OpenOperator
from tests.tuning.examples import doubling, written_candidate

MEASURING = MeasurementOptions(seed=3)


@pytest.fixture
def kept() -> Iterator[KeptRunner]:
    with closing(KeptRunner(host_target(2))) as made:
        yield made


def process_of(runner: Runner) -> int:
    assert isinstance(runner._process, WorkerProcess)
    return runner._process.pid


def test_tunings_share_a_process_and_no_candidates(kept: KeptRunner) -> None:
    processes = []
    for working_set in (0.0, 1e6):
        with kept.lent(working_set, MEASURING) as runner:
            assert (runner.working_set, runner.seed) == (working_set, 3)
            assert runner.sample([0]) == {}
            runner.open(doubling())
            assert runner.load(0, written_candidate("right")) is None
            assert runner.sample([0])[0] > 0
            processes.append(process_of(runner))
    assert processes[0] == processes[1]


def test_a_tuning_that_was_interrupted_leaves_no_answers_behind(kept: KeptRunner) -> None:
    def interrupted(runner: Runner) -> None:
        runner.open(doubling())
        process = runner._process
        assert isinstance(process, WorkerProcess)
        process.send(Forget())  # its answer is not waited for
        raise KeyboardInterrupt

    first = 0
    with suppress(KeyboardInterrupt), kept.lent(0, MEASURING) as runner:
        first = process_of(runner)
        interrupted(runner)
    with kept.lent(0, MEASURING) as runner:
        assert process_of(runner) != first > 0
        runner.open(doubling())
        assert runner.load(0, written_candidate("right")) is None


def test_references_are_freed_when_it_is_given_back() -> None:
    answer = runner_handler("cpu")
    state = answer.__self__  # type: ignore[attr-defined]
    answer(OpenOperator(1, 0, doubling()))
    assert [np.size(item) for found in state.references.values() for item in found] == [256]
    answer(Forget())
    assert state.references
    assert state.model is not None
    answer(Forget(references=True))
    assert (state.references, state.model, state.opened) == ({}, None, None)
