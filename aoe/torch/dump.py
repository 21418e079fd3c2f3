"""AOE's way to tune training offline: `aoe.torch.set_aoe("dump")`, a step, then
`aoe --job_type=2 --model_path=dump`.

Each graph that is compiled from then on is also written to the folder: the model as training
compiles it, so that what is tuned is found again. When the graph is first run, the ranges of its
inputs of integers are written beside it (`aoe.training.dump`). A graph that cannot be written is an
error, since a folder without it would look like the whole.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from aoe.errors import AoeError
from aoe.settings import unusable_location


class Dump:
    """Where this process writes graphs.

    Attributes:
        folder: The folder; None where nothing is written.
    """

    def __init__(self) -> None:
        self.folder: Path | None = None


@cache
def dump() -> Dump:
    """Where this process writes graphs."""
    return Dump()


@contextmanager
def dumping() -> Iterator[None]:
    """Within, what cannot be written is an `OSError`, as a folder that cannot be made: PyTorch does
    not compute the graph instead.
    """
    try:
        yield
    except AoeError as error:
        raise OSError(f"set_aoe: {error}") from error


def set_aoe(dump_path: Any = "./") -> None:
    """From now on, graphs of `torch.compile(model, backend="aoe")` are also written to a folder,
    which is made if it is not there. Call it before the first step.

    Args:
        dump_path: The folder.

    Raises:
        TypeError: It is no path.
        OSError: It cannot be made, or nothing can be written there.
    """
    given = os.fspath(dump_path)
    if not isinstance(given, str):
        raise TypeError(f"set_aoe({dump_path!r}): the folder must be text or a path, not bytes")
    if not given:
        raise FileNotFoundError("set_aoe(''): name the folder for graphs, such as 'dump'")
    path = Path(given).absolute()
    reason = unusable_location(path)
    if reason is not None:
        raise OSError(
            f"set_aoe({given!r}): cannot write graphs there: {reason}; name a folder that this "
            "user may make and write to, such as 'dump'"
        )
    path.mkdir(parents=True, exist_ok=True)
    dump().folder = path
