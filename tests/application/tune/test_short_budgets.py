"""A job whose budget has no time for the check of the whole model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.model import machine
from aoe.application.tune import tune_job
from aoe.application.tune.phases import prepare, whole_model
from aoe.tuning import operator_tuning
from tests.application.run.in_process import measure_in_process
from tests.application.tune.winning import let_candidates_win

TUNE = ("tune", "small.onnx", "--input_shape=x:2,8", "--threads=1")


@pytest.fixture(autouse=True)
def _engines_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    measure_in_process(monkeypatch)


def test_winners_are_used_without_the_check_and_that_is_said(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unchecked(*arguments: Any) -> Any:
        found = tune_operators(*arguments)
        return replace(found, dry_run=replace(found.dry_run, unchecked=True))

    tune_operators = operator_tuning.tune_operators
    let_candidates_win(monkeypatch)
    monkeypatch.setattr(operator_tuning, "tune_operators", unchecked)
    monkeypatch.setattr(whole_model, "check_model", lambda *_: pytest.fail("checked"))
    assert main([*TUNE, "--budget=20"]) == 0
    text = capsys.readouterr().out
    assert "it uses 1 faster policy, measured alone" in text
    assert "not measured" in text
    with aoe.InferenceSession("small.om", threads=1) as session:
        assert session.model.manifest.tuning["repo_add_num"] == 1


@pytest.mark.parametrize(
    ("budget", "renewals"), [("20s", ["end"]), ("2m", ["start"]), ("auto", ["end"])]
)
def test_the_speed_of_the_machine_is_measured_again_when_there_is_time(
    budget: str, renewals: list[str], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []

    def measure(where: str) -> Any:
        def measured(*arguments: Any) -> Any:
            renew = arguments[3] if len(arguments) > 3 else True
            found.extend([where] if renew else [])
            return machine.machine_to_tune(*arguments)

        return measured

    monkeypatch.setattr(prepare, "machine_to_tune", measure("start"))
    monkeypatch.setattr(tune_job, "machine_to_tune", measure("end"))
    assert main([*TUNE, f"--budget={budget}"]) == 0
    assert found == renewals
