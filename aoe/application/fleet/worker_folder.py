"""The folder of a worker's own repository. The end of a fleet kills its workers, which then cannot
remove their folders: whoever comes next does.

Each folder has a lock file, which the system releases when the worker ends, however it does.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import weakref
from pathlib import Path

from aoe.errors import AoeError

#: How the names of the folders begin.
PREFIX = "aoe_fleet_"
#: The lock file in each of them.
LOCK = "lock"


class WorkerFolder:
    """A folder of this process, which is removed with this object, or by others when the process
    has ended.

    Attributes:
        bank: The path of the repository, which is empty at first.
    """

    def __init__(self, place: Path | None = None) -> None:
        """`place`: where to make it; by default where temporary files are. Raises `AoeError` if
        nothing can be made there.
        """
        try:
            folder, descriptor = _made(place)
            while not os.fstat(descriptor).st_nlink:  # somebody removed it before it was locked
                os.close(descriptor)
                folder, descriptor = _made(place)
            weakref.finalize(self, _remove, folder, descriptor)
            self.bank = folder / "bank"
            self.bank.mkdir(mode=0o700)
        except OSError as error:
            raise AoeError(
                f"a worker cannot make a folder for temporary files: {error.strerror or error}; "
                "give it room, or set TMPDIR to another folder"
            ) from error


def remove_abandoned(place: Path | None = None) -> None:
    """Removes the folders that ended workers of this user have left."""
    for folder in (place or Path(tempfile.gettempdir())).glob(f"{PREFIX}*"):
        try:
            if folder.lstat().st_uid != os.getuid():
                continue
            descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_NOFOLLOW)
        except OSError:  # others remove it as well, or it has no lock yet
            continue
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # its worker is at work
            os.close(descriptor)
            continue
        _remove(folder, descriptor)


def _made(place: Path | None) -> tuple[Path, int]:
    """A new folder and the descriptor of its lock, once it is locked."""
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    return folder, descriptor


def _remove(folder: Path, descriptor: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    os.close(descriptor)
