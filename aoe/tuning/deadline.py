"""Deadline: when a run must have ended. Everything a run does asks the same one, so that no step
takes the time that another needs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Deadline:
    """`budget`: seconds the whole run may take, None for no end; `start`: when it began, by `clock`
    (seconds, monotonic).
    """

    budget: float | None = None
    start: float = 0.0
    clock: Callable[[], float] = time.monotonic

    @property
    def used(self) -> float:
        """Seconds since the run began."""
        return self.clock() - self.start

    @property
    def left(self) -> float | None:
        """Seconds until the end, not negative; None if there is none."""
        return None if self.budget is None else max(0.0, self.budget - self.used)

    def within(self, seconds: float, reserve: float = 0.0) -> float:
        """At most `seconds`, and no more than is left when `reserve` seconds are kept back."""
        left = self.left
        return seconds if left is None else min(seconds, max(0.0, left - reserve))
