"""The command `aoe`, in which one function announces that it was called and waits for Ctrl-C:

python -m tests.application.tune.interruptible MODULE FUNCTION TURN OPTIONS…

`TURN` says at which call of the function that is. The last candidate of every search wins.
"""

from __future__ import annotations

import importlib
import sys
import time
from typing import Any

import pytest

from aoe.application.command_line import main
from tests.application.tune.winning import let_candidates_win

#: Longest wait for the signal, in seconds.
WAIT = 5.0


def wait_at(home: str, name: str, turn: int) -> None:
    """Replaces a function of a module by one that waits when it is called for the n-th time."""
    module = importlib.import_module(home)
    original = getattr(module, name)
    left = turn

    def waiting(*arguments: Any, **options: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0:
            print("ready", flush=True)
            end = time.monotonic() + WAIT
            while time.monotonic() < end:
                time.sleep(0.01)
        return original(*arguments, **options)

    setattr(module, name, waiting)


if __name__ == "__main__":
    let_candidates_win(pytest.MonkeyPatch(), 1e-6, 2e-6, final=True)
    home, name, turn, *options = sys.argv[1:]
    wait_at(home, name, int(turn))
    sys.exit(main(options))
