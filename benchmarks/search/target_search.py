"""Options and result files of the programs that search operators on the device.

Each operator adds a line to the file, so that an interrupted program can go on. `live` and
`contest` use this module.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from aoe.tuning.search.search_limits import LEVELS
from benchmarks.report import benchmark_parser
from benchmarks.search.best_known import BEST_KNOWN
from benchmarks.search.suite import SUITE


def target_search_parser(documentation: str, seconds: Sequence[float]) -> argparse.ArgumentParser:
    """Returns a parser of the common options; `seconds` are the default times of looks."""
    parser = benchmark_parser(documentation)
    parser.add_argument("--suite", type=Path, default=SUITE)
    parser.add_argument("--seconds", nargs="+", type=float, default=list(seconds))
    parser.add_argument("--level", choices=sorted(LEVELS), default="O1")
    parser.add_argument("--deeper", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--output", type=Path, required=True, help="a line per operator, appended")
    parser.add_argument("--best_known", type=Path, default=BEST_KNOWN)
    parser.add_argument(
        "--judge_again", action="store_true", help="measure what the output has found once more"
    )
    return parser


def rows_of(path: Path) -> dict[str, dict[str, Any]]:
    """Returns the results in a file, by the key of the operator."""
    lines = path.read_text().splitlines() if path.exists() else []
    return {row["key"]: row for row in map(json.loads, lines)}


def append_row(path: Path, row: Mapping[str, Any]) -> None:
    """Adds the result of one operator."""
    with path.open("a") as file:
        file.write(json.dumps(row) + "\n")
