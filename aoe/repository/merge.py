"""Merges custom operator repositories of several machines into one, as `msoptune --merge` does.

Entries meet only within one device model. Of two entries for an operator the faster stays; made by
different code generators they cannot be compared, so the later one stays. What the built-in
repository already knows as fast is left out, so the result is compact.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aoe.errors import UsageError
from aoe.repository.bank_file import read_bank, update_bank
from aoe.repository.entry import Entry
from aoe.repository.location import BANK_FOLDER, bank_path, bank_paths, builtin_directory
from aoe.repository.repository import competes, faster
from aoe.settings import unusable_directory

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MergeCount:
    """What a merge did for one device model: entries read, and entries written."""

    soc_version: str
    read: int
    written: int


def merge_repositories(sources: Sequence[Path], destination: Path) -> tuple[MergeCount, ...]:
    """Merges whole repositories (folders like TUNE_BANK_PATH) into `destination`, which must exist;
    what is there already takes part. Raises `UsageError` before any work if a folder is unusable or
    no source holds a repository.
    """
    _check(sources, destination)
    soc_versions = sorted({path.name for source in sources for path in device_folders(source)})
    if not soc_versions:
        raise UsageError(
            f"no operator repository in {', '.join(map(str, sources))}: each must be a copy of a "
            f"whole TUNE_BANK_PATH, with <soc_version>/{BANK_FOLDER}/*.json in it"
        )
    return tuple(_merge_device(sources, destination, name) for name in soc_versions)


def device_folders(root: Path) -> tuple[Path, ...]:
    """The folders of a repository that hold entries, one per device model."""
    return tuple(sorted(path for path in root.iterdir() if path.is_dir() and bank_paths(path)))


def better(one: Entry, other: Entry) -> Entry:
    """Which of two entries of a key a merge keeps."""
    if competes(one, other):
        return faster(one, other)
    return other if other.date > one.date else one


def _check(sources: Sequence[Path], destination: Path) -> None:
    for source in sources:
        if not source.is_dir():
            raise UsageError(f"{source}: there is no such directory to merge from")
        if source.resolve() == destination.resolve():
            raise UsageError(f"{source}: cannot be both a source and the destination of a merge")
    reason = unusable_directory(destination)
    if reason is not None:
        raise UsageError(f"{destination}: {reason}; the destination of a merge must exist")


def _merge_device(sources: Sequence[Path], destination: Path, soc_version: str) -> MergeCount:
    found: dict[str, dict[str, Entry]] = {}
    read = 0
    for source in sources:
        for path in bank_paths(source / soc_version):
            entries = _readable_entries(path)
            read += len(entries)
            known = found.setdefault(path.stem, {})
            known.update(_best(known, entries))
    written = 0
    for operator_type, entries_of_type in found.items():
        builtin = read_bank(bank_path(builtin_directory(soc_version), operator_type)).entries
        wanted = _not_in(entries_of_type, builtin)
        if wanted:
            path = bank_path(destination / soc_version, operator_type)
            update_bank(path, lambda present, wanted=wanted: _best(present, wanted))  # type: ignore[misc]
            written += len(wanted)
    return MergeCount(soc_version, read, written)


def _readable_entries(path: Path) -> Mapping[str, Entry]:
    bank = read_bank(path)
    if bank.unreadable is not None:
        logger.warning("leaving out the repository file %s: it %s", path, bank.unreadable)
    for key, reason in bank.damaged.items():
        logger.warning("leaving out entry %s of %s: %s", key, path, reason)
    return bank.entries


def _best(known: Mapping[str, Entry], new: Mapping[str, Entry]) -> dict[str, Entry]:
    return {key: better(known[key], entry) if key in known else entry for key, entry in new.items()}


def _not_in(entries: Mapping[str, Entry], builtin: Mapping[str, Entry]) -> dict[str, Entry]:
    return {
        key: entry
        for key, entry in entries.items()
        if key not in builtin or better(builtin[key], entry) is entry
    }
