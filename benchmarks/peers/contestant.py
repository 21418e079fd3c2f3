"""One engine in the comparison, seen from outside: a worker process that is stopped when it is not
its turn, so that nothing it leaves running (threads that spin, compilers) takes the others' cores.
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
#: Seconds an answer may take beyond what was asked for: compiling a large model takes minutes.
PATIENCE = 900.0


class FailedError(Exception):
    """An engine failed to run the model."""


class Contestant:
    """A worker process of one engine; a context, at whose end the process is gone."""

    def __init__(self, module: str, interpreter: Path | None, log: Path) -> None:
        """`interpreter`: one that has the engine's library, None for this one. `log`: what the
        engine prints is appended to it.
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
        """Of the worker."""
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
        patience = PATIENCE + (job.budget or 0.0)
        answer = self._ask({"do": "prepare", "job": job_to_json(job)}, patience)
        return float(answer["seconds"])

    def open(self, job: Job, feed: Path, results: Path) -> str:
        """Opens the model, runs it once on the arrays in `feed` and writes what it gave to
        `results`, both .npz files. Returns the engine's version.
        """
        request = {"do": "open", "job": job_to_json(job), "feed": str(feed)}
        return str(self._ask({**request, "results": str(results)}, PATIENCE)["version"])

    def turn(self, seconds: float) -> list[float]:
        """How long each run took, in about so many seconds of them."""
        answer = self._ask({"do": "turn", "seconds": seconds}, PATIENCE)
        return [float(item) for item in answer["seconds"]]

    def _ask(self, request: Mapping[str, Any], patience: float) -> Mapping[str, Any]:
        """The worker runs only between a request and its answer."""
        self._signal(signal.SIGCONT)
        try:
            answer = json.loads(self._exchange(json.dumps(request) + "\n", patience))
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

    def _exchange(self, request: str, patience: float) -> bytes:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(request.encode())
        stdin.flush()
        readable, _, _ = select.select([stdout], [], [], patience)
        if not readable:
            raise FailedError(f"it did not answer within {patience:.0f} s")
        return stdout.readline()

    def _ending(self) -> str:
        try:
            status = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return "it does not answer"
        return signal.Signals(-status).name if status < 0 else f"exit status {status}"

    def _signal(self, number: signal.Signals) -> None:
        """Sends a signal to the worker and to all that it started, which may be in process groups
        of their own but are in its session.
        """
        for process in _session(self._process.pid):
            with suppress(ProcessLookupError):
                os.kill(process, number)


def _session(leader: int) -> list[int]:
    """The processes of a session, as Linux lists them."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ProcessLookupError):
            # After the name, which may hold anything: state, parent, group, session.
            if int(path.read_text().rpartition(")")[2].split()[3]) == leader:
                found.append(int(path.parent.name))
    return found


def _python_path() -> list[str]:
    return [item for item in os.environ.get("PYTHONPATH", "").split(os.pathsep) if item]
