"""Errors of files as `ModelError`, the same for every format."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aoe.errors import ModelError, not_read

#: How a pointer of Git LFS begins, which stands for a file that was not fetched.
_LFS_POINTER = b"version https://git-lfs.github.com/"
#: How a web page begins, in small letters. A server gives one in place of a file that it refuses.
_WEB_PAGE = (b"<!doctype html", b"<html")


@contextmanager
def readable(path: Path, if_folder: str, given_as: str = "model") -> Iterator[None]:
    """What is read of a file inside raises `ModelError` if the file cannot be read.

    Args:
        path: The file.
        if_folder: What to do if the path is that of a folder, for the message.
        given_as: The option or argument that gave the path.
    """
    try:
        yield
    except FileNotFoundError:
        raise ModelError(f"{path} does not exist; check the path given as {given_as}") from None
    except IsADirectoryError:
        raise ModelError(f"{path} is a directory; {if_folder}") from None
    except OSError as error:
        raise ModelError(not_read(path, error)) from error


def require_fetched(head: bytes, label: str) -> None:
    """Raises `ModelError` for what a checkout or a server gives in place of a file.

    Args:
        head: The first bytes of the file.
        label: What the message calls it.
    """
    if head.startswith(_LFS_POINTER):
        raise ModelError(
            f"{label} is a pointer of Git LFS and not the file itself; run git lfs pull in its "
            "repository"
        )
    if head.lstrip().lower().startswith(_WEB_PAGE):
        raise ModelError(f"{label} is a web page and no model; download the file itself again")
