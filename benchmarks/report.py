"""Prints what a benchmark found: as a table that is valid Markdown, or with `--json` as one object.

Both begin with the machine (`benchmarks.machine`), so a table can be pasted into `RESULTS.md` whole.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from benchmarks.machine import describe_machine

Cell: TypeAlias = str | int | float | None
Row: TypeAlias = Mapping[str, Cell]


def benchmark_parser(description: str | None) -> argparse.ArgumentParser:
    """A parser that describes the program by its docstring's first line and knows `--json`."""
    parser = argparse.ArgumentParser(description=(description or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object, no table")
    return parser


def print_report(title: str, rows: Sequence[Row], as_json: bool, notes: Sequence[str] = ()) -> None:
    """Prints rows, all with the same columns; `notes` say how they were measured."""
    facts = describe_machine()
    if as_json:
        print(
            json.dumps({"title": title, "machine": facts, "notes": notes, "rows": rows}, indent=1)
        )
        return
    print(f"### {title}\n")
    for name, value in facts.items():
        print(f"- {name}: {value}")
    for note in notes:
        print(f"- {note}")
    print()
    for line in _table(rows):
        print(line)


def _table(rows: Sequence[Row]) -> list[str]:
    if not rows:
        return ["(nothing measured)"]
    header = list(rows[0])
    texts = [header, *([_text(row[name]) for name in header] for row in rows)]
    widths = [max(len(line[column]) for line in texts) for column in range(len(header))]
    rule = ["-" * width for width in widths]
    lines = [texts[0], rule, *texts[1:]]
    return [
        "| "
        + " | ".join(text.ljust(width) for text, width in zip(line, widths, strict=True))
        + " |"
        for line in lines
    ]


def _text(cell: Cell) -> str:
    """Floats with three significant digits, never in exponent form unless tiny."""
    if cell is None:
        return "–"
    if not isinstance(cell, float):
        return str(cell)
    if cell != 0 and abs(cell) < 1e-3:
        return f"{cell:.1e}"
    digits = max(0, 2 - len(str(int(abs(cell)))) + 1)
    return f"{cell:.{digits}f}"
