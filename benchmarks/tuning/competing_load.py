"""A competing load: processes that use cores in bursts, as programs of a shared machine do."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context

#: Mean seconds of a burst, and of the pause after it.
BURST_SECONDS, PAUSE_SECONDS = 0.5, 1.0


@contextmanager
def competing_load(processes: int, seed: int = 0) -> Iterator[None]:
    """Within, so many processes compute in bursts of random lengths."""
    context = get_context("spawn")
    started = [
        context.Process(target=_compute_in_bursts, args=(seed + number,), daemon=True)
        for number in range(processes)
    ]
    for process in started:
        process.start()
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.join()


def spans(seed: int) -> Iterator[tuple[float, float]]:
    """Seconds of bursts and of the pauses after them, exponentially distributed."""
    generator = random.Random(seed)
    while True:
        burst = generator.expovariate(1 / BURST_SECONDS)
        yield burst, generator.expovariate(1 / PAUSE_SECONDS)


def _compute_in_bursts(
    seed: int,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    for burst, pause in spans(seed):
        end = clock() + burst
        while clock() < end:
            sum(range(1000))
        sleep(pause)
