"""A compiler that is there while it is needed: its helper processes take a while to start, and
memory while they wait.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from aoe.backends.backend import Compiler
from aoe.idle_timer import IdleTimer

#: Seconds after the last use at which a compiler is closed.
KEPT_SECONDS = 20.0


class KeptCompiler:
    """Opens a compiler when it is first used and closes it some time after the last use."""

    def __init__(self, make: Callable[[], Compiler], seconds: float = KEPT_SECONDS) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._idle = IdleTimer(seconds, self._lock, self._close)
        self._open: Compiler | None = None
        self._end: weakref.finalize[[], KeptCompiler] | None = None

    def start(self) -> None:
        """Opens the compiler now, so that its helper processes are ready when it is used."""
        with self.use():
            pass

    @contextmanager
    def use(self) -> Iterator[Compiler]:
        """Within, the compiler; one thread at a time."""
        with self._lock:
            self._idle.stop()
            if self._open is None:
                self._open = self._make()
                self._end = weakref.finalize(self, self._open.close)
            try:
                yield self._open
            finally:
                self._idle.start()

    def close(self) -> None:
        """Closes the compiler; it opens again when it is used."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        self._idle.stop()
        if self._end is not None:
            self._end()
        self._open = self._end = None
