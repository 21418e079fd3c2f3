"""Ctrl-C while the last files are written: it waits until they are sound."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


@dataclass(slots=True)
class Interruption:
    """`asked`: whether the user has pressed Ctrl-C meanwhile."""

    asked: bool = False


@contextmanager
def postponed_interruption() -> Iterator[Interruption]:
    """Within, Ctrl-C is only noted; pressed a second time it raises `KeyboardInterrupt` as usual.

    Outside the main thread, where signals cannot be handled, it changes nothing.
    """
    interruption = Interruption()
    if threading.current_thread() is not threading.main_thread():
        yield interruption
        return

    def note(number: int, frame: FrameType | None) -> None:
        if interruption.asked:
            raise KeyboardInterrupt
        interruption.asked = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield interruption
    finally:
        signal.signal(signal.SIGINT, before)
