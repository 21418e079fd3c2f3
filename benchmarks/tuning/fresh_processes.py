"""Times offline models against each other in fresh processes, until the ratio is known well enough.

The speed of a model differs from process to process: memory lies elsewhere, and threads get other
cores. That stays so as long as the process lives. So the models take turns in one process after the
other. Each process gives one figure per model, and the confidence interval comes from the figures
of different processes.

The next process gets the pages that the last one freed. So the models are loaded in rotating order,
and each process first allocates a random amount of memory that it does not use. Otherwise one model
could have the same bad pages in all processes.

Other programs on a shared machine only ever make a run slower. So slow rounds of a process are left
out, and slow processes altogether (outlier rejection). A process waits, within limits, for quiet
cores, because a state of the machine may outlast all processes.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from math import exp, inf, log, sqrt
from multiprocessing import get_context
from operator import truediv
from pathlib import Path
from statistics import fmean, geometric_mean, median, stdev

import numpy as np

from aoe.application.model.inputs import synthetic_arrays
from aoe.backends.backend import Watch
from aoe.backends.cpu.runtime.loaded_model import CpuModel
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.backends.session import InferenceSession, read_offline_model
from aoe.tuning.measurement.idle_wait import IdleWait

#: Fewest and most processes, and seconds that each of them measures.
FEWEST, MOST = 5, 40
PROCESS_SECONDS = 3.0
#: A turn lasts about so many seconds, and has so many runs at most.
TURN_SECONDS, MOST_RUNS = 0.02, 20
FEWEST_ROUNDS = 7
#: The most bytes that a process allocates without use.
MOST_SPARED = 256 << 20
#: What takes more than so many times as long as the fast tenth is left out.
SLOW = 1.15
#: Student's t for 95 %, two-sided, by degrees of freedom; from 30 on that of the normal.
_STUDENT = (
    12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13,
    2.12, 2.11, 2.10, 2.09, 2.09, 2.08, 2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio of times with its confidence interval.

    Attributes:
        value: The ratio.
        uncertainty: How far the true ratio may be off with 95 % confidence, as a share of `value`.
    """

    value: float
    uncertainty: float

    @staticmethod
    def of(values: Sequence[float]) -> Ratio:
        """Returns the geometric mean of independent ratios; one ratio is infinitely uncertain."""
        logarithms = [log(value) for value in values]
        freedom = len(values) - 1
        if freedom == 0:
            return Ratio(values[0], inf)
        student = _STUDENT[freedom - 1] if freedom <= len(_STUDENT) else 1.96
        error = student * stdev(logarithms) / sqrt(len(values))
        return Ratio(exp(fmean(logarithms)), exp(error) - 1.0)


@dataclass(frozen=True, slots=True)
class Processes:
    """What all processes measured.

    Attributes:
        medians: Median seconds of one inference: a tuple for each process, in the models' order.
    """

    medians: tuple[tuple[float, ...], ...]

    @property
    def quiet(self) -> list[tuple[float, ...]]:
        """The processes whose first model was not slow."""
        fastest = sorted(times[0] for times in self.medians)[len(self.medians) // 10]
        return [times for times in self.medians if times[0] <= SLOW * fastest]

    def seconds(self, number: int) -> float:
        """Returns the seconds of one model, over all quiet processes."""
        return geometric_mean(times[number] for times in self.quiet)

    def ratio(self, number: int, other: int) -> Ratio:
        """Returns how many times as long as model `number` the model `other` takes."""
        return Ratio.of([times[other] / times[number] for times in self.quiet])

    @property
    def uncertainty(self) -> float:
        """The largest uncertainty of all ratios to the first model."""
        if len(self.quiet) < 2:
            return inf
        models = range(1, len(self.medians[0]))
        return max((self.ratio(number, 0).uncertainty for number in models), default=0.0)


def time_in_fresh_processes(
    models: Sequence[Path],
    threads: int,
    uncertainty: float,
    seconds: float,
    watch: Watch | None = None,
) -> Processes:
    """Times offline models until all ratios to the first one are known.

    Args:
        models: The `.om` files.
        threads: The number of threads.
        uncertainty: The share to which ratios must be known.
        seconds: The limit of the measuring time, about.
        watch: Tells whether the cores are quiet; all waiting together takes at most `seconds` more.

    Returns:
        The medians of all processes.
    """
    idle_wait = IdleWait(watch)
    found: list[tuple[float, ...]] = []
    end = time.monotonic() + seconds
    while len(found) < MOST and (len(found) < FEWEST or time.monotonic() < end + idle_wait.waited):
        idle_wait.wait(max(0.0, seconds - idle_wait.waited))
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            options = threads, PROCESS_SECONDS, len(found)
            task = process.submit(time_in_turns, tuple(models), *options)
            found.append(task.result())
        measured = Processes(tuple(found))
        if len(measured.quiet) >= FEWEST and measured.uncertainty <= uncertainty:
            break
    return Processes(tuple(found))


def time_in_turns(
    models: Sequence[Path], threads: int, seconds: float, number: int = 0
) -> tuple[float, ...]:
    """Times models in turns in this process.

    Args:
        models: The `.om` files.
        threads: The number of threads.
        seconds: The measuring time.
        number: The number of this process, which decides the order of loading.

    Returns:
        The median seconds of one inference of each model.
    """
    rounds: list[list[float]] = []
    spared = np.ones(random.Random(number).randrange(MOST_SPARED), np.uint8)
    first = number % len(models)
    order = [*range(first, len(models)), *range(first)]
    with ExitStack() as stack:
        pool = stack.enter_context(closing(ThreadPool(threads)))
        sessions = {place: opened(models[place], pool) for place in order}
        feeds = {
            place: synthetic_arrays(session.model.plan.inputs, seed=0)
            for place, session in sessions.items()
        }
        end = time.monotonic() + seconds
        while len(rounds) < FEWEST_ROUNDS or time.monotonic() < end:
            turns = {place: _turn(sessions[place], feeds[place]) for place in order}
            rounds.append([turns[place] for place in range(len(models))])
            order = [*order[1:], order[0]]
    del spared
    return tuple(median(times) for times in zip(*clean_rounds(rounds), strict=True))


def clean_rounds(rounds: Sequence[Sequence[float]]) -> list[Sequence[float]]:
    """Returns the rounds that were not slow, each model counting the same."""
    middle = [median(times) for times in zip(*rounds, strict=True)]
    slowness = [sum(map(truediv, times, middle)) for times in rounds]
    limit = SLOW * sorted(slowness)[len(rounds) // 10]
    return [times for times, slow in zip(rounds, slowness, strict=True) if slow <= limit]


def opened(path: Path, pool: ThreadPool) -> InferenceSession:
    """A session of an offline model on the threads of a pool."""
    model = read_offline_model(path)
    return InferenceSession(model, loaded=CpuModel(model, pool=pool))


def _turn(session: InferenceSession, feed: Mapping[str, np.ndarray]) -> float:
    """Returns the median seconds of some runs, after one that is not measured."""
    runs = min(MOST_RUNS, 1 + int(TURN_SECONDS / _seconds(session, feed)))
    return median(_seconds(session, feed) for _ in range(runs))


def _seconds(session: InferenceSession, feed: Mapping[str, np.ndarray]) -> float:
    begin = time.perf_counter()
    session.run(None, feed)
    return time.perf_counter() - begin
