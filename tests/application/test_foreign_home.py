"""A user whose HOME belongs to somebody else, as after `sudo -u` or in a container, is told so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.application.other_user import TUNE, Check, aoe_as_nobody, shared_folder


@pytest.fixture
def folder() -> Iterator[Path]:
    """A working directory for everybody with a home that is root's."""
    with shared_folder() as made:
        (made / "home").mkdir(mode=0o700)
        yield made


def as_nobody(folder: Path, check: Check, *arguments: str) -> None:
    aoe_as_nobody(folder, arguments, {"HOME": str(folder / "home")}, check)


def test_tuning_asks_for_a_repository_it_can_write(folder: Path) -> None:
    def check(status: int, out: str, err: str) -> None:
        assert status == 1
        assert "set TUNE_BANK_PATH to a directory this user can write" in err

    as_nobody(folder, check, *TUNE)


def test_a_repository_that_cannot_be_entered_has_no_entries(folder: Path) -> None:
    def check(status: int, out: str, err: str) -> None:
        assert (status, err) == (0, "")
        assert out.startswith("0 entries in ")

    as_nobody(folder, check, "bank", "list")


def test_doctor_names_what_cannot_be_used(folder: Path) -> None:
    def check(status: int, out: str, err: str) -> None:
        remedies = {item["name"]: item["remedy"] for item in json.loads(out)}
        assert "TUNE_BANK_PATH" in remedies["repository"]
        assert "--op_compiler_cache_dir" in remedies["compile cache"]

    as_nobody(folder, check, "doctor", "--json")


def test_another_file_without_permission_is_named(folder: Path) -> None:
    def check(status: int, out: str, err: str) -> None:
        assert status == 1
        assert f"error: cannot use {folder}/home/model.onnx: Permission denied" in err

    as_nobody(folder, check, "bank", "list", f"--model={folder}/home/model.onnx")
