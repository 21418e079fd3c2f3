"""Lists the files of a whole repository: of all device models, of operators and of subgraphs.

A repository is a folder like TUNE_BANK_PATH, or AOE's `custom` folder or the built-in folder, which
separate operators and subgraphs (`op/`, `graph/<soc_version>/`); see `location.py`. Merging and the
commands of `aoe bank` read whole repositories; looking up an operator does not.
"""

from __future__ import annotations

from pathlib import Path

from aoe.repository.location import BANK_FOLDER, GRAPH_PREFIX, matching
from aoe.repository.shared_folder import SET_ASIDE
from aoe.settings import Settings

#: Part of the names of files of AOE's runtime, which hold no policies.
RUNTIME_MARK = "runtime_kb"


def custom_root(settings: Settings) -> Path:
    """The user's own repository, of all device models. It may not exist."""
    if settings.tune_bank_path is not None:
        return settings.tune_bank_path
    if settings.cache_path is not None:
        return settings.cache_path / "aoe_data"
    return settings.home / "Ascend/latest/data/aoe/custom"


def entry_files(root: Path) -> tuple[Path, ...]:
    """All files of entries of a repository, ordered by path."""
    patterns = (
        f"*/{BANK_FOLDER}/*.json",
        f"op/*/{BANK_FOLDER}/*.json",
        f"{GRAPH_PREFIX}*.json",
        f"graph/*/{GRAPH_PREFIX}*.json",
    )
    found = {path for pattern in patterns for path in matching(root, pattern)}
    return tuple(sorted(path for path in found if _is_ours(path)))


def set_aside_files(root: Path) -> tuple[Path, ...]:
    """The files of a repository that were renamed because they could not be read, ordered by path
    (`shared_folder.set_aside`).
    """
    folders = ("", f"*/{BANK_FOLDER}/", f"op/*/{BANK_FOLDER}/", "graph/*/")
    found = {path for folder in folders for path in matching(root, f"{folder}*{SET_ASIDE}*")}
    return tuple(sorted(found))


def runtime_files(root: Path) -> tuple[Path, ...]:
    """The files of AOE's runtime in a repository, ordered by path."""
    return tuple(sorted(matching(root, f"**/*{RUNTIME_MARK}*.json")))


def is_device_folder(path: Path) -> bool:
    """Whether a folder is only the part of a repository for one device model."""
    return (path / BANK_FOLDER).is_dir()


def _is_ours(path: Path) -> bool:
    return RUNTIME_MARK not in path.name and not path.name.startswith(".")
