"""How noisy the machine is, measured by what is sampled anyway, and which policy follows from that.

The incumbents of a search are sampled in every generation, so their samples tell how well timings
repeat: within milliseconds, over the minutes of a search and at several places in memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from statistics import median

from aoe.tuning.comparison.comparison_policy import NOISY, QUIET, ComparisonPolicy

#: The machine is noisy if the samples of one candidate spread by more than this share of their
#: median, from the first to the last decile. Normal noise of 3 % a sample does.
NOISY_SPREAD = 0.08
#: Samples that are remembered of each candidate, and fewest that tell a spread.
REMEMBERED, FEWEST = 64, 8


@dataclass(slots=True)
class NoiseMonitor:
    """What is known of the noise of a machine.

    Attributes:
        samples: The latest samples of each candidate that is sampled again and again, in seconds.
        quiet_cores: Whether the cores were quiet when somebody looked last.
        resolution: Seconds. Times that differ by less are not told apart
            (`aoe.backends.backend.Machine.resolution`).
    """

    samples: dict[Hashable, deque[float]] = field(default_factory=dict)
    quiet_cores: bool = True
    resolution: float = 0.0

    def add(self, name: Hashable, seconds: float) -> None:
        """Remembers a sample of a candidate."""
        self.samples.setdefault(name, deque(maxlen=REMEMBERED)).append(seconds)

    @property
    def spread(self) -> float | None:
        """The largest spread of a candidate's samples; None while there are too few."""
        known = [_spread(sorted(taken)) for taken in self.samples.values() if len(taken) >= FEWEST]
        return max(known, default=None)

    @property
    def is_noisy(self) -> bool:
        """Whether noise was measured."""
        return not self.quiet_cores or (self.spread or 0.0) > NOISY_SPREAD

    @property
    def policy(self) -> ComparisonPolicy:
        """The policy to compare by: the strict one also while nothing is known."""
        return NOISY if self.spread is None or self.is_noisy else QUIET


def _spread(ordered: list[float]) -> float:
    """From the first to the last decile, as a share of the median."""
    rank = len(ordered) // 10
    return (ordered[-1 - rank] - ordered[rank]) / median(ordered)
