"""`aoe bank list`, `show` and `export`: the content of a repository as a table, as text and as a
file.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from aoe.application.bank.entry_filter import EntryFilter
from aoe.application.bank.format import entry_text, short_text
from aoe.application.bank.gradients import (
    gradient_facts,
    gradient_records,
    gradient_table,
    gradient_text,
    selected_gradients,
)
from aoe.application.bank.left_out import warn_of_set_aside, warn_of_unreadable
from aoe.application.bank.records import (
    Record,
    objection,
    read_contents,
    repository_root,
)
from aoe.application.bank.selection import selected
from aoe.application.display.table import printed_table
from aoe.atomic_file import replace_file
from aoe.errors import AoeError, UsageError, counted
from aoe.policy import Policy
from aoe.repository.entry import entry_to_json
from aoe.settings import read_settings

HEADINGS = ("key", "type", "shapes", "policy", "before us", "after us", "gain", "device", "usable")
NUMBERS = (4, 5, 6)


def list_command(selection: EntryFilter, as_json: bool) -> int:
    """Lists entries. Returns the exit status."""
    contents = selected(selection, read_settings())
    warn_of_unreadable(contents)
    warn_of_set_aside(contents.root)
    gradients = selected_gradients(selection, contents.root)
    if as_json:
        facts = [_facts(record) for record in contents.records]
        facts += [gradient_facts(record) for record in gradients]
        click.echo(json.dumps(facts, indent=1))
        return 0
    if contents.records:
        rows = [_row(record) for record in contents.records]
        click.echo(printed_table(HEADINGS, rows, NUMBERS), nl=False)
    if gradients:
        click.echo(gradient_table(gradients), nl=False)
    click.echo(
        f"{counted(len(contents.records) + len(gradients), 'entry', 'entries')} in {contents.root}"
    )
    if contents.searched:
        click.echo(f"searched in vain, so that the default policy stands: {len(contents.searched)}")
    return 0


def show_command(key: str, builtin: bool, as_json: bool) -> int:
    """Explains the entries of a key. Returns the exit status."""
    if not key.isdecimal():
        raise UsageError(f"{key!r} is not a key, which is a number; aoe bank list shows all keys")
    contents = read_contents(repository_root(read_settings(), builtin), key)
    gradients = gradient_records(contents.root, key)
    keys = {record.key for record in contents.records} | {item.entry.model for item in gradients}
    if not keys:
        raise AoeError(f"no entry {key} in {contents.root}; aoe bank list shows all entries")
    if key in keys:
        keys = {key}
    if len(keys) > 1:
        some = ", ".join(sorted(keys)[:5])
        raise UsageError(f"{len(keys)} keys begin with {key}: {some}; give more")
    found = [record for record in contents.records if record.key in keys]
    profiles = [record for record in gradients if record.entry.model in keys]
    if as_json:
        facts = [_facts(record, whole=True) for record in found]
        facts += [gradient_facts(record, whole=True) for record in profiles]
        click.echo(json.dumps(facts, indent=1))
    else:
        texts = [*map(entry_text, found), *map(gradient_text, profiles)]
        click.echo("\n\n".join(texts))
    return 0


def export_command(selection: EntryFilter, output: Path) -> int:
    """Writes entries to one file. Returns the exit status."""
    suffix = output.suffix.lower()
    if suffix not in (".json", ".csv"):
        raise UsageError(f"--output={output}: the name must end in .json or .csv")
    contents = selected(selection, read_settings())
    warn_of_unreadable(contents)
    facts = [_facts(record, whole=True) for record in contents.records]
    text = json.dumps(facts, indent=1) + "\n" if suffix == ".json" else _csv(facts)
    try:
        replace_file(output, text.encode())
    except OSError as error:
        reason = error.strerror or error
        raise AoeError(f"cannot write {output}: {reason}; name another file") from error
    click.echo(f"{counted(len(facts), 'entry', 'entries')} of {contents.root} written to {output}")
    return 0


def _row(record: Record) -> Sequence[str]:
    entry = record.entry
    usable = objection(record, with_space=False)
    if entry is None:
        return (record.key, record.type, "", "", "", "", "", record.soc_version, f"no: {usable}")
    base = entry.default or entry.before
    policy = entry.policy
    return (
        record.key,
        record.type,
        short_text(record),
        policy.impl if isinstance(policy, Policy) else f"{len(policy.decisions)} decisions",
        f"{base.median_us:.3f}",
        f"{entry.after.median_us:.3f}",
        f"{record.gain:.2f}%",
        record.soc_version,
        "yes" if usable is None else f"no: {usable}",
    )


def _facts(record: Record, whole: bool = False) -> dict[str, Any]:
    """An entry as JSON. `whole` adds everything that the repository has."""
    reason = objection(record, with_space=whole)
    facts: dict[str, Any] = {
        "key": record.key,
        "type": record.type,
        "soc_version": record.soc_version,
        "file": str(record.path),
        "usable": reason is None,
        "reason": reason,
        "gain_percent": None if record.gain is None else round(record.gain, 2),
    }
    entry = record.entry
    if entry is not None and whole:
        facts |= entry_to_json(entry)
    elif entry is not None:
        facts |= {
            "shapes": short_text(record),
            "policy": entry.policy.to_json(),
            "before_us": (entry.default or entry.before).median_us,
            "after_us": entry.after.median_us,
        }
    return facts


def _csv(facts: Sequence[dict[str, Any]]) -> str:
    """One row for each entry. A value that is neither text nor number is written as JSON."""
    flat = [_flat(item) for item in facts]
    columns = list(dict.fromkeys(name for item in flat for name in item))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat)
    return text.getvalue()


def _flat(facts: dict[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in facts.items():
        if name in ("before", "after", "default"):
            for part in ("median_us", "spread_us", "samples"):
                flat[f"{name}_{part}"] = None if value is None else value[part]
        elif isinstance(value, dict):
            flat[name] = json.dumps(value, separators=(",", ":"))
        else:
            flat[name] = value
    return flat
