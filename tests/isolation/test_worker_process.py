"""A helper process answers, reports its errors, and its end is an exception with a cause."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from multiprocessing.connection import Connection, wait
from pathlib import Path

import pytest

from aoe.errors import PolicyError
from aoe.isolation.worker_process import Handler, WorkerCrashed, WorkerHung, WorkerProcess


def handler() -> Handler:
    """Runs in the helper process."""

    def answer(request: tuple[str, int]) -> int:
        what, number = request
        if what == "refuse":
            raise PolicyError(f"no {number}")
        if what == "sleep":
            time.sleep(number)
        if what == "kill":
            os.kill(os.getpid(), number)
        if what == "exit":
            os._exit(number)
        return number + 1

    return answer


def start() -> WorkerProcess:
    return WorkerProcess(f"{__name__}:handler")


@pytest.fixture(scope="module")
def worker() -> Iterator[WorkerProcess]:
    with closing(start()) as process:
        yield process


def test_requests_are_answered_in_order(worker: WorkerProcess) -> None:
    worker.send(("add", 1))
    worker.send(("add", 2))
    assert (worker.receive(20), worker.receive(20)) == (2, 3)


def test_an_error_of_the_handler_is_raised_here(worker: WorkerProcess) -> None:
    with pytest.raises(PolicyError, match="no 7"):
        worker.call(("refuse", 7), 20)
    assert worker.call(("add", 1), 20) == 2


def test_ctrl_c_does_not_reach_it(worker: WorkerProcess) -> None:
    assert os.getpgid(worker.pid) != os.getpgid(0)


@pytest.mark.parametrize(
    ("request_", "words"),
    [(("kill", signal.SIGSEGV), "killed by SIGSEGV"), (("exit", 3), "exit status 3")],
)
def test_its_end_is_told_with_the_cause(request_: tuple[str, int], words: str) -> None:
    with closing(start()) as process, pytest.raises(WorkerCrashed, match=words):
        process.call(request_, 20)


def test_it_is_killed_when_it_does_not_answer() -> None:
    with closing(start()) as process:
        with pytest.raises(WorkerHung, match=r"no result within 0\.2 s"):
            process.call(("sleep", 60), 0.2)
        with pytest.raises(WorkerCrashed):
            process.call(("add", 1), 20)


def test_time_in_which_both_are_stopped_is_not_held_against_it(
    worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    polls = iter([False, True])  # the first runs out as soon as both go on

    def poll(connection: Connection, timeout: float) -> bool:
        return next(polls) and wait([connection], 20) != []

    monkeypatch.setattr(Connection, "poll", poll)
    assert worker.call(("add", 1), 0.9) == 2


def test_what_it_cannot_import_is_told() -> None:
    with (
        closing(WorkerProcess("no_such_module:handler")) as process,
        pytest.raises(WorkerCrashed, match="No module named 'no_such_module'"),
    ):
        process.call(None, 20)


def test_a_module_named_as_one_of_the_standard_library_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Frameworks put their own folders before it: MindSpore's has `math.py`."""
    (tmp_path / "math.py").write_text("raise ImportError('not the standard library')")
    monkeypatch.syspath_prepend(tmp_path)
    with closing(start()) as process:
        assert process.call(("add", 1), 20) == 2
