"""Measures how long it takes to read a model of any format, in fresh processes.

    python -m benchmarks.formats.reading net.pb saved_model@image:1,224,224,3 net.tflite --limit 3

Behind an @ are the shapes of inputs whose sizes are open, as `--input_shape` takes them.
Reading is what a frontend does, from the file to a graph of ONNX, with the import of its modules.
Starting Python is not part of it. Building is what follows: preparing and fusing, up to operators.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aoe.errors import AoeError
from benchmarks.report import (
    Row,
    benchmark_parser,
    positive_count,
    positive_seconds,
    print_report,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures every model and prints one table.

    Returns:
        The exit status: 1 if a model cannot be read, or takes longer than the limit.
    """
    parser = benchmark_parser(__doc__)
    parser.add_argument("models", nargs="+", metavar="MODEL[@SHAPES]")
    parser.add_argument(
        "--processes", type=positive_count, default=3, help="fresh processes of each model"
    )
    parser.add_argument("--limit", type=positive_seconds, help="seconds that reading may take")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.here:
        print(json.dumps(_measured(options.models[0])))
        return 0
    rows = [measure(model, options.processes) for model in options.models]
    notes = [
        f"seconds: medians of {options.processes} fresh processes; files are in memory",
        "processor: seconds of the processor while the model is read",
    ]
    print_report("Reading models", rows, options.json, notes)
    limit = options.limit or float("inf")
    seconds = [row["read"] for row in rows]
    return int(any(not isinstance(item, float) or item > limit for item in seconds))


def measure(model: str, processes: int) -> Row:
    """The row of one model, read in so many processes."""
    command = [sys.executable, "-m", "benchmarks.formats.reading", model, "--here"]
    found: list[dict[str, Any]] = []
    for _ in range(processes):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = done.stdout.splitlines()
        said = done.stderr.splitlines() or [f"its process ended with {done.returncode}"]
        found.append(json.loads(lines[-1]) if lines else {"outcome": said[-1]})
    failed = next((item["outcome"] for item in found if "read" not in item), "")
    times = {
        key: None if failed else statistics.median(item[key] for item in found)
        for key in ("read", "processor", "build")
    }
    operators = None if failed else found[0]["operators"]
    return {
        "model": Path(model.partition("@")[0]).name,
        **times,
        "operators": operators,
        "outcome": failed or "read",
    }


def _measured(argument: str) -> dict[str, object]:
    """What one process finds out, which imports nothing of frontends before."""
    name, _, shapes = argument.partition("@")
    path = Path(name)
    start, used = time.perf_counter(), time.process_time()
    from aoe.frontends.frontend import ModelOrigin
    from aoe.frontends.inputs.input_shapes import apply_input_shapes, parse_input_shapes
    from aoe.frontends.registry import frontend_for

    origin = ModelOrigin(path)
    try:
        given = parse_input_shapes(shapes) if shapes else {}
        model = frontend_for(origin).read(origin, given)
        apply_input_shapes(model, given, origin.label, ranges=False)
        read, processor = time.perf_counter(), time.process_time() - used
        from aoe.graph import build

        graph = build(model, path.stem)
    except AoeError as error:
        return {"outcome": str(error)}
    done = time.perf_counter()
    return {
        "read": read - start,
        "processor": processor,
        "build": done - read,
        "operators": len(graph.operator_nodes),
    }


if __name__ == "__main__":
    sys.exit(main())
