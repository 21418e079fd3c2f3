"""What a caller tells of an inference that a device may make use of, and need not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class CallHints:
    """Hints of one inference. They change no result.

    Attributes:
        more: Whether another inference follows soon, so that threads are kept ready for it.
        openmp_fork: The address of the function by which the caller's OpenMP runtime forks its
            threads (GCC's `GOMP_parallel`), which may compute instead of a device's own; 0 for
            none.
    """

    more: bool = False
    openmp_fork: int = 0


#: No other inference follows soon, and the caller has no threads to give.
NO_HINTS = CallHints()
#: Another inference follows soon.
MORE_FOLLOWS = CallHints(more=True)


@lru_cache
def call_hints(more: bool, openmp_fork: int) -> CallHints:
    """Hints, made once: an inference may take microseconds."""
    return CallHints(more, openmp_fork)
