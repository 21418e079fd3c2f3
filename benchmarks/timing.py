"""Times several things against each other in one process, turn by turn, and sums up.

Machines are shared and their speed drifts, so figures taken one after the other cannot be compared.
The turns are those of `aoe bench`, see `aoe.application.run.bench_command`.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aoe.application.run.bench_command import interleaved


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


def interleave(contestants: Mapping[str, Callable[[], Any]], seconds: float) -> dict[str, Timing]:
    """Runs every contestant in turn for about `seconds` altogether."""
    samples = interleaved(contestants, seconds)
    return {name: Timing.of(values) for name, values in samples.items()}
