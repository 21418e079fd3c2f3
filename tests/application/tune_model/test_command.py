"""What `aoe tune MODEL` asks of a job."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from aoe.application.tune.phases.budget import SMALL_BUDGET
from aoe.application.tune.tune_job import AFTER_SHARE
from aoe.application.tune_model import command
from aoe.application.tune_model.command import AROUND, tune_model_command
from aoe.application.tune_model.standing import SECONDS


class AskedError(Exception):
    """Ends the command where the job would begin."""


@pytest.mark.parametrize("compared", [False, True])
def test_a_budget_holds_the_start_and_the_end_of_the_process(
    place: Path, monkeypatch: pytest.MonkeyPatch, compared: bool
) -> None:
    kept: list[float] = []

    def job(request: Any, settings: Any, observer: Any, start: float, after: float) -> None:
        kept.append(after)
        raise AskedError

    monkeypatch.setattr(command, "run_tune_job", job)
    monkeypatch.setattr(command, "is_possible", lambda: compared)
    shapes = {"input_shape": "x:2,8", "progress_bar": "off"}
    with pytest.raises(AskedError):
        tune_model_command("small.onnx", shapes, time.monotonic())
    assert kept == [AROUND + SECONDS * compared]
    assert kept[0] <= AFTER_SHARE * SMALL_BUDGET
