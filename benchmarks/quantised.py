"""Times networks in QDQ form by open-aoe, ONNX Runtime and OpenVINO, in turns in one process.

    python -m benchmarks.quantised --threads 2

OpenVINO is left out where it is not installed. Outputs of quantised networks differ by steps: where
a number lies between two, engines take either, and later layers see that. The table says how far
outputs are from those of the network in float32, so no engine is faster by being less exact.
"""

from __future__ import annotations

import importlib.util
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import onnx
import onnxruntime

import aoe
from benchmarks.models.quantised import NAMES, quantised
from benchmarks.models.registry import SUITE
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.timing import long_turns

#: Runs before a turn, and seconds of a turn.
_WARM_UP, _TURN = 3, 0.4
_OURS = "open-aoe"
#: Runs a network and gives its outputs.
_Run = Callable[[], Sequence[np.ndarray]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--models", nargs="+", default=list(NAMES), choices=NAMES)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=6, help="turns of each engine")
    options = parser.parse_args(arguments)
    rows = [row for name in options.models for row in _rows(name, options.threads, options.rounds)]
    notes = [
        f"threads: {options.threads}; {options.rounds} turns of {_TURN} s each; milliseconds",
        "difference: the root mean square of the first output's difference from the network in "
        "float32, as a share of that of this output",
    ]
    print_report("Networks in QDQ form", rows, options.json, notes)
    return 0


def _rows(name: str, threads: int, rounds: int) -> list[Row]:
    plain = SUITE[name]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.onnx"
        onnx.save(quantised(plain), path)
        feed, exact = _expected(plain)
        with aoe.compile(path, threads=threads) as session:
            engines: dict[str, _Run] = {
                _OURS: lambda: session.run(None, feed),
                "ONNX Runtime": _onnxruntime(path, feed, threads),
            }
            if importlib.util.find_spec("openvino"):
                engines["OpenVINO"] = _openvino(path, feed, threads)
            apart = {engine: _apart(run()[0], exact) for engine, run in engines.items()}
            seconds = long_turns(engines, rounds, _TURN, _WARM_UP)
    ours = seconds[_OURS]
    return [
        {
            "model": name,
            "engine": engine,
            "min": min(found) * 1e3,
            "median": median(found) * 1e3,
            "our speed": None if engine == _OURS else median(found) / median(ours),
            "by least": None if engine == _OURS else min(found) / min(ours),
            "difference": apart[engine],
        }
        for engine, found in seconds.items()
    ]


def _expected(model: onnx.ModelProto) -> tuple[Mapping[str, np.ndarray], np.ndarray]:
    """A random image, and what the network in float32 makes of it."""
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    generator = np.random.default_rng(1)
    feed = {
        item.name: generator.standard_normal(item.shape).astype(np.float32)
        for item in session.get_inputs()
    }
    return feed, session.run(None, feed)[0]


def _onnxruntime(path: Path, feed: Mapping[str, np.ndarray], threads: int) -> _Run:
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(path, settings, providers=["CPUExecutionProvider"])
    return lambda: session.run(None, feed)


def _openvino(path: Path, feed: Mapping[str, np.ndarray], threads: int) -> _Run:
    import openvino

    hints = {"INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY"}
    compiled: Any = openvino.Core().compile_model(path, "CPU", hints)
    request = compiled.create_infer_request()
    named = {item.get_any_name(): feed[item.get_any_name()] for item in compiled.inputs}
    return lambda: list(request.infer(named).values())


def _apart(found: np.ndarray, exact: np.ndarray) -> float:
    return float(np.sqrt(np.mean((found - exact) ** 2) / np.mean(exact**2)))


if __name__ == "__main__":
    sys.exit(main())
