"""One file of a repository: all entries of one operator type, or of subgraphs, on one device model,
as sorted JSON that people can read and compare.

    {
     "schema": 1,
     "operator_type": "Conv",
     "soc_version": "znver4_2c",
     "entries": {
      "1024942313106047484": {
       "signature": {…},
       "policy": {…},
       …
      }
     },
     "searched": {
      "8077106301534093211": {
       "signature": {…},
       "searches": {…}
      }
     }
    }

Operators whose default policy no search could beat are in "searched", which a file without such
operators does not have (`aoe.repository.search_record`).

`read_bank` never fails: it reports a file or entry that it cannot use, and leaves it out.
`update_bank` changes a file under a lock, so that processes and users can share a repository. It
replaces the file in one step, so readers need no lock. It writes unreadable entries back unchanged,
and what it does not know beside them. It renames an unreadable file and never overwrites it. A file
of a newer version stays where it is.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from aoe.atomic_file import replace_file
from aoe.collector_pause import collector_paused
from aoe.errors import RepositoryError, quoted
from aoe.repository.entry import Entry, current_entry, entry_from_json, entry_to_json
from aoe.repository.location import operator_type_in, soc_version_of
from aoe.repository.search_record import SearchRecord, record_from_json, record_to_json
from aoe.repository.shared_folder import NEWER_ADVICE, changing, file_mode, set_aside

SCHEMA = 1
#: Depth to which JSON objects are broken into lines; deeper ones stay on one line.
LINE_DEPTH = 3
#: What this version writes into a file.
_KNOWN = ("schema", "operator_type", "soc_version", "entries", "searched")
_DEEP = json.JSONEncoder(sort_keys=True, separators=(", ", ": "))
_Item = TypeVar("_Item", Entry, SearchRecord)


class NewerBankError(RepositoryError):
    """A file is of a newer version of the package."""


class _Section(Mapping[str, _Item], Generic[_Item]):
    """The readable items of a section of a file, by key. An item is checked when it is first read,
    so that looking up a few items of a large file does not wait for all of them.
    """

    def __init__(self, path: Path, raw: Mapping[str, Any]) -> None:
        """`raw` is the JSON of the section of the file at `path`, by key."""
        self.raw = raw
        self._path = path
        self._checked: dict[str, _Item | str] = {}

    def __getitem__(self, key: str) -> _Item:
        item = self._item_or_reason(key)
        if isinstance(item, str):
            raise KeyError(key)
        return item

    def __iter__(self) -> Iterator[str]:
        return (key for key in self.raw if key in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def damage(self, key: str) -> str | None:
        """Why the item of a key is left out; `None` if it is not, or if there is none."""
        item = self._item_or_reason(key) if key in self.raw else None
        return item if isinstance(item, str) else None

    def _item_or_reason(self, key: str) -> _Item | str:
        if key not in self._checked:
            self._checked[key] = self._read(key)
        return self._checked[key]

    def _read(self, key: str) -> _Item | str:
        try:
            item = self._parsed(key, self.raw[key])
        except RepositoryError as error:
            return str(error)
        if item.operator_type != operator_type_in(self._path):
            return f"a {quoted(item.operator_type)} does not belong in this file"
        return item

    def _parsed(self, key: str, data: Any) -> _Item:
        raise NotImplementedError


class Entries(_Section[Entry]):
    """The policies of a file."""

    def _parsed(self, key: str, data: Any) -> Entry:
        return entry_from_json(key, data)


class Searches(_Section[SearchRecord]):
    """The search records of a file."""

    def _parsed(self, key: str, data: Any) -> SearchRecord:
        return record_from_json(key, data)


class _Packed(Mapping[str, Any]):
    """JSON values by key, each packed into bytes until it is read. The values of a large file are
    so many objects that each run of the garbage collector would take a tenth of a second. Raises
    `ValueError` for a value that is nested too deeply.
    """

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self._packed = {key: marshal.dumps(value) for key, value in raw.items()}

    def __getitem__(self, key: str) -> Any:
        return marshal.loads(self._packed[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)


@dataclass(frozen=True, slots=True)
class Bank:
    """The content of a file.

    Attributes:
        entries: Its readable entries.
        searched: Its readable search records.
        unreadable: Why the file cannot be used; `None` if it can.
        is_newer: Whether the reason is that a newer version of the package wrote it.
    """

    entries: Entries
    searched: Searches
    unreadable: str | None = None
    is_newer: bool = False

    @staticmethod
    def empty(path: Path, unreadable: str | None = None, is_newer: bool = False) -> Bank:
        """A bank without entries."""
        return Bank(Entries(path, {}), Searches(path, {}), unreadable, is_newer)

    @property
    def advice(self) -> str:
        """What to do about a file that cannot be used."""
        return NEWER_ADVICE if self.is_newer else "correct it, or delete it"

    @property
    def damaged(self) -> Mapping[str, str]:
        """Why entries are left out, by key. Checks all entries."""
        reasons = {key: self.entries.damage(key) for key in self.entries.raw}
        return {key: reason for key, reason in reasons.items() if reason is not None}


def read_bank(path: Path) -> Bank:
    """The entries of a file; an absent file has none."""
    try:
        with without_collector():
            raw = _read_sections(path)
            entries, searched = _Packed(raw.entries), _Packed(raw.searched)
            return Bank(Entries(path, entries), Searches(path, searched))
    except (RepositoryError, OSError, ValueError) as error:
        return Bank.empty(path, _reason(error), isinstance(error, NewerBankError))


#: Makes changes from the entries of a file: the entry to write, by key, or None to remove it.
Merge: TypeAlias = Callable[[Mapping[str, Entry]], Mapping[str, Entry | None]]
#: The same of search records.
MergeSearches: TypeAlias = Callable[[Mapping[str, SearchRecord]], Mapping[str, SearchRecord | None]]


def no_changes(present: Mapping[str, Any]) -> dict[str, Any]:
    """Leaves a section as it is."""
    return {}


def update_bank(path: Path, merge: Merge, searched: MergeSearches = no_changes) -> None:
    """Changes a file under its lock. `merge` makes the changes from the entries that the file has
    now, `searched` those from its search records.

    The changes are on the disk when this returns. Raises `RepositoryError` if the file cannot be
    written or is of a newer version, or if its lock stays taken for a minute; the file is then
    unchanged.
    """
    with changing(path), without_collector():
        try:
            _update_locked(path, merge, searched)
        except RecursionError:  # it is nested too deeply to be written back
            set_aside(path)
            _update_locked(path, merge, searched)


@dataclass(frozen=True, slots=True)
class _Sections:
    """The JSON of a file, by section and key.

    Attributes:
        entries: That of entries.
        searched: That of search records.
        others: What else the file has beside them, which this version does not know.
    """

    entries: dict[str, Any]
    searched: dict[str, Any]
    others: dict[str, Any] = field(default_factory=dict)


def _update_locked(path: Path, merge: Merge, merge_searches: MergeSearches) -> None:
    try:
        raw = _read_sections(path)
    except NewerBankError as error:
        raise RepositoryError(
            f"cannot write the repository file {path}: it {error}; it is unchanged. {NEWER_ADVICE}"
        ) from error
    except RepositoryError:
        set_aside(path)
        raw = _Sections({}, {})
    entries = _changed(raw.entries, merge(Entries(path, raw.entries)), entry_to_json)
    records = merge_searches(Searches(path, raw.searched))
    changed = _Sections(entries, _changed(raw.searched, records, record_to_json), raw.others)
    if changed != raw:
        text = bank_text(path, changed.entries, changed.searched, changed.others)
        replace_file(path, text.encode(), file_mode(path.parent))


def _changed(
    raw: Mapping[str, Any],
    changes: Mapping[str, _Item | None],
    to_json: Callable[[_Item], dict[str, Any]],
) -> dict[str, Any]:
    """A section after changes; an item that is `None` is removed."""
    new = {key: to_json(item) for key, item in changes.items() if item is not None}
    return {key: item for key, item in {**raw, **new}.items() if changes.get(key, item) is not None}


def bank_text(
    path: Path,
    raw_entries: Mapping[str, Any],
    raw_searched: Mapping[str, Any],
    others: Mapping[str, Any] | None = None,
) -> str:
    """The text of the file at `path`, with keys in numeric order. `others`: what else it has."""
    data = {
        "schema": SCHEMA,
        "operator_type": operator_type_in(path),
        "soc_version": soc_version_of(path),
        "entries": _ordered(raw_entries),
    }
    if raw_searched:
        data["searched"] = _ordered(raw_searched)
    data.update(others or {})
    return _lines(data, 0) + "\n"


def _ordered(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {key: raw[key] for key in sorted(raw, key=lambda key: (len(key), key))}


def _read_sections(path: Path) -> _Sections:
    """The sections of a file as JSON. Raises `RepositoryError` if it is not a bank, and `OSError`
    if it cannot be read.
    """
    try:
        data = json.loads(path.read_bytes())
    except FileNotFoundError:
        return _Sections({}, {})
    except (ValueError, RecursionError) as error:
        raise RepositoryError(f"is not JSON: {error}") from error
    schema = data.get("schema") if isinstance(data, dict) else None
    if type(schema) is int and schema > SCHEMA:
        raise NewerBankError(f"is of a newer version of open-aoe (schema {schema}, not {SCHEMA})")
    searched = data.get("searched", {}) if isinstance(data, dict) else None
    if not isinstance(searched, dict) or not isinstance(data.get("entries"), dict):
        raise RepositoryError("is not a file of repository entries")
    if data.get("schema") != SCHEMA:
        raise RepositoryError(f"has schema {quoted(repr(data.get('schema')))}, not {SCHEMA}")
    if data.get("soc_version") != soc_version_of(path):
        raise RepositoryError(f"is for the device {quoted(repr(data.get('soc_version')))}")
    others = {name: value for name, value in data.items() if name not in _KNOWN}
    return _Sections(_current(data["entries"]), dict(searched), others)


def _current(entries: Mapping[str, Any]) -> dict[str, Any]:
    """The entries under the keys of today. One that this version wrote replaces an earlier one."""
    found: dict[str, Any] = {}
    earlier: dict[str, Any] = {}
    for key, data in entries.items():
        current_key, current_data = current_entry(key, data)
        (found if current_key == key else earlier)[current_key] = current_data
    return {**earlier, **found}


@contextmanager
def without_collector() -> Iterator[None]:
    """Within, the garbage collector for cycles is off. Entries are many objects without cycles.
    While a large file is read, the collector would run many times in vain, for three times as long
    as the reading.
    """
    with collector_paused():
        yield


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror or error}"
    return str(error)


def _lines(value: Any, depth: int) -> str:
    if depth == LINE_DEPTH or not isinstance(value, dict) or not value:
        return _DEEP.encode(value) if depth >= LINE_DEPTH else json.dumps(value)
    indent = " " * (depth + 1)
    members = (
        f"{indent}{json.dumps(name)}: {_lines(item, depth + 1)}" for name, item in value.items()
    )
    return "{\n" + ",\n".join(members) + f"\n{' ' * depth}}}"
