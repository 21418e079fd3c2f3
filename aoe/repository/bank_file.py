"""One file of a repository: all entries of one operator type on one device model, as sorted JSON
that people can read and compare.

    {
     "schema": 1,
     "operator_type": "Conv",
     "soc_version": "znver4_2c",
     "entries": {
      "1024942313106047484": {
       "signature": {…},
       "policy": {…},
       …

`read_bank` never fails: a file or entry it cannot use is reported and left out. `update_bank`
changes a file under a lock, so that processes and users can share a repository, and replaces it in
one step, so that readers need no lock. Entries it cannot read are written back as they were; a file
it cannot read is set aside, never overwritten.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from filelock import FileLock, Timeout

from aoe.atomic_file import replace_file
from aoe.errors import RepositoryError
from aoe.repository.entry import Entry, entry_from_json, entry_to_json
from aoe.repository.location import soc_version_of

SCHEMA = 1
LOCK_SECONDS = 60.0
#: A shared repository is written by several users; the folder's permissions decide who may.
LOCK_MODE = 0o666
#: How deep an object is broken into lines; what lies deeper stays on one line.
LINE_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Bank:
    """The readable entries of a file by key; `damaged`: why others, by key, were left out;
    `unreadable`: why the whole file was.
    """

    entries: Mapping[str, Entry] = field(default_factory=dict)
    damaged: Mapping[str, str] = field(default_factory=dict)
    unreadable: str | None = None


def read_bank(path: Path) -> Bank:
    """The entries of a file; an absent file has none."""
    try:
        raw = _raw_entries(path)
    except RepositoryError as error:
        return Bank(unreadable=str(error))
    entries: dict[str, Entry] = {}
    damaged: dict[str, str] = {}
    for key, data in raw.items():
        entry = _entry_or_reason(path, key, data)
        if isinstance(entry, Entry):
            entries[key] = entry
        else:
            damaged[key] = entry
    return Bank(entries, damaged)


#: Makes changes of the entries in a file: by key what to write, None for what to remove.
Merge: TypeAlias = Callable[[Mapping[str, Entry]], Mapping[str, Entry | None]]


def update_bank(path: Path, merge: Merge) -> None:
    """Makes the changes in a file that `merge` makes of the entries now in it, under its lock.

    Raises `RepositoryError` if the file cannot be written or its lock stays taken for a minute.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _locked(path):
            _update_locked(path, merge)
    except OSError as error:
        raise RepositoryError(
            f"cannot write the repository file {path}: {error.strerror}"
        ) from error


def _update_locked(path: Path, merge: Merge) -> None:
    bank = read_bank(path)
    if bank.unreadable is not None:
        _set_aside(path)
    raw = {} if bank.unreadable is not None else _raw_entries(path)
    changed = dict(raw)
    for key, entry in merge(bank.entries).items():
        if entry is not None:
            changed[key] = entry_to_json(entry)
        else:
            changed.pop(key, None)
    if changed != raw:
        replace_file(path, bank_text(path, changed).encode())


def bank_text(path: Path, raw_entries: Mapping[str, Any]) -> str:
    """The text of the file at `path`, entries in numeric order of their keys."""
    ordered = sorted(raw_entries, key=lambda key: (len(key), key))
    data = {
        "schema": SCHEMA,
        "operator_type": path.stem,
        "soc_version": soc_version_of(path),
        "entries": {key: raw_entries[key] for key in ordered},
    }
    return _lines(data, 0) + "\n"


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    lock = FileLock(path.with_name(f".{path.name}.lock"), timeout=LOCK_SECONDS, mode=LOCK_MODE)
    try:
        lock.acquire()
    except Timeout as error:
        raise RepositoryError(
            f"{lock.lock_file} has been locked by another process for {LOCK_SECONDS:.0f} s"
        ) from error
    try:
        yield
    finally:
        lock.release()


def _raw_entries(path: Path) -> dict[str, Any]:
    """The entries of a file as they stand in it. Raises `RepositoryError` if it is not a bank."""
    try:
        data = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise RepositoryError(f"cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise RepositoryError(f"is not JSON: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("entries"), dict):
        raise RepositoryError("is not a file of repository entries")
    if data.get("schema") != SCHEMA:
        raise RepositoryError(f"has schema {data.get('schema')!r}, not {SCHEMA}")
    if data.get("soc_version") != soc_version_of(path):
        raise RepositoryError(f"is for the device {data.get('soc_version')!r}")
    return dict(data["entries"])


def _entry_or_reason(path: Path, key: str, data: Any) -> Entry | str:
    try:
        entry = entry_from_json(key, data)
    except RepositoryError as error:
        return str(error)
    if entry.operator_type != path.stem:
        return f"a {entry.operator_type} does not belong in this file"
    return entry


def _set_aside(path: Path) -> None:
    """Renames a file that cannot be read, so that nothing in it is lost."""
    number = 1
    while (aside := path.with_name(f"{path.name}.unreadable-{number}")).exists():
        number += 1
    path.rename(aside)


def _lines(value: Any, depth: int) -> str:
    if depth == LINE_DEPTH or not isinstance(value, dict) or not value:
        return json.dumps(value, sort_keys=depth >= LINE_DEPTH, separators=(", ", ": "))
    indent = " " * (depth + 1)
    members = (
        f"{indent}{json.dumps(name)}: {_lines(item, depth + 1)}" for name, item in value.items()
    )
    return "{\n" + ",\n".join(members) + f"\n{' ' * depth}}}"
