"""No accident loses more than the entry in flight: kills, crowds, full disks, missing rights."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from aoe.atomic_file import replace_file
from aoe.errors import RepositoryError
from aoe.repository import bank_file, shared_folder
from aoe.repository.bank_file import read_bank
from aoe.repository.location import bank_path, bank_paths
from aoe.repository.repository import Repository
from aoe.repository.shared_folder import make_shared_folder, require_closed
from tests.faults import (
    CONTEXT,
    NOBODY,
    in_child,
    join_all,
    killed_at_random,
    limit_file_size,
    open_folder,
    ordinary_user,
)

from .examples import CODE_GENERATOR, SOC_VERSION, entry

KILLS = 200
#: Small repositories make the most of the time.
KILLS_PER_REPOSITORY = 20


def repository_in(root: Path) -> Repository:
    return Repository(root / SOC_VERSION, root / "none", SOC_VERSION, CODE_GENERATOR)


def conv_file(root: Path) -> Path:
    return bank_path(root / SOC_VERSION, "Conv")


def keys_in(root: Path) -> set[str]:
    """The keys of all entries; every file must be whole and every entry readable."""
    found: set[str] = set()
    for path in bank_paths(root / SOC_VERSION):
        bank = read_bank(path)
        assert bank.unreadable is None
        assert bank.damaged == {}
        found |= set(bank.entries)
    return found


def _store_until_killed(root: Path, first: int, tell: Callable[[str], None]) -> None:
    repository = repository_in(root)
    for number in range(first, first + 1000):
        repository.store(entry(number, type_name="Conv" if number % 2 else "MatMul"))
        tell(str(number))


@pytest.mark.parametrize("repository", range(KILLS // KILLS_PER_REPOSITORY))
def test_200_kills_lose_at_most_the_entry_in_flight(tmp_path: Path, repository: int) -> None:
    known: set[str] = set()
    for kill in range(KILLS_PER_REPOSITORY):
        write = partial(_store_until_killed, tmp_path, 1000 * kill)
        known |= killed_at_random(write, seconds=0.03)
        found = keys_in(tmp_path)
        assert known <= found
        assert len(found - known) <= 1, "an entry that was on the disk, but not yet told of"
        known = found
    assert len(known) >= KILLS_PER_REPOSITORY


def test_what_a_killed_process_left_is_removed_by_the_next_writer(tmp_path: Path) -> None:
    repository_in(tmp_path).store(entry(1))
    leftover = conv_file(tmp_path).with_name(".Conv.json.123.456.tmp")
    leftover.write_text('{"schema"')
    repository_in(tmp_path).store(entry(2))
    assert not leftover.exists()
    assert keys_in(tmp_path) == {"1", "2"}


@pytest.mark.parametrize("moment", ["writing", "releasing"])
def test_ctrl_c_while_a_winner_is_written_takes_effect_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    repository_in(tmp_path).store(entry(1))
    where: object = bank_file if moment == "writing" else FileLock
    name = "replace_file" if moment == "writing" else "release"
    function = getattr(where, name)

    def interrupted(*arguments: object) -> None:
        signal.raise_signal(signal.SIGINT)
        function(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(where, name, interrupted)
        with pytest.raises(KeyboardInterrupt):
            repository_in(tmp_path).store(entry(2))
    assert keys_in(tmp_path) == {"1", "2"}
    monkeypatch.setattr(shared_folder, "LOCK_SECONDS", 0.0)
    repository_in(tmp_path).store(entry(3))


def test_each_ctrl_c_while_a_winner_is_written_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any) -> None:
        for _ in range(2):
            signal.raise_signal(signal.SIGINT)
        replace_file(*arguments)

    monkeypatch.setattr(bank_file, "replace_file", interrupted)
    counted: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: counted.append(number))
    try:
        repository_in(tmp_path).store(entry(1))
    finally:
        signal.signal(signal.SIGINT, before)
    assert counted == [signal.SIGINT] * 2


def _store_many(root: Path, writer: int) -> None:
    repository = repository_in(root)
    for number in range(12):
        type_name = ("Conv", "MatMul", "Pool")[number % 3]
        repository.store(entry(1000 * writer + number, type_name=type_name))
        repository.store(entry(9999, after_us=10.0 + (7 * writer + number) % 13))


def test_8_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    writers = [CONTEXT.Process(target=_store_many, args=(tmp_path, n)) for n in range(8)]
    for writer in writers:
        writer.start()
    join_all(list(writers))
    expected = {str(1000 * writer + number) for writer in range(8) for number in range(12)}
    assert keys_in(tmp_path) == expected | {"9999"}


def _store_with_little_room(root: Path) -> None:
    limit_file_size(conv_file(root).stat().st_size + 100)
    with pytest.raises(RepositoryError, match=r"Conv\.json: File too large; it is unchanged"):
        repository_in(root).store(entry(2))


def test_a_file_that_may_not_grow_is_kept_as_it_was(tmp_path: Path) -> None:
    repository_in(tmp_path).store(entry(1))
    before = _files(tmp_path)
    in_child(_store_with_little_room, tmp_path)
    assert _files(tmp_path) == before


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 KiB."""
    place = tmp_path / "small"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(place)]
    if os.getuid() != 0 or subprocess.run(command, capture_output=True).returncode != 0:
        pytest.skip("this user cannot mount a file system")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def _store_without_end(root: Path, stored: set[str]) -> None:
    repository = repository_in(root)
    while True:
        number = len(stored)
        repository.store(entry(number))
        stored.add(str(number))


