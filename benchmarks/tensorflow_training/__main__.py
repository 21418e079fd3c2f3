"""Times training steps of Keras with open-aoe, TensorFlow and XLA, in turns in one process.

    python -m benchmarks.tensorflow_training --tasks cnn resnet18 --threads 2 --rounds 30

A step is `train_on_batch`: forward pass, loss, backward pass, optimizer and metrics. Each way
trains a copy of the same network. Losses of the first steps are compared with TensorFlow's. With
`--threads 1` the CPU time of the process is what a quiet machine's clock would show. Needs
TensorFlow (`pip install '.[benchmarks,tensorflow]'`).
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from contextlib import nullcontext
from statistics import median
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import tensorflow as tf

import aoe.tensorflow
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.tensorflow_training.networks import TASKS, Task
from benchmarks.timing import in_turns

WAYS = ("tensorflow", "xla", "aoe")
#: Steps whose losses are compared; the first ones are not timed.
_COMPARED, _UNTIMED = 3, 3


class Training:
    """A network that is trained in one way.

    Attributes:
        way: The way.
        first: Seconds of the first steps, which compile.
        losses: The loss of each step.
        wall: Seconds of each timed step.
        cpu: CPU seconds of the process in each timed step.
    """

    def __init__(self, way: str, task: Task) -> None:
        self.way, self._task = way, task
        self._model: Any = task.compiled(jit_compile=way == "xla")
        self.losses: list[float] = []
        self.wall: list[float] = []
        self.cpu: list[float] = []
        start = time.perf_counter()
        for _ in range(_UNTIMED):
            self.call()
        self.first = time.perf_counter() - start
        self.wall, self.cpu = [], []

    def call(self) -> None:
        """Trains one step."""
        left = aoe.tensorflow.left_to_tensorflow() if self.way != "aoe" else nullcontext()
        wall, cpu = time.perf_counter(), time.process_time()
        with left:
            found = self._model.train_on_batch(self._task.inputs, self._task.labels)
        self.cpu.append(time.process_time() - cpu)
        self.wall.append(time.perf_counter() - wall)
        self.losses.append(float(found[0]))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures what is asked for and prints a table."""
    options = _parser().parse_args(arguments)
    tf.config.threading.set_intra_op_parallelism_threads(options.threads)
    tf.config.threading.set_inter_op_parallelism_threads(options.threads)
    aoe.tensorflow.global_options().threads = options.threads
    rows: list[Row] = []
    for name in options.tasks:
        trained = [Training(way, TASKS[name]()) for way in options.ways]
        in_turns(trained, options.rounds, options.limit)
        rows += [_row(name, item, trained[0]) for item in trained]
        tf.keras.backend.clear_session()
    notes = (
        f"threads: {options.threads}; TensorFlow {tf.__version__}, Keras {tf.keras.__version__}",
        f"at most {options.rounds} turns of each way, in rotating order; milliseconds a "
        "step of train_on_batch",
        f"speed: the median of {options.ways[0]} over that of the row, wall time",
        *(str(report) for report in aoe.tensorflow.reports()),
    )
    print_report("Training steps of Keras", rows, options.json, notes)


def _parser() -> argparse.ArgumentParser:
    parser = benchmark_parser(__doc__)
    parser.add_argument("--tasks", nargs="+", default=list(TASKS), choices=TASKS)
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=WAYS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds of turns of a task")
    return parser


def _row(name: str, item: Training, base: Training) -> Row:
    pairs = zip(item.losses[:_COMPARED], base.losses[:_COMPARED], strict=True)
    return {
        "task": name,
        "way": item.way,
        "min": min(item.wall) * 1e3,
        "median": median(item.wall) * 1e3,
        "CPU min": min(item.cpu) * 1e3,
        "CPU median": median(item.cpu) * 1e3,
        "speed": median(base.wall) / median(item.wall),
        "speed, CPU min": min(base.cpu) / min(item.cpu),
        "first steps, s": item.first,
        "loss apart": max(abs(one - other) for one, other in pairs),
    }


if __name__ == "__main__":
    main()
