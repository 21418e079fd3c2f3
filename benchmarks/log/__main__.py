"""Fills in the tables of the log's entries and writes its index.

    python -m benchmarks.log
    python -m benchmarks.log --check

With `--check` nothing is written; the exit status is 1 if something would change.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks.log.entries import INDEX, LogError, index_text, read_entries, rendered


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes or checks the generated parts of the log."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.log",
        description="Fills in the tables of the log's entries and writes its index.",
    )
    parser.add_argument("--check", action="store_true", help="write nothing, tell what would be")
    options = parser.parse_args(arguments)
    try:
        entries = read_entries()
        wanted = {entry.path: rendered(entry) for entry in entries}
    except LogError as error:
        print(error, file=sys.stderr)
        return 1
    wanted[INDEX] = index_text(entries)
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    for path in stale:
        if options.check:
            print(f"{path.name} is not up to date: run python -m benchmarks.log", file=sys.stderr)
        else:
            path.write_text(wanted[path])
            print(path.name)
    return int(bool(stale) and options.check)


if __name__ == "__main__":
    sys.exit(main())
