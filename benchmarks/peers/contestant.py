"""Runs one engine of a comparison in a worker process that is stopped between its turns."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.peers.engine import AbsentError, Job
from benchmarks.peers.worker import job_to_json
from benchmarks.turn_process import TurnError, TurnProcess

ROOT = Path(__file__).parents[2]
#: Seconds that an answer may take beyond what was asked for: large models compile for minutes.
TIMEOUT = 900.0


class FailedError(Exception):
    """An engine failed to run the model."""


class Contestant(TurnProcess):
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
        command = [str(interpreter or sys.executable), "-m", "benchmarks.peers.worker", module]
        with log.open("ab") as errors:
            super().__init__(command, variables, log.parent, errors)

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
        try:
            answer = self.ask(request, timeout)
        except TurnError as error:
            raise FailedError(str(error)) from error
        if "absent" in answer:
            raise AbsentError(answer["absent"])
        if "failed" in answer:
            raise FailedError(answer["failed"])
        return answer


def _python_path() -> list[str]:
    return [item for item in os.environ.get("PYTHONPATH", "").split(os.pathsep) if item]
