"""What the tests of durability do to a process: kill it, take away its rights or its disk space."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import resource
import select
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

CONTEXT = multiprocessing.get_context("fork")
NOBODY = 65534


def killed_at_random(write: Callable[[Callable[[str], None]], None], seconds: float) -> set[str]:
    """Runs `write` in a process of its own and kills that (SIGKILL) within so many seconds after
    the first thing it told of. Returns all it told of with the function it is given.
    """
    reading, writing = os.pipe()

    def tell(text: str) -> None:
        os.write(writing, text.encode() + b"\n")

    child = CONTEXT.Process(target=write, args=(tell,))
    child.start()
    os.close(writing)
    try:
        ready, _, _ = select.select([reading], [], [], 60)
        assert ready, "the process did nothing"
        child.join(random.uniform(0, seconds))
        assert child.pid is not None
        with contextlib.suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGKILL)
        child.join()
        with os.fdopen(reading, "rb", closefd=False) as told:
            return set(told.read().decode().split())
    finally:
        os.close(reading)


def in_child(function: Callable[..., None], *arguments: Any, user: int | None = None) -> None:
    """Runs a function in a process of its own, under another user id if given, and asserts that it
    succeeds.
    """
    child = CONTEXT.Process(target=_as_user, args=(user, function, *arguments))
    child.start()
    join_all([child])


def join_all(children: list[BaseProcess]) -> None:
    """Waits for processes and asserts that they succeeded."""
    for child in children:
        child.join(120)
    assert [child.exitcode for child in children] == [0] * len(children)


def _as_user(user: int | None, function: Callable[..., None], *arguments: Any) -> None:
    if user is not None:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    function(*arguments)


def ordinary_user() -> int | None:
    """A user id that permissions bind: root's work is done as nobody, others' as themselves."""
    return NOBODY if os.getuid() == 0 else None


def limit_file_size(size: int) -> None:
    """From now on this process cannot make files larger than this, as if the disk were full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that every user can use; pytest's are its user's own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder
