"""Times offline models against each other in fresh processes, until it is known how well.

How fast a model runs differs from process to process by chance, with where its memory lies and with
which core a thread gets, and stays so as long as the process lives. So the models take turns in one
process after the other, each giving one figure per model, and what the figures of different
processes say of their mean is the confidence interval.

What a process frees the next one gets. So processes load the models in turns first, and leave more
or less memory alone before they do: else one model could have the same bad pages in all of them.

On a shared machine others disturb, for a moment or for seconds, and only ever make slower. So of
the rounds of a process, in each of which all models have a turn, those count that were not much
slower than the fast ones, and of the processes those whose first model was not. And processes wait
within limits for calm cores, because another state of the machine may last for all of them.
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
from aoe.backends.cpu.runtime.loaded_model import CpuModel
from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.backends.session import InferenceSession, read_offline_model
from aoe.tuning.measurement.idle_wait import IdleWait, Watch

#: Fewest and most processes, and seconds that each of them measures.
FEWEST, MOST = 5, 40
PROCESS_SECONDS = 3.0
#: A turn lasts about so many seconds, and has so many runs at most.
TURN_SECONDS, MOST_RUNS = 0.02, 20
FEWEST_ROUNDS = 7
#: Bytes that a process leaves alone at most.
MOST_SPARED = 256 << 20
#: What took so many times as long as what is fast was disturbed.
DISTURBED = 1.15
#: Student's t for 95 %, two-sided, by degrees of freedom; from 30 on that of the normal.
_STUDENT = (
    12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13,
    2.12, 2.11, 2.10, 2.09, 2.09, 2.08, 2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio of times, and how far the true one may be off with 95 % confidence, as a share."""

    value: float
    uncertainty: float

    @staticmethod
    def of(values: Sequence[float]) -> Ratio:
        """The geometric mean of independent ratios; one says nothing of how sure it is."""
        logarithms = [log(value) for value in values]
        freedom = len(values) - 1
        if freedom == 0:
            return Ratio(values[0], inf)
        student = _STUDENT[freedom - 1] if freedom <= len(_STUDENT) else 1.96
        error = student * stdev(logarithms) / sqrt(len(values))
        return Ratio(exp(fmean(logarithms)), exp(error) - 1.0)


@dataclass(frozen=True, slots=True)
class Processes:
    """`medians`: seconds of one inference, for each process, of each model in the order given."""

    medians: tuple[tuple[float, ...], ...]

    @property
    def calm(self) -> list[tuple[float, ...]]:
        """The processes that were not disturbed from start to end."""
        fastest = sorted(times[0] for times in self.medians)[len(self.medians) // 10]
        return [times for times in self.medians if times[0] <= DISTURBED * fastest]

    def seconds(self, number: int) -> float:
        """Of one model, over all calm processes."""
        return geometric_mean(times[number] for times in self.calm)

    def ratio(self, number: int, other: int) -> Ratio:
        """How many times longer than one model another takes."""
        return Ratio.of([times[other] / times[number] for times in self.calm])

    @property
    def uncertainty(self) -> float:
        """The largest of all ratios to the first model."""
        if len(self.calm) < 2:
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
    """Times offline models until all ratios to the first are known to a share of `uncertainty`, for
    about so many seconds at most. `watch`: each process waits until the cores are calm, all of them
    together as long again at most.
    """
    patience = IdleWait(watch)
    found: list[tuple[float, ...]] = []
    end = time.monotonic() + seconds
    while len(found) < MOST and (len(found) < FEWEST or time.monotonic() < end + patience.waited):
        patience.wait(max(0.0, seconds - patience.waited))
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            options = threads, PROCESS_SECONDS, len(found)
            task = process.submit(time_in_turns, tuple(models), *options)
            found.append(task.result())
        measured = Processes(tuple(found))
        if len(measured.calm) >= FEWEST and measured.uncertainty <= uncertainty:
            break
    return Processes(tuple(found))


def time_in_turns(
    models: Sequence[Path], threads: int, seconds: float, number: int = 0
) -> tuple[float, ...]:
    """Median seconds of one inference of each model, the models taking turns in this process, which
    is the one of that number.
    """
    rounds: list[list[float]] = []
    spared = np.ones(random.Random(number).randrange(MOST_SPARED), np.uint8)
    first = number % len(models)
    order = [*range(first, len(models)), *range(first)]
    with ExitStack() as stack:
        pool = stack.enter_context(closing(ThreadPool(threads)))
        opened = {place: read_offline_model(models[place]) for place in order}
        sessions = {
            place: InferenceSession(model, loaded=CpuModel(model, pool=pool))
            for place, model in opened.items()
        }
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
    return tuple(median(times) for times in zip(*undisturbed(rounds), strict=True))


def undisturbed(rounds: Sequence[Sequence[float]]) -> list[Sequence[float]]:
    """Those of some rounds that were not disturbed, each model counting the same."""
    middle = [median(times) for times in zip(*rounds, strict=True)]
    slowness = [sum(map(truediv, times, middle)) for times in rounds]
    limit = DISTURBED * sorted(slowness)[len(rounds) // 10]
    return [times for times, slow in zip(rounds, slowness, strict=True) if slow <= limit]


def _turn(session: InferenceSession, feed: Mapping[str, np.ndarray]) -> float:
    """Median seconds of some runs, after one that is not measured."""
    runs = min(MOST_RUNS, 1 + int(TURN_SECONDS / _seconds(session, feed)))
    return median(_seconds(session, feed) for _ in range(runs))


def _seconds(session: InferenceSession, feed: Mapping[str, np.ndarray]) -> float:
    begin = time.perf_counter()
    session.run(None, feed)
    return time.perf_counter() - begin
