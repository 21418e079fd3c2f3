"""Replaces a file in one step: readers see the old content or the new one, never a part of either,
and a crash leaves the old one.

Used for everything that outlives a run: repositories (`aoe.repository`), result files
(`aoe.results`), offline models.
"""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path


def replace_file(path: Path, content: bytes, mode: int | None = None) -> None:
    """Writes `content` beside `path`, forces it to the disk and renames it into place. Raises
    `OSError`; then `path` is as it was and nothing is left beside it.

    `mode`: the file's permissions, by default what the user's umask leaves.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.tmp")
    try:
        with temporary.open("wb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), mode)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Makes what was renamed or made in a directory durable; some systems cannot open one, and need
    not.
    """
    with contextlib.suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
