"""The runner process of one connection to a device server: starts it, asks it, and says what it
answers. `remote_worker.py` is the other side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aoe.errors import quoted
from aoe.isolation.message_stream import Message, MessageError
from aoe.isolation.worker_process import WorkerProcess
from aoe.tuning.measurement.request_messages import failure_to_data, request_from_message

#: Seconds that any request may take.
LONGEST = 3600.0
_HANDLER = "aoe.tuning.measurement.runner_process:runner_handler"


class RunnerService:
    """Answers requests of one client. Its process starts with the first one."""

    def __init__(self, backend: str) -> None:
        """`backend`: the name of the backend whose profiler measures."""
        self._backend = backend
        self._process: WorkerProcess | None = None

    def answer(self, message: Message) -> Mapping[str, Any]:
        """Returns the answer to a request, or what went wrong with it.

        Raises:
            MessageError: The message is no request.
        """
        data = {name: value for name, value in message.data.items() if name != "timeout"}
        timeout = _seconds(message.data.get("timeout", LONGEST))
        request = request_from_message(Message(data, message.blocks))
        if self._process is None:
            self._process = WorkerProcess(_HANDLER, self._backend)
        try:
            answer = self._process.call(request, timeout)
        except Exception as error:
            return failure_to_data(error)
        return {"answer": answer}

    def close(self) -> None:
        """Ends the process, whatever it is doing."""
        if self._process is not None:
            self._process.close()
            self._process = None


def _seconds(timeout: object) -> float:
    """How long a request may take."""
    if not isinstance(timeout, int | float) or not timeout >= 0:  # or nan
        raise MessageError(f"a request may take {quoted(repr(timeout))} seconds")
    return float(min(timeout, LONGEST))  # an integer may be too large for a float
