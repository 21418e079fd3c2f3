"""Each worker of a machine has CPUs of its own, so that workers do not take turns on one.

A worker takes the first place that no other has. A place is a lock file, which the system releases
when the worker ends. Place n has the n-th CPUs of those that a worker may use.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from aoe.errors import AoeError


def pinned_place(threads: int, folder: Path | None = None) -> int:
    """Takes a place for this process and narrows its CPUs to those of the place. Returns its
    number. The place is the process's until it ends.

    Args:
        threads: How many CPUs a worker has.
        folder: Where the lock files are; by default one of this user.

    Raises:
        AoeError: If all places are taken.
    """
    folder = folder or Path(tempfile.gettempdir()) / f"open-aoe-fleet-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if folder.stat().st_uid != os.getuid() or folder.is_symlink():
            raise AoeError(f"{folder} belongs to another user; remove it")
        allowed = sorted(os.sched_getaffinity(0))
        for place in range(len(allowed) // threads):
            descriptor = os.open(folder / f"{place}.lock", os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
                continue
            os.sched_setaffinity(0, cpus_of(place, threads, allowed))
            return place
    except OSError as error:
        raise AoeError(f"cannot use {folder}: {error.strerror or error}") from error
    raise AoeError(
        f"the {len(allowed)} CPUs of this machine have no room for another worker of {threads} "
        "threads; advertise fewer workers"
    )


def cpus_of(place: int, threads: int, allowed: Sequence[int]) -> Sequence[int]:
    """The CPUs of a place, of those that a worker may use."""
    return allowed[place * threads : (place + 1) * threads]
