"""The part of a repository for one device model, as texts that travel between machines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from aoe.errors import AoeError, quoted
from aoe.repository.bank_file import no_changes, read_bank, update_bank
from aoe.repository.location import BANK_FOLDER, bank_path, bank_paths

#: The content of files by name: one for each operator type.
BankTexts: TypeAlias = Mapping[str, str]


def bank_texts(directory: Path) -> BankTexts:
    """The files of a repository of operators of one device model."""
    return {path.name: path.read_text(encoding="utf-8") for path in bank_paths(directory)}


def write_bank_texts(directory: Path, texts: BankTexts) -> None:
    """Makes such a repository of texts. Raises `AoeError` for a name that is no file of one."""
    folder = directory / BANK_FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        if Path(name).name != name or not name.endswith(".json"):
            raise AoeError(f"{quoted(name)} is no file of a repository")
        (folder / name).write_text(text, encoding="utf-8")


def copy_operator(source: Path, target: Path, operator_type: str, key: str) -> None:
    """Copies what a repository knows of one operator to another: its entry, and its search record.

    Args:
        source: The repository of one device model that knows it.
        target: Likewise, the one to write to.
        operator_type: The type of the operator.
        key: Its key.
    """
    known = read_bank(bank_path(source, operator_type))
    entries = {key: known.entries[key]} if key in known.entries else {}
    searched = {key: known.searched[key]} if key in known.searched else {}
    if entries or searched:
        update_bank(
            bank_path(target, operator_type),
            (lambda _: entries) if entries else no_changes,
            (lambda _: searched) if searched else no_changes,
        )


def forget_operator(directory: Path, operator_type: str, key: str) -> None:
    """Removes the entry of an operator from a repository of one device model."""
    update_bank(bank_path(directory, operator_type), lambda _: {key: None})
