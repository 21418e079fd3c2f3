"""Opens the repositories that the environment and options name: those to tune with, and those that
compiling reads. It refuses a folder that every user may write, and one that tuning cannot write.
"""

from __future__ import annotations

import os
from pathlib import Path

from aoe.errors import RepositoryError
from aoe.repository.bank_file import read_bank
from aoe.repository.location import (
    BANK_FOLDER,
    bank_paths,
    builtin_directory,
    builtin_graph_directory,
    custom_graph_directory,
    graph_path,
    reading_directory,
    reading_graph_directory,
)
from aoe.repository.misplacement import warn_of_operators, warn_of_subgraphs
from aoe.repository.repository import Repository
from aoe.repository.shared_folder import NEWER_ADVICE, require_closed
from aoe.settings import Settings, unusable_location


def open_repository(
    settings: Settings,
    soc_version: str,
    code_generator: str,
    op_bank_path: Path | None = None,
    to_read: bool = False,
) -> Repository:
    """The operator repositories for one device model, from the settings. They may not exist. A
    warning, one a process, says what is wrong with a folder that has nothing to read.

    Args:
        settings: The environment.
        soc_version: The device model.
        code_generator: The version of the code generator.
        op_bank_path: Where compiling reads, unless TUNE_BANK_PATH is set.
        to_read: Whether nothing will be stored.

    Raises:
        RepositoryError: Every user may write there.
    """
    custom = reading_directory(settings, soc_version, op_bank_path)
    warn_of_operators(settings, soc_version, op_bank_path, to_read)
    require_closed(
        custom, custom.parent if custom.parent in _named(settings, op_bank_path) else None
    )
    return Repository(
        custom,
        builtin_directory(soc_version, settings.builtin_path),
        soc_version,
        code_generator,
    )


def open_graph_repository(settings: Settings, soc_version: str, code_generator: str) -> Repository:
    """The graph repositories for tuning, from the settings. They may not exist. Raises
    `RepositoryError` as `open_repository` does.
    """
    custom = custom_graph_directory(settings, soc_version)
    require_closed(custom)
    return Repository(
        custom,
        builtin_graph_directory(soc_version, settings.builtin_path),
        soc_version,
        code_generator,
    )


def open_graph_repository_to_read(
    settings: Settings, soc_version: str, code_generator: str, mdl_bank_path: Path | None = None
) -> Repository:
    """The graph repositories for compiling. `mdl_bank_path` is read before TUNE_BANK_PATH. A folder
    without a graph repository gives way to the next one, with a warning if it is `mdl_bank_path`.
    Raises `RepositoryError` as `open_repository` does.
    """
    custom = reading_graph_directory(settings, soc_version, mdl_bank_path)
    require_closed(custom)
    if mdl_bank_path is not None and mdl_bank_path != custom:
        warn_of_subgraphs(mdl_bank_path, soc_version, custom)
    return Repository(
        custom,
        builtin_graph_directory(soc_version, settings.builtin_path),
        soc_version,
        code_generator,
    )


def _named(settings: Settings, op_bank_path: Path | None) -> tuple[Path, ...]:
    """The folders that a user names, in which the one of a device model lies."""
    named = settings.tune_bank_path, op_bank_path
    return tuple(path for path in named if path is not None)


def require_writable(repository: Repository) -> None:
    """Raises `RepositoryError` if winners could not be stored, before any work is done for them."""
    files = repository.custom / BANK_FOLDER
    folder = files if os.path.isdir(files) else repository.custom
    reason = unusable_location(folder)
    if reason is not None:
        known = ", and copy what is known into it with aoe bank merge" if folder == files else ""
        raise RepositoryError(
            f"cannot write the repository {folder}: {reason}; nothing was tuned, because nothing "
            f"could be stored: set TUNE_BANK_PATH to a directory this user can write{known}"
        )
    graphs = graph_path(repository.custom, repository.soc_version)
    for path in (*bank_paths(repository.custom), graphs):
        if read_bank(path).is_newer:
            raise RepositoryError(
                f"cannot write the repository file {path}: it is of a newer version of open-aoe; "
                f"nothing was tuned: {NEWER_ADVICE}"
            )
