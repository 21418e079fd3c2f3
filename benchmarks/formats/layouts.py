"""Measures a network of TensorFlow, channels last, beside the same network from ONNX.

    python -m benchmarks.formats.layouts resnet50.onnx mobilenet_v2.onnx --threads 2

Each model is translated to a graph of TensorFlow (`nhwc_graph`). Both files are compiled with
default policies and run in turns in one process. Their outputs must agree. The ratio is that of the
medians of a round; one near 1 says that the layout of the source costs nothing.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import onnx
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]

import aoe
from aoe.application.run.bench_command import RUNS_PER_TURN, relative_error
from benchmarks.formats.nhwc_graph import NotTranslatedError, nhwc_graph
from benchmarks.report import (
    Row,
    benchmark_parser,
    existing_model,
    positive_count,
    positive_seconds,
    print_report,
)
from benchmarks.sessions import feed_of, repository_at
from benchmarks.timing import medians_by_round

#: How far outputs may differ, as a share of the largest.
TOLERANCE = 1e-5
_FORMATS = ("ONNX", "TensorFlow")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures every model and prints one table.

    Returns:
        The exit status: 1 if a model is not translated, or its outputs differ.
    """
    parser = benchmark_parser(__doc__)
    parser.add_argument(
        "models", nargs="+", type=existing_model, help=".onnx files of static shapes"
    )
    parser.add_argument("--threads", type=positive_count, default=2)
    parser.add_argument(
        "--seconds", type=positive_seconds, default=15.0, help="measuring time of one model"
    )
    parser.add_argument("--folder", type=Path, help="where the graphs of TensorFlow are kept")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch, repository_at(Path(scratch) / "repository"):
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        rows = [measure(path, folder, options.threads, options.seconds) for path in options.models]
    notes = [
        f"default policies, {options.threads} threads; milliseconds: medians over rounds of "
        f"{RUNS_PER_TURN} runs, in turns",
        "ratio: time from TensorFlow ÷ time from ONNX, median over rounds and half the range of "
        "the middle half",
    ]
    print_report("Channels last beside channels first", rows, options.json, notes)
    return int(any(row["outcome"] != "agree" for row in rows))


def measure(path: Path, folder: Path, threads: int, seconds: float) -> Row:
    """The row of one model.

    Args:
        path: The `.onnx` file.
        folder: Where the graph of TensorFlow is written.
        threads: The number of threads.
        seconds: The measuring time.
    """
    try:
        data, source, result = nhwc_graph(onnx.load(path))
    except NotTranslatedError as error:
        return _row(path.stem, f"not translated: {error}")
    except (OSError, DecodeError) as error:
        return _row(path.stem, f"cannot be read: {error}")
    graph = folder / f"{path.stem}.pb"
    graph.write_bytes(data)
    with (
        aoe.compile(path, threads=threads) as first,
        aoe.compile(graph, framework=3, threads=threads) as last,
    ):
        feed = feed_of(first)
        (image,) = feed.values()
        moved = {source: np.ascontiguousarray(np.moveaxis(image, 1, -1))}
        (one,), (other,) = first.run(None, feed), last.run([result], moved)
        other = np.moveaxis(other, -1, 1) if other.ndim == 4 else other
        difference = relative_error([other], [one])
        if difference > TOLERANCE:
            return _row(path.stem, f"differ by {difference:.1e}")
        runs: dict[str, Callable[[], object]] = {
            "ONNX": lambda: first.run(None, feed),
            "TensorFlow": lambda: last.run([result], moved),
        }
        turns = {name: partial(_turn, run) for name, run in runs.items()}
        medians = medians_by_round(turns, seconds)
    ratios = [b / a for a, b in zip(*(medians[name] for name in _FORMATS), strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    times = {name: 1e3 * statistics.median(medians[name]) for name in _FORMATS}
    return {**_row(path.stem, "agree"), **times, "ratio": middle, "±": (high - low) / 2}


def _turn(run: Callable[[], object]) -> list[float]:
    """Seconds of each run of one turn. The first run only brings caches into their state."""
    run()
    seconds = []
    for _ in range(RUNS_PER_TURN):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return seconds


def _row(name: str, outcome: str) -> Row:
    return {"model": name, **dict.fromkeys(_FORMATS), "ratio": None, "±": None, "outcome": outcome}


if __name__ == "__main__":
    sys.exit(main())
