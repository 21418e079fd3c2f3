"""Compares all engines on one model with one number of threads.

Times of different moments cannot be compared on a shared machine. So the engines run in turns, in
rotating order, each turn after a pause, and all of them in equally many rounds. What a process
happens to get (pages, addresses) changes small models by tens of percent and stays for its life. So
all of it is repeated with fresh processes.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from aoe.application.run.bench_command import FEWEST_TURNS, PAUSE_SECONDS, relative_error
from aoe.errors import AoeError
from benchmarks.machine import describe_machine
from benchmarks.peers.contestant import Contestant, FailedError
from benchmarks.peers.engine import (
    FLOAT32,
    MIXED,
    STRICT,
    AbsentError,
    Feed,
    Job,
    engine_named,
    nothing_to_prepare,
)
from benchmarks.peers.inputs import synthetic_feed
from benchmarks.peers.reference import float64_outputs
from benchmarks.peers.results import Absence, Comparison, Result
from benchmarks.timing import Timing

TURN_SECONDS = 0.1
#: Differences from the outputs in float64, over the largest of them, above which a result is wrong.
WRONG = {FLOAT32: 1e-4, STRICT: 1e-4, MIXED: 1e-1}


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """An engine at one precision.

    Attributes:
        module: The engine's module.
        precision: One of `benchmarks.peers.engine.PRECISIONS`.
    """

    module: str
    precision: str

    @property
    def text(self) -> str:
        """The name of its folder and of its files."""
        return f"{self.module}_{self.precision}"


@dataclass(frozen=True, slots=True)
class Plan:
    """How to compare.

    Attributes:
        entries: The engines that take part.
        folder: Where everything that engines prepare and print is kept.
        seconds: The measuring time, of all rounds and processes together.
        processes: How often each engine is started.
        budgets: Seconds to tune for, by module.
        interpreters: Other interpreters than this one, by module.
        repository: open-aoe's repository.
        builders: A Python file that builds torch modules.
    """

    entries: Sequence[Entry]
    folder: Path
    seconds: float
    processes: int
    budgets: Mapping[str, float]
    interpreters: Mapping[str, Path]
    repository: Path | None
    builders: Path | None


def compare(model: Path, threads: int, plan: Plan) -> Comparison:
    """Compares all engines on one model with one number of threads."""
    machine = describe_machine()
    contest = _Contest(plan, model.absolute(), threads)
    contest.folder.mkdir(parents=True, exist_ok=True)
    feed = synthetic_feed(model)
    np.savez(contest.feed_path, **feed)  # type: ignore[arg-type]
    for entry in plan.entries:
        contest.prepare(entry)
    for _ in range(plan.processes):
        with ExitStack() as stack:
            contest.rounds(contest.opened(stack), plan.seconds / plan.processes)
    results = contest.results(feed)
    return Comparison(model.stem, threads, machine, results, contest.absences())


class _Contest:
    """The state of one comparison.

    Attributes:
        plan: How to compare.
        model: The `.onnx` file.
        threads: The number of threads.
        folder: Where everything of this comparison is kept.
        feed_path: The inputs, an `.npz` file.
        versions: The version of each engine's library.
        prepare_seconds: How long each engine prepared.
        timings: What each process of an engine measured.
        missing: The entries that are out, and why.
    """

    def __init__(self, plan: Plan, model: Path, threads: int) -> None:
        self.plan = plan
        self.model = model
        self.threads = threads
        self.folder = plan.folder / f"{model.stem}_{threads}"
        self.feed_path = self.folder / "feed.npz"
        self.versions: dict[Entry, str] = {}
        self.prepare_seconds: dict[Entry, float] = {}
        self.timings: dict[Entry, list[Timing]] = defaultdict(list)
        self.missing: dict[Entry, Exception] = {}

    def start(self, entry: Entry) -> Contestant:
        interpreter = self.plan.interpreters.get(entry.module)
        return Contestant(entry.module, interpreter, self.folder / f"{entry.text}.log")

    def prepare(self, entry: Entry) -> None:
        """Lets an engine prepare in a process of its own, unless that was done before."""
        job = self.job(entry)
        job.folder.mkdir(exist_ok=True)
        if engine_named(entry.module).prepare is nothing_to_prepare:
            self.prepare_seconds[entry] = 0.0
            return
        done = job.folder / "prepared.json"
        if not done.exists():
            try:
                with self.start(entry) as contestant:
                    seconds = contestant.prepare(job)
            except (AbsentError, FailedError) as error:
                self.missing[entry] = error
                return
            done.write_text(json.dumps({"seconds": seconds, "budget": job.budget}))
        self.prepare_seconds[entry] = json.loads(done.read_text())["seconds"]

    def opened(self, stack: ExitStack) -> dict[Entry, Contestant]:
        """Returns the engines that could open the model and have run it."""
        contestants: dict[Entry, Contestant] = {}
        for entry in self.plan.entries:
            if entry in self.missing:
                continue
            contestant = stack.enter_context(self.start(entry))
            try:
                self.versions[entry] = contestant.open(
                    self.job(entry), self.feed_path, self.outputs_path(entry)
                )
                contestants[entry] = contestant
            except (AbsentError, FailedError) as error:
                self.missing[entry] = error
        return contestants

    def rounds(self, contestants: Mapping[Entry, Contestant], seconds: float) -> None:
        """Takes turns in rotating order for about `seconds`."""
        samples: dict[Entry, list[float]] = defaultdict(list)
        order = list(contestants)
        count, end = 0, time.perf_counter() + seconds
        while order and (count < FEWEST_TURNS or time.perf_counter() < end):
            for entry in order:
                time.sleep(PAUSE_SECONDS)
                try:
                    samples[entry] += contestants[entry].turn(TURN_SECONDS)
                except FailedError as error:
                    self.missing[entry] = error
            order = [item for item in (*order[1:], order[0]) if item not in self.missing]
            count += 1
        for entry in order:
            self.timings[entry].append(Timing.of(samples[entry]))

    def job(self, entry: Entry) -> Job:
        """Returns the job of an entry."""
        return Job(
            self.model,
            self.threads,
            self.folder / entry.text,
            entry.precision,
            self.plan.budgets.get(entry.module),
            self.plan.repository,
            self.plan.builders,
        )

    def outputs_path(self, entry: Entry) -> Path:
        return self.folder / f"{entry.text}.outputs.npz"

    def outputs(self, entry: Entry) -> list[np.ndarray]:
        with np.load(self.outputs_path(entry), allow_pickle=False) as arrays:
            return [arrays[str(number)] for number in range(len(arrays.files))]

    def expected(self, feed: Feed, ran: Sequence[Entry]) -> list[np.ndarray]:
        """Returns the outputs in float64; where that fails, those of the first engine that ran."""
        try:
            return float64_outputs(self.model, feed, self.threads, self.folder / "empty")
        except AoeError:
            return self.outputs(ran[0])

    def results(self, feed: Feed) -> list[Result]:
        """Returns the results of entries that ran to the end with right outputs."""
        entries = self.plan.entries
        ran = [item for item in entries if item in self.timings and item not in self.missing]
        if not ran:
            return []
        expected = self.expected(feed, ran)
        results = []
        for entry in ran:
            error = relative_error(self.outputs(entry), expected)
            if not error <= WRONG[entry.precision]:
                reason = f"its outputs differ from those in float64 by {error:.1e}"
                self.missing[entry] = FailedError(reason)
                continue
            engine = engine_named(entry.module)
            result = Result(
                engine.name,
                entry.precision,
                self.versions[entry],
                tuple(self.timings[entry]),
                error,
                self.prepare_seconds[entry],
            )
            results.append(result)
        return results

    def absences(self) -> list[Absence]:
        """Returns the entries without a result, and why."""
        return [
            Absence(
                engine_named(entry.module).name,
                entry.precision,
                str(error),
                isinstance(error, FailedError),
            )
            for entry, error in self.missing.items()
        ]
