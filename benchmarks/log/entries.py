"""Reads log entries, and renders their tables and the index.

An entry begins with front matter: a line `---`, the fields of `FIELDS` as `name: "value"` with
values quoted as JSON, and another `---`. Markdown follows. Where it has

    <!-- table: NAME -->
    <!-- end of table -->

the lines between are written by `rendered` from the JSON file of the same name:

    {"NAME": {"columns": ["model", "ms"], "rows": [["bert_base", 102]]}}

A cell is a string, a number or null, as `benchmarks.report` prints them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from benchmarks.report import markdown_table

FOLDER = Path(__file__).parent
INDEX = FOLDER / "README.md"
#: The fields of the front matter, in this order. A field that nobody wrote down says so.
FIELDS = ("title", "date", "machine", "commit", "hypothesis", "result", "decision")
UNKNOWN = "not recorded"
_NAME = re.compile(r"\d{4}-\d{2}-\d{2}-[a-z0-9-]+\.md")
_TABLE = re.compile(
    r"(?P<begin><!-- table: (?P<name>[a-z0-9-]+) -->\n).*?(?P<end><!-- end of table -->)", re.DOTALL
)
_HEADING = """\
# Log of experiments

One file for each experiment, newest first; several of one day are in no particular order. An entry
says what was expected, what was found and what became of it. Negative results are kept: they save
the next attempt. `python -m benchmarks.log` writes this page.

Figures hold for the machine, date and version of their entry only. The current ones are in
[RESULTS.md](../RESULTS.md).
"""


class LogError(Exception):
    """A log entry is not as this module describes it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One experiment.

    Attributes:
        path: The Markdown file.
        title: What was tried, in one line.
        date: The day, `YYYY-MM-DD`.
        machine: The CPU, its cores and what else ran.
        commit: The commit that recorded the experiment.
        hypothesis: What was expected, and why.
        result: What was found.
        decision: What became of the change.
        body: The Markdown below the front matter.
    """

    path: Path
    title: str
    date: str
    machine: str
    commit: str
    hypothesis: str
    result: str
    decision: str
    body: str


def read_entry(path: Path) -> Entry:
    """Reads one entry.

    Raises:
        LogError: Its name, its front matter or a field is not as described above.
    """
    if not _NAME.fullmatch(path.name):
        raise LogError(f"{path.name}: name it YYYY-MM-DD-slug.md")
    opening, _, rest = path.read_text().partition("---\n")
    front, closing, body = rest.partition("---\n")
    if opening or not closing:
        raise LogError(f"{path.name}: no front matter between two lines ---")
    values: dict[str, str] = {}
    for line in front.splitlines():
        name, _, text = line.partition(": ")
        try:
            values[name] = str(json.loads(text))
        except ValueError as error:
            raise LogError(f"{path.name}: quote the value of {name} as JSON") from error
    if tuple(values) != FIELDS:
        raise LogError(f"{path.name}: its fields are {', '.join(values)}, not {', '.join(FIELDS)}")
    if not path.name.startswith(values["date"]):
        raise LogError(f"{path.name}: its date is {values['date']}")
    empty = [name for name, value in values.items() if not value]
    if empty:
        raise LogError(f"{path.name}: {', '.join(empty)} is empty; write {UNKNOWN!r}")
    return Entry(path, body=body, **values)


def read_entries(folder: Path = FOLDER) -> list[Entry]:
    """Reads all entries, the newest day first, then by name."""
    entries = [read_entry(path) for path in folder.glob("[0-9]*.md")]
    return sorted(sorted(entries, key=lambda item: item.path.name), key=_day, reverse=True)


def rendered(entry: Entry) -> str:
    """Returns the text of an entry's file with its tables as its JSON file has them.

    Raises:
        LogError: The JSON file has no such table, or one that the text does not show.
    """
    text = entry.path.read_text()
    source = entry.path.with_suffix(".json")
    tables = json.loads(source.read_text()) if source.exists() else {}
    shown = {match["name"] for match in _TABLE.finditer(text)}
    if shown != set(tables):
        names = ", ".join(sorted(shown ^ set(tables)))
        raise LogError(f"{entry.path.name}: {names} must be in it and in {source.name}")

    def table(match: re.Match[str]) -> str:
        data = tables[match["name"]]
        rows = [dict(zip(data["columns"], row, strict=True)) for row in data["rows"]]
        return match["begin"] + "\n".join(markdown_table(rows)) + "\n" + match["end"]

    return _TABLE.sub(table, text)


def index_text(entries: Sequence[Entry]) -> str:
    """Returns the index page: a table for each day."""
    lines = [_HEADING]
    for day, of_day in groupby(entries, key=_day):
        lines += [f"## {day}", "", "| experiment | result | decision |", "| --- | --- | --- |"]
        lines += [
            f"| [{item.title}]({item.path.name}) | {item.result} | {item.decision} |"
            for item in of_day
        ]
        lines.append("")
    return "\n".join(lines)


def _day(entry: Entry) -> str:
    return entry.date
