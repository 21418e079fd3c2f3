"""Requests of a client to the runner process of a device server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from aoe.isolation.message_stream import Message, MessageError
from aoe.isolation.worker_process import WorkerProcess
from aoe.tuning.measurement.request_messages import request_to_message
from aoe.tuning.measurement.runner_requests import Forget
from aoe.tuning.measurement.runner_service import LONGEST, RunnerService


@pytest.fixture
def service() -> Iterator[RunnerService]:
    with closing(RunnerService("reference")) as made:
        yield made


@pytest.mark.parametrize("timeout", [None, "1", float("nan"), -1.0, [3]])
def test_a_timeout_that_is_none_is_refused(service: RunnerService, timeout: object) -> None:
    message = request_to_message(Forget())
    with pytest.raises(MessageError, match="a request may take"):
        service.answer(Message({**message.data, "timeout": timeout}, message.blocks))


@pytest.mark.parametrize(("timeout", "seconds"), [(3, 3.0), (1e9, LONGEST), (10**400, LONGEST)])
def test_no_request_takes_longer_than_any_may(
    service: RunnerService, timeout: float, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float] = []
    monkeypatch.setattr(WorkerProcess, "call", lambda self, request, limit: given.append(limit))
    message = request_to_message(Forget())
    service.answer(Message({**message.data, "timeout": timeout}, message.blocks))
    assert given == [seconds]
