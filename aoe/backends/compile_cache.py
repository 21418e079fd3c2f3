"""The compile cache: object code on disk, so that no run repeats an earlier compilation.

    <folder>/<key>          one file per kernel: a digest, the seconds that compiling took, the
                            object code
    <folder>/op_cache.ini   other limits (`CacheLimits`) if it exists, as AOE's compiler reads it
    <folder>/growth         as many bytes as KiB were added since the folder was last tidied

`aoe.backends.cpu.compile.cache_key` makes the keys. Several processes may use a folder at once. A
file appears complete or not at all. A damaged file counts as absent and is removed. Nothing is
flushed to disk, because a lost file costs only time. Files are executed as code, so a folder that
another user can write to is not used.
"""

from __future__ import annotations

import configparser
import contextlib
import hashlib
import logging
import os
import re
import stat
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from aoe.settings import Settings

logger = logging.getLogger(__name__)

#: "enable" reads and writes; "force" compiles everything and replaces existing files; "disable"
#: does neither.
CacheMode = Literal["enable", "force", "disable"]

INI = "op_cache.ini"
INI_SECTION = "op_compiler_cache"
MEGABYTE = 1 << 20
#: The folder is tidied whenever a process added so many bytes, and when one closes the cache after
#: all added this part of the limit. Doing it after any addition would look at every file each time.
TIDY_BYTES = 32 * MEGABYTE
TIDY_PART = 16
GROWTH = "growth"
#: Seconds after which a temporary file counts as left over by an ended process.
ABANDONED_SECONDS = 600.0
#: Contains the version of the file format. Files of other versions are not read.
_HEADER = b"open-aoe object code 2 "
_TEMPORARY = ".tmp"
_OURS = re.compile(rf"[0-9a-f]{{64}}([.]\d+[.]\d+{re.escape(_TEMPORARY)})?")
_OPEN = os.O_CLOEXEC | os.O_NOFOLLOW


@dataclass(frozen=True, slots=True)
class CacheLimits:
    """The size limits of the folder.

    Above the limit, the least recently used files are removed.

    Attributes:
        megabytes: The limit; -1 for none.
        remaining_percent: The percentage of the limit that is kept.
    """

    megabytes: int = 500
    remaining_percent: int = 50


