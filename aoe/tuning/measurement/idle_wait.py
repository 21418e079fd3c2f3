"""Waits with a measurement until the machine is quiet, within limits.

What is measured while another program has the cores holds for that moment only. So whoever measures
asks first, and waits if need be. A machine that is never quiet is measured as it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from aoe.backends.backend import Watch
from aoe.tuning.comparison.comparison_policy import WAITING


@dataclass(slots=True)
class IdleWait:
    """Waits for quiet cores.

    Attributes:
        watch: Looks at the cores. None if nothing does; they count as quiet then.
        start: When the job began, by `clock`.
        clock: The time in seconds.
        sleep: Lets so many seconds pass.
        waited: Seconds spent waiting until now.
    """

    watch: Watch | None = None
    start: float = 0.0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    waited: float = 0.0

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until the cores are quiet, and returns whether they are.

        Args:
            seconds: For at most so long. By default what is left of a search's share of the time.
        """
        if self.watch is None:
            return True
        begin = self.clock()
        if seconds is None:
            seconds = WAITING.search_share * (begin - self.start) - self.waited
        quiet = self.watch.is_quiet()
        while not quiet and self.clock() - begin + WAITING.look_seconds <= seconds:
            self.sleep(WAITING.look_seconds)
            quiet = self.watch.is_quiet()
        self.waited += self.clock() - begin
        return quiet

    def is_quiet(self) -> bool:
        """Whether the cores are quiet now, as far as anything looks."""
        return self.watch is None or self.watch.is_quiet()

    def pause(self, seconds: float) -> None:
        """Lets some time pass."""
        self.sleep(seconds)