def test_a_full_disk_is_said_and_keeps_what_was_stored(small_disk: Path) -> None:
    stored: set[str] = set()
    with pytest.raises(RepositoryError, match="No space left on device; it is unchanged"):
        _store_without_end(small_disk, stored)
    assert len(stored) > 10
    assert keys_in(small_disk) == stored
    assert list(small_disk.rglob("*.tmp")) == []


@pytest.mark.parametrize("call", ["fsync", "fchmod"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS])
def test_whatever_call_fails_the_old_file_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    repository_in(tmp_path).store(entry(1))
    before = _files(tmp_path)

    def fail(*arguments: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(f"aoe.atomic_file.os.{call}", fail)
        with pytest.raises(RepositoryError, match=os.strerror(number)):
            repository_in(tmp_path).store(entry(2))
    assert _files(tmp_path) == before
    repository_in(tmp_path).store(entry(2))
    assert keys_in(tmp_path) == {"1", "2"}


def _cannot_store(root: Path) -> None:
    with pytest.raises(RepositoryError, match="Permission denied; it is unchanged"):
        repository_in(root).store(entry(2))
    assert repository_in(root).lookup(entry(1).signature, "1") == entry(1)


def test_a_folder_without_permission_is_said_and_still_read() -> None:
    with open_folder() as root:
        repository_in(root).store(entry(1))
        folder = conv_file(root).parent
        for path in folder.iterdir():
            path.chmod(0o444)
        folder.chmod(0o555)
        before = conv_file(root).read_bytes()
        in_child(_cannot_store, root, user=ordinary_user())
        folder.chmod(0o777)
        assert conv_file(root).read_bytes() == before


def _store_over_what_cannot_be_read(root: Path) -> None:
    repository = repository_in(root)
    assert repository.lookup(entry(1).signature, "1") is None
    with pytest.raises(RepositoryError, match="Permission denied"):
        repository.store(entry(2))


def test_a_file_of_which_reading_is_not_permitted_is_a_miss_and_stays() -> None:
    with open_folder() as root:
        repository_in(root).store(entry(1))
        conv_file(root).chmod(0o000)
        in_child(_store_over_what_cannot_be_read, root, user=ordinary_user())
        conv_file(root).chmod(0o644)
        assert keys_in(root) == {"1"}


def _store_one(root: Path, key: int) -> None:
    os.umask(0o077)
    repository_in(root).store(entry(key))


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be several users")
def test_users_share_a_folder_whatever_their_umask() -> None:
    with open_folder() as root:
        for key, user in enumerate((NOBODY, 12345, None, NOBODY)):
            in_child(_store_one, root, key, user=user)
        assert keys_in(root) == {"0", "1", "2", "3"}
        assert conv_file(root).stat().st_mode & 0o777 == 0o666


def test_a_repository_among_files_of_all_users_is_its_owners(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    make_shared_folder(tmp_path / "bank" / "znver4_2c")
    for folder in (tmp_path / "bank", tmp_path / "bank" / "znver4_2c"):
        assert folder.stat().st_mode & 0o7777 == 0o755
        require_closed(folder)


@pytest.mark.parametrize("mode", [0o700, 0o750, 0o775, 0o777])
def test_permissions_are_those_of_the_folder_named(tmp_path: Path, mode: int) -> None:
    tmp_path.chmod(mode)
    repository_in(tmp_path).store(entry(1))
    for folder in (tmp_path / SOC_VERSION, conv_file(tmp_path).parent):
        assert folder.stat().st_mode & 0o777 == mode
    assert conv_file(tmp_path).stat().st_mode & 0o777 == mode & 0o666


def test_a_lock_of_a_dead_process_is_none(tmp_path: Path) -> None:
    repository_in(tmp_path).store(entry(1))
    lock = conv_file(tmp_path).with_name(".Conv.json.lock")
    assert lock.exists()
    repository_in(tmp_path).store(entry(2))
    assert json.loads(conv_file(tmp_path).read_text())["entries"].keys() == {"1", "2"}


def _files(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
