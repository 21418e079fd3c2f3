"""What tells one installation of PyTorch from another: a digest for which a second start of a
script needs some milliseconds.

`cache_key.py` puts it into PyTorch's key of a graph.
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.machinery import all_suffixes
from pathlib import Path
from typing import TypeAlias

import torch

from aoe.atomic_file import replace_file
from aoe.package_files import package_files
from aoe.torch.private_torch import codecache

#: Large folders of PyTorch without modules.
_WITHOUT_MODULES = ("__pycache__", "include", "share")
#: How names of modules and libraries end, on this system and on others.
_CODE = (*all_suffixes(), ".dylib", ".dll")
#: What the digests are made with.
_DIGEST = hashlib.sha256

#: A file: its name from a folder on, and what the disk says of it.
_File: TypeAlias = tuple[str, os.stat_result]


@cache
def torch_files() -> bytes:
    """A digest of PyTorch's version and of what its modules hold, 50 MB. Of its libraries, 500 MB
    and more, it has the names, the sizes and what the installer wrote down. So it is the same on
    all machines that have the same wheel, wherever it lies, and they may share a cache.

    It is made once for an installation, and then found in PyTorch's cache by the place of the
    files, their names, sizes and times.
    """
    folder = str(Path(torch.__file__).parent)
    files = list(_described(folder))
    place = _place(folder, files)
    with contextlib.suppress(OSError):
        known = _note(place).read_bytes()
        if len(known) == _DIGEST().digest_size:
            return known
    found = _contents(folder, files)
    with contextlib.suppress(OSError):  # a cache that is only read
        _note(place).parent.mkdir(parents=True, exist_ok=True)
        replace_file(_note(place), found)
    return found


def _note(place: str) -> Path:
    """The file that has the digest of an installation."""
    return Path(codecache.cache_dir()) / "aoe" / place


def _described(folder: str) -> Iterator[_File]:
    """The modules and libraries in a folder."""
    for entry in package_files(folder, _is_code, _WITHOUT_MODULES):
        with contextlib.suppress(OSError):  # a file that was removed
            yield entry.path.removeprefix(folder).replace(os.sep, "/"), entry.stat()


def _is_code(name: str) -> bool:
    """Whether a file is a module or a library, by its name: that of a library may end with a
    version.
    """
    return name.endswith(_CODE) or ".so." in name


def _place(folder: str, files: Sequence[_File]) -> str:
    """What tells files from others without reading them: Python asks less of a module before it
    takes what it compiled of it.
    """
    digest = _DIGEST(f"{folder} {torch.__version__} {torch.version.git_version}\n".encode())
    for name, status in files:
        times = f"{status.st_mtime_ns} {status.st_ctime_ns}"
        digest.update(f"{name} {status.st_size} {times}\n".encode())
    return digest.hexdigest()


def _contents(folder: str, files: Sequence[_File]) -> bytes:
    digest = _DIGEST(f"{torch.__version__} {torch.version.git_version}\n".encode())
    installed, at = _installed_libraries(Path(folder))
    for name, status in files:
        digest.update(f"{name} {status.st_size}\n".encode())
        if name.endswith(".py"):
            with contextlib.suppress(OSError):
                digest.update(Path(folder + name).read_bytes())
        else:
            known = installed.get(name) if status.st_mtime_ns <= at else None
            digest.update(f"{known or status.st_mtime_ns}\n".encode())
    return digest.digest()


def _installed_libraries(folder: Path) -> tuple[Mapping[str, str], int]:
    """The digests of libraries as the installer wrote them down, by their names from the folder of
    a package on, and when it did so.
    """
    found = list(folder.parent.glob(f"{folder.name}-*.dist-info/RECORD"))
    if len(found) != 1:
        return {}, 0
    try:
        with found[0].open(encoding="utf-8", newline="") as record:
            rows = [row for row in csv.reader(record) if len(row) == 3 and _is_code(row[0])]
        written = found[0].stat().st_mtime_ns
    except (OSError, ValueError, csv.Error):  # it cannot be read, or is no such file
        return {}, 0
    return {name.removeprefix(folder.name): digest for name, digest, _ in rows if digest}, written
