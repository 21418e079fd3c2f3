"""Merges repositories of several machines into one, for `msoptune --merge`.

Entries compete only within one device model. Of several entries for an operator or subgraph, one
stays, by the total order of `better`. So the result does not depend on the order of the sources,
nor on how often or in which groups they are merged. Entries that are not faster than the built-in
repository are left out. Of searches that found nothing (`aoe.repository.search_record`), the
deepest stay. Sources are only read. `aoe.repository.gradient_merge` merges profiles of gradients.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from typing import Literal, TypeAlias

from aoe.errors import UsageError
from aoe.repository.bank_file import read_bank, update_bank, without_collector
from aoe.repository.bank_tree import entry_files, is_device_folder, runtime_files
from aoe.repository.entry import SUBGRAPH, Entry, entry_to_json, generator_order
from aoe.repository.gradient_file import gradient_files
from aoe.repository.location import (
    BANK_FOLDER,
    bank_path,
    builtin_directory,
    builtin_graph_directory,
    graph_path,
    operator_type_in,
    soc_version_of,
)
from aoe.repository.search_record import SearchRecord, joined_records
from aoe.settings import unusable_directory

#: Why an entry of a source is not taken. "slower": another source or the destination has a faster
#: entry; "equal": it has the same entry, or one as fast; "incomparable": it has an entry of a
#: preferred code generator, or of another operator with the same key; "built-in": the built-in
#: repository has an entry as fast; "damaged": the entry cannot be read.
Reason = Literal["slower", "equal", "incomparable", "built-in", "damaged"]
#: Entries compete within a device model and operator type.
Place: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SourceCount:
    """What became of the entries of one source for one device model.

    Attributes:
        source: The source.
        soc_version: The device model.
        read: Number of all entries.
        taken: Number of entries that were taken.
        dropped: Number of entries that were not taken, by reason.
    """

    source: Path
    soc_version: str
    read: int = 0
    taken: int = 0
    dropped: Mapping[Reason, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What a merge did.

    Attributes:
        counts: Entries by source and device model.
        skipped: Files of AOE's runtime, which hold no policies.
        unreadable: Files that could not be used, with the reason and what to do.
    """

    counts: tuple[SourceCount, ...]
    skipped: tuple[Path, ...]
    unreadable: tuple[tuple[Path, str], ...]

    @property
    def taken(self) -> int:
        """Number of entries of the destination that are new or replaced."""
        return sum(count.taken for count in self.counts)


@dataclass(slots=True)
class _Sources:
    """The entries that were found.

    Attributes:
        paths: Folders of the sources.
        entries: Entries with the number of their source, by place and key.
        searched: Search records, by place and key.
        tallies: Counts by source and device model.
        unreadable: Files that could not be used, with the reason.
    """

    paths: Sequence[Path]
    entries: dict[Place, dict[str, list[tuple[int, Entry]]]] = field(default_factory=dict)
    searched: dict[Place, dict[str, list[SearchRecord]]] = field(default_factory=dict)
    tallies: dict[tuple[int, str], Counter[str]] = field(default_factory=dict)
    unreadable: list[tuple[Path, str]] = field(default_factory=list)

    def count(self, source: int, soc_version: str, what: str) -> None:
        """Counts an entry as read, taken or dropped for a reason."""
        self.tallies.setdefault((source, soc_version), Counter())[what] += 1


def merge_repositories(
    sources: Sequence[Path], destination: Path, builtin: Path, version_of: Callable[[str], str]
) -> MergeReport:
    """Merges whole repositories into a destination, which must exist. Its own entries compete, too,
    and are never removed.

    Args:
        sources: Folders like TUNE_BANK_PATH.
        destination: The folder to merge into.
        builtin: The built-in repository of all device models.
        version_of: The version of the code generator for a `soc_version`. Its entries are
            preferred, since others cannot be used.

    Raises:
        UsageError: Before any work, if a folder cannot be used or no source holds a repository.
        RepositoryError: If the destination cannot be written.
    """
    _check(sources, destination)
    with without_collector():
        return _merge(sources, destination, builtin, version_of)


def _merge(
    sources: Sequence[Path], destination: Path, builtin: Path, version_of: Callable[[str], str]
) -> MergeReport:
    found = _read(sources)
    if not found.tallies and not any(gradient_files(source) for source in sources):
        raise UsageError(
            f"no repository in {', '.join(map(str, sources))}: each must be a copy of a whole "
            f"TUNE_BANK_PATH, with <soc_version>/{BANK_FOLDER}/*.json in it"
        )
    for place in sorted(found.entries):
        _merge_place(found, place, destination, builtin, version_of(place[0]))
    counts = [
        SourceCount(sources[number], soc_version, tally["read"], tally["taken"], _dropped(tally))
        for (number, soc_version), tally in sorted(found.tallies.items())
    ]
    skipped = [path for source in sources for path in runtime_files(source)]
    return MergeReport(tuple(counts), tuple(skipped), tuple(found.unreadable))


def better(one: Entry, other: Entry, code_generator: str) -> Entry:
    """The entry that a merge keeps. An entry of this code generator wins, else that of the newest
    code generator; among these, the faster entry. A tie is broken, so the order is total.
    """
    mine, others = (_rank(entry, code_generator) for entry in (one, other))
    if mine == others:
        mine, others = _tie_break(one), _tie_break(other)
    return one if mine <= others else other


def _rank(entry: Entry, code_generator: str) -> tuple[object, ...]:
    return (*_comparability(entry, code_generator), entry.after.median_us)


