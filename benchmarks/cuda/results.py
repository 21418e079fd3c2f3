"""Results of a stage: items by name, kept in a file after every item, so that nothing is lost when
the machine goes away.
"""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from aoe.backends.cuda.runtime.driver import STICKY, DriverError
from aoe.errors import MALFORMED
from benchmarks.machine import describe_machine

#: What is known of an item, plain JSON. `error` says why it has no result.
Item: TypeAlias = dict[str, Any]
#: The most characters of an error that are kept.
_LONGEST = 400


class DeviceLostError(Exception):
    """The process cannot use the GPU any more, because a kernel did something forbidden."""


class Results:
    """The file of a stage."""

    def __init__(self, folder: Path, stage: str) -> None:
        """Reads what an earlier run of the stage left."""
        self._path = folder / f"{stage}.json"
        self.items: dict[str, Item] = {}
        if self._path.exists():
            self.items = read_items(self._path)

    def put(self, name: str, item: Item) -> None:
        """Keeps an item."""
        self.items[name] = item
        self.write()

    def write(self) -> None:
        """Keeps all items."""
        text = json.dumps({"machine": describe_machine(), "items": self.items}, indent=1)
        part = self._path.with_suffix(".part")
        part.write_text(f"{text}\n")
        part.replace(self._path)


def read_items(path: Path) -> dict[str, Item]:
    """The items in the file of a stage; none if it was cut while it was written."""
    try:
        return dict(json.loads(path.read_text())["items"])
    except MALFORMED:
        return {}


def run_items(
    results: Results,
    work: Iterable[tuple[str, Callable[[], Item]]],
    seconds: float,
    again: Callable[[Item], bool] = lambda item: "error" in item and not item.get("lost"),
) -> bool:
    """Does the items that have no result yet, or one to get `again`, until the time is over.

    Returns:
        Whether all were done.

    Raises:
        DeviceLostError: An item made the GPU unusable for this process. It is not done again.
    """
    end = time.monotonic() + seconds
    for name, task in work:
        if name in results.items and not again(results.items[name]):
            continue
        if time.monotonic() >= end:
            print(f"{name}: no time left; run the stage again", flush=True)
            return False
        begin, lost = time.monotonic(), False
        try:
            item = task()
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            told = f"{type(error).__name__}: {error}"[:_LONGEST]
            item = {"error": told, "at": f"{Path(where.filename).name}:{where.lineno}"}
            lost = isinstance(error, DriverError) and error.code in STICKY
        item["wall"] = round(time.monotonic() - begin, 3)
        if lost:
            item["lost"] = True
        results.put(name, item)
        print(f"{name}: {item.get('error', 'ok')}", flush=True)
        if lost:
            raise DeviceLostError(name)
    return True


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
