"""Folders and locks for files that several processes and several users write.

Who may use the folder somebody named (TUNE_BANK_PATH) may use everything in it: new folders and
files take over its permissions, whatever the umask of the user who happens to make them.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from aoe.atomic_file import sync_directory
from aoe.errors import RepositoryError

LOCK_SECONDS = 60.0
#: What of a folder's permissions its subfolders take over: all but the sticky bit, which would keep
#: users from replacing each other's files.
SHARED_BITS = 0o2777
#: A lock must be its maker's to read and write.
OWNER_BITS = 0o600


def make_shared_folder(folder: Path) -> None:
    """Makes a folder and those above it that do not exist, durably. Raises `OSError`."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        mode = stat.S_IMODE(path.parent.stat().st_mode) & SHARED_BITS
        with contextlib.suppress(FileExistsError):  # another process was faster
            path.mkdir()
            path.chmod(mode)
            sync_directory(path.parent)


def file_mode(folder: Path) -> int:
    """The permissions of files in a folder: who may enter it may read them, and so on."""
    return stat.S_IMODE(folder.stat().st_mode) & 0o666


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Within, no other process is within for this path. Raises `RepositoryError` if its lock stays
    taken for a minute, `OSError` if it cannot be taken.

    The lock is the kernel's, so it ends with the process that holds it, however that ends. What
    such a process was about to write is removed.
    """
    name = path.with_name(f".{path.name}.lock")
    lock = FileLock(name, timeout=LOCK_SECONDS, mode=file_mode(path.parent) | OWNER_BITS)
    try:
        lock.acquire()
    except Timeout as error:
        raise RepositoryError(
            f"{name} has been locked by another process for {LOCK_SECONDS:.0f} s; end that process "
            "or wait for it"
        ) from error
    try:
        _remove_unfinished(path)
        yield
    finally:
        lock.release()


def _remove_unfinished(path: Path) -> None:
    """Removes what processes that were killed left beside a file."""
    for leftover in path.parent.glob(f".{path.name}.*.tmp"):
        with contextlib.suppress(OSError):
            os.unlink(leftover)
