"""Environment variables: ranges, defaults, and sentences that name the variable and the value."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.errors import UsageError
from aoe.settings import read_settings, unusable_location


def test_an_empty_environment_gives_the_defaults(tmp_path: Path) -> None:
    settings = read_settings({}, tmp_path)
    assert settings.home == Path.home()
    assert settings.tune_bank_path is None
    assert settings.device_id == 0
    assert settings.repeat_tune is False
    assert settings.log_to_stdout is False
    assert settings.result_directory == tmp_path
    assert settings.tuning_directory == tmp_path
    assert settings.parallel_operators is None
    assert settings.run_loop is None
    assert 1 <= settings.compile_processes <= 8


def test_an_empty_value_means_unset(tmp_path: Path) -> None:
    variables = ("TUNE_BANK_PATH", "TE_PARALLEL_COMPILER", "REPEAT_TUNE", "AOE_MODE")
    assert read_settings(dict.fromkeys(variables, ""), tmp_path) == read_settings({}, tmp_path)


def test_values_are_read(tmp_path: Path) -> None:
    settings = read_settings(
        {
            "HOME": str(tmp_path),
            "ASCEND_DEVICE_ID": "1",
            "TE_PARALLEL_COMPILER": "32",
            "REPEAT_TUNE": "True",
            "AOE_MODE": "2",
            "ASCEND_SLOG_PRINT_TO_STDOUT": "1",
        },
        tmp_path,
    )
    assert settings.home == tmp_path
    assert settings.device_id == 1
    assert settings.compile_processes == 32
    assert settings.repeat_tune is True
    assert settings.log_to_stdout is True


def test_paths_may_be_relative_to_the_working_directory(tmp_path: Path) -> None:
    (tmp_path / "bank").mkdir()
    settings = read_settings(
        {"TUNE_BANK_PATH": "bank", "ASCEND_CACHE_PATH": "cache", "ASCEND_WORK_PATH": "work/deep"},
        tmp_path,
    )
    assert settings.tune_bank_path == tmp_path / "bank"
    assert settings.cache_path == tmp_path / "cache"
    assert settings.result_directory == tmp_path / "work/deep"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ASCEND_DEVICE_ID", "-1"),
        ("ASCEND_DEVICE_ID", "first"),
        ("TE_PARALLEL_COMPILER", "0"),
        ("TE_PARALLEL_COMPILER", "33"),
        ("TE_PARALLEL_COMPILER", "2.5"),
        ("TUNING_PARALLEL_NUM", "0"),
        ("TUNING_PARALLEL_NUM", "65"),
        ("RUN_LOOP", "0"),
        ("RUN_LOOP", "2049"),
        ("RUN_LOOP", "often"),
        ("REPEAT_TUNE", "yes"),
        ("AOE_MODE", "3"),
        ("ASCEND_SLOG_PRINT_TO_STDOUT", "on"),
        ("TUNE_BANK_PATH", "missing"),
        ("TUNE_BANK_PATH", "a_file"),
        ("AOE_BUILTIN_PATH", "missing"),
        ("AOE_BUILTIN_PATH", "a_file"),
        ("ASCEND_CACHE_PATH", "a_file"),
        ("ASCEND_WORK_PATH", "a_file/below"),
    ],
)
def test_a_bad_value_is_refused_by_name(tmp_path: Path, variable: str, value: str) -> None:
    (tmp_path / "a_file").write_text("")
    with pytest.raises(UsageError, match=f"^{variable}={value}: "):
        read_settings({variable: value}, tmp_path)


def test_a_repository_that_is_not_there_may_be_made(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such directory; make it, name a directory"):
        read_settings({"TUNE_BANK_PATH": "bank"}, tmp_path)
    (tmp_path / "bank").touch()
    with pytest.raises(UsageError, match="it is not a directory; name a directory"):
        read_settings({"TUNE_BANK_PATH": "bank"}, tmp_path)


def test_a_directory_without_permission_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(UsageError, match="may not read, write and enter"):
        read_settings({"ASCEND_WORK_PATH": str(tmp_path)}, tmp_path)


def test_a_cache_that_cannot_be_made_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda _, mode: not mode & os.W_OK)
    with pytest.raises(UsageError, match=r"^ASCEND_CACHE_PATH=new: .*may not read, write and"):
        read_settings({"ASCEND_CACHE_PATH": "new"}, tmp_path)


def test_a_file_system_that_is_read_only_is_told_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=os.ST_RDONLY))
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(UsageError, match=r"AOE_LOCK_PATH=.*: its file system is read-only; name"):
        read_settings({"AOE_LOCK_PATH": str(tmp_path)}, tmp_path)


@pytest.mark.parametrize("variable", ["TUNE_BANK_PATH", "ASCEND_CACHE_PATH", "AOE_BUILTIN_PATH"])
def test_a_repository_that_can_only_be_read_is_taken(
    tmp_path: Path, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=os.ST_RDONLY))
    monkeypatch.setattr(os, "access", lambda _, mode: not mode & os.W_OK)
    settings = read_settings({variable: str(tmp_path)}, tmp_path)
    taken = (settings.tune_bank_path, settings.cache_path, settings.builtin_path)
    assert tmp_path in taken


@pytest.mark.parametrize("variable", ["TUNE_BANK_PATH", "ASCEND_CACHE_PATH", "AOE_BUILTIN_PATH"])
def test_a_repository_that_cannot_be_read_is_refused(
    tmp_path: Path, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(UsageError, match=rf"^{variable}=.*: this user may not read and enter it"):
        read_settings({variable: str(tmp_path)}, tmp_path)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs Linux's /proc")
def test_a_directory_that_takes_no_files_is_refused_whatever_its_permissions_say() -> None:
    assert unusable_location(Path("/proc/new")) is not None


def test_looking_whether_a_directory_takes_files_leaves_none(tmp_path: Path) -> None:
    assert unusable_location(tmp_path / "new") is None
    assert list(tmp_path.iterdir()) == []


@given(st.integers(-(10**6), 10**6))
def test_compile_processes_are_accepted_from_1_to_32_only(value: int) -> None:
    environment = {"TE_PARALLEL_COMPILER": str(value)}
    if 1 <= value <= 32:
        assert read_settings(environment).compile_processes == value
    else:
        with pytest.raises(UsageError, match="from 1 to 32"):
            read_settings(environment)
