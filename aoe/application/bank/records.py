"""The entries of a whole repository for `aoe bank`, with a judgement whether this machine and this
version can use them.

Unlike `Repository.lookup`, which skips what it cannot use, this module shows every entry, including
damaged ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aoe.backends.registry import backend_of, default_backend
from aoe.backends.registry import target_of as device_of
from aoe.errors import ModelError
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.repository.bank_file import read_bank
from aoe.repository.bank_tree import custom_root, entry_files
from aoe.repository.entry import SUBGRAPH, Entry
from aoe.repository.location import operator_type_in, soc_version_of
from aoe.repository.misplacement import warn_once, wrong_level
from aoe.results.improvement import improvement
from aoe.settings import Settings
from aoe.target import Target
from aoe.tuning.policy_database import is_usable


@dataclass(frozen=True, slots=True)
class Record:
    """An entry and its file.

    Attributes:
        path: The file.
        key: Key of the operator or subgraph.
        entry: The entry; `None` if it is damaged.
        damage: What is wrong with a damaged entry.
    """

    path: Path
    key: str
    entry: Entry | None = None
    damage: str = ""

    @property
    def soc_version(self) -> str:
        """The device model it is for."""
        return soc_version_of(self.path)

    @property
    def type(self) -> str:
        """The operator type, or `Subgraph`."""
        return operator_type_in(self.path)

    @property
    def gain(self) -> float | None:
        """Gain in percent over the default policy, or, if that was not measured, over the previous
        policy. `None` for a damaged entry.
        """
        if self.entry is None:
            return None
        base = self.entry.default or self.entry.before
        return float(improvement(base.median_us, self.entry.after.median_us))

    @property
    def operator(self) -> Operator | None:
        """The operator; `None` for a subgraph and for a damaged entry."""
        if self.entry is None or self.type == SUBGRAPH:
            return None
        try:
            return Operator.from_json(json.loads(self.entry.signature))
        except ModelError:
            return None


@dataclass(frozen=True, slots=True)
class RecordFilter:
    """Which entries are wanted. `None` lets all pass.

    Attributes:
        type: Operator type, in upper or lower case.
        soc_version: Device model.
        keys: Keys, for example of all operators of a model.
        min_gain: Least gain in percent.
    """

    type: str | None = None
    soc_version: str | None = None
    keys: frozenset[str] | None = None
    min_gain: float | None = None

    def passes(self, record: Record) -> bool:
        """Whether a record is wanted."""
        gain = record.gain
        return self.passes_search(record.path, record.key) and (
            self.min_gain is None or (gain is not None and gain >= self.min_gain)
        )

    def passes_search(self, path: Path, key: str) -> bool:
        """Whether a search that gained nothing is wanted, of a key in a file. No least gain is
        looked at.
        """
        return self.passes_file(path) and (self.keys is None or key in self.keys)

    def passes_file(self, path: Path) -> bool:
        """Whether a file may have something that is wanted."""
        return (self.type is None or operator_type_in(path).lower() == self.type.lower()) and (
            self.soc_version is None or soc_version_of(path) == self.soc_version
        )


@dataclass(frozen=True, slots=True)
class Contents:
    """The content of a repository.

    Attributes:
        root: Its folder.
        records: Its entries.
        unreadable: Files that cannot be read at all, with the reason and what to do.
        searched: The file and key of each operator and subgraph that was searched in vain.
    """

    root: Path
    records: tuple[Record, ...]
    unreadable: tuple[tuple[Path, str], ...] = ()
    searched: tuple[tuple[Path, str], ...] = ()


def repository_root(settings: Settings, builtin: bool) -> Path:
    """The built-in or the user's own repository, of all device models."""
    return settings.builtin_path if builtin else custom_root(settings)


def read_contents(root: Path, first_digits: str = "") -> Contents:
    """The content of a repository, ordered by file and key. An absent repository is empty. Only
    keys that begin with `first_digits` are read.
    """
    records: list[Record] = []
    unreadable: list[tuple[Path, str]] = []
    searched: list[tuple[Path, str]] = []
    files = entry_files(root)
    advice = None if files else wrong_level(root)
    if advice is not None:
        warn_once(f"{root} is no repository; {advice}")
    for path in files:
        bank = read_bank(path)
        if bank.unreadable is not None:
            unreadable.append((path, f"{bank.unreadable}; {bank.advice}"))
        searched += [(path, key) for key in bank.searched.raw if key not in bank.entries.raw]
        wanted = [key for key in bank.entries.raw if key.startswith(first_digits)]
        for key in sorted(wanted, key=lambda key: (len(key), key)):
            damage = bank.entries.damage(key)
            entry = bank.entries[key] if damage is None else None
            records.append(Record(path, key, entry, damage or ""))
    return Contents(root, tuple(records), tuple(unreadable), tuple(searched))


def chosen(records: Iterable[Record], wanted: RecordFilter) -> list[Record]:
    """The records that pass a filter."""
    return [record for record in records if wanted.passes(record)]


def objection(record: Record, with_space: bool = True) -> str | None:
    """Why no compilation on this machine uses an entry; `None` if one may. `with_space` looks for
    the policy in the operator's space, which takes some milliseconds. Policies of subgraphs are not
    looked up: only subgraph tuning knows their space.
    """
    fault = defect(record)
    if fault is not None:
        return fault
    target = target_of(record.soc_version)
    if target is None:
        return f"it is for another machine, {record.soc_version}"
    return space_objection(record, target) if with_space else None


def defect(record: Record) -> str | None:
    """What makes an entry unusable on every machine; `None` if nothing does."""
    entry = record.entry
    if entry is None:
        return f"it is damaged: {record.damage}"
    version = code_generator(record.soc_version)
    if entry.code_generator != version:
        return f"it was measured with code generator {entry.code_generator}, this is {version}"
    if record.type == SUBGRAPH:
        return None
    operator = record.operator
    if operator is None:
        return "this version does not know the operator of its signature"
    if operator.key != record.key:
        return f"its key is not that of its operator, {operator.key}"
    return None


def space_objection(record: Record, target: Target) -> str | None:
    """The objection that the policy is not in the operator's space on this device model; `None` if
    it is.
    """
    operator = record.operator
    if operator is None or record.entry is None or not isinstance(record.entry.policy, Policy):
        return None
    if is_usable(operator, record.entry.policy, target):
        return None
    return "its policy is not in the operator's space"


@cache
def target_of(soc_version: str) -> Target | None:
    """This machine as a device model; `None` if it is another machine."""
    return device_of(soc_version)


def code_generator(soc_version: str) -> str:
    """The version of the code generator of a device model.

    It is that of the backend whose device this machine has, else that of the default backend.
    """
    target = target_of(soc_version)
    return (default_backend() if target is None else backend_of(target)).version
