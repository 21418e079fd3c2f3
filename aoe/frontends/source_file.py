"""Errors of the file system as `ModelError`, the same for every format."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aoe.errors import ModelError, not_read


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
