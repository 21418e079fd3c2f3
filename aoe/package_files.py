"""The files of a Python package, for digests by which caches are found
(`aoe.application.model.program_cache`, `aoe.torch.replaced.cache_key`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator


def package_files(
    folder: str, is_wanted: Callable[[str], bool], without: Collection[str] = ("__pycache__",)
) -> Iterator[os.DirEntry[str]]:
    """Files in a folder and below it, in one order. `pathlib` takes twice as long as to read them.

    A link to a folder is followed where Python would import a package from it. One that leads back
    is not, nor one to a folder of something else, which may be large.

    Args:
        folder: The folder.
        is_wanted: Whether a file is, by its name.
        without: Names of folders that are left out.

    Raises:
        OSError: A folder cannot be read.
    """
    yield from _below(folder, is_wanted, without, frozenset({os.path.realpath(folder)}))


def _below(
    folder: str, is_wanted: Callable[[str], bool], without: Collection[str], around: frozenset[str]
) -> Iterator[os.DirEntry[str]]:
    """`around`: the folder that was asked for, and those that links led to, from there to here."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if is_wanted(entry.name) and entry.is_file():
            yield entry
        elif entry.name in without:
            continue
        elif entry.is_dir(follow_symlinks=False):
            yield from _below(entry.path, is_wanted, without, around)
        elif entry.is_symlink() and os.path.isfile(os.path.join(entry.path, "__init__.py")):
            target = os.path.realpath(entry.path)
            if target not in around and not _is_within(os.path.realpath(folder), target):
                yield from _below(entry.path, is_wanted, without, around | {target})


def _is_within(folder: str, other: str) -> bool:
    return os.path.join(folder, "").startswith(os.path.join(other, ""))
