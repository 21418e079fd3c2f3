"""Times several functions against each other in one process, turn by turn.

Machines are shared and their speed drifts, so figures taken one after the other cannot be compared.
The turns are those of `aoe bench`, see `aoe.application.run.bench_command`.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from aoe.application.run.bench_command import FEWEST_TURNS, PAUSE_SECONDS, interleaved

Key = TypeVar("Key")


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
