"""The deadline of a job. All its steps ask the same one, so that no step takes time that another
needs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Deadline:
    """When a job must have ended.

    Attributes:
        budget: Seconds that the whole job may take. None for no end.
        start: When it began, by `clock`.
        clock: A monotonic time in seconds.
        earlier: Seconds of the time since `start` that runs before this one took, of a job that
            is continued.
    """

    budget: float | None = None
    start: float = 0.0
    clock: Callable[[], float] = time.monotonic
    earlier: float = 0.0

    @property
    def used(self) -> float:
        """Seconds since the job began."""
        return self.clock() - self.start

    @property
    def left(self) -> float | None:
        """Seconds until the end, not negative; None if there is none."""
        return None if self.budget is None else max(0.0, self.budget - self.used)

    def within(self, seconds: float, reserve: float = 0.0) -> float:
        """At most `seconds`, and no more than is left when `reserve` seconds are kept back."""
        left = self.left
        return seconds if left is None else min(seconds, max(0.0, left - reserve))
