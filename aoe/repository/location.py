"""The folders of repositories, as AOE lays them out. There are two repositories: one of operators,
and one of graphs, which has policies of subgraphs.

    variable that is set       operators                                  subgraphs
    TUNE_BANK_PATH             <it>/<soc_version>/unified_bank/…          <it>/…
    else ASCEND_CACHE_PATH     <it>/aoe_data/<soc_version>/unified_bank/… <it>/aoe_data/…
    else $HOME/Ascend/latest/data/aoe/custom:  <it>/op/<soc_version>/unified_bank/…
                                               <it>/graph/<soc_version>/…

Tuning reads and writes the same folder. Compiling may read other folders, in AOE's order: for
operators TUNE_BANK_PATH comes before `op_bank_path`; for graphs `mdl_bank_path` comes before
TUNE_BANK_PATH.

AOE splits operators between `cube` and `unified_bank`. Here one code generator serves both, so all
operators are in `unified_bank`, with one file per operator type. Subgraphs are in
`subgraph_<soc_version>.json`. The built-in repositories of the package have the same layout, below
`op/` and `graph/`, and are never written.
"""

from __future__ import annotations

import os
from glob import glob
from pathlib import Path

from aoe.repository.entry import SUBGRAPH
from aoe.settings import BUILTIN_PATH, Settings

BANK_FOLDER = "unified_bank"
GRAPH_PREFIX = "subgraph_"


def custom_directory(settings: Settings, soc_version: str) -> Path:
    """The user's own operator repository for one device model. It may not exist yet."""
    if settings.tune_bank_path is not None:
        return settings.tune_bank_path / soc_version
    return _default_directory(settings, soc_version)


def reading_directory(settings: Settings, soc_version: str, op_bank_path: Path | None) -> Path:
    """The custom operator repository that compiling reads."""
    if settings.tune_bank_path is not None or op_bank_path is None:
        return custom_directory(settings, soc_version)
    return op_bank_path / soc_version


def custom_graph_directory(settings: Settings, soc_version: str) -> Path:
    """The user's own graph repository for one device model. It may not exist yet."""
    if settings.tune_bank_path is not None:
        return settings.tune_bank_path
    return _default_graph_directory(settings, soc_version)


def reading_graph_directory(
    settings: Settings, soc_version: str, mdl_bank_path: Path | None
) -> Path:
    """The custom graph repository that compiling reads: the first folder that has one."""
    default = _default_graph_directory(settings, soc_version)
    for directory in (mdl_bank_path, settings.tune_bank_path):
        if directory is not None and os.path.isfile(graph_path(directory, soc_version)):
            return directory
    return default


def builtin_directory(soc_version: str, root: Path = BUILTIN_PATH) -> Path:
    """The built-in operator repository for one device model. It may not exist. For `root` see
    `aoe.settings.Settings.builtin_path`.
    """
    return root / "op" / soc_version


def builtin_graph_directory(soc_version: str, root: Path = BUILTIN_PATH) -> Path:
    """As `builtin_directory`, for graphs."""
    return root / "graph" / soc_version


def bank_path(directory: Path, operator_type: str) -> Path:
    """The file of one operator type in the operator repository of one device model."""
    return directory / BANK_FOLDER / f"{operator_type}.json"


def graph_path(directory: Path, soc_version: str) -> Path:
    """The file of one device model in a graph repository."""
    return directory / f"{GRAPH_PREFIX}{soc_version}.json"


def soc_version_of(path: Path) -> str:
    """The device model that a file of entries is for: in the name of a file of subgraphs, else in
    the name of the folder two levels up.
    """
    if path.name.startswith(GRAPH_PREFIX):
        return path.stem[len(GRAPH_PREFIX) :]
    return path.parents[1].name


def operator_type_in(path: Path) -> str:
    """The type of the entries in a file."""
    return SUBGRAPH if path.name.startswith(GRAPH_PREFIX) else path.stem


def bank_paths(directory: Path) -> tuple[Path, ...]:
    """All files of entries in the operator repository of one device model, ordered by name. Files
    with `runtime_kb` in their name belong to AOE's runtime and hold no policies.
    """
    found = matching(directory, f"{BANK_FOLDER}/*.json")
    return tuple(sorted(path for path in found if "runtime_kb" not in path.name))


def matching(directory: Path, pattern: str) -> list[Path]:
    """The paths in a directory that match a pattern; none if this user may not read the
    directory.
    """
    return [directory / name for name in glob(pattern, root_dir=directory, recursive=True)]


def _default_directory(settings: Settings, soc_version: str) -> Path:
    if settings.cache_path is not None:
        return settings.cache_path / "aoe_data" / soc_version
    return settings.home / "Ascend/latest/data/aoe/custom/op" / soc_version


def _default_graph_directory(settings: Settings, soc_version: str) -> Path:
    if settings.cache_path is not None:
        return settings.cache_path / "aoe_data"
    return settings.home / "Ascend/latest/data/aoe/custom/graph" / soc_version
