"""Times networks stored in fewer bits by open-aoe, ONNX Runtime and OpenVINO, in turns in one
process.

    python -m benchmarks.quantised --threads 2
    python -m benchmarks.quantised --threads 2 --form float16 --models resnet50 bert_base

OpenVINO is left out where it is not installed. Outputs of quantised networks differ by steps: where
a number lies between two, engines take either, and later layers see that. The table says how far
outputs are from those of the network in float32, so no engine is faster by being less exact.
Networks in float16 are computed in float32 by all engines.
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
from benchmarks.models.quantised import NAMES, in_float16, quantised
from benchmarks.models.registry import SUITE
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.timing import long_turns

#: Runs before a turn, and seconds of a turn.
_WARM_UP, _TURN = 3, 0.4
_OURS = "open-aoe"
#: The forms of networks, and what makes them.
_FORMS: Mapping[str, Callable[[onnx.ModelProto], onnx.ModelProto]] = {
    "qdq": quantised,
    "float16": in_float16,
}
#: Runs a network and gives its outputs.
_Run = Callable[[], Sequence[np.ndarray]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--form", default="qdq", choices=list(_FORMS))
    parser.add_argument("--models", nargs="+", default=list(NAMES), choices=list(SUITE))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=6, help="turns of each engine")
    options = parser.parse_args(arguments)
    rows = [
        row
        for name in options.models
        for row in _rows(name, options.form, options.threads, options.rounds)
    ]
    notes = [
        f"threads: {options.threads}; {options.rounds} turns of {_TURN} s each; milliseconds",
        "difference: the root mean square of the first output's difference from the network in "
        "float32, as a share of that of this output",
    ]
    print_report(f"Networks in the form {options.form}", rows, options.json, notes)
    return 0


def _rows(name: str, form: str, threads: int, rounds: int) -> list[Row]:
    plain = SUITE[name]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.onnx"
        onnx.save(_FORMS[form](plain), path)
        wide, exact = _expected(plain)
        feed = {key: _stored(value, form) for key, value in wide.items()}
        with aoe.compile(path, threads=threads) as session:
            engines: dict[str, _Run] = {
                _OURS: lambda: session.run(None, feed),
                "ONNX Runtime": _onnxruntime(path, feed, threads),
            }
            if importlib.util.find_spec("openvino"):
                engines["OpenVINO"] = _openvino(path, feed, threads, form)
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
    """Random inputs, and what the network in float32 makes of them."""
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    generator = np.random.default_rng(1)
    feed = {
        item.name: generator.standard_normal(item.shape).astype(np.float32)
        if "float" in item.type
        else generator.integers(0, 100, item.shape)
        for item in session.get_inputs()
    }
    return feed, session.run(None, feed)[0]


def _onnxruntime(path: Path, feed: Mapping[str, np.ndarray], threads: int) -> _Run:
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(path, settings, providers=["CPUExecutionProvider"])
    return lambda: session.run(None, feed)


def _openvino(path: Path, feed: Mapping[str, np.ndarray], threads: int, form: str) -> _Run:
    import openvino

    hints = {"INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY"}
    if form == "float16":  # it would take bfloat16 where a CPU multiplies that
        hints["INFERENCE_PRECISION_HINT"] = "f32"
    compiled: Any = openvino.Core().compile_model(path, "CPU", hints)
    request = compiled.create_infer_request()
    named = {item.get_any_name(): feed[item.get_any_name()] for item in compiled.inputs}
    return lambda: list(request.infer(named).values())


def _stored(values: np.ndarray, form: str) -> np.ndarray:
    """An input as a network of a form takes it."""
    is_half = form == "float16" and values.dtype == np.float32
    return values.astype(np.float16) if is_half else values


def _apart(found: np.ndarray, exact: np.ndarray) -> float:
    difference = found.astype(np.float32) - exact
    return float(np.sqrt(np.mean(difference**2) / np.mean(exact**2)))


if __name__ == "__main__":
    sys.exit(main())
