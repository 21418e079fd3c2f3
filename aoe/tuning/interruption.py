"""Delays Ctrl-C while what was found is noted, and while the last files of a job are written."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


@dataclass(slots=True)
class Interruption:
    """Whether the user asked to stop.

    Attributes:
        asked: Whether Ctrl-C was pressed.
    """

    asked: bool = False


@contextmanager
def postponed_interruption() -> Iterator[Interruption]:
    """Within, the first Ctrl-C is only noted. A second one raises `KeyboardInterrupt` as usual. Not
    to be nested: each level would note one.

    Outside the main thread, where signals cannot be handled, this changes nothing.
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
