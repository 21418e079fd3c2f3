"""A process that works only while it is asked something, so that several can be measured in turns.

Between requests it is stopped, with all processes that it started. A stopped process cannot take
the others' cores, whatever it leaves running: threads that spin, compilers. Requests and answers
are JSON objects, one a line; `answer_requests` is the other end.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, TypeVar

_PR_SET_PDEATHSIG = 1
_Own = TypeVar("_Own", bound="TurnProcess")


class TurnError(Exception):
    """A process died, or did not answer in time."""


class TurnProcess:
    """A process that is stopped between requests; it ends with the context."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        errors: IO[bytes] | None = None,
    ) -> None:
        """Starts the process.

        Args:
            command: The command, which calls `answer_requests`.
            environment: Its environment variables; None for those of this process.
            folder: Its working folder; None for that of this process.
            errors: Where its standard error goes; None for that of this process.
        """
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=environment,
            cwd=folder,
            start_new_session=True,
        )

    @property
    def process_id(self) -> int:
        """The number of the process."""
        return self._process.pid

    def __enter__(self: _Own) -> _Own:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._signal(signal.SIGKILL)
        self._process.communicate()

    def ask(self, request: Mapping[str, Any], timeout: float) -> Mapping[str, Any]:
        """Sends a request and returns the answer; the process runs only in between.

        Args:
            request: What is sent.
            timeout: Seconds that the answer may take.

        Raises:
            TurnError: There was no answer.
        """
        self._signal(signal.SIGCONT)
        try:
            answer = json.loads(self._exchange(json.dumps(request) + "\n", timeout))
        except (BrokenPipeError, ValueError) as error:
            raise TurnError(f"its process died: {self._ending()}") from error
        finally:
            self._signal(signal.SIGSTOP)
        assert isinstance(answer, dict)
        return answer

    def _exchange(self, request: str, timeout: float) -> bytes:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(request.encode())
        stdin.flush()
        readable, _, _ = select.select([stdout], [], [], timeout)
        if not readable:
            raise TurnError(f"it did not answer within {timeout:.0f} s")
        return stdout.readline()

    def _ending(self) -> str:
        try:
            status = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return "it does not answer"
        return signal.Signals(-status).name if status < 0 else f"exit status {status}"

    def _signal(self, number: signal.Signals) -> None:
        """Sends a signal to the worker and to all processes of its session."""
        for process in _session(self._process.pid):
            with suppress(ProcessLookupError):
                os.kill(process, number)


def _session(leader: int) -> list[int]:
    """Returns the processes of a session, as Linux lists them."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ProcessLookupError):
            # After the name, which may hold anything: state, parent, group, session.
            if int(path.read_text().rpartition(")")[2].split()[3]) == leader:
                found.append(int(path.parent.name))
    return found


def answer_requests(answer: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> None:
    """Answers the requests on standard input until there are no more. What libraries print to
    standard output goes to standard error. The process ends with the one that started it, even
    while it is stopped.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)