class CompileCache:
    """A folder of object code, open until `close`. Safe to use from several threads."""

    def __init__(self, folder: Path, mode: CacheMode, limits: CacheLimits | None = None) -> None:
        """Opens the folder and creates it if necessary.

        If that is impossible, or the folder is unsafe, the cache stays empty, with a warning.

        Args:
            folder: The folder.
            mode: Whether the cache is read and written.
            limits: The size limits, unless the folder has an ini file.
        """
        self.folder = folder
        self.mode = mode
        #: The compile seconds of everything found in the cache.
        self.saved_seconds = 0.0
        self._writable = mode != "disable"
        self._added = 0
        self._lock = threading.Lock()
        self._directory = None if mode == "disable" else _open_folder(folder)
        usual = limits or CacheLimits()
        self.limits = usual if self._directory is None else _limits(self._directory, folder, usual)

    @property
    def is_open(self) -> bool:
        """Whether anything can be read or written. It is false with the mode `disable`."""
        return self._directory is not None

    def get(self, key: str) -> bytes | None:
        """Returns the object code stored under a key, or None."""
        if self._directory is None or self.mode != "enable":
            return None
        try:
            descriptor = os.open(key, os.O_RDONLY | os.O_NONBLOCK | _OPEN, dir_fd=self._directory)
        except FileNotFoundError:
            return None
        except OSError as error:
            logger.warning("cannot read %s: %s", self.folder / key, error.strerror)
            return None
        with open(descriptor, "rb") as file:
            if _others_may_write(os.fstat(file.fileno())):
                logger.warning("ignoring %s: another user may have written it", self.folder / key)
                return None
            content = file.read()
        found = _checked(content)
        data = None if found is None else found[0]
        if found is not None:
            with self._lock:
                self.saved_seconds += found[1]
        with contextlib.suppress(OSError):
            if data is None:
                os.unlink(key, dir_fd=self._directory)
            elif self.limits.megabytes >= 0:
                os.utime(key, dir_fd=self._directory)  # marks it as used now
        return data

    def put(self, key: str, data: bytes, seconds: float = 0.0) -> None:
        """Stores object code under a key. The first failure gives a warning.

        Args:
            key: The key.
            data: The object code.
            seconds: The time that compiling took.
        """
        if self._directory is None or not self._writable:
            return
        temporary = f"{key}.{os.getpid()}.{threading.get_ident()}{_TEMPORARY}"
        try:
            _write(self._directory, temporary, key, _file_content(data, seconds))
        except OSError as error:
            with contextlib.suppress(OSError):
                os.unlink(temporary, dir_fd=self._directory)
            if self._writable:
                self._writable = False
                logger.warning(
                    "cannot write the compile cache %s: %s", self.folder, error.strerror or error
                )
            return
        with self._lock:
            self._added += len(data)
            full = self._added > TIDY_BYTES
        if full:
            self._grow()

    def tidy(self) -> None:
        """Removes the least recently used files above the limit, and leftovers of interrupted
        processes.
        """
        if self._directory is None:
            return
        with contextlib.suppress(OSError):  # no growth was noted
            os.close(os.open(GROWTH, os.O_WRONLY | os.O_TRUNC | _OPEN, dir_fd=self._directory))
        files = sorted(_files(self._directory), key=lambda file: file.used)
        abandoned = time.time() - ABANDONED_SECONDS
        for file in files:
            if file.name.endswith(_TEMPORARY) and file.used < abandoned:
                self._remove(file.name)
        if self.limits.megabytes < 0:
            return
        total = sum(file.size for file in files)
        most = self.limits.megabytes * MEGABYTE
        remaining = most * self.limits.remaining_percent // 100 if total > most else total
        for file in files:
            if total <= remaining:
                break
            total -= file.size
            self._remove(file.name)

    def close(self) -> None:
        """Tidies if enough was added. The cache is empty from then on."""
        if self._directory is not None:
            self._grow()
            os.close(self._directory)
            self._directory = None

    @property
    def _tidy_bytes(self) -> int:
        part = self.limits.megabytes * MEGABYTE // TIDY_PART
        return TIDY_BYTES if part < 0 else min(part, TIDY_BYTES)

    def _grow(self) -> None:
        """Notes in the folder what was added, and tidies it if all processes added enough."""
        with self._lock:
            added, self._added = self._added, 0
        if not added:
            return
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _OPEN
        try:
            with open(os.open(GROWTH, flags, 0o600, dir_fd=self._directory), "ab") as file:
                file.write(bytes(-(-added // 1024)))
                grown = file.tell() * 1024
        except OSError:
            grown = self._tidy_bytes
        if grown >= self._tidy_bytes:
            self.tidy()

    def _remove(self, name: str) -> None:
        with contextlib.suppress(OSError):  # another process removed it first
            os.unlink(name, dir_fd=self._directory)


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    size: int
    used: float


def cache_folder(settings: Settings, soc_version: str, chosen: Path | None = None) -> Path:
    """Returns the cache folder of a device model.

    It is below the chosen folder, else below ASCEND_CACHE_PATH, else below the user's home.
    """
    parent = chosen or settings.cache_path or settings.home / "atc_data"
    return parent / "kernel_cache" / soc_version


def unsafe_folder(folder: Path) -> str | None:
    """Returns why object code of an existing folder must not be run.

    Returns None if only this user can write to the folder.
    """
    found = folder.stat()
    if not stat.S_ISDIR(found.st_mode):
        return "it is not a directory"
    if found.st_uid != os.geteuid():
        return f"it belongs to another user (number {found.st_uid})"
    return "others may write to it" if found.st_mode & 0o022 else None


def folder_bytes(folder: Path) -> int:
    """Returns the size of a cache folder's files in bytes; 0 if there is no folder."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return 0
    try:
        return sum(file.size for file in _files(descriptor))
    finally:
        os.close(descriptor)


def _open_folder(folder: Path) -> int | None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        reason = unsafe_folder(folder)
        if reason is None:
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            if not _others_may_write(os.fstat(descriptor)):  # not replaced since the check
                return descriptor
            os.close(descriptor)
            reason = "it was replaced"
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error)
    logger.warning(
        "not using the compile cache %s: %s; name a folder that only you can write with "
        "--op_compiler_cache_dir, in Python CacheOptions(directory=…)",
        folder,
        reason,
    )
    return None


def _others_may_write(found: os.stat_result) -> bool:
    return found.st_uid != os.geteuid() or bool(found.st_mode & 0o022)


def _limits(directory: int, folder: Path, usual: CacheLimits) -> CacheLimits:
    """Returns the limits of the folder's ini file, else `usual`."""
    parser = configparser.ConfigParser(interpolation=None)
    try:
        descriptor = os.open(INI, os.O_RDONLY | os.O_NONBLOCK | _OPEN, dir_fd=directory)
        with open(descriptor, encoding="utf-8") as file:
            parser.read_file(file)
        megabytes = parser.getint(INI_SECTION, "max_op_cache_size", fallback=usual.megabytes)
        percent = parser.getint(
            INI_SECTION, "remain_cache_size_ratio", fallback=usual.remaining_percent
        )
    except FileNotFoundError:
        return usual
    except (OSError, ValueError, configparser.Error) as error:
        logger.warning("ignoring %s: %s", folder / INI, " ".join(str(error).split()))
        return usual
    if (megabytes < 1 and megabytes != -1) or not 1 <= percent <= 100:
        logger.warning(
            "ignoring %s: max_op_cache_size must be -1 or 1 and more, remain_cache_size_ratio "
            "from 1 to 100",
            folder / INI,
        )
        return usual
    return CacheLimits(megabytes, percent)


def _files(directory: int) -> Iterator[_File]:
    """Yields the files in a folder that a cache has made."""
    with os.scandir(directory) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                found = entry.stat(follow_symlinks=False)
                if stat.S_ISREG(found.st_mode) and _OURS.fullmatch(entry.name):
                    yield _File(entry.name, found.st_size, found.st_mtime)


def _write(directory: int, temporary: str, name: str, content: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _OPEN
    with open(os.open(temporary, flags, 0o600, dir_fd=directory), "wb") as file:
        file.write(content)
    os.rename(temporary, name, src_dir_fd=directory, dst_dir_fd=directory)


def _file_content(data: bytes, seconds: float) -> bytes:
    """Returns the content of a file: a digest of the rest, the seconds, the object code."""
    body = f"{seconds:.4f}\n".encode() + data
    return _HEADER + hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def _checked(content: bytes) -> tuple[bytes, float] | None:
    """Returns object code and seconds of a file's content; None if the digest does not match."""
    header, _, body = content.partition(b"\n")
    if header != _HEADER + hashlib.sha256(body).hexdigest().encode():
        return None
    seconds, _, data = body.partition(b"\n")
    return data, float(seconds)
