"""What scripts on several ranks have in common: the environment, what the logger tells, and a run
in a simulated world.
"""

from __future__ import annotations

import io
import logging
import os
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import aoe.torch
from aoe.results.gradient_report import GradientTuningReport
from aoe.results.report import TuningReports
from aoe.results.result_file import read_result_file
from aoe.torch.gradients.reducer import buckets_in_use, is_installed

from .simulated_world import World

#: The device model that the repository knows.
SOC = "test_2c"
#: Steps of a script after tuning.
AFTER = 5


def environment(folder: str, mode: str) -> None:
    os.environ.update(TUNE_BANK_PATH=folder, ASCEND_WORK_PATH=folder, AOE_MODE=mode)


def section_of(folder: Path) -> GradientTuningReport:
    """What the result file of the only run of a folder says."""
    (path,) = folder.glob("aoe_result_gdat_*_pid*.json")
    found = read_result_file(path)
    assert isinstance(found, TuningReports)
    ((_, report),) = found.reports
    assert report.gradients is not None
    return report.gradients


class Notices(logging.Handler):
    """What a user is told by the logger."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        logger = logging.getLogger("aoe.torch")
        logger.handlers = [self]
        logger.setLevel(logging.INFO)

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


def trained(
    rank: int,
    folder: str,
    mode: str,
    in_call: bool = False,
    compression: str | None = None,
    optimizer: bool = False,
    **options: Any,
) -> dict[str, Any]:
    """Trains until nothing is tuned any more, and some steps more. `optimizer`: whether that of the
    script is given. `options`: of the `World`.
    """
    environment(folder, mode)
    notices, printed = Notices(), io.StringIO()
    world = World(rank, **options)
    ddp, steps = world.ddp, 0

    def step() -> None:
        nonlocal steps
        steps += 1
        world.step()

    with redirect_stdout(printed), world.rules():
        given = aoe.torch.tune_gradients(
            ddp,
            step if in_call else None,
            soc_version=SOC,
            compression=compression,
            optimizer=world.optimizer if optimizer else None,
        )
        in_this_call = steps
        while ddp._aoe_gradients.tuner is not None:
            step()
        for _ in range(AFTER):
            step()
    updates = ddp._aoe_gradients.updates
    return {
        "same": given is ddp,
        "steps": steps,
        "in call": in_this_call,
        "printed": printed.getvalue().splitlines(),
        "notices": notices.texts,
        "buckets": buckets_in_use(ddp),
        "installed": is_installed(ddp),
        "updates": updates is not None and updates.in_use,
        "watched": updates is not None,
        "parameters": [item.detach().sum().item() for item in ddp.parameters()],
        "sent as": ddp._get_ddp_logging_data().get("comm_hook", ""),
    }
