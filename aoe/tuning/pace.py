"""How much tuning fits in the time there is: a clock that learns what candidates cost."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

#: Seconds a candidate is taken to cost, compiling and measuring, until some have been seen.
GUESSED_SECONDS = 0.15


@dataclass(slots=True)
class Pace:
    """`budget`: seconds from now, None for no end. `clock`: seconds, monotonic."""

    budget: float | None = None
    clock: Callable[[], float] = time.monotonic
    start: float = field(init=False)
    spent: float = 0.0
    candidates: int = 0

    def __post_init__(self) -> None:
        self.start = self.clock()

    @property
    def left(self) -> float | None:
        """Seconds until the budget is spent, not negative; None without a budget."""
        if self.budget is None:
            return None
        return max(0.0, self.start + self.budget - self.clock())

    @property
    def seconds_per_candidate(self) -> float:
        """What a candidate has cost on average, the time of all processes counted once."""
        return self.spent / self.candidates if self.candidates else GUESSED_SECONDS

    def count(self, seconds: float, candidates: int) -> None:
        """Learns that so many new candidates were done with in so many seconds."""
        self.spent += seconds
        self.candidates += candidates

    def affordable(self, most: int) -> int:
        """How many candidates fit in the time left, at most `most`."""
        left = self.left
        return most if left is None else min(most, int(left / self.seconds_per_candidate))
