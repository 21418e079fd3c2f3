"""Where operator repositories lie, as AOE lays them out.

    $TUNE_BANK_PATH/<soc_version>/unified_bank/<operator type>.json       if that is set, else
    $ASCEND_CACHE_PATH/aoe_data/<soc_version>/unified_bank/…              if that is set, else
    $HOME/Ascend/latest/data/aoe/custom/op/<soc_version>/unified_bank/…

The same place is written and read. AOE splits operators between `cube` and `unified_bank`; here
one code generator serves both, so all of them are in `unified_bank`, one file per operator type.
The built-in repository, shipped with the package, is laid out alike and never written.
"""

from __future__ import annotations

from pathlib import Path

from aoe.settings import Settings

BANK_FOLDER = "unified_bank"


def custom_directory(settings: Settings, soc_version: str) -> Path:
    """The user's own repository for one device model; it need not exist yet."""
    if settings.tune_bank_path is not None:
        return settings.tune_bank_path / soc_version
    if settings.cache_path is not None:
        return settings.cache_path / "aoe_data" / soc_version
    return settings.home / "Ascend/latest/data/aoe/custom/op" / soc_version


def builtin_directory(soc_version: str) -> Path:
    """The repository shipped with the package for one device model; it need not exist."""
    return Path(__file__).parents[1] / "data" / "builtin" / soc_version


def bank_path(directory: Path, operator_type: str) -> Path:
    """The file of one operator type in the repository of one device model."""
    return directory / BANK_FOLDER / f"{operator_type}.json"


def soc_version_of(path: Path) -> str:
    """The device model a file of entries is for: the folder two levels up."""
    return path.parents[1].name


def bank_paths(directory: Path) -> tuple[Path, ...]:
    """Every file of entries in the repository of one device model, in order of their names.

    Files with `runtime_kb` in their name belong to AOE's runtime and hold no policies.
    """
    found = directory.glob(f"{BANK_FOLDER}/*.json")
    return tuple(sorted(path for path in found if "runtime_kb" not in path.name))
