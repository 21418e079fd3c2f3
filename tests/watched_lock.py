"""A lock that tells how many threads have come to it, instead of a pause that is long enough."""

from __future__ import annotations

import threading


class WatchedLock:
    """A lock that is used in `with`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._come = threading.Semaphore(0)

    def __enter__(self) -> None:
        self._come.release()
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def wait_for(self, threads: int) -> None:
        """Waits until so many more threads have the lock or wait for it."""
        for _ in range(threads):
            assert self._come.acquire(timeout=60), "too few threads have come"
