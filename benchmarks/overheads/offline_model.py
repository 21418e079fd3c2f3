"""Measures offline models: how fast an `.om` file loads and how large it is.

    python -m benchmarks.overheads.offline_model resnet50.onnx vgg19.onnx

A load is `aoe.InferenceSession(path)` in a fresh process that has imported aoe; the file is in the
page cache. Policies are the default ones: neither time nor size depends on tuning.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import aoe
from benchmarks.report import Row, benchmark_parser, existing_model, print_report
from benchmarks.sessions import repository_at

LOAD = """
import sys, time, aoe
aoe.InferenceSession
start = time.perf_counter()
session = aoe.InferenceSession(sys.argv[1])
print(time.perf_counter() - start)
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Compiles and loads every model and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument(
        "models", nargs="+", type=existing_model, help=".onnx files of static shapes"
    )
    parser.add_argument("--loads", type=int, default=7, help="processes that load each model")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        rows = [measure(path, options.loads, Path(folder)) for path in options.models]
    print_report("Offline models", rows, options.json, ["load: seconds, one process each"])
    return 0


def measure(path: Path, loads: int, folder: Path) -> Row:
    """Returns the row of one model."""
    offline = folder / f"{path.stem}.om"
    with repository_at(folder / "empty"):
        aoe.compile(path).save(offline)
    command = [sys.executable, "-c", LOAD, str(offline)]
    seconds = [
        float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for _ in range(loads)
    ]
    row: Row = {
        "model": path.stem,
        "loads": loads,
        "load min": min(seconds),
        "load median": statistics.median(seconds),
        "onnx MB": path.stat().st_size / 1e6,
        "om MB": offline.stat().st_size / 1e6,
        "om / onnx": offline.stat().st_size / path.stat().st_size,
    }
    offline.unlink()
    return row


if __name__ == "__main__":
    sys.exit(main())
