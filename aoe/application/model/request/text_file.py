"""Reads the text files that options name."""

from __future__ import annotations

from pathlib import Path

from aoe.errors import UsageError


def text_of(label: str, path: Path) -> str:
    """The text of a file. Raises `UsageError`, which starts with `label`, if it cannot be read."""
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{label}: cannot read it: {error.strerror or error}") from error
    except UnicodeDecodeError:
        raise UsageError(f"{label}: is not UTF-8 text") from None
    except ValueError as error:  # a name that no file can have
        raise UsageError(f"{label}: cannot read it: {error}") from None
