"""Keeps native steps and runs by the framework apart, in all threads of a process.

A native step reads its variables when it begins, and its new values count when it ends. A run by
the framework in another thread may read or change the same variables until it ends. So no native
step begins while such a run is on its way: the framework computes that step too. And such a run
begins when no native step is at work. Runs by the framework do not wait for each other, because one
may need the other, as what takes from a queue needs what fills it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class FrameworkRuns:
    """The runs by the framework that may use some variables.

    Attributes:
        lock: Who has it may run a native step, or give the framework its values.
    """

    __slots__ = ("_count", "lock")

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._count = 0

    @property
    def are_ended(self) -> bool:
        """Whether none is on its way, so that a native step may begin. Ask with the lock."""
        return not self._count

    @contextmanager
    def one(self, prepare: Callable[[], None]) -> Iterator[None]:
        """One run. `prepare`: gives the framework the values of its variables."""
        with self.lock:
            prepare()
            self._count += 1
        try:
            yield
        finally:
            with self.lock:
                self._count -= 1
