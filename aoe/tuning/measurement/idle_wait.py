"""Patience: waiting with a measurement until the machine is calm, within limits.

What is measured while somebody else has the cores holds for that moment only. So whoever measures
asks first, and waits if need be; but a machine that is never calm must be measured as it is, so
waiting has a share of the run.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

#: Seconds between two looks at the machine.
PAUSE = 0.1
#: Share of the time since the run began that searching may have waited.
SHARE = 0.1


class Watch(Protocol):
    """What knows the state of the machine."""

    def is_calm(self) -> bool:
        """Whether nothing disturbs at present."""


@dataclass(slots=True)
class IdleWait:
    """`watch`: of the machine, None if nobody watches. `start`: when the run began, by `clock`;
    `waited`: seconds spent waiting until now.
    """

    watch: Watch | None = None
    start: float = 0.0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    waited: float = 0.0

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until the machine is calm, for at most so many seconds, by default what is left of
        the share; returns whether it is.
        """
        if self.watch is None:
            return True
        begin = self.clock()
        if seconds is None:
            seconds = SHARE * (begin - self.start) - self.waited
        calm = self.watch.is_calm()
        while not calm and self.clock() - begin + PAUSE <= seconds:
            self.sleep(PAUSE)
            calm = self.watch.is_calm()
        self.waited += self.clock() - begin
        return calm

    def is_calm(self) -> bool:
        """Whether the machine is calm now, as far as anybody watches."""
        return self.watch is None or self.watch.is_calm()

    def pause(self, seconds: float) -> None:
        """Lets some time go by."""
        self.sleep(seconds)
