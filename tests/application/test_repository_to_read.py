"""A repository that this user can only read serves all commands but tuning, which says so."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from aoe.backends.cpu.target.host import host_target
from aoe.repository.location import bank_path
from aoe.repository.repository import Repository
from tests.application.other_user import TUNE, Check, aoe_as_nobody, shared_folder
from tests.repository.examples import entry


@pytest.fixture
def folder() -> Iterator[Path]:
    """A working directory for everybody with a repository that only root may write."""
    with shared_folder() as made:
        soc_version = host_target(1).soc_version
        repository = Repository(made / "bank" / soc_version, made / "none", soc_version, "1")
        repository.store(entry())
        for path in (made / "bank", *(made / "bank").rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        (made / "home").mkdir(mode=0o777)
        (made / "home").chmod(0o777)
        yield made


def as_nobody(folder: Path, check: Check, *arguments: str) -> None:
    variables = {"HOME": str(folder / "home"), "TUNE_BANK_PATH": str(folder / "bank")}
    aoe_as_nobody(folder, arguments, variables, check)


@pytest.fixture
def cache(folder: Path) -> Path:
    """The folder with the same repository as that of a cache that only root may write."""
    made = folder / "cache"
    made.mkdir()
    shutil.copytree(folder / "bank", made / "aoe_data")
    return folder


def with_cache(folder: Path, check: Check, *arguments: str) -> None:
    variables = {"HOME": str(folder / "home"), "ASCEND_CACHE_PATH": str(folder / "cache")}
    aoe_as_nobody(folder, arguments, variables, check)


def test_its_entries_are_read(folder: Path) -> None:
    def check(status: int, out: str, err: str) -> None:
        assert (status, err) == (0, "")
        assert f"1 entry in {folder}/bank" in out

    as_nobody(folder, check, "bank", "list")


def test_a_model_is_run_with_it(folder: Path) -> None:
    def check(status: int, out: str, err: str) -> None:
        assert status == 0, err

    as_nobody(folder, check, "run", "small.onnx", "--random", "--input_shape=x:2,8", "--threads=1")


def test_tuning_says_that_nothing_would_be_stored_and_what_to_do(folder: Path) -> None:
    def check(status: int, out: str, err: str) -> None:
        assert status == 1
        assert (
            "may not read, write and enter it; nothing was tuned, because nothing could be" in err
        )
        assert err.endswith("copy what is known into it with aoe bank merge\n")

    as_nobody(folder, check, *TUNE)


def test_its_entries_are_merged_into_another(folder: Path) -> None:
    (folder / "mine").mkdir()
    (folder / "mine").chmod(0o777)

    def check(status: int, out: str, err: str) -> None:
        assert status == 0, err
        found = list((folder / "mine").rglob("*.json"))
        assert [path.name for path in found] == [bank_path(Path(), "Conv").name]

    as_nobody(folder, check, "bank", "merge", str(folder / "bank"), str(folder / "mine"))


def test_doctor_says_that_tuning_is_refused(folder: Path) -> None:
    def check(status: int, out: str, err: str) -> None:
        assert status == 1
        remedies = {item["name"]: item["remedy"] for item in json.loads(out)}
        assert "TUNE_BANK_PATH" in remedies["repository"]

    as_nobody(folder, check, "doctor", "--json")


def test_entries_below_a_cache_that_can_only_be_read_are_read(cache: Path) -> None:
    def check(status: int, out: str, err: str) -> None:
        assert (status, err) == (0, "")
        assert f"1 entry in {cache}/cache/aoe_data" in out

    with_cache(cache, check, "bank", "list")


def test_a_model_is_run_without_a_cache_that_can_only_be_read(cache: Path) -> None:
    def check(status: int, out: str, err: str) -> None:
        assert status == 0, err
        assert f"not using the compile cache {cache}/cache/" in err

    with_cache(cache, check, "run", "small.onnx", "--random", "--input_shape=x:2,8", "--threads=1")


def test_tuning_with_a_cache_that_can_only_be_read_asks_for_a_repository(cache: Path) -> None:
    def check(status: int, out: str, err: str) -> None:
        assert status == 1
        assert "set TUNE_BANK_PATH to a directory this user can write" in err

    with_cache(cache, check, *TUNE)


def test_doctor_says_that_tuning_with_such_a_cache_is_refused(cache: Path) -> None:
    def check(status: int, out: str, err: str) -> None:
        assert status == 1
        remedies = {item["name"]: item["remedy"] for item in json.loads(out)}
        assert "TUNE_BANK_PATH" in remedies["repository"]

    with_cache(cache, check, "doctor", "--json")
