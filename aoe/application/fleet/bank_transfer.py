"""What a repository knows of one kind of machine, as texts that travel between machines.

They are the files of `aoe.repository.location`: one for each operator type, and one for subgraphs.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from aoe.errors import AoeError, quoted
from aoe.repository.bank_file import bank_text, read_bank, update_bank
from aoe.repository.entry import SUBGRAPH, entry_to_json
from aoe.repository.location import (
    bank_path,
    bank_paths,
    custom_directory,
    custom_graph_directory,
    graph_path,
)
from aoe.repository.search_record import record_to_json
from aoe.settings import Settings

#: The content of files by name.
BankTexts: TypeAlias = Mapping[str, str]


def bank_file(settings: Settings, kind: str, entry_type: str) -> Path:
    """The file of the user's own repository for operators of a type, or for subgraphs.

    Args:
        settings: Say where the repository is.
        kind: The kind of machine (`soc_version`).
        entry_type: The type of the operators, or `SUBGRAPH`.
    """
    if entry_type == SUBGRAPH:
        return graph_path(custom_graph_directory(settings, kind), kind)
    return bank_path(custom_directory(settings, kind), entry_type)


def bank_texts(settings: Settings, kind: str) -> BankTexts:
    """What the user's own repository knows of a kind of machine."""
    paths = [*bank_paths(custom_directory(settings, kind)), bank_file(settings, kind, SUBGRAPH)]
    return {path.name: path.read_text(encoding="utf-8") for path in paths if path.exists()}


def entry_texts(settings: Settings, kind: str, entry_type: str, key: str) -> BankTexts:
    """The same of one operator or subgraph: its entry and its search record."""
    path = bank_file(settings, kind, entry_type)
    known = read_bank(path)
    entries = {key: entry_to_json(known.entries[key])} if key in known.entries else {}
    searched = {key: record_to_json(known.searched[key])} if key in known.searched else {}
    return {path.name: bank_text(path, entries, searched)} if entries or searched else {}


def write_bank_texts(root: Path, kind: str, texts: BankTexts) -> None:
    """Makes a repository of texts, as `TUNE_BANK_PATH` has it. Raises `AoeError` for a name that is
    no file of one.
    """
    graphs = graph_path(root, kind)
    for name, text in texts.items():
        if Path(name).name != name or not name.endswith(".json"):
            raise AoeError(f"{quoted(name)} is no file of a repository")
        path = graphs if name == graphs.name else bank_path(root / kind, Path(name).stem)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def forget_entry(settings: Settings, kind: str, entry_type: str, key: str) -> None:
    """Removes the entry of an operator or a subgraph from the user's own repository."""
    update_bank(bank_file(settings, kind, entry_type), lambda _: {key: None})
