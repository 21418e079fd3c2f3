"""Jobs that are killed, to be continued: in processes of their own when they have found something
out, or in this process before they call a function.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from aoe.application.tune.job_folder import JOURNAL, jobs_in

WORKSPACE = Path("aoe_workspace")


class _Killed(BaseException):
    """Ends a job as `kill -9` does: nothing of it runs after."""


@contextmanager
def killed_before(home: ModuleType, name: str) -> Iterator[None]:
    """Within, a job dies where it would call a function of a module. It must come there."""

    def die(*_: object, **__: object) -> None:
        raise _Killed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(home, name, die)
        with pytest.raises(_Killed):
            yield


def run_again_and_again(
    start: Sequence[str], kinds: Sequence[str], check: Callable[[], None] = lambda: None
) -> None:
    """Runs a short job in this directory to its end. Each of the first runs is killed shortly after
    it has one more outcome of a kind, "outcome" (of an operator) or "subgraph"; `check` is called
    after every run.
    """
    options = start
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[4])}
    for kind in (*kinds, None):
        command = [sys.executable, "-m", "tests.application.tune.short_jobs", *options]
        with subprocess.Popen(command, env=environment) as process:
            if kind is not None:
                _wait_for_an_outcome(process, kind)
                time.sleep(random.uniform(0.0, 0.3))
                process.kill()
        assert process.returncode in (0, -signal.SIGKILL)
        check()
        if any(job.record.finished for job in jobs_in(WORKSPACE.absolute())):
            return
        options = ("--reload",)


def journal_lines() -> Iterator[dict[str, Any]]:
    """What the journals here have, but for lines that killed runs have not finished."""
    for journal in WORKSPACE.glob(f"*/{JOURNAL}"):
        for line in journal.read_text().splitlines():
            with suppress(ValueError):
                yield json.loads(line)


def decided(kind: str) -> set[str]:
    """The keys of the outcomes of a kind, of which each must have been decided once."""
    ended: set[str] = set()
    for outcome in _outcomes(kind):
        # Only the check of the whole model may come back to one, and undo what was found.
        undone = outcome["key"] in ended and outcome["before"] is None
        assert outcome["key"] not in ended or undone
        ended.add(outcome["key"])
    return ended


def _outcomes(kind: str) -> list[dict[str, Any]]:
    return [line[kind] for line in journal_lines() if kind in line]


def _wait_for_an_outcome(process: subprocess.Popen[bytes], kind: str) -> None:
    """Returns when a search has ended, or the process has."""
    known = len(_outcomes(kind))
    while process.poll() is None and len(_outcomes(kind)) <= known:
        time.sleep(0.02)
