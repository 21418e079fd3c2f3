"""A runner process behind a device server: what `aoe.isolation.worker_process.WorkerProcess` is on
this machine. `aoe.tuning.measurement.runner` owns either.

If the connection is lost, it is made again, and what was opened and loaded is sent again. So a
network that fails for less than `OUTAGE` costs time and nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from aoe.errors import quoted
from aoe.isolation.device_link import DeviceBusyError, DeviceLostError, connect
from aoe.isolation.message_stream import Message, MessageError, MessageStream
from aoe.target import ServerAddress
from aoe.tuning.measurement.request_messages import answer_from_data, request_to_message
from aoe.tuning.measurement.runner_requests import (
    Forget,
    LoadCandidate,
    OpenModel,
    OpenOperator,
    OpenSubgraph,
    Request,
)

#: Seconds for a message to travel, beside what its request may take.
TRAVEL = 60.0
#: Seconds for which a lost connection is tried again, and between two tries.
OUTAGE, PAUSE = 60.0, 1.0


class RemoteWorker:
    """One runner process of a device server. It starts with the first request."""

    def __init__(self, address: ServerAddress) -> None:
        self.address = address
        self._stream: MessageStream | None = None
        #: What a new process must be sent to be as this one: what was opened, then what was loaded.
        self._opened: tuple[Request, float] | None = None
        self._loaded: dict[int, tuple[LoadCandidate, float]] = {}
        self._reply: Mapping[str, Any] = {}

    def call(self, request: Request, timeout: float) -> Any:
        """Sends a request and returns its reply.

        Args:
            request: What the process is asked for.
            timeout: Seconds that it may take there.

        Raises:
            WorkerError: If the process gave no reply. Exceptions of its handler are raised as they
                are.
            DeviceLostError: If the server cannot be reached any more, or measures for another
                tuner.
        """
        begin = time.monotonic()
        while (lost := self._try(request, timeout)) is not None:
            self.close()
            if time.monotonic() >= begin + OUTAGE:
                raise DeviceLostError(
                    f"the device server at {self.address} cannot be reached any more ({lost}); "
                    "start it again and continue with --reload"
                ) from lost
            time.sleep(PAUSE)
        reply, self._reply = self._reply, {}
        answer = answer_from_data(reply)
        self._remember(request, timeout)
        return answer

    def close(self) -> None:
        """Ends the connection, and with it the process. May be called again."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _try(self, request: Request, timeout: float) -> Exception | None:
        """Sends a request and keeps its reply. Returns why the connection is lost, if it is."""
        try:
            if self._stream is None:
                self._stream = connect(self.address)
                self._restore()
            self._reply = self._exchange(request, timeout).data
        except DeviceBusyError:
            raise
        except (OSError, EOFError, MessageError, DeviceLostError) as error:
            return error
        return None

    def _restore(self) -> None:
        """Brings a new process to where the lost one was. What fails now, fails when it is asked
        for.
        """
        again = [] if self._opened is None else [self._opened]
        for request, timeout in (*again, *self._loaded.values()):
            self._exchange(request, timeout)

    def _exchange(self, request: Request, timeout: float) -> Message:
        assert self._stream is not None, "it is connected"
        message = request_to_message(request)
        self._stream.wait_at_most(timeout + TRAVEL)
        told = {"do": "run", "timeout": timeout, "tuner": self.address.tuner}
        self._stream.send({**told, **message.data}, message.blocks)
        answer = self._stream.receive()
        if "busy" in answer.data:
            raise DeviceBusyError(
                f"the device server at {self.address} refuses: {quoted(answer.data['busy'])}"
            )
        return answer

    def _remember(self, request: Request, timeout: float) -> None:
        match request:
            case OpenModel() | OpenOperator() | OpenSubgraph():
                self._opened = request, timeout
                self._loaded.clear()
            case LoadCandidate(number=number):
                self._loaded[number] = request, timeout
            case Forget():
                self._loaded.clear()
            case _:
                pass