def _tie_break(entry: Entry) -> tuple[object, ...]:
    """A value that differs for different entries: steadier, more samples, earlier, then anything
    that differs.
    """
    timing = entry.after
    text = json.dumps(entry_to_json(entry), sort_keys=True)
    return timing.spread_us, -timing.samples, entry.date, text


def _comparability(entry: Entry, code_generator: str) -> tuple[object, ...]:
    """A value that is equal for entries whose times may be compared."""
    return (*generator_order(entry.code_generator, code_generator), entry.signature)


def _check(sources: Sequence[Path], destination: Path) -> None:
    target = destination.resolve()
    for source in sources:
        if not source.is_dir() or not os.access(source, os.R_OK | os.X_OK):
            raise UsageError(
                f"{source}: there is no such directory that this user may read; name one"
            )
        if target == source.resolve():
            raise UsageError(f"{source}: cannot be both a source and the destination of a merge")
        if source.resolve() in target.parents:
            raise UsageError(
                f"{destination}: lies inside the source {source}; merge into a directory elsewhere"
            )
        if is_device_folder(source):
            raise UsageError(
                f"{source}: is the folder of one device model; name the one it is in, a copy of a "
                "whole TUNE_BANK_PATH"
            )
    reason = unusable_directory(destination)
    if reason is not None:
        raise UsageError(f"{destination}: {reason}; the destination of a merge must exist")


def _read(sources: Sequence[Path]) -> _Sources:
    found = _Sources(sources)
    for number, source in enumerate(sources):
        for path in entry_files(source):
            _read_file(found, number, path)
    return found


def _read_file(found: _Sources, number: int, path: Path) -> None:
    bank = read_bank(path)
    soc_version = soc_version_of(path)
    found.tallies.setdefault((number, soc_version), Counter())
    if bank.unreadable is not None:
        found.unreadable.append((path, f"{bank.unreadable}; {bank.advice}"))
        return
    for _ in bank.damaged:
        found.count(number, soc_version, "read")
        found.count(number, soc_version, "damaged")
    place = soc_version, operator_type_in(path)
    records = found.searched.setdefault(place, {})
    for key, record in bank.searched.items():
        records.setdefault(key, []).append(record)
    known = found.entries.setdefault(place, {})
    for key, entry in bank.entries.items():
        found.count(number, soc_version, "read")
        known.setdefault(key, []).append((number, entry))


def _merge_place(
    found: _Sources, place: Place, destination: Path, builtin_root: Path, code_generator: str
) -> None:
    """Merges the entries of all sources for one operator type and device model."""
    soc_version, operator_type = place
    builtin = read_bank(_builtin_path(builtin_root, soc_version, operator_type)).entries
    verdicts: list[tuple[int, str]] = []

    def merge(present: Mapping[str, Entry]) -> Mapping[str, Entry]:
        wanted: dict[str, Entry] = {}
        verdicts.clear()
        for key, candidates in found.entries[place].items():
            rivals = builtin.get(key), present.get(key)
            best = _best([entry for _, entry in candidates], code_generator)
            for number, entry in candidates:
                reason = _objection(entry, *rivals, code_generator)
                if reason is None and (entry is not best or key in wanted):
                    reason = _lost(entry, best, code_generator)
                if reason is None:
                    wanted[key] = entry
                verdicts.append((number, reason or "taken"))
        return wanted

    def merge_searches(present: Mapping[str, SearchRecord]) -> Mapping[str, SearchRecord]:
        return {
            key: reduce(
                lambda one, other: joined_records(one, other, code_generator),
                sorted([*records, *([present[key]] if key in present else [])], key=str),
            )
            for key, records in found.searched[place].items()
        }

    path = _destination_path(destination, soc_version, operator_type)
    update_bank(path, merge, merge_searches)
    for number, verdict in verdicts:
        found.count(number, soc_version, verdict)


def _best(entries: Sequence[Entry], code_generator: str) -> Entry:
    return reduce(lambda one, other: better(one, other, code_generator), entries)


def _objection(
    entry: Entry, builtin: Entry | None, present: Entry | None, code_generator: str
) -> Reason | None:
    """Why the built-in repository or the destination makes an entry unnecessary; `None` if neither
    does.
    """
    if builtin is not None and not _beats(entry, builtin, code_generator):
        return "built-in"
    if present is not None and better(present, entry, code_generator) == present:
        return _lost(entry, present, code_generator)
    return None


def _beats(entry: Entry, builtin: Entry, code_generator: str) -> bool:
    """Whether an entry is worth keeping beside a built-in one."""
    mine, other = (_comparability(item, code_generator) for item in (entry, builtin))
    if mine == other:
        return entry.after.median_us < builtin.after.median_us
    return entry.signature != builtin.signature or mine < other


def _lost(entry: Entry, winner: Entry, code_generator: str) -> Reason:
    """Why `winner` is kept instead of an entry."""
    mine, other = (_comparability(item, code_generator) for item in (entry, winner))
    if mine != other:
        return "incomparable"
    return "slower" if winner.after.median_us < entry.after.median_us else "equal"


def _destination_path(destination: Path, soc_version: str, operator_type: str) -> Path:
    if operator_type == SUBGRAPH:
        return graph_path(destination, soc_version)
    return bank_path(destination / soc_version, operator_type)


def _builtin_path(root: Path, soc_version: str, operator_type: str) -> Path:
    if operator_type == SUBGRAPH:
        return graph_path(builtin_graph_directory(soc_version, root), soc_version)
    return bank_path(builtin_directory(soc_version, root), operator_type)


def _dropped(tally: Mapping[str, int]) -> dict[Reason, int]:
    reasons: tuple[Reason, ...] = ("slower", "equal", "incomparable", "built-in", "damaged")
    return {reason: tally[reason] for reason in reasons if tally.get(reason)}
