"""A lost connection to a device server is made again, with all that was opened and loaded. What
does not come back harms nothing else. `tests/application/serve` has the same with a server.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest

from aoe.backends.backend import CompiledPlan
from aoe.isolation.message_stream import Message, MessageStream
from aoe.isolation.worker_process import WorkerCrashed
from aoe.operators.operator import Operator
from aoe.target import ServerAddress
from aoe.tuning.measurement import remote_worker
from aoe.tuning.measurement.remote_worker import RemoteWorker
from aoe.tuning.measurement.runner_requests import (
    Forget,
    LoadCandidate,
    OpenOperator,
    Request,
    TakeSample,
)

OPENING = OpenOperator(1, 0.0, cast(Operator, None))


def loading(number: int) -> LoadCandidate:
    return LoadCandidate(number, cast(CompiledPlan, None), 0.0, {})


class _Stream:
    """A connection whose process knows what it was sent, until it crashes."""

    def __init__(self) -> None:
        self.opened, self.crashed = False, False
        self.loaded: set[int] = set()

    def close(self) -> None:
        pass


class _Server:
    """What is behind connections. `failing` is a request that fails from now on, and how."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.failing: tuple[Request, str] | None = None
        monkeypatch.setattr(remote_worker, "PAUSE", 0.0)
        monkeypatch.setattr(remote_worker, "connect", lambda address: _Stream())
        monkeypatch.setattr(
            RemoteWorker,
            "_exchange",
            lambda worker, request, timeout: Message(self.answer(worker._stream, request), ()),
        )
        self.lost = False

    def answer(self, stream: MessageStream | None, request: Request) -> Mapping[str, Any]:
        if self.lost:
            self.lost = False
            raise EOFError
        process = cast(_Stream, stream)
        failing, how = self.failing or (None, "")
        kind = "crash" if process.crashed else how if request == failing else ""
        if kind:
            process.crashed = process.crashed or kind == "crash"
            return {"failed": kind, "text": f"{kind} of {type(request).__name__}"}
        match request:
            case OpenOperator():
                process.opened = True
            case LoadCandidate(number=number):
                assert process.opened
                process.loaded.add(number)
            case TakeSample(number=number):
                assert number in process.loaded
            case _:
                pass
        return {"answer": 1.0}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> _Server:
    return _Server(monkeypatch)


@pytest.fixture
def worker(server: _Server) -> RemoteWorker:
    made = RemoteWorker(ServerAddress("here", 6000, "a token of a good length"))
    for request in (OPENING, loading(0), loading(1)):
        made.call(request, 1.0)
    return made


def test_a_candidate_that_is_not_loaded_again_fails_for_the_reason_of_that(
    server: _Server, worker: RemoteWorker
) -> None:
    server.failing, server.lost = (loading(0), "memory"), True
    with pytest.raises(MemoryError, match="memory of LoadCandidate"):
        worker.call(TakeSample(0), 1.0)
    assert worker.call(TakeSample(1), 1.0) == 1.0


def test_a_candidate_that_crashes_when_it_is_loaded_again_harms_no_other(
    server: _Server, worker: RemoteWorker
) -> None:
    server.failing, server.lost = (loading(0), "crash"), True
    assert worker.call(TakeSample(1), 1.0) == 1.0
    with pytest.raises(WorkerCrashed, match="crash of LoadCandidate"):
        worker.call(TakeSample(0), 1.0)


def test_what_needs_a_workload_that_is_not_opened_again_fails_for_the_reason_of_that(
    server: _Server, worker: RemoteWorker
) -> None:
    server.failing, server.lost = (OPENING, "memory"), True
    for request in (TakeSample(1), loading(2)):
        with pytest.raises(MemoryError, match="memory of OpenOperator"):
            worker.call(request, 1.0)


def test_what_was_not_opened_again_may_be_opened_later(
    server: _Server, worker: RemoteWorker
) -> None:
    server.failing, server.lost = (OPENING, "memory"), True
    worker.call(Forget(), 1.0)
    server.failing = None
    for request in (OPENING, loading(0), TakeSample(0)):
        assert worker.call(request, 1.0) == 1.0
