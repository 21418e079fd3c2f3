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

    Outside the main thread, where signals cannot be handled, this changes nothing. Nor does it
    where Ctrl-C is ignored, or is the business of a program that embeds Python.
    """
    interruption = Interruption()
    before = signal.getsignal(signal.SIGINT)
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or before in (None, signal.SIG_IGN):
        yield interruption
        return

    def note(number: int, frame: FrameType | None) -> None:
        if interruption.asked:
            raise KeyboardInterrupt
        interruption.asked = True

    signal.signal(signal.SIGINT, note)
    try:
        yield interruption
    finally:
        signal.signal(signal.SIGINT, before)
