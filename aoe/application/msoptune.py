"""The command `msoptune`: merges the custom repositories of several machines.

`msoptune --merge dir1:dir2 dst`, as AOE's `msoptune.py`; `aoe bank merge` does the same.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from aoe.application.exit_status import run_guarded
from aoe.errors import UsageError


@click.command("msoptune", context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--merge", metavar="DIR[:DIR...]", help="The repositories to merge.")
@click.argument("destination", required=False, metavar="DST")
def msoptune(merge: str | None, destination: str | None) -> int:
    """Merges custom repositories, which are copies of whole TUNE_BANK_PATH folders, into DST. DST
    must exist. Of several entries for an operator or subgraph, the fastest stays.
    """
    from aoe.application.bank.merge_command import merge_command, sources_of

    if merge is None or destination is None:
        raise UsageError("give both: msoptune --merge DIR1:DIR2 DST")
    return merge_command(sources_of(merge), Path(destination))


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    return run_guarded(msoptune, sys.argv[1:] if arguments is None else list(arguments))
