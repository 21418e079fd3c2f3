"""Merges repositories for `msoptune --merge` and `aoe bank merge`, and prints a table of the
result. `aoe.repository.merge` has the rules.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from aoe.application.bank.left_out import ADVICE
from aoe.application.display.table import printed_table
from aoe.errors import UsageError, counted
from aoe.repository.gradient_merge import GradientCount, merge_gradients
from aoe.repository.merge import MergeReport, Reason, merge_repositories
from aoe.settings import read_settings

#: Headings of the table for the reasons to drop an entry.
HEADINGS: dict[Reason, str] = {
    "slower": "slower",
    "equal": "no faster",
    "incomparable": "other version",
    "built-in": "built-in as fast",
    "damaged": "damaged",
}
EXPLANATIONS: dict[Reason, str] = {
    "slower": "slower: another source or the destination has a faster entry",
    "equal": "no faster: another source or the destination has the same entry or one as fast",
    "incomparable": "other version: times of another version of the code generator, or of another "
    "operator with the same key, do not compare; the entry this version can use stays",
    "built-in": "built-in as fast: the built-in repository has an entry as fast",
    "damaged": "damaged: the entry cannot be read",
}


def sources_of(text: str) -> list[Path]:
    """The directories in `dir1:dir2`. Raises `UsageError` if there is none."""
    sources = [Path(name) for name in text.split(":") if name]
    if not sources:
        raise UsageError(f"{text!r} names no directory to merge from; give DIR1:DIR2")
    return sources


def merge_command(sources: Sequence[Path], destination: Path, as_json: bool = False) -> int:
    """Merges and prints the result. Returns the exit status."""
    from aoe.application.bank.records import code_generator

    builtin = read_settings().builtin_path
    report = merge_repositories(sources, destination, builtin, code_generator)
    gradients = merge_gradients(sources, destination)
    if as_json:
        click.echo(json.dumps(_to_json(report, gradients, destination), indent=1))
        return 0
    for path in report.skipped:
        click.echo(f"skipped {path}: files of the runtime ({path.name}) hold no policies")
    for path, reason in report.unreadable:
        click.echo(f"skipped {path}: it {reason}")
    for count in gradients:
        _print_gradients(count)
    if report.counts or not gradients:
        click.echo(_table(report), nl=False)
    for name, explanation in EXPLANATIONS.items():
        if any(name in count.dropped for count in report.counts):
            click.echo(explanation)
    taken = [counted(report.taken, "entry", "entries")] if report.counts or not gradients else []
    if gradients:
        taken.append(counted(sum(count.added for count in gradients), "gradient profile"))
    click.echo(f"{' and '.join(taken)} taken into {destination}; to use it: ", nl=False)
    click.echo(f"export TUNE_BANK_PATH={destination}")
    return 0


def _table(report: MergeReport) -> str:
    reasons = [name for name in HEADINGS if any(name in count.dropped for count in report.counts)]
    headings = ["source", "device", "entries", "taken", *(HEADINGS[name] for name in reasons)]
    rows = [
        [
            str(count.source),
            count.soc_version,
            str(count.read),
            str(count.taken),
            *(str(count.dropped.get(name, 0)) for name in reasons),
        ]
        for count in report.counts
    ]
    return printed_table(headings, rows, numbers=range(2, len(headings)))


def _print_gradients(count: GradientCount) -> None:
    for reason in count.damage:
        part = "" if reason.startswith("it ") else "a part of "
        click.echo(f"skipped {part}{count.path}: {reason}; {ADVICE}")
    click.echo(
        f"{count.path}: gradient profiles: {count.added} taken, {count.joined} joined with those "
        "of the destination"
    )


def _to_json(
    report: MergeReport, gradients: Sequence[GradientCount], destination: Path
) -> dict[str, object]:
    return {
        "destination": str(destination),
        "taken": report.taken,
        "sources": [
            {
                "source": str(count.source),
                "soc_version": count.soc_version,
                "read": count.read,
                "taken": count.taken,
                "dropped": dict(count.dropped),
            }
            for count in report.counts
        ],
        "gradients": [
            {
                "source": str(count.path),
                "soc_version": count.soc_version,
                "added": count.added,
                "joined": count.joined,
            }
            for count in gradients
        ],
        "skipped": [str(path) for path in report.skipped],
        "unreadable": {str(path): reason for path, reason in report.unreadable},
    }
