"""Measures the cost of a call: µs per `run` of a model of one tiny operator.

    python -m benchmarks.overheads.call

The operator is a Relu of 16 floats, which takes nanoseconds. So the time of a run is Python, the
checks of arguments, output arrays, and waking the threads if that happens.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import onnx
from onnx import TensorProto, helper

import aoe
from benchmarks.peers.engine import Feed, Job, Run
from benchmarks.peers.engines import onnxruntime
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.sessions import feed_of, repository_at, run_of
from benchmarks.timing import interleave

ELEMENTS = 16
CALLS = 200


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures with every number of threads and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--seconds", type=float, default=5.0, help="measuring time per row group")
    options = parser.parse_args(arguments)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "relu.onnx"
        onnx.save(relu_model(), path)
        for threads in options.threads:
            rows += measure(path, threads, options.seconds, Path(folder))
    notes = [f"µs per run, means over {CALLS} runs in a row; engines interleaved"]
    print_report("Overhead of a run", rows, options.json, notes)
    return 0


def relu_model() -> onnx.ModelProto:
    """Builds a Relu of `ELEMENTS` floats."""
    shape = [ELEMENTS]
    graph = helper.make_graph(
        [helper.make_node("Relu", ["x"], ["y"])],
        "relu",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, shape)],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def measure(path: Path, threads: int, seconds: float, folder: Path) -> list[Row]:
    """Returns one row per engine."""
    with repository_at(folder / "empty"):
        session = aoe.compile(path, threads=threads)
    peer = onnxruntime.open_model(Job(path, threads, folder))
    engines = {"aoe": run_of(session), "onnxruntime": peer}
    feed = feed_of(session)
    batches = {name: partial(run_many, run, feed) for name, run in engines.items()}
    timings = interleave(batches, seconds)
    return [
        {
            "engine": name,
            "threads": threads,
            "runs": timing.runs * CALLS,
            "min": timing.minimum / CALLS * 1e6,
            "median": timing.median / CALLS * 1e6,
        }
        for name, timing in timings.items()
    ]


def run_many(run: Run, feed: Feed) -> None:
    """Runs a model `CALLS` times, because one run is too short for the clock."""
    for _ in range(CALLS):
        run(feed)


if __name__ == "__main__":
    sys.exit(main())
