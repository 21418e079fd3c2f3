"""Folders of workers are removed, however their workers end."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from aoe.application.fleet.worker_folder import PREFIX, WorkerFolder, remove_abandoned
from aoe.errors import AoeError


def folders(place: Path) -> list[str]:
    return sorted(path.name for path in place.glob(f"{PREFIX}*"))


def wait_in_a_folder(place: Path, told: Connection) -> None:
    folder = WorkerFolder(place)
    told.send(folder.bank.parent.name)
    signal.pause()


def test_a_folder_ends_with_its_worker(tmp_path: Path) -> None:
    folder = WorkerFolder(tmp_path)
    assert folders(tmp_path) == [folder.bank.parent.name]
    del folder
    assert folders(tmp_path) == []


def test_what_a_killed_worker_left_is_removed(tmp_path: Path) -> None:
    receiver, sender = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(
        target=wait_in_a_folder, args=(tmp_path, sender)
    )
    process.start()
    name = receiver.recv()
    own = WorkerFolder(tmp_path)
    remove_abandoned(tmp_path)
    assert folders(tmp_path) == sorted([name, own.bank.parent.name])  # both are at work
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    remove_abandoned(tmp_path)
    assert folders(tmp_path) == [own.bank.parent.name]


def test_folders_without_a_lock_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / f"{PREFIX}begun").mkdir()
    (tmp_path / f"{PREFIX}file").touch()
    remove_abandoned(tmp_path)
    assert len(folders(tmp_path)) == 2


def test_a_folder_that_was_removed_too_early_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = fcntl.flock
    taken: list[int] = []

    def late(descriptor: int, operation: int) -> None:
        if not taken:
            taken.append(operation)
            remove_abandoned(tmp_path)
        locked(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", late)
    folder = WorkerFolder(tmp_path)
    assert folders(tmp_path) == [folder.bank.parent.name]


def test_a_worker_without_room_says_so(tmp_path: Path) -> None:
    with pytest.raises(AoeError, match="set TMPDIR to another folder"):
        WorkerFolder(tmp_path / "missing")
