"""`aoe doctor` tells what is there and what is amiss."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from aoe.application.command_line import main
from aoe.application.tune import doctor
from aoe.application.tune import preconditions as module
from aoe.application.tune.device_lock import device_lock, lock_path
from aoe.application.tune.preconditions import preconditions, running_programs
from aoe.application.tune.workspace import workspace_of
from aoe.settings import read_settings

Told = dict[str, tuple[str, str]]


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0))


def told(capsys: pytest.CaptureFixture[str], status: int = 0) -> Told:
    """Found and remedy by name."""
    assert main(["doctor", "--json"]) == status
    lines = json.loads(capsys.readouterr().out)
    return {line["name"]: (line["found"], line["remedy"]) for line in lines}


def test_every_line_is_ok_or_a_warning(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines} <= {"ok", "warning"}
    assert any("open-aoe" in line for line in lines)


def test_the_speed_of_the_machine_is_told(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys)
    for name in ("float32 peak of a core", "l2 read by a core", "memory read by all cores"):
        assert float(found[name][0].split()[0]) > 0
    assert found["fork and join"][0].endswith(" us")


def test_settings_are_told_as_understood(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REPEAT_TUNE", "true")
    assert told(capsys)["setting repeat_tune"] == ("True", "")
    assert told(capsys)["setting tune_bank_path"][0] == str(place / "bank")


def test_a_secret_is_not_told(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AOE_DEVICE_TOKEN", "a secret of 32 characters or more")
    assert told(capsys)["setting device_token"] == ("set", "")
    assert main(["doctor"]) == 0
    assert "a secret" not in capsys.readouterr().out


def test_a_variable_that_stops_tuning_is_told(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TUNE_BANK_PATH", "nowhere")
    assert "TUNE_BANK_PATH=nowhere" in told(capsys, 1)["environment"][1]


def test_the_holder_of_the_device_is_told(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lock = lock_path(0, read_settings().lock_path)
    with device_lock(lock, print):
        found, remedy = told(capsys)["device lock"]
    assert f"process {os.getpid()}" in found
    assert remedy
    assert told(capsys)["device lock"][1] == ""


def test_an_unsafe_compile_cache_is_told(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ASCEND_CACHE_PATH", str(place))
    soc_version = told(capsys)["device model"][0]
    folder = place / "kernel_cache" / soc_version
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    assert "others may write to it" in told(capsys)["compile cache"][1]


def test_folders_that_cannot_be_written_are_told(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("workspace", "graph repository", "result files")
    assert [told(capsys)[name][1] for name in names] == ["", "", ""]
    workspace_of(read_settings()).write_text("in the way")
    found = told(capsys)
    assert "run aoe in a directory that this user can write" in found["workspace"][1]
    assert found["result files"][1] == ""
    # A folder that was there when the variables were read, and is not now.
    monkeypatch.setattr(doctor, "unusable_location", lambda folder: "no file can be made in it")
    assert all("no file can be made in it: " in told(capsys, 1)[name][1] for name in names)


def test_too_little_disk_and_a_busy_machine_are_told(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(place)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1000))
    monkeypatch.setattr(os, "getloadavg", lambda: (1000.0, 0.0, 0.0))
    monkeypatch.setattr(module, "running_programs", lambda: 1000.0)
    amiss = {item.name for item in preconditions(read_settings(), "soc") if item.remedy}
    expected = {"load", *(f"disk of the {name}" for name in ("repository", "workspace"))}
    assert expected <= amiss


def test_programs_that_have_ended_are_not_told(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (1000.0, 0.0, 0.0))
    monkeypatch.setattr(module, "running_programs", lambda: 0.0)
    amiss = {item.name for item in preconditions(read_settings(), "soc") if item.remedy}
    assert "load" not in amiss


def test_running_programs_are_counted_without_the_one_that_counts(tmp_path: Path) -> None:
    (tmp_path / "loadavg").write_text("9.00 9.00 9.00 3/200 77\n")
    assert running_programs(tmp_path / "loadavg") == 2.0
    assert running_programs(tmp_path / "absent") is None


def test_too_little_memory_is_told(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "available_memory", lambda: 1 << 20)
    amiss = {item.name for item in preconditions(read_settings(), "soc") if item.remedy}
    assert "memory" in amiss
