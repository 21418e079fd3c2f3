"""The command `aoe`, in which one function announces that it was called and waits for Ctrl-C:

    python -m tests.application.tune.interruption.interruptible MODULE FUNCTION OPTIONS…

It is the first call of the function. The last candidate of every search wins. The job is short
(`tests.application.tune.short_jobs`).
"""

from __future__ import annotations

import importlib
import sys
import time
from typing import Any

import pytest

from aoe.application.command_line import main
from tests.application.tune.short_jobs import shorten_jobs
from tests.application.tune.winning import let_candidates_win

#: Longest wait for the signal, in seconds.
WAIT = 5.0


def wait_at(home: str, name: str) -> None:
    """Replaces a function of a module by one that waits when it is called first."""
    module = importlib.import_module(home)
    original = getattr(module, name)
    called = False

    def waiting(*arguments: Any, **options: Any) -> Any:
        nonlocal called
        if not called:
            called = True
            print("ready", flush=True)
            end = time.monotonic() + WAIT
            while time.monotonic() < end:
                time.sleep(0.01)
        return original(*arguments, **options)

    setattr(module, name, waiting)


if __name__ == "__main__":
    patch = pytest.MonkeyPatch()
    let_candidates_win(patch, 1e-6, 2e-6, final=True)
    shorten_jobs(patch)
    home, name, *options = sys.argv[1:]
    wait_at(home, name)
    sys.exit(main(options))
