"""A job's files have AOE's names and places."""

import os
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.application.tune.workspace import file_name, job_files
from aoe.errors import UsageError
from aoe.settings import read_settings

MOMENT = datetime(2026, 1, 2, 3, 4, 5, 678_000)


def test_the_default_places_are_those_of_aoe(tmp_path: Path) -> None:
    files = job_files("resnet50", None, MOMENT, read_settings({}, tmp_path))
    job = "resnet50_20260102_030405678"
    folder = tmp_path / "aoe_workspace" / job / "tunespace/result"
    assert files.offline_model == folder / f"{job}_tune.om"
    assert files.result == tmp_path / f"aoe_result_opat_20260102_030405678_pid{os.getpid()}.json"
    assert list(tmp_path.iterdir()) == []


def test_the_user_chooses_other_places(tmp_path: Path) -> None:
    settings = read_settings({"ASCEND_WORK_PATH": "results"}, tmp_path)
    files = job_files("m", tmp_path / "x.om", MOMENT, settings)
    assert files.offline_model == tmp_path / "x.om"
    assert files.result.parent == tmp_path / "results"


def test_a_place_that_cannot_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = read_settings({}, tmp_path)
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(UsageError, match="--output"):
        job_files("m", None, MOMENT, settings)


@given(st.text())
def test_any_name_is_one_part_of_a_path(name: str) -> None:
    assert Path(f"folder/{file_name(name)}").parent == Path("folder")
    assert file_name(name) not in ("", ".", "..")
