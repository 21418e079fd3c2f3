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
from aoe.isolation.worker_process import WorkerError
from aoe.target import ServerAddress
from aoe.tuning.measurement.request_messages import answer_from_data, request_to_message
from aoe.tuning.measurement.runner_requests import (
    Forget,
    LoadCandidate,
    OpenModel,
    OpenOperator,
    OpenSubgraph,
    Request,
    TakeProfile,
    TakeSample,
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
        #: What a new process answered to what it could not repeat: by the number of a candidate, or
        #: `None` for what was opened.
        self._unrestored: dict[int | None, Mapping[str, Any]] = {}
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
                self._restore()
            known = self._failure_before(request)
            self._reply = self._exchange(request, timeout).data if known is None else known
        except DeviceBusyError:
            raise
        except (OSError, EOFError, MessageError, DeviceLostError) as error:
            return error
        return None

    def _restore(self) -> None:
        """Connects, and brings a new process to where the lost one was. What fails now, fails when
        it is asked for. A candidate that ends the process gets the others another one.
        """
        self._unrestored.clear()
        while True:
            self._stream = connect(self.address)
            if not self._ended_again():
                return
            self.close()

    def _ended_again(self) -> bool:
        """Sends what was opened and loaded. Tells whether a candidate has ended the process."""
        if self._opened is None:
            return False
        opened = self._exchange(*self._opened).data
        if _failure(opened) is not None:
            self._unrestored[None] = opened
            return False
        for number, sent in self._loaded.items():
            if number in self._unrestored:
                continue
            loaded = self._exchange(*sent).data
            if (failure := _failure(loaded)) is not None:
                self._unrestored[number] = loaded
                if isinstance(failure, WorkerError):
                    return True
        return False

    def _failure_before(self, request: Request) -> Mapping[str, Any] | None:
        """What a request that needs something that was lost is answered; `None` if it has all."""
        opened = self._unrestored.get(None)
        match request:
            case OpenModel() | OpenOperator() | OpenSubgraph() | Forget():
                return None
            case TakeSample(number=number) | TakeProfile(number=number):
                return self._unrestored.get(number, opened)
            case _:
                return opened

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
                self._unrestored.clear()
            case LoadCandidate(number=number):
                self._loaded[number] = request, timeout
                self._unrestored.pop(number, None)
            case Forget(references=references):
                self._loaded.clear()
                for number in [known for known in self._unrestored if known is not None]:
                    del self._unrestored[number]
                if references:
                    self._opened = None
                    self._unrestored.clear()
            case _:
                pass


def _failure(reply: Mapping[str, Any]) -> Exception | None:
    """The exception that a reply stands for, if it does."""
    try:
        answer_from_data(reply)
    except Exception as failure:
        return failure
    return None
