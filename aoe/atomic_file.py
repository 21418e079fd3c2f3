"""Replaces a file in one step. Readers see the old content or the new one, never a part of either.
A crash leaves the old content.

Everything that outlives a run is written this way: repositories (`aoe.repository`), result files
(`aoe.results`), offline models (`aoe.runtime.container`). A command calls `check_keeps` first, so
that it does not replace what it reads.
"""

from __future__ import annotations

import contextlib
import errno
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from aoe.errors import UsageError


def replace_file(path: Path, content: bytes, mode: int | None = None) -> None:
    """Replaces the content of a file.

    Args:
        path: The file; its folder must exist.
        content: The new content.
        mode: Permissions of the file; by default what the user's umask leaves.

    Raises:
        OSError: If the system refuses. Then `path` is as it was, and nothing is left beside it.
    """
    with replacing_file(path, mode) as file:
        file.write(content)


@contextlib.contextmanager
def replacing_file(path: Path, mode: int | None = None) -> Iterator[IO[bytes]]:
    """Within, a new file to write to. It takes the place of `path` at the end, when all of it is on
    the disk. An exception within leaves `path` as it was. Otherwise as `replace_file`.
    """
    if path.name in ("", ".."):  # the folder itself, its parent or the root
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.tmp")
    try:
        with temporary.open("wb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), mode)
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Makes renamed and new files of a directory durable. Systems that cannot open a directory do
    not need this.
    """
    with contextlib.suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def check_keeps(output: Path, *read: Path | None) -> None:
    """Refuses to write a file over one that the same command reads, or that it writes before.

    Args:
        output: The file to write.
        read: The others; `None` for one that is not given.
    """
    written = output.resolve()
    if any(path is not None and path.resolve() == written for path in read):
        raise UsageError(
            f"cannot write {output.name}: it would replace a file that this command needs; name "
            "another file"
        )
