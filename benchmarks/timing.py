"""Times several things against each other in one process, turn by turn.

Machines are shared and their speed drifts, so figures taken one after the other cannot be compared.
Here every round gives each contestant a turn, in rotating order. A turn begins with a pause, in
which the spinning threads of the one before go to sleep, and with an unmeasured run, which brings
its own data back into the caches and wakes its own threads.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

PAUSE_SECONDS = 0.02
RUNS_PER_TURN = 5
FEWEST_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds per run over all rounds; `spread` is half the interquartile range."""

    runs: int
    minimum: float
    median: float
    spread: float

    @staticmethod
    def of(samples: list[float]) -> Timing:
        """Summarises at least two samples."""
        low, middle, high = statistics.quantiles(samples, n=4)
        return Timing(len(samples), min(samples), middle, (high - low) / 2)


def interleave(
    contestants: Mapping[str, Callable[[], object]],
    seconds: float,
    pause: float = PAUSE_SECONDS,
) -> dict[str, Timing]:
    """Runs every contestant in turn for about `seconds` altogether, at least five rounds."""
    samples: dict[str, list[float]] = {name: [] for name in contestants}
    order = list(contestants)
    end = time.perf_counter() + seconds
    rounds = 0
    while rounds < FEWEST_ROUNDS or time.perf_counter() < end:
        for name in order:
            time.sleep(pause)
            samples[name].extend(_turn(contestants[name]))
        order = [*order[1:], order[0]]
        rounds += 1
    return {name: Timing.of(values) for name, values in samples.items()}


def _turn(run: Callable[[], object]) -> list[float]:
    run()
    taken = []
    for _ in range(RUNS_PER_TURN):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return taken
