"""What processes say of a ratio, and what of them counts."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

import onnx
import pytest

import aoe
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.backends.session import InferenceSession
from benchmarks.overheads.call import relu_model
from benchmarks.tuning import fresh_processes
from benchmarks.tuning.fresh_processes import (
    FEWEST,
    Processes,
    Ratio,
    clean_rounds,
    opened,
    time_in_fresh_processes,
    time_in_turns,
)


def test_a_ratio_has_the_confidence_interval_of_students_t() -> None:
    ratio = Ratio.of([0.98, 1.0, 1.02])
    assert abs(ratio.value - 1.0) < 1e-3
    assert abs(ratio.uncertainty - 4.30 * 0.02 / 3**0.5) < 2e-3


def test_rounds_in_which_the_machine_was_slow_do_not_count() -> None:
    rounds = [(1.0, 2.0), (1.02, 2.0), (1.6, 3.3), (1.0, 2.05)]
    assert clean_rounds(rounds) == [rounds[0], rounds[1], rounds[3]]


def test_processes_in_which_the_machine_was_slow_do_not_count() -> None:
    found = Processes(((2.0, 1.0), (2.0, 1.0), (4.0, 3.0)))
    assert found.seconds(1) == 1.0
    assert found.ratio(1, 0) == Ratio(2.0, 0.0)
    assert found.uncertainty == 0.0


def test_one_process_says_nothing_of_the_others() -> None:
    alone = Processes(((2.0, 1.0),))
    assert alone.uncertainty == alone.ratio(1, 0).uncertainty == float("inf")


class Moody:
    """Quiet but for the first looks."""

    def __init__(self, noisy: int) -> None:
        self.noisy = noisy

    def is_quiet(self) -> bool:
        self.noisy -= 1
        return self.noisy < 0


class AtOnce:
    """A process that measures nothing, and how quiet its watch found the cores when it began."""

    def __init__(self, watch: Moody) -> None:
        self.watch = watch
        self.begun: list[int] = []

    def __call__(self, *_: object, **__: object) -> AtOnce:
        return self

    def __enter__(self) -> AtOnce:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to end."""

    def submit(self, *_: object) -> Future[tuple[float, ...]]:
        self.begun.append(self.watch.noisy)
        done: Future[tuple[float, ...]] = Future()
        done.set_result((2.0, 1.0))
        return done


@pytest.mark.parametrize(("seconds", "noisy"), [(5.0, -1), (0.0, 1)])
def test_processes_wait_for_quiet_cores_but_not_for_longer_than_they_measure(
    monkeypatch: pytest.MonkeyPatch, seconds: float, noisy: int
) -> None:
    watch = Moody(2)
    processes = AtOnce(watch)
    monkeypatch.setattr(fresh_processes, "ProcessPoolExecutor", processes)
    found = time_in_fresh_processes([Path("one"), Path("other")], 1, 0.01, seconds, watch)
    assert processes.begun[0] == noisy
    assert len(found.medians) == FEWEST


def test_processes_load_the_models_in_turns_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    onnx.save(relu_model(), tmp_path / "relu.onnx")
    models = [tmp_path / "one.om", tmp_path / "other.om"]
    for path in models:
        aoe.compile(tmp_path / "relu.onnx", threads=1).save(path)
    loaded: list[Path] = []

    def session(path: Path, pool: ThreadPool) -> InferenceSession:
        loaded.append(path)
        return opened(path, pool)

    monkeypatch.setattr(fresh_processes, "opened", session)
    monkeypatch.setattr(fresh_processes, "MOST_SPARED", 4096)
    times = [time_in_turns(models, 1, 0.0, number) for number in range(2)]
    assert loaded == [models[0], models[1], models[1], models[0]]
    assert all(len(seconds) == 2 and min(seconds) > 0 for seconds in times)
