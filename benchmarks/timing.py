"""Times several functions against each other in one process, turn by turn.

Machines are shared and their speed drifts, so figures taken one after the other cannot be compared.
The turns are those of `aoe bench`, see `aoe.application.run.bench_command`.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from aoe.application.run.bench_command import (
    FEWEST_TURNS,
    PAUSE_SECONDS,
    RUNS_PER_TURN,
    interleaved,
)

Key = TypeVar("Key")
#: Fewest rounds of `in_turns`, however long they take, and the time of a turn.
_FEWEST_ROUNDS, _TURN_SECONDS = 3, 0.3


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds per run over all rounds.

    Attributes:
        runs: The number of runs.
        minimum: The fastest run.
        median: The median run.
        spread: Half the interquartile range.
    """

    runs: int
    minimum: float
    median: float
    spread: float

    @staticmethod
    def of(samples: list[float]) -> Timing:
        """Summarises at least two samples."""
        low, middle, high = statistics.quantiles(samples, n=4)
        return Timing(len(samples), min(samples), middle, (high - low) / 2)


def interleave(contestants: Mapping[str, Callable[[], Any]], seconds: float) -> dict[str, Timing]:
    """Runs every contestant in turn for about `seconds` altogether."""
    samples = interleaved(contestants, seconds)
    return {name: Timing.of(values) for name, values in samples.items()}


def long_turns(
    contestants: Mapping[Key, Callable[[], Any]], rounds: int, seconds: float, warm_up: int
) -> dict[Key, list[float]]:
    """Runs contestants in turns of many runs, in an order that is reversed from round to round. For
    inferences one behind another, with warm caches and threads that are awake.

    Args:
        contestants: What is run, by key.
        rounds: Turns of each.
        seconds: The time of a turn.
        warm_up: Runs before a turn, which do not count.

    Returns:
        The seconds of each run.
    """
    found: dict[Key, list[float]] = {key: [] for key in contestants}
    for number in range(rounds):
        for key in list(contestants)[:: 1 if number % 2 else -1]:
            found[key] += _long_turn(contestants[key], seconds, warm_up)
    return found


def _long_turn(run: Callable[[], Any], seconds: float, warm_up: int) -> list[float]:
    for _ in range(warm_up):
        run()
    found: list[float] = []
    end = time.perf_counter() + seconds
    while not found or time.perf_counter() < end:
        start = time.perf_counter()
        run()
        found.append(time.perf_counter() - start)
    return found


def medians_by_round(
    turns: Mapping[Key, Callable[[], Sequence[float]]], seconds: float
) -> dict[Key, list[float]]:
    """Takes turns in rotating order for about `seconds`.

    Ratios of one round's medians belong to one state of the machine.

    Args:
        turns: Functions by key; each runs one turn and returns the seconds of its runs.
        seconds: The measuring time.

    Returns:
        The median of each turn, round by round.
    """
    medians: dict[Key, list[float]] = {key: [] for key in turns}
    order = list(turns)
    count, end = 0, time.perf_counter() + seconds
    while count < FEWEST_TURNS or time.perf_counter() < end:
        for key in order:
            time.sleep(PAUSE_SECONDS)
            medians[key].append(statistics.median(turns[key]()))
        order = [*order[1:], order[0]]
        count += 1
    return medians


class Contestant(Protocol):
    """What times its own calls.

    Attributes:
        wall: Seconds of each call.
        cpu: CPU seconds of the process in each call.
    """

    wall: list[float]
    cpu: list[float]

    def call(self) -> object:
        """Calls it once, and adds to both lists."""
        ...


def in_turns(contestants: Sequence[Contestant], rounds: int, seconds: float) -> None:
    """Calls contestants in turns whose order rotates.

    A turn is up to ten calls of a third of a second together, of which the first does not count if
    there are others. A pause before it lets threads go to sleep that an engine keeps spinning.

    Args:
        contestants: What is called.
        rounds: How many turns each has at most.
        seconds: The time after which no round begins, but for the first three.
    """
    order = list(contestants)
    end = time.perf_counter() + seconds
    for count in range(rounds):
        if count >= _FEWEST_ROUNDS and time.perf_counter() > end:
            return
        for item in order:
            time.sleep(PAUSE_SECONDS)
            _take_turn(item)
        order = [*order[1:], order[0]]


def _take_turn(item: Contestant) -> None:
    begin, before = time.perf_counter(), len(item.wall)
    for _ in range(RUNS_PER_TURN):
        item.call()
        if time.perf_counter() - begin > _TURN_SECONDS:
            break
    if len(item.wall) > before + 1:
        del item.wall[before], item.cpu[before]
