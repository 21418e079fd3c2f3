"""Results of a stage: items by name, kept in a file after every item, so that nothing is lost when
the machine goes away.

An item is noted before it begins, too. One that hangs, or that ends its process, is known by that
when the stage is begun again, and others come first. What failed is tried once more, and then given
up, so that a stage has an end.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from aoe.backends.cuda.runtime.driver import STICKY, DriverError
from aoe.errors import MALFORMED
from benchmarks.machine import describe_machine

#: What is known of an item, plain JSON. `error` says why it has no result.
Item: TypeAlias = dict[str, Any]
#: The most characters of an error that are kept.
_LONGEST = 400
#: How often an item is begun that ended its process, or that failed.
_TRIES = 2
#: The exit status of a process one of whose items took too long: a new process goes on.
OVERDUE = 75


class DeviceLostError(Exception):
    """The process cannot use the GPU any more, because a kernel did something forbidden."""


class Results:
    """The file of a stage.

    Attributes:
        folder: Where results are.
        items: The items by name.
        earlier: Those of the whole stage, where the file is for a share of it.
    """

    def __init__(self, folder: Path, stage: str, of: str | None = None) -> None:
        """Reads what an earlier run of the stage left.

        Args:
            folder: Where results are.
            stage: What the file is called.
            of: The whole stage, where the file is for a share of it.
        """
        self.folder, self._path = folder, folder / f"{stage}.json"
        self._machine = describe_machine()  # 50 ms, which no item has to wait for
        whole = folder / f"{of}.json"
        self.items: dict[str, Item] = {}
        self.earlier = read_items(whole) if of and whole.exists() else {}
        if self._path.exists():
            self.items = read_items(self._path)

    def known(self, name: str) -> Item | None:
        """What is known of an item."""
        return self.items.get(name, self.earlier.get(name))

    def begin(self, name: str) -> None:
        """Notes that an item has begun."""
        tries = (self.known(name) or {}).get("tries", 0) + 1
        self.put(name, {"error": "its process was ended, or ended, within it", "tries": tries})

    def put(self, name: str, item: Item) -> None:
        """Keeps an item."""
        self.items[name] = item
        self.write()

    def forget(self, name: str) -> None:
        """Forgets that an item was begun, so that it is done as if it were new."""
        self.items.pop(name, None)
        self.write()

    def write(self) -> None:
        """Keeps all items."""
        text = json.dumps({"machine": self._machine, "items": self.items}, indent=1)
        part = self._path.with_suffix(".part")
        part.write_text(f"{text}\n")
        part.replace(self._path)


def read_items(path: Path) -> dict[str, Item]:
    """The items in the file of a stage; none if it was cut while it was written."""
    try:
        return dict(json.loads(path.read_text())["items"])
    except MALFORMED:
        return {}


def is_done_again(item: Item) -> bool:
    """Whether an item that an earlier run left is done again: it failed, or was cut, but not each
    time, and did not make the GPU unusable.
    """
    return "error" in item and not item.get("lost") and item.get("tries", 0) < _TRIES


def run_items(
    results: Results,
    work: Iterable[tuple[str, Callable[[], Item]]],
    seconds: float,
    needed: float = 0.0,
    longest: float | None = None,
    failed_again: bool = False,
) -> bool:
    """Does the items that have no result yet, and then those to do again, until the time is over.

    Args:
        results: What is known already.
        work: The items.
        seconds: The time.
        needed: Seconds that must be left for an item to begin.
        longest: Seconds after which an item is an error, and the process ends with `OVERDUE`.
        failed_again: Whether items that were given up are done again, too.

    Returns:
        Whether all were done.

    Raises:
        DeviceLostError: An item made the GPU unusable for this process. It is not done again.
    """
    end = time.monotonic() + seconds
    every = list(work)
    first = [(name, task) for name, task in every if results.known(name) is None]
    again = [
        (name, task)
        for name, task in every
        if is_done_again(known := results.known(name) or {}) or (failed_again and "error" in known)
    ]
    for name, task in (*first, *again):
        if time.monotonic() + needed >= end:
            print(f"{name}: no time left; run the stage again", flush=True)
            return False
        _run(results, name, task, longest)
    return True


def _run(
    results: Results, name: str, task: Callable[[], Item], longest: float | None = None
) -> None:
    results.begin(name)
    tries = results.items[name]["tries"]
    begin, lost = time.monotonic(), False
    try:
        with ended_after(longest, name):
            item = task()
    except DeviceLostError:  # what did it is known, and the item is done again
        raise
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        told = f"{type(error).__name__}: {error}"[:_LONGEST]
        item = {"error": told, "at": f"{Path(where.filename).name}:{where.lineno}"}
        lost = isinstance(error, DriverError) and error.code in STICKY
    item["wall"] = round(time.monotonic() - begin, 3)
    if "error" in item:
        item["tries"] = tries
    if lost:
        item["lost"] = True
    results.put(name, item)
    print(f"{name}: {item.get('error', 'ok')}", flush=True)
    if lost:
        raise DeviceLostError(name)


@contextmanager
def ended_after(
    longest: float | None, name: str, before: Callable[[], None] = lambda: None
) -> Iterator[None]:
    """Ends this process if what is done within waits for a kernel that does not end: nothing else
    ends such a kernel.

    Args:
        longest: After how many seconds; never if it is None.
        name: What is done.
        before: Is called before the process ends.
    """

    def end() -> None:
        print(f"{name}: not done in {longest:.0f} s; its process ends", flush=True)
        faulthandler.dump_traceback(file=sys.__stderr__ or sys.stderr)
        before()
        os._exit(OVERDUE)

    watch = threading.Timer(longest or 0.0, end)
    watch.daemon = True
    if longest is not None:
        watch.start()
    try:
        yield
    finally:
        watch.cancel()


def join_results(folder: Path, stage: str, parts: Sequence[str]) -> None:
    """Puts the items of several files into that of a stage, and removes them."""
    joined = Results(folder, stage)
    for part in parts:
        joined.items |= Results(folder, part).items
        (folder / f"{part}.json").unlink(missing_ok=True)
    joined.write()


def summary(items: Mapping[str, Item]) -> str:
    """How many items have results."""
    failed = sum("error" in item for item in items.values())
    return f"{len(items) - failed} of {len(items)}"
