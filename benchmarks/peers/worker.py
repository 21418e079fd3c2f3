"""The process that one engine runs in, in whichever interpreter has its library.

    python -m benchmarks.peers.worker ENGINE_MODULE

It reads requests from standard input and answers them on standard output, a JSON object a line
(`benchmarks.peers.contestant` is the other end): "prepare" and "open" take a job, "turn" runs the
model that was opened for so many seconds and answers how long each run took. Whatever a library
prints goes to standard error. It ends with the process that started it, even while it is stopped.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import time
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers.engine import AbsentError, Engine, Feed, Job, Run, engine_named

#: Runs of a turn at least, after one that is not measured.
FEWEST_RUNS = 3
_PR_SET_PDEATHSIG = 1


class Server:
    """What a worker remembers between requests: the engine, and the model it has open."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.run: Run | None = None
        self.feed: Feed = {}

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a request; failures are answers too, "absent" or "failed"."""
        try:
            return self.carried_out(request)
        except AbsentError as error:
            return {"absent": str(error)}
        except Exception as error:  # an engine may raise anything; it must not end the comparison
            reason = " ".join(str(error).split())[:300]
            return {"failed": f"{type(error).__name__}: {reason}"}

    def carried_out(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Does what is asked."""
        action = request["do"]
        begin = time.perf_counter()
        if action == "prepare":
            self.engine.prepare(job_of(request["job"]))
            return {"seconds": time.perf_counter() - begin}
        if action == "open":
            with np.load(request["feed"], allow_pickle=False) as arrays:
                self.feed = dict(arrays)
            self.run = self.engine.open(job_of(request["job"]))
            results = {str(number): item for number, item in enumerate(self.run(self.feed))}
            np.savez(request["results"], **results)  # type: ignore[arg-type]
            return {"version": self.engine.version(), "seconds": time.perf_counter() - begin}
        if action == "turn" and self.run is not None:
            return {"seconds": turn(self.run, self.feed, request["seconds"])}
        raise ValueError(f"a worker cannot {action!r} now")


def turn(run: Run, feed: Feed, seconds: float) -> list[float]:
    """How long each run took, in so many seconds of them and one before that is not measured."""
    run(feed)
    taken: list[float] = []
    end = time.perf_counter() + seconds
    while len(taken) < FEWEST_RUNS or time.perf_counter() < end:
        begin = time.perf_counter()
        run(feed)
        taken.append(time.perf_counter() - begin)
    return taken


def job_to_json(job: Job) -> dict[str, Any]:
    """A job as it is sent to a worker."""
    values = {field.name: getattr(job, field.name) for field in fields(Job)}
    return {
        name: str(value) if isinstance(value, Path) else value for name, value in values.items()
    }


def job_of(data: Mapping[str, Any]) -> Job:
    """A job as it was sent."""
    paths = ("model", "folder", "repository", "builders")
    given = {name: Path(data[name]) for name in paths if data[name] is not None}
    return Job(**{**data, **given})


def main() -> None:
    """Answers requests until there are no more."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    server = Server(engine_named(sys.argv[1]))
    for line in sys.stdin:
        print(json.dumps(server.answer(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
