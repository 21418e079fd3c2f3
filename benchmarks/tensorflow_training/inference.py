"""Times predictions of Keras models with open-aoe, TensorFlow and XLA, in turns in one process.

    python -m benchmarks.tensorflow_training.inference --tasks mobilenet bert --batches 1 8

`tensorflow` and `xla` are a tf.function of the model, `aoe` is `aoe.tensorflow.compile` of it, and
`onnx` is the same model as a SavedModel, converted to ONNX and run by `aoe.InferenceSession`. All
read one `tf.Tensor`, or for `onnx` its array. `--limit` bounds the seconds of turns of each row's
group. Needs TensorFlow (`pip install '.[benchmarks,tensorflow]'`).
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Mapping, Sequence
from math import prod
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import onnx_ir
import tensorflow as tf

import aoe
import aoe.tensorflow
from aoe.application.model.source import read_model
from aoe.frontends.frontend import ModelOrigin
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.tensorflow_training import networks
from benchmarks.timing import in_turns

WAYS = ("tensorflow", "xla", "aoe", "onnx")
#: Calls that are not timed; the first compile.
_UNTIMED = 4
#: What is predicted, by name: a function of the batch, at the size that is served.
TASKS: Mapping[str, Callable[[int], networks.Task]] = MappingProxyType(
    {
        "mobilenet": lambda batch: networks.mobilenet(batch, size=224),
        "resnet18": lambda batch: networks.resnet18(batch, size=224),
        "bert": networks.bert,
    }
)


class Served:
    """A model that predicts in one way.

    Attributes:
        way: The way.
        result: What it gives.
        wall: Seconds of each timed call.
        cpu: CPU seconds of the process in each timed call.
    """

    def __init__(self, way: str, model: Any, inputs: Any, threads: int) -> None:
        self.way = way
        self._call = _CALLS[way](model, inputs, threads)
        self._is_left = way in ("tensorflow", "xla")
        self.wall: list[float] = []
        self.cpu: list[float] = []
        for _ in range(_UNTIMED):
            self.result = self.call()
        self.wall, self.cpu = [], []

    def call(self) -> np.ndarray:
        """Predicts once."""
        wall, cpu = time.perf_counter(), time.process_time()
        if self._is_left:
            with aoe.tensorflow.left_to_tensorflow():
                found = np.asarray(self._call())
        else:
            found = np.asarray(self._call())
        self.cpu.append(time.process_time() - cpu)
        self.wall.append(time.perf_counter() - wall)
        return found


def _by_tensorflow(model: Any, inputs: Any, threads: int) -> Callable[[], Any]:
    call = tf.function(lambda x: model(x, training=False))
    return lambda: call(inputs)


def _by_xla(model: Any, inputs: Any, threads: int) -> Callable[[], Any]:
    call = tf.function(lambda x: model(x, training=False), jit_compile=True)
    return lambda: call(inputs)


def _by_aoe(model: Any, inputs: Any, threads: int) -> Callable[[], Any]:
    call = aoe.tensorflow.compile(model, threads=threads)
    return lambda: call(inputs)


def _by_onnx(model: Any, inputs: Any, threads: int) -> Callable[[], Any]:
    with TemporaryDirectory() as folder:
        saved, path = Path(folder) / "saved", Path(folder) / "model.onnx"
        with aoe.tensorflow.left_to_tensorflow():
            model.export(
                saved, verbose=False, input_signature=[tf.TensorSpec(inputs.shape, inputs.dtype)]
            )
        onnx_ir.save(read_model(ModelOrigin(saved)).model, path)
        options = aoe.SessionOptions()
        options.intra_op_num_threads = threads
        session = aoe.InferenceSession(path, options)
    (name,) = [item.name for item in session.get_inputs()]
    return lambda: session.run(None, {name: np.asarray(inputs)})[0]


_CALLS: Mapping[str, Callable[[Any, Any, int], Callable[[], Any]]] = MappingProxyType(
    {"tensorflow": _by_tensorflow, "xla": _by_xla, "aoe": _by_aoe, "onnx": _by_onnx}
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures what is asked for and prints a table."""
    options = _parser().parse_args(arguments)
    tf.config.threading.set_intra_op_parallelism_threads(options.threads)
    tf.config.threading.set_inter_op_parallelism_threads(options.threads)
    rows: list[Row] = []
    gains: list[float] = []
    for name in options.tasks:
        for batch in options.batches:
            task = TASKS[name](batch)
            inputs = tf.constant(task.inputs)
            served = [Served(way, task.model, inputs, options.threads) for way in options.ways]
            in_turns(served, options.rounds, options.limit)
            rows += [_row(f"{name}, batch {batch}", item, served) for item in served]
            gains += [_gain(served)] if "aoe" in options.ways else []
            tf.keras.backend.clear_session()
    notes = (
        f"threads: {options.threads}; TensorFlow {tf.__version__}, Keras {tf.keras.__version__}",
        "calls of each way in turns of rotating order; milliseconds a call",
        f"speed: the median of {options.ways[0]} over that of the row, wall time",
        "geometric mean of aoe over the faster of TensorFlow and XLA: "
        f"{prod(gains) ** (1 / max(len(gains), 1)):.2f}",
        *(str(report) for report in aoe.tensorflow.reports()),
    )
    print_report("Predictions of Keras models", rows, options.json, notes)


def _gain(served: Sequence[Served]) -> float:
    walls = {item.way: median(item.wall) for item in served}
    others = [walls[way] for way in ("tensorflow", "xla") if way in walls]
    return min(others, default=walls["aoe"]) / walls["aoe"]


def _parser() -> argparse.ArgumentParser:
    parser = benchmark_parser(__doc__)
    parser.add_argument("--tasks", nargs="+", default=list(TASKS), choices=TASKS)
    parser.add_argument("--batches", nargs="+", type=int, default=[1, 8])
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=WAYS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--limit", type=float, default=40.0, help="seconds of turns")
    return parser


def _row(name: str, item: Served, served: Sequence[Served]) -> Row:
    base = served[0]
    return {
        "task": name,
        "way": item.way,
        "min": min(item.wall) * 1e3,
        "median": median(item.wall) * 1e3,
        "CPU median": median(item.cpu) * 1e3,
        "speed": median(base.wall) / median(item.wall),
        "apart": float(np.abs(item.result - base.result).max() / np.abs(base.result).max()),
    }


if __name__ == "__main__":
    main()
