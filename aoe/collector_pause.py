"""The collector of cyclic garbage waits: while a lock is held that finalizers take, too, and while
many objects are made of which hardly any is such garbage.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class CollectorPause:
    """A pause of the collector, which is the process's. So threads share one: the first that pauses
    turns the collector off, and the last turns it on again, if it was on.
    """

    def __init__(self) -> None:
        #: Reentrant: a collection that is due may begin at the first steps of a pause.
        self._lock = threading.RLock()
        self._count, self._was_on = 0, False

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Within, no collection begins, unless somebody asks for it."""
        with self._lock:
            self._count += 1
            if self._count == 1:
                self._was_on = gc.isenabled()
                gc.disable()
        try:
            yield
        finally:
            with self._lock:
                if self._count == 1 and self._was_on:
                    gc.enable()
                self._count -= 1


#: The one of this process.
collector_paused = CollectorPause()
