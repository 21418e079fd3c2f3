"""How a job of tuning in a script shows its progress."""

from __future__ import annotations

import logging
from pathlib import Path

import onnx_ir
import pytest

from aoe.errors import AoeError
from aoe.settings import Settings, read_settings
from aoe.training import tuning
from aoe.training.tuning import Tuner, TuningOptions
from aoe.tuning.observer import Observer


@pytest.mark.parametrize("printed", ["0", "1"])
def test_progress_is_shown_unless_the_environment_switches_it_off(
    printed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def job(request: object, settings: Settings, observer: Observer) -> None:
        observer.started(3)
        raise AoeError("it ends here")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ASCEND_SLOG_PRINT_TO_STDOUT", printed)
    monkeypatch.setattr(tuning, "run_folder_job", job)
    options = TuningOptions("2", "10")
    tuner = Tuner(options, read_settings(), 1, "aoe_test", logging.getLogger("test"))
    graph = onnx_ir.Graph([], [], nodes=[], name="step", opset_imports={"": 21})
    assert not tuner.tune("step", onnx_ir.Model(graph, ir_version=10), {})
    assert ("tuning 3 operators" in capsys.readouterr().err) == (printed == "0")
