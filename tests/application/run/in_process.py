"""Engines that are measured in the process of the test, on a machine that counts as quiet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from aoe.application.run import bench_command, contest
from aoe.application.run.engines import Turn
from aoe.application.tune_model import standing
from tests.application.tune.one_process import NoProcess


@contextmanager
def always_quiet(target: object) -> Iterator[Callable[[], bool]]:
    yield lambda: True


def measure_in_process(patch: pytest.MonkeyPatch) -> None:
    """From now on engines start no processes, and turns are short and without pauses."""
    patch.setattr(contest, "WorkerProcess", NoProcess)
    patch.setattr(contest, "PAUSE_SECONDS", 0.0)
    patch.setattr(bench_command, "PAUSE_SECONDS", 0.0)
    patch.setattr(contest, "TURN", Turn(seconds=0.0, fewest=1))
    for home in (bench_command, standing):
        patch.setattr(home, "quiet_machine", always_quiet)
