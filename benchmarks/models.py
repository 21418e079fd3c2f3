"""Whole models: open-aoe with default and with tuned policies against other engines.

    python -m benchmarks.models resnet50.onnx bert.onnx --threads 1 2 --repository /tmp/bank

All engines run interleaved in this process on the same inputs (`benchmarks.timing`). Each model is
tuned first if the repository does not know its operators; `--budget` bounds that. "error" is the
largest difference from ONNX Runtime's outputs over their largest value.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import aoe
from aoe.application.run.bench_command import relative_error
from benchmarks.engines import (
    PEERS,
    Feed,
    Run,
    feed_of,
    open_peer,
    repository_at,
    run_of,
)
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.timing import interleave

REFERENCE = "onnxruntime"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures every model at every number of threads and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("models", nargs="+", type=Path, help=".onnx files of static shapes")
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--seconds", type=float, default=20.0, help="measuring time per row group")
    parser.add_argument("--budget", help="tuning time per model, as `aoe --budget` takes it")
    parser.add_argument("--repository", type=Path, help="kept and reused; default: a new one")
    parser.add_argument("--peers", nargs="+", choices=PEERS, default=[REFERENCE])
    options = parser.parse_args(arguments)
    peers = list(dict.fromkeys([REFERENCE, *options.peers]))
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for path in options.models:
            for threads in options.threads:
                repository = options.repository or Path(folder) / "repository"
                sessions = our_sessions(path, threads, options.budget, repository, Path(folder))
                engines = {peer: open_peer(peer, path, threads) for peer in peers}
                engines |= {name: run_of(session) for name, session in sessions.items()}
                feed = feed_of(sessions["aoe tuned"])
                times = measure(engines, feed, options.seconds)
                rows += [{"model": path.stem, "threads": threads, **row} for row in times]
    print_report("Models", rows, options.json, ["times in ms, medians; engines interleaved"])
    return 0


def our_sessions(
    path: Path, threads: int, budget: str | None, repository: Path, folder: Path
) -> dict[str, aoe.InferenceSession]:
    """open-aoe without and with what tuning learned."""
    with repository_at(folder / "empty"):
        default = aoe.compile(path, threads=threads)
    output = folder / f"{path.stem}_{threads}"
    with repository_at(repository):
        result = aoe.tune(path, job_type=2, output=output, budget=budget, threads=threads)
    return {"aoe default": default, "aoe tuned": aoe.InferenceSession(result.model_path, threads)}


def measure(engines: dict[str, Run], feed: Feed, seconds: float) -> list[Row]:
    """One row per engine."""
    reference = engines[REFERENCE](feed)
    timings = interleave({name: partial(run, feed) for name, run in engines.items()}, seconds)
    base = timings[REFERENCE].median
    return [
        {
            "engine": name,
            "runs": timing.runs,
            "min": timing.minimum * 1e3,
            "median": timing.median * 1e3,
            "spread": timing.spread * 1e3,
            "speed": base / timing.median,
            "error": relative_error(engines[name](feed), reference),
        }
        for name, timing in timings.items()
    ]


if __name__ == "__main__":
    sys.exit(main())
