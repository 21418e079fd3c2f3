"""The command `msoptune`: merges the custom operator repositories of several machines.

`msoptune --merge dir1:dir2 dst`, as AOE's `msoptune.py`; the rule is in `aoe.repository.merge`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from aoe.application.command_line import run_guarded
from aoe.errors import UsageError
from aoe.repository.merge import merge_repositories


@click.command("msoptune", context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--merge", metavar="DIR[:DIR...]", help="The repositories to merge.")
@click.argument("destination", required=False, metavar="DST")
def msoptune(merge: str | None, destination: str | None) -> int:
    """Merges custom operator repositories (copies of whole TUNE_BANK_PATH folders) into DST, which
    must exist. Of two entries for an operator the faster stays.
    """
    if merge is None or destination is None:
        raise UsageError("give both: msoptune --merge DIR1:DIR2 DST")
    sources = [Path(text) for text in merge.split(":") if text]
    if not sources:
        raise UsageError(f"--merge {merge}: names no directory")
    for count in merge_repositories(sources, Path(destination)):
        click.echo(f"{count.soc_version}: {count.read} entries read, {count.written} merged")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    return run_guarded(msoptune, sys.argv[1:] if arguments is None else list(arguments))
