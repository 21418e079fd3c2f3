"""The lock that lets one tuning run at a time use a device, since two would disturb each other's
measurements.

The kernel holds the lock, on a file that all users of the machine can reach. So the lock ends with
its process, however that ends. The file only names the holder. Its folder does not let users
replace each other's files. The file is opened without following links, and anything but a lock file
is refused.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from aoe.errors import AoeError

#: Folders for locks. The first that all users can write to is used.
LOCK_FOLDERS = (Path("/run/lock"), Path("/var/lock"), Path("/tmp"))
#: Permissions of such a folder: anyone may write and enter, nobody may replace others' files.
FOR_ALL = stat.S_IWOTH | stat.S_IXOTH | stat.S_ISVTX
#: First word of a lock file; the id of the process that holds the lock follows.
HEADER = "open-aoe device lock, held by process "
#: Seconds between two tries.
PAUSE = 0.5
_LARGEST = 200


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that tunes on a device.

    Attributes:
        process: Its id; `None` if unknown.
        user: Id of its user; `None` if the process cannot be seen, as in another container.
    """

    process: int | None
    user: int | None

    def __str__(self) -> str:
        who = "another user" if self.user is None else f"user {user_name(self.user)}"
        return who if self.process is None else f"{who} (process {self.process})"


def lock_path(device: int | str, folder: Path | None = None) -> Path:
    """The lock file of a device, in `folder` or in the folder that all users share."""
    usable = (path for path in LOCK_FOLDERS if _is_for_all(path))
    name = str(device).replace(":", "-")
    return (folder or next(usable, LOCK_FOLDERS[-1])) / f"open-aoe-device-{name}.lock"


@contextmanager
def device_lock(path: Path, say: Callable[[str], None]) -> Iterator[float]:
    """Within, this process holds the lock. Yields the seconds that it waited.

    Waits while another process of the same user holds the lock, and says so through `say`. Raises
    `AoeError` if another user holds it, naming the user, or if the file cannot be a lock.
    """
    begin = time.monotonic()
    descriptor = _opened(path)
    try:
        _acquire(descriptor, path, say)
        _write_holder(descriptor)
        try:
            yield time.monotonic() - begin
        finally:
            with suppress(OSError):
                os.ftruncate(descriptor, 0)
            # To close it is not enough: a process that was forked meanwhile has it, too.
            fcntl.flock(descriptor, fcntl.LOCK_UN)
    finally:
        os.close(descriptor)


def device_holder(path: Path) -> Holder | None:
    """The holder of the lock, or `None`. Raises as `device_lock`."""
    if not os.path.lexists(path):
        return None
    descriptor = _opened(path)
    try:
        return None if _try(descriptor) else _holder(descriptor)
    finally:
        os.close(descriptor)


def user_name(number: int) -> str:
    """The name of a user, or the number of a user without a name."""
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _is_for_all(folder: Path) -> bool:
    """Whether every user can have locks there. The permissions of this user do not tell: root may
    write where others cannot, and they would then use another folder.
    """
    try:
        return stat.S_IMODE(folder.stat().st_mode) & FOR_ALL == FOR_ALL
    except OSError:
        return False


def _acquire(descriptor: int, path: Path, say: Callable[[str], None]) -> None:
    told = False
    while not _try(descriptor):
        holder = _holder(descriptor)
        if holder.user != os.geteuid():
            raise AoeError(
                f"the device is being tuned by {holder}; measuring at the same time would spoil "
                f"both results: wait until that run has ended (lock {path})"
            )
        if not told:
            told = True
            say(
                f"waiting for another tuning run of yours on this device (process "
                f"{holder.process}); the budget counts from its end. Ctrl-C gives up, and nothing "
                "is lost"
            )
        time.sleep(PAUSE)


def _try(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _opened(path: Path) -> int:
    """A descriptor of the lock file, which is created if need be."""
    flags = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        try:
            # First with O_EXCL, then without O_CREAT: Linux may refuse others' files otherwise.
            descriptor = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o600)
            os.fchmod(descriptor, 0o666)
        except FileExistsError:
            descriptor = _opened_again(path, flags)
    except OSError as error:
        raise AoeError(
            f"cannot use the lock of the device, {path}: {error.strerror or error}; remove it or "
            "name another folder for locks with AOE_LOCK_PATH"
        ) from error
    found = os.fstat(descriptor)
    content = os.pread(descriptor, _LARGEST, 0) if stat.S_ISREG(found.st_mode) else b"?"
    if found.st_nlink > 1 or (content and not content.startswith(HEADER.encode())):
        os.close(descriptor)
        raise AoeError(
            f"the lock of the device, {path}, is another kind of file; remove it or name another "
            "folder for locks with AOE_LOCK_PATH"
        )
    return descriptor


def _opened_again(path: Path, flags: int) -> int:
    """A descriptor of a file that another process has created and may still be setting permissions
    for.
    """
    try:
        return os.open(path, flags)
    except PermissionError:
        time.sleep(PAUSE)
        return os.open(path, flags)


def _write_holder(descriptor: int) -> None:
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, f"{HEADER}{os.getpid()}\n".encode(), 0)


def _holder(descriptor: int) -> Holder:
    """The holder that the file names, with the user that the system knows for this process."""
    text = os.pread(descriptor, _LARGEST, 0).decode(errors="replace")
    number = text.removeprefix(HEADER).strip()
    if not (number.isascii() and number.isdigit()):
        return Holder(None, os.fstat(descriptor).st_uid if text == "" else None)
    try:
        return Holder(int(number), os.stat(f"/proc/{int(number)}").st_uid)
    except OSError:
        return Holder(int(number), None)
