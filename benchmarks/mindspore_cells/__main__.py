"""Times cells of MindSpore in graph mode with open-aoe and without, in turns in one process.

    python -m benchmarks.mindspore_cells --tasks train-lenet resnet50 --threads 2 --limit 15

Each way calls a copy of the same cell with the same data, a training step or a network in
inference, and waits for the result. The results of the first calls are compared. MindSpore may take
seconds for a convolutional network, so turns end after `--limit` seconds of a task. With
`--threads 1` the CPU time of the process is what a quiet machine's clock would show. Needs
MindSpore (`pip install '.[mindspore]'`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from contextlib import nullcontext
from statistics import median
from typing import Any

import mindspore
import numpy as np

import aoe.mindspore
from benchmarks.mindspore_cells.networks import TASKS, Task
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.timing import in_turns

WAYS = ("mindspore", "aoe")
#: Calls whose results are compared; as many first ones are not timed. The second is the first that
#: native code runs.
_COMPARED = 2


class Calls:
    """A cell that is called in one way.

    Attributes:
        way: The way.
        first: Seconds of the first calls, which compile.
        results: The results of the first calls.
        wall: Seconds of each timed call.
        cpu: CPU seconds of the process in each timed call.
    """

    def __init__(self, way: str, task: Task) -> None:
        self.way, self._task = way, task
        self.results: list[np.ndarray] = []
        self.wall: list[float] = []
        self.cpu: list[float] = []
        start = time.perf_counter()
        for _ in range(_COMPARED):
            self.results.append(self.call())
        self.first = time.perf_counter() - start
        self.wall, self.cpu = [], []

    def call(self) -> np.ndarray:
        """Calls the cell once."""
        left: Any = nullcontext() if self.way == "aoe" else aoe.mindspore.left_to_mindspore()
        wall, cpu = time.perf_counter(), time.process_time()
        with left:
            found: np.ndarray = self._task.cell(*self._task.arguments).asnumpy()
        self.cpu.append(time.process_time() - cpu)
        self.wall.append(time.perf_counter() - wall)
        return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures what is asked for and prints a table."""
    options = _parser().parse_args(arguments)
    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    mindspore.device_context.cpu.op_tuning.threads_num(options.threads)
    aoe.mindspore.set_options(threads=options.threads)
    rows: list[Row] = []
    for name in options.tasks:
        called = [Calls(way, _seeded(name)) for way in WAYS]
        in_turns(called, options.rounds, options.limit)
        rows += [_row(name, item, called[0]) for item in called]
    notes = (
        f"threads: {options.threads}; MindSpore {mindspore.__version__}, NumPy {np.__version__}",
        f"at most {options.rounds} turns of each way, in rotating order; milliseconds a call",
        "speed: the median of MindSpore over that of the row, wall time",
        *(str(report) for report in aoe.mindspore.reports()),
    )
    print_report("Cells of MindSpore", rows, options.json, notes)


def _seeded(name: str) -> Task:
    """A task with the same weights each time."""
    mindspore.set_seed(1)
    np.random.seed(1)
    return TASKS[name]()


def _parser() -> argparse.ArgumentParser:
    parser = benchmark_parser(__doc__)
    parser.add_argument("--tasks", nargs="+", default=list(TASKS), choices=TASKS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--limit", type=float, default=15.0, help="seconds of turns of a task")
    return parser


def _row(name: str, item: Calls, base: Calls) -> Row:
    pairs = zip(item.results, base.results, strict=True)
    return {
        "task": name,
        "way": item.way,
        "min": min(item.wall) * 1e3,
        "median": median(item.wall) * 1e3,
        "CPU median": median(item.cpu) * 1e3,
        "speed": median(base.wall) / median(item.wall),
        "first calls, s": item.first,
        "apart": max(float(np.abs(one - other).max()) for one, other in pairs),
    }


if __name__ == "__main__":
    main()
