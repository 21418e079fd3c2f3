"""Folders and locks for files that several processes and several users write.

Whoever may use the folder that was named (TUNE_BANK_PATH) may use everything in it. New folders and
files take over its permissions, whatever the umask of the user who creates them. A folder that
every user of the machine may write is refused (`require_closed`).
"""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from filelock import FileLock, Timeout

from aoe.atomic_file import sync_directory
from aoe.errors import RepositoryError

#: What to do about a file of a newer version.
NEWER_ADVICE = "update open-aoe, or set TUNE_BANK_PATH to another folder"
LOCK_SECONDS = 60.0
#: Seconds between two attempts to take a lock.
POLL_SECONDS = 0.05
#: What is added, before a number, to the name of a file that cannot be read.
SET_ASIDE = ".unreadable-"
#: Permissions that subfolders take over: all but the sticky bit, which would keep users from
#: replacing each other's files.
SHARED_BITS = 0o2777
#: Permissions to write that nobody but the owner has.
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
#: Permissions that every lock has at least: its owner may read and write it.
OWNER_BITS = 0o600


def make_shared_folder(folder: Path) -> None:
    """Creates a folder and its missing parents, durably. Raises `OSError`.

    A folder in which all users have files of their own, such as `/tmp`, is not shared so.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        mode = stat.S_IMODE(path.parent.stat().st_mode)
        own = mode & stat.S_ISVTX and mode & stat.S_IWOTH
        mode &= SHARED_BITS & ~OTHERS_WRITE if own else SHARED_BITS
        with contextlib.suppress(FileExistsError):  # another process was faster
            path.mkdir()
            path.chmod(mode)
            sync_directory(path.parent)


def require_closed(*folders: Path | None) -> None:
    """Raises `RepositoryError` if every user of the machine may write to one of some folders, which
    need not exist. What is in a repository is not run, but it decides what code models get.
    """
    for folder in folders:
        if folder is None:
            continue
        with contextlib.suppress(OSError):
            if folder.stat().st_mode & stat.S_IWOTH:
                raise RepositoryError(
                    f"every user of this machine may write to the repository {folder}; take that "
                    f"away with chmod o-w {folder} (a group may write), or set TUNE_BANK_PATH to "
                    "another folder"
                )


def file_mode(folder: Path) -> int:
    """The permissions of new files in a folder: whoever may enter it may read them, and so on."""
    return stat.S_IMODE(folder.stat().st_mode) & 0o666


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Within, this process holds the lock of a path. Raises `RepositoryError` if it stays taken for
    a minute, and `OSError` if it cannot be taken.

    The kernel holds the lock, so it ends with its process. Files that a killed process left
    unfinished are removed. Ctrl-C can end the waiting, and else takes effect at the end: a lock
    whose release was interrupted would stay taken, and this process would wait for itself.
    """
    name = path.with_name(f".{path.name}.lock")
    lock = FileLock(name, timeout=0, mode=file_mode(path.parent) | OWNER_BITS)
    end = time.monotonic() + LOCK_SECONDS
    while True:
        with _uninterrupted():
            if _taken(lock):
                try:
                    _remove_unfinished(path)
                    yield
                finally:
                    lock.release()
                return
        if time.monotonic() > end:
            raise RepositoryError(
                f"{name} has been locked by another process for {LOCK_SECONDS:.0f} s; end that "
                "process or wait for it"
            )
        time.sleep(POLL_SECONDS)


def _taken(lock: FileLock) -> bool:
    """Takes a lock if it is free; whether it was."""
    try:
        lock.acquire()
    except Timeout:
        return False
    return True


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Within, Ctrl-C waits until the end. Outside the main thread, where signals cannot be handled,
    this changes nothing.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    asked: list[FrameType | None] = []
    signal.signal(signal.SIGINT, lambda number, frame: asked.append(frame))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        for frame in asked:
            before(signal.SIGINT, frame)


@contextmanager
def changing(path: Path) -> Iterator[None]:
    """Within, this process changes a file of a repository under its lock, in a folder that exists.

    Raises:
        RepositoryError: The file cannot be written, or its lock stays taken for a minute.
    """
    try:
        make_shared_folder(path.parent)
        with _locked(path):
            yield
    except OSError as error:
        raise RepositoryError(
            f"cannot write the repository file {path}: {error.strerror or error}; it is "
            "unchanged. Free disk space, get permission to write there, or set TUNE_BANK_PATH to "
            "another folder"
        ) from error


def set_aside(path: Path) -> None:
    """Renames an unreadable file, so that nothing in it is lost."""
    number = 1
    while (aside := path.with_name(f"{path.name}{SET_ASIDE}{number}")).exists():
        number += 1
    path.rename(aside)


def _remove_unfinished(path: Path) -> None:
    """Removes files that killed processes left beside a file."""
    for leftover in path.parent.glob(f".{path.name}.*.tmp"):
        with contextlib.suppress(OSError):
            os.unlink(leftover)
