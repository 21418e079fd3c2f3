"""Runs one engine of a comparison in a worker process that is stopped between its turns.

A stopped process cannot take the others' cores, whatever it leaves running: threads that spin,
compilers.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from benchmarks.peers.engine import AbsentError, Job
from benchmarks.peers.worker import job_to_json

ROOT = Path(__file__).parents[2]
#: Seconds that an answer may take beyond what was asked for: large models compile for minutes.
TIMEOUT = 900.0


class FailedError(Exception):
    """An engine failed to run the model."""


class Contestant:
    """A worker process of one engine; the process ends with the context.

    Attributes:
        module: The engine's module.
    """

    def __init__(self, module: str, interpreter: Path | None, log: Path) -> None:
        """Starts the process.

        Args:
            module: The engine's module.
            interpreter: An interpreter that has the engine's library; None for this one.
            log: The file to which everything that the engine prints is appended.
        """
        self.module = module
        variables = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *_python_path()])}
        with log.open("ab") as stderr:
            self._process = subprocess.Popen(
                [str(interpreter or sys.executable), "-m", "benchmarks.peers.worker", module],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env=variables,
                cwd=log.parent,
                start_new_session=True,
            )

    @property
    def process_id(self) -> int:
        """The worker's process number."""
        return self._process.pid

    def __enter__(self) -> Contestant:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._signal(signal.SIGKILL)
        self._process.communicate()

    def prepare(self, job: Job) -> float:
        """Lets the engine tune or compile ahead; returns the seconds it took."""
        timeout = TIMEOUT + (job.budget or 0.0)
        answer = self._ask({"do": "prepare", "job": job_to_json(job)}, timeout)
        return float(answer["seconds"])

    def open(self, job: Job, feed: Path, results: Path) -> str:
        """Opens the model and runs it once.

        Args:
            job: What to run.
            feed: The inputs, an `.npz` file.
            results: Where to write the outputs, an `.npz` file.

        Returns:
            The version of the engine's library.
        """
        request = {"do": "open", "job": job_to_json(job), "feed": str(feed)}
        return str(self._ask({**request, "results": str(results)}, TIMEOUT)["version"])

    def turn(self, seconds: float) -> list[float]:
        """Runs the model for about `seconds` and returns the seconds of each run."""
        answer = self._ask({"do": "turn", "seconds": seconds}, TIMEOUT)
        return [float(item) for item in answer["seconds"]]

    def _ask(self, request: Mapping[str, Any], timeout: float) -> Mapping[str, Any]:
        """Sends a request and returns the answer; the worker runs only in between."""
        self._signal(signal.SIGCONT)
        try:
            answer = json.loads(self._exchange(json.dumps(request) + "\n", timeout))
        except (BrokenPipeError, ValueError) as error:
            raise FailedError(f"its process died: {self._ending()}") from error
        finally:
            self._signal(signal.SIGSTOP)
        if "absent" in answer:
            raise AbsentError(answer["absent"])
        if "failed" in answer:
            raise FailedError(answer["failed"])
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
            raise FailedError(f"it did not answer within {timeout:.0f} s")
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


def _python_path() -> list[str]:
    return [item for item in os.environ.get("PYTHONPATH", "").split(os.pathsep) if item]
