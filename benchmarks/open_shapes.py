"""Measures how long a session of a model with open shapes takes to be ready for a new shape.

    python -m benchmarks.open_shapes bert_base.onnx --sizes batch=1 sequence=128 \
        --sizes batch=1 sequence=256 --sizes batch=1 sequence=64

One process meets the shapes in their order with an empty compile cache, and another one meets them
once the cache knows them. To be ready takes what the first inference takes more than the second.
Repositories are empty. Linux only.
"""

from __future__ import annotations

import gc
import os
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import onnx

import aoe
from benchmarks.memory import process_bytes, tree_cpu_seconds
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.sessions import repository_at

NOTES = [
    "ready: seconds of the first inference at the shape less those of the second",
    "CPU: those of the process and its helper processes, of the first inference",
    "MB: what the process holds more afterwards, without helpers (PSS, after a collection)",
]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures one model and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("model", type=Path, help=".onnx file with named open dimensions")
    parser.add_argument(
        "--sizes",
        nargs="+",
        action="append",
        required=True,
        metavar="DIMENSION=SIZE",
        help="the sizes of one shape; repeat it for each shape",
    )
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args(arguments)
    shapes = [{name: int(size) for name, size in map(_pair, one)} for one in options.sizes]
    rows = []
    with tempfile.TemporaryDirectory() as folder, repository_at(Path(folder) / "bank"):
        for state in ("cold", "cached"):
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
                given = options.model, shapes, options.threads, Path(folder) / "cache", state
                rows += process.submit(measure, *given).result()
    load = "load at the end: " + " ".join(f"{number:.2f}" for number in os.getloadavg())
    print_report("New shapes", rows, options.json, [*NOTES, load])
    return 0


def measure(
    path: Path, shapes: Sequence[dict[str, int]], threads: int, cache: Path, state: str
) -> list[Row]:
    """Returns a row for each shape, met in this process.

    Args:
        path: The model.
        shapes: The sizes of open dimensions, by name.
        threads: The number of threads.
        cache: The folder of the compile cache.
        state: What the rows call the state of the cache.
    """
    inputs = onnx.load(path, load_external_data=False).graph.input
    options = aoe.CacheOptions(directory=cache)
    session = aoe.compile(path, threads=threads, cache=options)
    rows: list[Row] = []
    for sizes in shapes:
        feed = {item.name: _array(item, sizes) for item in inputs}
        gc.collect()
        held, cpu, begin = (
            process_bytes(os.getpid()),
            tree_cpu_seconds(os.getpid()),
            time.perf_counter(),
        )
        session.run(None, feed)
        first, used = time.perf_counter() - begin, tree_cpu_seconds(os.getpid()) - cpu
        begin = time.perf_counter()
        session.run(None, feed)
        second = time.perf_counter() - begin
        gc.collect()
        rows.append(
            {
                "cache": state,
                "shape": " ".join(f"{name}={size}" for name, size in sizes.items()),
                "ready": first - second,
                "CPU": used,
                "MB": (process_bytes(os.getpid()) - held) / 1e6,
            }
        )
    return rows


def _array(info: onnx.ValueInfoProto, sizes: dict[str, int]) -> np.ndarray:
    tensor = info.type.tensor_type
    shape = [sizes.get(size.dim_param, size.dim_value) for size in tensor.shape.dim]
    return np.ones(shape, onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type))


def _pair(text: str) -> tuple[str, str]:
    name, _, size = text.partition("=")
    return name, size


if __name__ == "__main__":
    raise SystemExit(main())
