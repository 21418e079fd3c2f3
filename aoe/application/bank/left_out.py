"""What `aoe bank` says of files that it leaves out, in one form. No command changes such a file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from aoe.application.bank.records import Contents
from aoe.repository.bank_tree import set_aside_files
from aoe.repository.shared_folder import SET_ASIDE

#: What to do with gradient profiles that are left out.
ADVICE = "correct it, or delete it"


def warn_of_unreadable(contents: Contents) -> None:
    """Warns of the files of entries that are left out."""
    for path, reason in contents.unreadable:
        click.echo(f"warning: leaving out {path}: it {reason}", err=True)


def warn_of_gradients(path: Path, reasons: Iterable[str]) -> None:
    """Warns of what is left out of a file of gradient profiles: "it …" or "entry 3 …"."""
    for reason in reasons:
        part = "" if reason.startswith("it ") else "a part of "
        click.echo(f"warning: leaving out {part}{path}: {reason}; {ADVICE}", err=True)


def warn_of_set_aside(root: Path) -> tuple[Path, ...]:
    """Warns of the files that a run could not read and renamed, so that nothing in them is lost.
    Returns them.
    """
    found = set_aside_files(root)
    for path in found:
        name = path.name.rpartition(SET_ASIDE)[0]
        click.echo(
            f"warning: {path} was set aside, because it could not be read, and is not used; "
            f"correct it and call it {name} again, or delete it",
            err=True,
        )
    return found
