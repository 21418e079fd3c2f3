"""Merges files of gradient profiles into a repository. Of two entries for a model, the one with
more to tell stays, else the later one; plans for links are kept of both. Sources are only read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aoe.repository.gradient_file import (
    gradient_files,
    gradient_path,
    read_gradients,
    soc_version_of_gradients,
    store_gradients,
)


@dataclass(frozen=True, slots=True)
class GradientCount:
    """What became of the profiles of one file.

    Attributes:
        path: The file.
        soc_version: The device model.
        added: How many models the destination did not have.
        joined: How many it had.
        damage: Why entries were left out.
    """

    path: Path
    soc_version: str
    added: int
    joined: int
    damage: tuple[str, ...]


def merge_gradients(sources: Sequence[Path], destination: Path) -> tuple[GradientCount, ...]:
    """Merges the files of all sources into a folder like TUNE_BANK_PATH.

    Raises:
        RepositoryError: The destination cannot be written.
    """
    counts = []
    for path in (path for source in sources for path in gradient_files(source)):
        soc_version = soc_version_of_gradients(path)
        entries, damage = read_gradients(path)
        filled = [entry for entry in entries if not entry.is_placeholder]
        target = gradient_path(destination, soc_version)
        joined = sum(store_gradients(target, entry) for entry in filled)
        counts.append(GradientCount(path, soc_version, len(filled) - joined, joined, damage))
    return tuple(counts)
