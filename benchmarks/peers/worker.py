"""Runs one engine in a process of its own, in the interpreter that has its library.

    python -m benchmarks.peers.worker ENGINE_MODULE

The worker reads requests from standard input and answers on standard output, one JSON object a
line; `benchmarks.peers.contestant` is the other end. "prepare" and "open" take a job. "turn" runs
the open model for some seconds and answers with the time of each run. What libraries print goes to
standard error.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers.engine import AbsentError, Engine, Feed, Job, Run, engine_named
from benchmarks.turn_process import answer_requests

#: Runs of a turn at least, after one that is not measured.
FEWEST_RUNS = 3


class Server:
    """What a worker remembers between requests.

    Attributes:
        engine: The engine.
        run: The model that is open, None before.
        feed: Its inputs.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.run: Run | None = None
        self.feed: Feed = {}

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Answers a request; "absent" and "failed" are answers too."""
        try:
            return self.carried_out(request)
        except AbsentError as error:
            return {"absent": str(error)}
        except Exception as error:  # an engine may raise anything; it must not end the comparison
            reason = " ".join(str(error).split())[:300]
            return {"failed": f"{type(error).__name__}: {reason}"}

    def carried_out(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Does what a request asks."""
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
    """Runs for about `seconds`, after one unmeasured run; returns the time of each run."""
    run(feed)
    taken: list[float] = []
    end = time.perf_counter() + seconds
    while len(taken) < FEWEST_RUNS or time.perf_counter() < end:
        begin = time.perf_counter()
        run(feed)
        taken.append(time.perf_counter() - begin)
    return taken


def job_to_json(job: Job) -> dict[str, Any]:
    """Returns a job as it is sent to a worker."""
    values = {field.name: getattr(job, field.name) for field in fields(Job)}
    return {
        name: str(value) if isinstance(value, Path) else value for name, value in values.items()
    }


def job_of(data: Mapping[str, Any]) -> Job:
    """Returns a job that was sent."""
    paths = ("model", "folder", "repository", "builders")
    given = {name: Path(data[name]) for name in paths if data[name] is not None}
    return Job(**{**data, **given})


def main() -> None:
    """Answers requests until there are no more."""
    answer_requests(Server(engine_named(sys.argv[1])).answer)


if __name__ == "__main__":
    main()
