"""A worker process that may crash, hang or run out of memory without harming its owner.

The owner names a function that serves requests. It sends requests and receives replies. If the
process ends instead of replying, an exception tells the cause.
`aoe.backends.cpu.compile.compile_pool` uses workers to compile kernels in parallel;
`aoe.tuning.measurement.runner` uses one to run untrusted candidates. The process is a fresh
interpreter that imports only what the function needs. No threaded program is forked, and the user's
script needs no import guard.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from aoe.errors import AoeError

#: Answers one request. What it raises is raised in the owner.
Handler = Callable[[Any], Any]

_BOOTSTRAP = (
    "import os, sys; sys.path[:] = sys.argv[1].split(os.pathsep); "
    "from aoe.isolation.worker_process import serve; serve(int(sys.argv[2]), *sys.argv[3:])"
)
_PR_SET_PDEATHSIG = 1
#: Seconds of one wait, at most. A timeout counts such intervals, so time during which this process
#: or the machine is suspended is not charged to a worker that was suspended too.
WAIT_INTERVAL = 0.5


class WorkerError(AoeError):
    """A worker process gave no reply, or gives no further one. The message says why."""


class WorkerCrashed(WorkerError):  # noqa: N818 - the cause is the name
    """The worker process ended by itself or by a signal."""


class WorkerHung(WorkerError):  # noqa: N818 - the cause is the name
    """The worker process did not reply in time and was killed."""


class WorkerSpoilt(WorkerError):  # noqa: N818 - the cause is the name
    """The worker process replied, but what it did harmed it: it can serve no further request. A
    handler raises it.
    """


class WorkerProcess:
    """One worker process. It starts at once and lives until `close`."""

    def __init__(self, handler: str, *arguments: str) -> None:
        """`handler`: `module:function`, where `function(*arguments)` returns a `Handler`."""
        self.connection, remote = Pipe()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        path = os.pathsep.join(_module_folders())
        with remote:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _BOOTSTRAP, path, str(remote.fileno()), handler, *arguments],
                pass_fds=[remote.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=self._errors,
                stderr=self._errors,
                start_new_session=True,  # Ctrl-C is the owner's to handle
            )

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def call(self, request: Any, timeout: float) -> Any:
        """Sends a request and returns its reply. After a `WorkerError` the process is gone.

        Args:
            request: Any picklable value.
            timeout: Seconds to wait for the reply.

        Raises:
            WorkerError: If no reply came. Exceptions of the handler are raised as they are.
        """
        self.send(request)
        return self.receive(timeout)

    def send(self, request: Any) -> None:
        """Sends a request without waiting for its reply."""
        try:
            self.connection.send(request)
        except OSError:
            raise self._crashed() from None

    def receive(self, timeout: float) -> Any:
        """Returns the reply to the oldest unanswered request. Raises as `call` does."""
        left = timeout
        try:
            while not self.connection.poll(min(left, WAIT_INTERVAL)):
                left -= WAIT_INTERVAL
                if left <= 0.0:
                    self.close()
                    raise WorkerHung(f"no result within {timeout:.1f} s")
            succeeded, reply = self.connection.recv()
        except (EOFError, OSError):
            raise self._crashed() from None
        if not succeeded:
            raise reply
        return reply

    def kill(self) -> None:
        """Kills the process while another thread waits for its reply, which raises there."""
        self._process.kill()

    def close(self) -> None:
        """Kills the process, whatever it is doing. May be called again."""
        self.connection.close()
        self._process.kill()
        self._process.wait()
        self._errors.close()

    def _crashed(self) -> WorkerCrashed:
        if self._errors.closed:
            return WorkerCrashed("the process was closed")
        try:
            status = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            status = 0
        self._errors.seek(0)
        lines = self._errors.read()[-2000:].decode(errors="replace").strip().splitlines()
        self.close()
        ended = f"killed by {_signal_name(-status)}" if status < 0 else f"exit status {status}"
        return WorkerCrashed(f"{ended}: {lines[-1]}" if lines else ended)


def _module_folders() -> list[str]:
    """Where the process finds modules: where this one does, but the standard library first. A
    framework may have put a folder before it that has a module of the same name, such as
    MindSpore's `math`, after this process imported its own.
    """
    known = sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")
    standard = {*known, *(os.path.join(folder, "lib-dynload") for folder in known)}
    folders = [os.path.abspath(entry) for entry in sys.path]
    return sorted(folders, key=lambda folder: folder not in standard)


def serve(descriptor: int, handler: str, *arguments: str) -> None:
    """The helper process's main program: answers requests until its owner is gone."""
    _die_with_owner()
    module, _, name = handler.partition(":")
    with Connection(descriptor) as connection:
        answer: Handler = getattr(importlib.import_module(module), name)(*arguments)
        while True:
            try:
                request = connection.recv()
            except EOFError:
                return
            try:
                reply = (True, answer(request))
            except Exception as error:
                reply = (False, error)
            connection.send(reply)


def _die_with_owner() -> None:
    """Asks Linux to kill this process with its owner, so that a hung kernel cannot outlive it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
