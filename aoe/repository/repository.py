"""Looks up and stores the best policy of an operator or subgraph. The custom repository beats the
built-in one. It also remembers for which of them a search found nothing better than the default
policy (`aoe.repository.search_record`). `opening.py` says which folders these are.

Nothing that is read can stop a run. An entry is a miss if it is damaged, belongs to another
operator with the same key, was measured with another code generator, or has a policy that is not in
the space. Each file is warned of once per reason; further entries are logged at level info. A
winner is stored as soon as it is known and merged with what other processes wrote meanwhile. So an
interrupted run continues where it was, by lookup.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from aoe.policy import Policy, SubgraphPolicy
from aoe.repository.bank_file import Bank, no_changes, read_bank, update_bank
from aoe.repository.entry import SUBGRAPH, Entry, operator_type_of
from aoe.repository.location import bank_path, graph_path
from aoe.repository.search_record import SearchDepth, SearchRecord, with_new_searches
from aoe.signature import key_of

logger = logging.getLogger(__name__)

#: Is called before an entry is written, with the entry from before the first store.
StoreListener: TypeAlias = Callable[[Entry, "Entry | None"], None]
#: Gives the reason against using an entry; None if there is no reason.
Objection: TypeAlias = Callable[[Entry], str | None]


def no_objection(entry: Entry) -> None:
    """Accepts any entry."""


@dataclass(frozen=True, slots=True)
class EarlierForm:
    """How earlier versions described what is looked up.

    Attributes:
        signature: The signature that they gave it.
        before: If not None, only entries of packages older than this version count. It is given
            where today's version gives the same signature to something else.
    """

    signature: str
    before: str | None = None

    def wrote(self, entry: Entry) -> bool:
        """Whether an entry with this signature is of what is looked up."""
        return self.before is None or _version(entry.package) < _version(self.before)


def _version(package: str) -> tuple[int, ...]:
    """The numbers of a version, for comparisons."""
    return tuple(int(number) for number in re.findall(r"[0-9]+", package))


class Repository:
    """The custom and the built-in repository of one device model, for one code generator: of
    operators, or, in other folders, of subgraphs.
    """

    def __init__(self, custom: Path, builtin: Path, soc_version: str, code_generator: str) -> None:
        """`custom` and `builtin` are folders of `aoe.repository.location`. They may not exist."""
        self.custom = custom
        self.builtin = builtin
        self.soc_version = soc_version
        self.code_generator = code_generator
        self._banks: dict[Path, tuple[object, Bank]] = {}
        self._last_read: dict[str, Entry] = {}
        self._replaced: dict[str, Entry | None] = {}
        self._announce: StoreListener = lambda entry, before: None
        self._warned: set[tuple[Path, str]] = set()

    def lookup(
        self,
        signature: str,
        key: str,
        objection: Objection = no_objection,
        earlier: EarlierForm | None = None,
    ) -> Entry | None:
        """The entry of an operator or subgraph, or `None`. An entry with an `objection` is a miss.
        `earlier`: how earlier versions described it, if otherwise. An entry of that is returned
        under the signature and key of today.
        """
        for directory in (self.custom, self.builtin):
            entry = self._find(directory, signature, key, objection, earlier)
            if entry is not None:
                self._last_read[key] = entry
                return entry
        return None

    def origin(self, signature: str, key: str, earlier: EarlierForm | None = None) -> str:
        """Which repository has the entry that `lookup` finds: "custom" or "built-in"."""
        found = self._find(self.custom, signature, key, no_objection, earlier)
        return "custom" if found is not None and found == self._last_read.get(key) else "built-in"

    def _find(
        self,
        directory: Path,
        signature: str,
        key: str,
        objection: Objection,
        earlier: EarlierForm | None,
    ) -> Entry | None:
        """The usable entry in one of the two repositories."""
        path = self._path(directory, operator_type_of(signature))
        found = self._usable(path, signature, key, objection)
        if found is not None or earlier is None or earlier.signature == signature:
            return found
        earlier_key = key_of(earlier.signature)
        known = self._bank(path).entries.get(earlier_key)
        if known is None or not earlier.wrote(known):
            return None
        found = self._usable(path, earlier.signature, earlier_key, objection)
        return None if found is None else replace(found, key=key, signature=signature)

    def of_type(self, operator_type: str) -> Iterator[Entry]:
        """The sound entries of an operator type, those of the custom repository first. An operator
        in both repositories has only its custom entry. Entries of other code generators are
        included.
        """
        seen: set[str] = set()
        for directory in (self.custom, self.builtin):
            for key, entry in self._bank(self._path(directory, operator_type)).entries.items():
                if key not in seen:
                    seen.add(key)
                    yield entry

    def store(self, entry: Entry) -> None:
        """Writes an entry to the custom repository at once.

        It replaces the entry that this repository last looked up for the operator, against which it
        was measured. If another process has stored a different entry since, the faster one stays,
        and `withdraw` puts that of the other process back.
        Raises `RepositoryError` if the file cannot be written.
        """
        path = self._path(self.custom, entry.operator_type)
        known = self._last_read.get(entry.key)

        def merge(present: Mapping[str, Entry]) -> Mapping[str, Entry]:
            rival = present.get(entry.key)
            if rival == known:
                before = self._replaced.setdefault(entry.key, rival)
            elif rival is None or not competes(rival, entry) or faster(rival, entry) == entry:
                before = self._replaced[entry.key] = rival
            else:
                return {}
            self._announce(entry, before)
            return {entry.key: entry}

        update_bank(path, merge)
        self._last_read[entry.key] = entry

    def default_stands(
        self,
        signature: str,
        key: str,
        default: Callable[[], Policy | SubgraphPolicy],
        depth: SearchDepth,
        model: str,
    ) -> bool:
        """Whether a search of at least this depth, valid for a model with this digest, has found
        no policy that is faster than the default of today, which `default` returns.
        """
        paths = (
            self._path(directory, operator_type_of(signature))
            for directory in (self.custom, self.builtin)
        )
        records = (self._bank(path).searched.get(key) for path in paths)
        return any(
            record is not None
            and record.signature == signature
            and record.stands(depth, model, self.code_generator, default)
            for record in records
        )

    def remember(self, record: SearchRecord) -> None:
        """Adds searches that ended now to the custom repository at once, beside what is known
        (`with_new_searches`). Raises as `store` does.
        """

        def merge(present: Mapping[str, SearchRecord]) -> Mapping[str, SearchRecord]:
            known = present.get(record.key)
            if known is None:
                return {record.key: record}
            return {record.key: with_new_searches(known, record, self.code_generator)}

        update_bank(self._path(self.custom, record.operator_type), no_changes, merge)

    def state(self) -> str:
        """A text that changes whenever an entry might: the files of both folders."""
        found = [
            (str(path), _identity(path))
            for directory in (self.custom, self.builtin)
            for path in sorted(directory.rglob("*"))
            if path.is_file()
        ]
        return repr((self.soc_version, self.code_generator, found))

    def announce_stores(self, listener: StoreListener) -> None:
        """Calls `listener` before every entry that is written."""
        self._announce = listener

    def take_over(self, entry: Entry, before: Entry | None) -> None:
        """Treats a store of an earlier process, of `entry` in place of `before`, as one of this
        repository, so that `withdraw` undoes it.
        """
        self._replaced[entry.key] = before
        self._last_read[entry.key] = entry

    def withdraw(self, signature: str, key: str) -> None:
        """Undoes what this repository stored for an operator: the custom repository has again what
        others had there before, which may be nothing.

        An entry that another process has stored since stays. Raises `RepositoryError` as `store`.
        """
        mine = self._last_read.get(key)
        if key not in self._replaced:
            return
        before = self._replaced[key]

        def merge(present: Mapping[str, Entry]) -> Mapping[str, Entry | None]:
            return {key: before} if present.get(key) == mine else {}

        update_bank(self._path(self.custom, operator_type_of(signature)), merge)
        del self._replaced[key]
        self._last_read.pop(key, None)

    def _path(self, directory: Path, operator_type: str) -> Path:
        if operator_type == SUBGRAPH:
            return graph_path(directory, self.soc_version)
        return bank_path(directory, operator_type)

    def _usable(self, path: Path, signature: str, key: str, objection: Objection) -> Entry | None:
        bank = self._bank(path)
        if bank.unreadable is not None:
            text = f"ignoring the repository file {path}: it {bank.unreadable}; {bank.advice}"
            self._warn(path, "unreadable", text)
            return None
        damage = bank.entries.damage(key)
        if damage is not None:
            self._warn(path, "damaged", f"ignoring entry {key} of {path}: {damage}")
        entry = bank.entries.get(key)
        if entry is None:
            return None
        if entry.signature != signature:
            self._warn(path, "other", f"ignoring entry {key} of {path}: it is of another operator")
            return None
        if entry.code_generator != self.code_generator:
            self._warn(
                path,
                "generator",
                f"ignoring entries of {path} made by code generator {entry.code_generator}: "
                f"this is {self.code_generator}; tuning again replaces them",
            )
            return None
        reason = objection(entry)
        if reason is not None:
            self._warn(path, "policy", f"ignoring entry {key} of {path}: {reason}")
            return None
        return entry

    def _bank(self, path: Path) -> Bank:
        """The entries of a file, which is read again only when it has changed."""
        identity = _identity(path)
        if identity is None:
            return Bank.empty(path)
        known = self._banks.get(path)
        if known is None or known[0] != identity:
            known = (identity, read_bank(path))
            self._banks[path] = known
        return known[1]

    def _warn(self, path: Path, kind: str, message: str) -> None:
        """Warns of each kind of damage to a file once."""
        level = logging.INFO if (path, kind) in self._warned else logging.WARNING
        self._warned.add((path, kind))
        logger.log(level, "%s", message)


def competes(one: Entry, other: Entry) -> bool:
    """Whether the times of two entries of a key may be compared."""
    return one.signature == other.signature and one.code_generator == other.code_generator


def faster(one: Entry, other: Entry) -> Entry:
    """The entry with the smaller time after tuning; `one` if they are equal."""
    return other if other.after.median_us < one.after.median_us else one


def _identity(path: Path) -> object:
    """A value that changes whenever the file does; `None` if there is no file."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        return error.errno
    return status.st_mtime_ns, status.st_ino, status.st_size
