"""Says what is wrong with a folder that was named as a repository, and which one to name.

Whoever names the folder above or below the right one, or that of another machine, gets default
policies and no error: a repository without an entry looks the same. So such a folder is warned of,
once a process. `location.py` says where repositories lie.
"""

from __future__ import annotations

import logging
import os
from functools import cache
from glob import escape
from pathlib import Path

from aoe.repository.location import BANK_FOLDER, bank_paths, graph_path, matching
from aoe.settings import Settings

logger = logging.getLogger(__name__)


@cache
def warn_once(text: str) -> None:
    """Warns of something at its first call with this text in this process."""
    logger.warning("%s", text)


def warn_of_operators(
    settings: Settings, soc_version: str, op_bank_path: Path | None, to_read: bool
) -> None:
    """Warns if `op_bank_path` or TUNE_BANK_PATH is probably not the folder that was meant.

    Args:
        settings: The environment.
        soc_version: The device model.
        op_bank_path: The folder that is named to read from; None for the usual place.
        to_read: Whether nothing will be stored.
    """
    reason = unread_reason(settings, soc_version, op_bank_path)
    if reason is not None:
        warn_once(f"op_bank_path: {reason}")
    if settings.tune_bank_path is not None:
        _warn_of_variable(settings.tune_bank_path, soc_version, to_read)


def warn_of_subgraphs(mdl_bank_path: Path, soc_version: str, read: Path) -> None:
    """Warns that a folder `read` is read instead of `mdl_bank_path`."""
    elsewhere = subgraphs_elsewhere(mdl_bank_path, soc_version)
    warn_once(
        f"mdl_bank_path: {mdl_bank_path} has no graph repository of {soc_version} that can be "
        f"read, so {read} is read{'' if elsewhere is None else f'; {elsewhere}'}"
    )


@cache
def _warn_of_variable(root: Path, soc_version: str, to_read: bool) -> None:
    """Looks at the folder of TUNE_BANK_PATH once in this process, because tuning may fill it later.
    A folder of other files is good for a new repository, and none to read.
    """
    if bank_paths(root / soc_version) or os.path.isfile(graph_path(root, soc_version)):
        return
    reason = operators_elsewhere(root, soc_version) or subgraphs_elsewhere(root, soc_version)
    if reason is None and to_read and _has_files(root):
        reason = "tuning with this variable writes one there"
    if reason is not None:
        warn_once(f"TUNE_BANK_PATH: {root} has no repository of {soc_version}; {reason}")


def unread_reason(settings: Settings, soc_version: str, op_bank_path: Path | None) -> str | None:
    """Why nothing is read from `op_bank_path`; None if something is, or it is None."""
    if op_bank_path is None or op_bank_path == settings.tune_bank_path:
        return None
    if settings.tune_bank_path is not None:
        return (
            f"{op_bank_path} is not read, because TUNE_BANK_PATH={settings.tune_bank_path} comes "
            "first; unset that variable"
        )
    directory = op_bank_path / soc_version
    if bank_paths(directory):
        return None
    elsewhere = operators_elsewhere(op_bank_path, soc_version)
    return f"{op_bank_path} has no operator repository of {soc_version}; " + (
        elsewhere or f"it would be in {directory / BANK_FOLDER}"
    )


def operators_elsewhere(root: Path, soc_version: str) -> str | None:
    """Where an operator repository lies that was meant by a folder which has none of a device
    model, as the end of a sentence; None if there is none near.
    """
    reason = wrong_level(root, escape(soc_version))
    others = sorted(path.parent.name for path in matching(root, f"*/{BANK_FOLDER}"))
    if reason is None and others:
        return (
            f"it is of {', '.join(others)}: policies are those of one kind of CPU or GPU and of "
            "one number of threads"
        )
    return reason


def wrong_level(root: Path, name: str = "*") -> str | None:
    """As `operators_elsewhere`, for a folder above or below the right one.

    Args:
        root: The folder.
        name: A pattern of device models.
    """
    if os.path.isdir(root / BANK_FOLDER):
        return f"it is the folder of one device model: name the folder above, {root.parent}"
    if root.name == BANK_FOLDER:
        return f"it is a part of the folder of one device model: name {root.parent.parent}"
    for pattern in (f"*/{name}/{BANK_FOLDER}", f"*/op/{name}/{BANK_FOLDER}"):
        for path in sorted(matching(root, pattern)):
            return f"there is one below: name {path.parents[1]}"
    return None


def subgraphs_elsewhere(root: Path, soc_version: str) -> str | None:
    """As `operators_elsewhere`, for graph repositories."""
    file = graph_path(Path(), soc_version).name
    if os.path.isfile(root.parent / file):
        return f"there is one in the folder above: name {root.parent}"
    for pattern in ("*", "graph/*"):
        for path in sorted(matching(root, f"{pattern}/{escape(file)}")):
            return f"there is one below: name {path.parent}"
    others = sorted(path.stem for path in matching(root, graph_path(Path(), "*").name))
    if others:
        return f"it has {', '.join(others)}: policies are those of one device model"
    return None


def _has_files(root: Path) -> bool:
    """Whether a folder has anything but hidden files and the compile cache."""
    return any(not name.startswith(".") and name != "kernel_cache" for name in os.listdir(root))
