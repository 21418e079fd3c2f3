"""Ends what is kept for a while after its last use, unless it is used again meanwhile."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable


class IdleTimer:
    """Calls a method of an owner some time after the last use.

    The owner's lock guards it: the methods are called while it is held, and so is the owner's.
    """

    def __init__(self, seconds: float, guard: threading.Lock, end: Callable[[], None]) -> None:
        """
        Args:
            seconds: The time without a use.
            guard: The owner's lock.
            end: A method of the owner. The timer does not keep the owner alive.
        """
        self._seconds, self._guard = seconds, guard
        self._end = weakref.WeakMethod(end)
        self._timer: threading.Timer | None = None

    def start(self) -> None:
        """A use has ended: from now on it counts."""
        self.stop()
        timer = threading.Timer(self._seconds, lambda: self._ended(timer))
        timer.daemon = True
        self._timer = timer
        timer.start()

    def stop(self) -> None:
        """A use begins, or nothing is kept any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ended(self, timer: threading.Timer) -> None:
        with self._guard:
            end = self._end()
            if timer is self._timer and end is not None:  # else a use began while this waited
                self._timer = None
                end()
