"""Measures engines against each other: each in a process of its own, in turns.

A machine that others use is faster at one moment than at the next, so the engines take turns, in
rotating order, each after a pause in which threads of the others go to sleep. What a process
happens to get, its pages and addresses, stays for its life and changes small models by tens of
percent, so all of it is repeated in fresh processes. A round in which the machine was busy does not
count where there are enough others. Where there are not, nothing is said of which engine is faster.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from math import ceil

import numpy as np

from aoe.application.run.engines import EngineError, Opened, Opening, Turn
from aoe.errors import AoeError
from aoe.isolation.worker_process import WorkerProcess

#: How often each engine is started.
PROCESSES = 2
#: Pause before a turn. Threads of another engine keep spinning after a run, those of ONNX Runtime
#: for tens of milliseconds.
PAUSE_SECONDS = 0.15
#: Rounds at least, in all processes together, and quiet ones that a comparison needs.
FEWEST_ROUNDS = 6
#: How many times as long as wanted it may take while too few rounds were quiet.
LONGEST = 2.0
#: Seconds for opening a model, which some engines compile, and for a turn.
OPEN_TIMEOUT, TURN_TIMEOUT = 600.0, 120.0
TURN = Turn()
_HANDLER = "aoe.application.run.engines:engine_handler"


@dataclass(slots=True)
class Round:
    """One turn of each engine.

    Attributes:
        quiet: Whether the machine was quiet before each turn and after the last.
        seconds: Of each inference, by engine.
    """

    quiet: bool = True
    seconds: dict[str, list[float]] = field(default_factory=dict)


@dataclass(slots=True)
class Contest:
    """What was measured.

    Attributes:
        versions: Of the engines, by name.
        outputs: What each gave.
        rounds: All rounds.
        missing: Engines that are out, and why.
        needed: Quiet rounds that a comparison needs.
    """

    versions: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, Sequence[np.ndarray]] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)
    needed: int = FEWEST_ROUNDS

    @property
    def quiet_rounds(self) -> list[Round]:
        """The rounds in which the machine was quiet."""
        return [item for item in self.rounds if item.quiet]

    @property
    def is_quiet(self) -> bool:
        """Whether enough rounds were quiet to compare engines by them."""
        return len(self.quiet_rounds) >= self.needed

    def seconds(self, engine: str) -> list[float]:
        """Seconds of the inferences of an engine: of quiet rounds if there are enough."""
        counting = self.quiet_rounds if self.is_quiet else self.rounds
        return [taken for item in counting for taken in item.seconds.get(engine, ())]


def held(
    openings: Sequence[Opening],
    seconds: float,
    quiet: Callable[[], bool],
    processes: int | None = None,
    fewest: int = FEWEST_ROUNDS,
) -> Contest:
    """Compares engines.

    Args:
        openings: The engines and what each of them runs.
        seconds: How long to measure, about.
        quiet: Tells whether the machine is quiet.
        processes: How often each engine is started; `PROCESSES` by default.
        fewest: Rounds at least, and quiet ones that are needed.

    Raises:
        AoeError: The first engine cannot run the model, or none of the others can.
    """
    contest, starts = Contest(needed=fewest), processes or PROCESSES
    for number in range(1, starts + 1):
        with ExitStack() as stack:
            opened = _opened(openings, contest, stack)
            _take_rounds(opened, contest, seconds / starts, ceil(fewest * number / starts), quiet)
    return contest


def _opened(
    openings: Sequence[Opening], contest: Contest, stack: ExitStack
) -> dict[str, WorkerProcess]:
    """The processes of the engines that can run their model."""
    processes: dict[str, WorkerProcess] = {}
    failures: dict[str, AoeError] = {}
    for opening in openings:
        name = opening.engine
        if name in contest.missing:
            continue
        process = stack.enter_context(closing(WorkerProcess(_HANDLER)))
        try:
            opened: Opened = process.call(opening, OPEN_TIMEOUT)
        except AoeError as error:
            failures[name] = error
            contest.missing[name] = str(error)
            continue
        processes[name] = process
        contest.versions[name], contest.outputs[name] = opened.version, opened.outputs
    first = openings[0].engine
    if first in failures:
        raise failures[first]
    if failures and len(processes) == 1:
        raise next(iter(failures.values()))
    return processes


def _take_rounds(
    processes: Mapping[str, WorkerProcess],
    contest: Contest,
    seconds: float,
    fewest: int,
    quiet: Callable[[], bool],
) -> None:
    """Takes rounds until the time is over and there are enough."""
    order, begin = list(processes), time.perf_counter()
    while True:
        over = time.perf_counter() - begin
        enough = len(contest.quiet_rounds) >= fewest or over >= LONGEST * seconds
        if len(contest.rounds) >= fewest and over >= seconds and enough:
            return
        contest.rounds.append(_round(order, processes, quiet))
        order = [*order[1:], order[0]]


def _round(
    order: Sequence[str], processes: Mapping[str, WorkerProcess], quiet: Callable[[], bool]
) -> Round:
    taken = Round()
    for name in order:
        time.sleep(PAUSE_SECONDS / 2)
        taken.quiet &= quiet()
        time.sleep(PAUSE_SECONDS / 2)
        try:
            taken.seconds[name] = processes[name].call(TURN, TURN_TIMEOUT)
        except AoeError as error:
            raise EngineError(f"{name} stopped while it was measured: {error}") from error
    return taken
