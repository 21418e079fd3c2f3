"""The commands of a new user, and where they run."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from benchmarks.first_hour import Step, commands, summary, surroundings, timed


@pytest.mark.parametrize(("browser", "many"), [("/usr/bin/chromium", 4), (None, 3)])
def test_a_new_user_installs_tunes_reports_and_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: str | None, many: int
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: browser)
    steps = commands(tmp_path, "net.onnx", Path("/dist/open_aoe.whl"), "operators")
    assert len(steps) == many
    assert steps[0].words[-1] == "/dist/open_aoe.whl[report]"
    assert [step.shown for step in steps[1:3]] == [
        "aoe tune net.onnx",
        "aoe report net.om -o net.html",
    ]


def test_a_new_user_has_a_home_of_his_own_and_no_settings(tmp_path: Path) -> None:
    given = {"PATH": "/bin", "HOME": "/root", "TUNE_BANK_PATH": "/bank", "PYTHONPATH": "/src"}
    found = surroundings(given, tmp_path)
    assert found["PATH"] == "/bin"
    assert found["HOME"] == str(tmp_path / "home")
    assert not {"TUNE_BANK_PATH", "PYTHONPATH"} & set(found)
    assert found["PIP_CONFIG_FILE"] == "/root/.config/pip/pip.conf"


def test_what_a_failed_command_said_is_told(tmp_path: Path) -> None:
    step = Step("aoe tune", (sys.executable, "-c", "import sys; sys.exit('no such model')"))
    with pytest.raises(SystemExit, match="aoe tune: exit status 1\nno such model"):
        timed(step, tmp_path)


@pytest.mark.parametrize(
    ("seconds", "within"), [([60.0, 100.0], True), ([60.0, 130.0], False), ([1.0] * 5, False)]
)
def test_the_bar_is_on_all_commands_together(seconds: list[float], within: bool) -> None:
    row = summary([{"command": "a", "seconds": item, "within the bar": ""} for item in seconds])
    assert row["within the bar"] is within
