"""Measures `aoe.repository.merge`: seconds for two repositories whose files are in the page cache.

    python -m benchmarks.overheads.merging --entries 10000

The entries are matmuls and convolutions of many shapes, in one file each. Half of the keys are in
both repositories, so half of the entries compete. The built-in repository has a tenth of the keys.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from aoe.operators.operator import Operand, Operator
from aoe.policy import Policy
from aoe.repository.bank_file import update_bank
from aoe.repository.entry import Entry, Timing
from aoe.repository.location import bank_path, builtin_directory
from aoe.repository.merge import merge_repositories
from benchmarks.report import Row, benchmark_parser, print_report

SOC_VERSION = "znver4_2c"
CODE_GENERATOR = "1"


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the repositories, merges them and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--entries", type=int, default=10_000, help="in each repository")
    parser.add_argument("--merges", type=int, default=5, help="how often to merge")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        row = measure(options.entries, options.merges, Path(folder))
    print_report("Merging two repositories", [row], options.json)
    return 0


def measure(entries: int, merges: int, folder: Path) -> Row:
    """Merges two repositories into empty directories and returns a row.

    Args:
        entries: The entries of each repository.
        merges: How often to merge.
        folder: Where everything is written.
    """
    sources = [folder / "a", folder / "b"]
    for number, source in enumerate(sources):
        write(source / SOC_VERSION, number * entries // 2, entries, 10.0 + number)
    builtin = folder / "builtin"
    write(builtin_directory(SOC_VERSION, builtin), 0, entries // 10, 9.0)
    seconds = []
    for number in range(merges):
        destination = folder / f"merged{number}"
        destination.mkdir()
        begin = time.perf_counter()
        report = merge_repositories(sources, destination, builtin, lambda _: CODE_GENERATOR)
        seconds.append(time.perf_counter() - begin)
    return {
        "entries": f"2 x {entries}",
        "MB": sum(path.stat().st_size for item in sources for path in item.rglob("*.json")) / 1e6,
        "taken": report.taken,
        "merges": merges,
        "min s": min(seconds),
        "median s": statistics.median(seconds),
    }


def write(directory: Path, first: int, count: int, microseconds: float) -> None:
    """Writes entries of consecutive numbers to the repository of a device model."""
    for kind in ("MatMul", "Conv"):
        wanted = [
            entry(kind, number, microseconds + number % 3)
            for number in range(first, first + count)
            if (number % 2 == 0) == (kind == "MatMul")
        ]
        update_bank(
            bank_path(directory, kind),
            lambda _, wanted=wanted: {item.key: item for item in wanted},  # type: ignore[misc]
        )


def entry(kind: str, number: int, microseconds: float) -> Entry:
    """Returns an entry of an operator that only this number has."""
    rows, columns = 8 + number % 100, 8 + number // 100
    operator = Operator(
        kind,
        (("dilations", (1, 1)), ("group", 1), ("pads", (1, 1, 1, 1)), ("strides", (1, 1))),
        (
            Operand("float32", (1, rows, 56, 56), (0, 2, 3, 1)),
            Operand("float32", (columns, rows, 3, 3), (0, 1, 2, 3), True),
            Operand("float32", (1, columns, 1, 1), (0, 1, 2, 3), True),
        ),
        Operand("float32", (1, columns, 56, 56), (0, 2, 3, 1)),
        2,
    )
    return Entry(
        key=operator.key,
        signature=operator.signature,
        policy=Policy.of(
            "conv_direct",
            {"input": "padded"},
            {
                "tile": (1, 14),
                "vectors": 2,
                "unroll": 1,
                "block": 4,
                "depth": 64,
                "parallel": "rows",
            },
        ),
        before=Timing(20.0, 0.5, 12),
        after=Timing(microseconds, 0.25, 12),
        default=Timing(20.0, 0.5, 12),
        hardware=tuple((f"name{item}", "some words about a machine") for item in range(13)),
        package="0.1.0",
        code_generator=CODE_GENERATOR,
        date="2026-01-02T03:04:05+00:00",
    )


if __name__ == "__main__":
    sys.exit(main())
