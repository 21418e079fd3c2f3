"""Whatever a candidate does to the process it runs in costs that candidate only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any, cast

import numpy as np
import pytest

from aoe.backends.backend import LoadedProgram
from aoe.backends.cpu.target.host import host_target
from aoe.backends.cuda.runtime.driver import GpuLostError
from aoe.isolation.worker_process import Handler
from aoe.tuning.measurement import runner as runner_module
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.measurement.runner_process import (
    WrongAnswerError,
    _Loaded,
    compare_arrays,
    runner_handler,
)
from aoe.tuning.measurement.runner_requests import LoadCandidate
from aoe.tuning.observer import Cause
from tests.tuning.examples import CRASH, HANG, ILLEGAL, doubling, written_candidate


@pytest.fixture(scope="module")
def started_runner() -> Iterator[Runner]:
    with closing(Runner(host_target(2))) as runner:
        yield runner


@pytest.fixture
def runner(started_runner: Runner) -> Runner:
    started_runner.open(doubling())
    return started_runner


def test_a_right_candidate_is_timed(runner: Runner) -> None:
    assert runner.load(0, written_candidate("right")) is None
    assert runner.sample([0])[0] > 0


@pytest.mark.parametrize(
    ("first", "cause", "words"), [(CRASH, "crash", "SIGSEGV"), (ILLEGAL, "crash", "SIGILL")]
)
def test_a_crash_costs_one_candidate(runner: Runner, first: str, cause: Cause, words: str) -> None:
    assert runner.load(0, written_candidate("right")) is None
    failure = runner.load(1, written_candidate("bad", first=first))
    assert failure is not None
    assert (failure.cause, failure.policy.impl) == (cause, "bad")
    assert words in failure.detail
    assert list(runner.sample([0, 1])) == [0]


def test_a_hang_is_ended(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner_module, "LOAD_TIMEOUT", 1.0)
    failure = runner.load(0, written_candidate("endless", first=HANG))
    assert failure is not None
    assert failure.cause == "hang"
    monkeypatch.undo()
    assert runner.load(1, written_candidate("right")) is None


def test_a_whole_model_may_take_longer_to_load_than_an_operator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    timeouts: list[float] = []

    def noted(request: object, timeout: float) -> float:
        timeouts.append(timeout)
        return 1.0

    with closing(Runner(host_target(1))) as runner, monkeypatch.context() as patch:
        patch.setattr(runner._process, "call", noted)
        runner.open(doubling())
        runner.load(0, written_candidate("slow"))
        runner.open_model([], {})
        runner.load(0, written_candidate("slow"))
    assert timeouts[1] == runner_module.LOAD_TIMEOUT
    assert timeouts[3] >= 120.0


def test_a_profile_may_take_as_long_as_runs_do(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert runner.load(0, written_candidate("slow")) is None
    timeouts: list[float] = []

    def noted(request: object, timeout: float) -> tuple[float, ...]:
        timeouts.append(timeout)
        return (20.0,)

    with monkeypatch.context() as patch:
        patch.setitem(runner._sample_seconds, 0, 20.0)
        patch.setattr(runner._process, "call", noted)
        assert runner.profile(0) == [("", 20.0)]
        runner.sample([0])
    assert timeouts == [timeouts[1]] * 2
    assert timeouts[0] > 20.0


@pytest.mark.parametrize(
    ("factor", "count", "words"),
    [
        (2.0078125, 256, "relative error"),
        (2.0, 255, "undefined"),
        (2.0, 257, "outside output 0"),
    ],
)
def test_a_wrong_answer_is_refused(runner: Runner, factor: float, count: int, words: str) -> None:
    failure = runner.load(0, written_candidate("wrong", factor=factor, count=count))
    assert failure is not None
    assert failure.cause == "wrong"
    assert words in failure.detail


def test_an_unexpected_exception_of_the_runner_has_a_cause_of_its_own(
    started_runner: Runner,
) -> None:
    started_runner.open(doubling(512))
    failure = started_runner.load(0, written_candidate("of another shape", count=256))
    assert failure is not None
    assert failure.cause == "internal"
    assert failure.detail.startswith("IndexError: ")


def spoiling_handler(backend: str) -> Handler:
    """A runner whose device a candidate of the name `bad` spoils for its process."""
    answered = runner_handler(backend)
    spoilt = False

    def answer(request: Any) -> Any:
        nonlocal spoilt
        spoilt = spoilt or (isinstance(request, LoadCandidate) and request.number == 1)
        if spoilt:
            raise GpuLostError("cuStreamSynchronize", 700, "an illegal memory access")
        return answered(request)

    return answer


def test_a_candidate_that_spoils_the_device_costs_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner_module, "_HANDLER", f"{__name__}:spoiling_handler")
    with closing(Runner(host_target(2))) as runner:
        runner.open(doubling())
        assert runner.load(0, written_candidate("right")) is None
        failure = runner.load(1, written_candidate("bad"))
        assert failure is not None
        assert failure.cause == "crash"
        assert "an illegal memory access (700)" in failure.detail
        assert runner.load(2, written_candidate("another")) is None
        assert list(runner.sample([0, 1, 2])) == [0, 2]


def test_a_wrong_candidate_cannot_pass_on_what_another_left_behind(runner: Runner) -> None:
    assert runner.load(0, written_candidate("right")) is None
    failure = runner.load(1, written_candidate("lazy", count=1))
    assert failure is not None
    assert failure.cause == "wrong"


def test_a_candidate_that_wants_too_much_memory_fails_alone(runner: Runner) -> None:
    failure = runner.load(0, written_candidate("greedy", arena=1 << 46))
    assert failure is not None
    assert failure.cause == "memory"
    assert runner.load(1, written_candidate("right")) is None


def test_forgotten_candidates_are_not_sampled(runner: Runner) -> None:
    runner.load(0, written_candidate("right"))
    runner.load(1, written_candidate("wrong", factor=1.0))
    assert set(runner.failures) == {1}
    runner.forget()
    assert runner.sample([0]) == {}
    assert runner.failures == {}


def test_what_is_loaded_after_others_were_forgotten_lies_elsewhere() -> None:
    with closing(Runner(host_target(1), location=7)) as runner:
        runner.open(doubling())
        locations = []
        for number in range(2):
            assert runner.load(number, written_candidate("right")) is None
            locations.append(runner.location)
        runner.forget()
        assert runner.load(0, written_candidate("right")) is None
        locations.append(runner.location)
        runner.open(doubling())
        assert [*locations, runner.location] == [7, 7, 8, 9]
        assert runner.load(0, written_candidate("right")) is None
        assert runner.sample([0])[0] > 0


def test_infinite_and_undefined_elements_must_be_where_the_reference_has_them() -> None:
    reference = np.array([1.0, np.inf, np.nan], np.float32)
    compare_arrays(reference.copy(), reference, 1e-5)
    for wrong in ([1.0, -np.inf, np.nan], [1.0, np.inf, 0.0], [np.nan, np.inf, np.nan]):
        with pytest.raises(WrongAnswerError):
            compare_arrays(np.array(wrong, np.float32), reference, 1e-5)


def test_integers_must_be_equal() -> None:
    with pytest.raises(WrongAnswerError, match="1 of 2"):
        compare_arrays(np.array([1, 2]), np.array([1, 3]), 1e-5)


class Places:
    """A loaded program whose output are these integers."""

    def __init__(self, wrong: int) -> None:
        self.array = np.zeros(20_000, np.int32)
        self.array[:wrong] = 1

    def time(self, runs: int) -> list[int]:
        return [1] * runs

    def overrun(self) -> None:
        return None

    def outputs(self) -> list[np.ndarray]:
        return [self.array]


@pytest.mark.parametrize(("whole", "most"), [(True, 2), (False, 0)])
def test_only_of_a_whole_model_few_integers_may_differ(whole: bool, most: int) -> None:
    expected = [np.zeros(20_000, np.int32)]
    # The tolerance is that of models in reduced precision, which integers do not have.
    _Loaded(cast(LoadedProgram, Places(most))).check(expected, 0.2, whole)
    with pytest.raises(WrongAnswerError, match=f"{most + 1} of 20000"):
        _Loaded(cast(LoadedProgram, Places(most + 1))).check(expected, 0.2, whole)
