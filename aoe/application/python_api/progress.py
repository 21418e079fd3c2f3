"""What functions of the module `aoe` show while they tune, in the names of Python."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from aoe.application.api_names import in_python, renamed
from aoe.application.display.console import RewordingObserver, progress_observer


@contextmanager
def progress_in_python(name: str, shown: bool, precision: object) -> Iterator[RewordingObserver]:
    """Within, an observer tells what a job does.

    Args:
        name: What is tuned.
        shown: Whether progress is shown on standard error.
        precision: The argument of this name; text stands for `PrecisionOptions(mode=text)`.
    """
    with progress_observer(name, shown) as observer:
        yield RewordingObserver(observer, partial(in_python, renamed=renamed(precision)))
