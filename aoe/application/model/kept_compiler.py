"""A compiler that is there while it is needed: its helper processes take a while to start, and
memory while they wait.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from aoe.backends.backend import Compiler

#: Seconds after the last use at which a compiler is closed.
KEPT_SECONDS = 20.0


class KeptCompiler:
    """Opens a compiler when it is first used and closes it some time after the last use."""

    def __init__(self, make: Callable[[], Compiler], seconds: float = KEPT_SECONDS) -> None:
        self._make = make
        self._seconds = seconds
        self._lock = threading.Lock()
        self._open: Compiler | None = None
        self._timer: threading.Timer | None = None
        self._end: weakref.finalize[[], KeptCompiler] | None = None

    def start(self) -> None:
        """Opens the compiler now, so that its helper processes are ready when it is used."""
        with self.use():
            pass

    @contextmanager
    def use(self) -> Iterator[Compiler]:
        """Within, the compiler; one thread at a time."""
        with self._lock:
            self._stop_timer()
            if self._open is None:
                self._open = self._make()
                self._end = weakref.finalize(self, self._open.close)
            try:
                yield self._open
            finally:
                self._timer = threading.Timer(self._seconds, _close, [weakref.ref(self)])
                self._timer.daemon = True
                self._timer.start()

    def close(self) -> None:
        """Closes the compiler; it opens again when it is used."""
        with self._lock:
            self._stop_timer()
            if self._end is not None:
                self._end()
            self._open = self._end = None

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _close(kept: weakref.ref[KeptCompiler]) -> None:
    found = kept()
    if found is not None:
        found.close()
