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

`read_bank` never fails: it reports a file or entry that it cannot use, and leaves it out.
`update_bank` changes a file under a lock, so that processes and users can share a repository. It
replaces the file in one step, so readers need no lock. It writes unreadable entries back unchanged.
It renames an unreadable file and never overwrites it.
"""

from __future__ import annotations

import gc
import json
import marshal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from aoe.atomic_file import replace_file
from aoe.errors import RepositoryError, quoted
from aoe.repository.entry import Entry, current_entry, entry_from_json, entry_to_json
from aoe.repository.location import operator_type_in, soc_version_of
from aoe.repository.shared_folder import file_mode, locked, make_shared_folder

SCHEMA = 1
#: Depth to which JSON objects are broken into lines; deeper ones stay on one line.
LINE_DEPTH = 3
_DEEP = json.JSONEncoder(sort_keys=True, separators=(", ", ": "))


class Entries(Mapping[str, Entry]):
    """The readable entries of a file, by key. An entry is checked when it is first read, so that
    looking up a few entries of a large file does not wait for all of them.
    """

    def __init__(self, path: Path, raw: Mapping[str, Any]) -> None:
        """`raw` is the JSON of the file at `path`, by key."""
        self.raw = raw
        self._path = path
        self._checked: dict[str, Entry | str] = {}

    def __getitem__(self, key: str) -> Entry:
        entry = self._entry_or_reason(key)
        if isinstance(entry, str):
            raise KeyError(key)
        return entry

    def __iter__(self) -> Iterator[str]:
        return (key for key in self.raw if key in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def damage(self, key: str) -> str | None:
        """Why the entry of a key is left out; `None` if it is not, or if there is none."""
        entry = self._entry_or_reason(key) if key in self.raw else None
        return entry if isinstance(entry, str) else None

    def _entry_or_reason(self, key: str) -> Entry | str:
        if key not in self._checked:
            self._checked[key] = _entry_or_reason(self._path, key, self.raw[key])
        return self._checked[key]


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
        unreadable: Why the file cannot be used; `None` if it can.
    """

    entries: Entries
    unreadable: str | None = None

    @property
    def damaged(self) -> Mapping[str, str]:
        """Why entries are left out, by key. Checks all entries."""
        reasons = {key: self.entries.damage(key) for key in self.entries.raw}
        return {key: reason for key, reason in reasons.items() if reason is not None}


def read_bank(path: Path) -> Bank:
    """The entries of a file; an absent file has none."""
    try:
        with without_collector():
            return Bank(Entries(path, _Packed(_raw_entries(path))))
    except (RepositoryError, OSError, ValueError) as error:
        return Bank(Entries(path, {}), _reason(error))


#: Makes changes from the entries of a file: the entry to write, by key, or None to remove it.
Merge: TypeAlias = Callable[[Mapping[str, Entry]], Mapping[str, Entry | None]]


def update_bank(path: Path, merge: Merge) -> None:
    """Changes a file under its lock. `merge` makes the changes from the entries that the file has
    now.

    The changes are on the disk when this returns. Raises `RepositoryError` if the file cannot be
    written, or if its lock stays taken for a minute; the file is then unchanged.
    """
    try:
        make_shared_folder(path.parent)
        with locked(path), without_collector():
            try:
                _update_locked(path, merge)
            except RecursionError:  # it is nested too deeply to be written back
                _set_aside(path)
                _update_locked(path, merge)
    except OSError as error:
        raise RepositoryError(
            f"cannot write the repository file {path}: {error.strerror or error}; it is "
            "unchanged. Free disk space, get permission to write there, or set TUNE_BANK_PATH to "
            "another folder"
        ) from error


def _update_locked(path: Path, merge: Merge) -> None:
    try:
        raw = _raw_entries(path)
    except RepositoryError:
        _set_aside(path)
        raw = {}
    changed = dict(raw)
    for key, entry in merge(Entries(path, raw)).items():
        if entry is not None:
            changed[key] = entry_to_json(entry)
        else:
            changed.pop(key, None)
    if changed != raw:
        replace_file(path, bank_text(path, changed).encode(), file_mode(path.parent))


def bank_text(path: Path, raw_entries: Mapping[str, Any]) -> str:
    """The text of the file at `path`, with entries in numeric order of their keys."""
    ordered = sorted(raw_entries, key=lambda key: (len(key), key))
    data = {
        "schema": SCHEMA,
        "operator_type": operator_type_in(path),
        "soc_version": soc_version_of(path),
        "entries": {key: raw_entries[key] for key in ordered},
    }
    return _lines(data, 0) + "\n"


def _raw_entries(path: Path) -> dict[str, Any]:
    """The entries of a file as JSON, those of earlier versions under the keys of today. Raises
    `RepositoryError` if it is not a bank, and `OSError` if it cannot be read.
    """
    try:
        data = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError) as error:
        raise RepositoryError(f"is not JSON: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("entries"), dict):
        raise RepositoryError("is not a file of repository entries")
    if data.get("schema") != SCHEMA:
        raise RepositoryError(f"has schema {quoted(repr(data.get('schema')))}, not {SCHEMA}")
    if data.get("soc_version") != soc_version_of(path):
        raise RepositoryError(f"is for the device {quoted(repr(data.get('soc_version')))}")
    return _current(data["entries"])


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
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror or error}"
    return str(error)


def _entry_or_reason(path: Path, key: str, data: Any) -> Entry | str:
    try:
        entry = entry_from_json(key, data)
    except RepositoryError as error:
        return str(error)
    if entry.operator_type != operator_type_in(path):
        return f"a {quoted(entry.operator_type)} does not belong in this file"
    return entry


def _set_aside(path: Path) -> None:
    """Renames an unreadable file, so that nothing in it is lost."""
    number = 1
    while (aside := path.with_name(f"{path.name}.unreadable-{number}")).exists():
        number += 1
    path.rename(aside)


def _lines(value: Any, depth: int) -> str:
    if depth == LINE_DEPTH or not isinstance(value, dict) or not value:
        return _DEEP.encode(value) if depth >= LINE_DEPTH else json.dumps(value)
    indent = " " * (depth + 1)
    members = (
        f"{indent}{json.dumps(name)}: {_lines(item, depth + 1)}" for name, item in value.items()
    )
    return "{\n" + ",\n".join(members) + f"\n{' ' * depth}}}"
