"""`aoe bank`: lists, verifies, prunes, exports and merges the entries of repositories.

This module defines the options. `listing.py` implements `list`, `show` and `export`; `checking.py`
implements `verify` and `prune`; `merge_command.py` implements `merge`. A subcommand imports its
module when it runs, so that `aoe --help` starts quickly.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from aoe.application.bank.entry_filter import EntryFilter
from aoe.application.checked_command import CheckedGroup, help_without_subcommand
from aoe.errors import UsageError

Function = TypeVar("Function", bound=Callable[..., Any])


def _selecting(function: Function) -> Function:
    """Adds the options of an `EntryFilter`."""
    options = (
        click.option("--builtin", is_flag=True, help="The built-in repository, not your own."),
        click.option(
            "--type", "type", metavar="NAME", help="Of this operator type, e.g. Conv, or Gradients."
        ),
        click.option("--soc_version", metavar="NAME", help="For this device model."),
        click.option("--model", metavar="FILE", help="Of the operators of this model."),
        click.option(
            "--input_shape",
            metavar="SHAPES",
            help='Shapes of its inputs, "name1:1,3,224,224", where the model leaves them open.',
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


#: Not an option of `prune`: a useless entry is useless whatever its gain.
_gaining = click.option("--min_gain", type=float, metavar="PERCENT", help="With this gain or more.")
_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_budget = click.option("--budget", metavar="TIME", help="Stop after this time: 300, 90s, 5m, 1h.")


@click.group(
    "bank",
    cls=CheckedGroup,
    invoke_without_command=True,
    short_help="List, verify, prune and merge policies.",
)
@click.pass_context
def bank(context: click.Context) -> int:
    """Lists, verifies, prunes, exports and merges entries of repositories.

    The repository is your own: the one at TUNE_BANK_PATH, else below ASCEND_CACHE_PATH, else below
    HOME. With --builtin it is the one that came with open-aoe.
    """
    return help_without_subcommand(context)


@bank.command("list")
@_selecting
@_gaining
@_json
def list_entries(as_json: bool, **given: Any) -> int:
    """Lists entries with their policies and times."""
    from aoe.application.bank.listing import list_command

    return list_command(EntryFilter(**given), as_json)


@bank.command("show")
@click.argument("key", metavar="KEY")
@click.option("--builtin", is_flag=True, help="In the built-in repository, not in your own.")
@_json
def show(key: str, builtin: bool, as_json: bool) -> int:
    """Explains an entry. The first digits of its key are enough."""
    from aoe.application.bank.listing import show_command

    return show_command(key, builtin, as_json)


@bank.command("verify")
@_selecting
@_gaining
@_budget
@_json
def verify(budget: str | None, as_json: bool, **given: Any) -> int:
    """Measures entries again and reports those that no longer hold.

    An entry holds if its policy is faster than the default policy beyond the noise. The exit status
    is 1 if an entry does not hold. Entries for other machines are passed over.
    """
    from aoe.application.bank.checking import verify_command

    return verify_command(EntryFilter(**given), budget, as_json)


@bank.command("prune")
@_selecting
@click.option("--verify", is_flag=True, help="Also remove measured entries that no longer hold.")
@_budget
@click.option("--dry_run", is_flag=True, help="Only show what would be removed.")
@_json
def prune(verify: bool, budget: str | None, dry_run: bool, as_json: bool, **given: Any) -> int:
    """Removes entries that no run can use.

    An entry is useless if it is damaged, was measured with another code generator, or has a policy
    that is not in the operator's space. With --verify, entries that no longer hold are removed,
    too.
    """
    from aoe.application.bank.checking import prune_command

    return prune_command(EntryFilter(**given), verify, budget, dry_run, as_json)


@bank.command("export")
@_selecting
@_gaining
@click.option("--output", required=True, metavar="FILE", help="A .json or .csv file to write.")
def export(output: str, **given: Any) -> int:
    """Writes entries to a JSON or CSV file."""
    from aoe.application.bank.listing import export_command

    return export_command(EntryFilter(**given), Path(output))


@bank.command("merge")
@click.argument("sources", nargs=-1, required=True, metavar="DIR... DST")
@_json
def merge(sources: tuple[str, ...], as_json: bool) -> int:
    """Merges repositories into DST, which must exist.

    They are copies of whole TUNE_BANK_PATH folders. Of several entries for an operator or subgraph,
    the fastest stays. Of several gradient profiles of a model, the latest stays.
    """
    from aoe.application.bank.merge_command import merge_command

    if len(sources) < 2:
        raise UsageError("give both: aoe bank merge DIR1 DIR2 DST")
    *directories, destination = (Path(name) for name in sources)
    return merge_command(directories, destination, as_json)
