"""Prints what a benchmark found: a Markdown table, or with `--json` one object.

Both begin with the machine (`benchmarks.machine`), so that an entry of `log/` can take the output
as it is.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from math import floor, inf, isfinite, log10
from pathlib import Path
from typing import TypeAlias

from benchmarks.machine import describe_machine

Cell: TypeAlias = str | int | float | None
Row: TypeAlias = Mapping[str, Cell]


def benchmark_parser(description: str | None) -> argparse.ArgumentParser:
    """Returns a parser with `--json` whose description is the first line of a docstring."""
    parser = argparse.ArgumentParser(description=(description or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object, no table")
    return parser


def existing_model(text: str) -> Path:
    """A model from an argument."""
    path = Path(text)
    if not path.exists():
        raise argparse.ArgumentTypeError(f"{path}: there is no such file")
    return path


def positive_count(text: str) -> int:
    """A number of things from an argument: at least 1."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def positive_seconds(text: str) -> float:
    """A time from an argument, in seconds: above 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return seconds


def print_report(title: str, rows: Sequence[Row], as_json: bool, notes: Sequence[str] = ()) -> None:
    """Prints a table.

    Args:
        title: The heading.
        rows: The rows, all with the same columns.
        as_json: Whether to print one JSON object instead.
        notes: How the figures were measured.
    """
    facts = describe_machine()
    if as_json:
        report = {"title": title, "machine": facts, "notes": notes, "rows": rows}
        print(json.dumps(report, indent=1))
        return
    facts_and_notes = [*(f"{name}: {value}" for name, value in facts.items()), *notes]
    print(f"### {title}\n")
    print("\n".join(f"- {line}" for line in facts_and_notes))
    print()
    print("\n".join(markdown_table(rows)))


def markdown_table(rows: Sequence[Row]) -> list[str]:
    """Returns the lines of a table whose columns are those of the first row."""
    if not rows:
        return ["(nothing measured)"]
    header = list(rows[0])
    texts = [header, *([_text(row[name]) for name in header] for row in rows)]
    widths = [max(len(line[column]) for line in texts) for column in range(len(header))]
    texts.insert(1, ["-" * width for width in widths])
    padded = [[text.ljust(w) for text, w in zip(line, widths, strict=True)] for line in texts]
    return [f"| {' | '.join(line)} |" for line in padded]


def _text(cell: Cell) -> str:
    """Returns a cell's text: floats have three significant digits, tiny ones an exponent; an
    infinite uncertainty is unknown.
    """
    if cell is None:
        return "–"
    if not isinstance(cell, float):
        return str(cell)
    if not isfinite(cell):
        return "unknown"
    size = abs(cell)
    if 0 < size < 1e-3:
        return f"{cell:.1e}"
    digits = max(0, 2 - floor(log10(size))) if size else 3
    return f"{cell:.{digits}f}"
