"""Times training steps with open-aoe, eager PyTorch and Inductor, in turns in one process.

    python -m benchmarks.training --tasks resnet18 encoder4 --threads 2 --rounds 30

A step is forward pass, loss, backward pass and an SGD step with momentum. Each way trains a copy of
the same model. Losses of the first steps are compared with eager's. With `--threads 1` the CPU time
of the process is what a quiet machine's clock would show. Needs torch (`pip install
'.[benchmarks,torch]'`).
"""

from __future__ import annotations

import argparse
import copy
import time
from collections.abc import Sequence
from statistics import median
from typing import Any

import torch
from torch.nn import functional

import aoe.torch
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.training.task import Task
from benchmarks.training.tasks import TASKS

WAYS = ("eager", "inductor", "aoe")
#: Steps whose losses are compared; the first two are not timed.
_COMPARED, _UNTIMED = 3, 2


class Training:
    """A copy of a model that is trained in one way.

    Attributes:
        way: The way: eager, or the backend of `torch.compile`.
        first: Seconds of the first two steps, which compile.
        losses: The loss of each step.
        wall: Seconds of each timed step.
        cpu: CPU seconds of the process in each timed step.
    """

    def __init__(self, way: str, task: Task) -> None:
        self.way, self._task = way, task
        model = copy.deepcopy(task.model)
        self._model: Any = model
        if way != "eager":
            compiler = aoe.torch.backend if way == "aoe" else way
            self._model = torch.compile(model, backend=compiler, dynamic=False)
        self._optimizer = torch.optim.SGD(model.parameters(), 1e-3, momentum=0.9)
        self.losses: list[float] = []
        self.wall: list[float] = []
        self.cpu: list[float] = []
        start = time.perf_counter()
        for _ in range(_UNTIMED):
            self.step()
        self.first = time.perf_counter() - start
        self.wall, self.cpu = [], []

    def step(self) -> None:
        """Trains one step. Its random numbers, as of dropout, are those of the other ways."""
        torch.manual_seed(len(self.losses))
        wall, cpu = time.perf_counter(), time.process_time()
        self._optimizer.zero_grad(set_to_none=True)
        loss: Any = functional.cross_entropy(self._model(*self._task.inputs), self._task.labels)
        loss.backward()
        self._optimizer.step()
        self.cpu.append(time.process_time() - cpu)
        self.wall.append(time.perf_counter() - wall)
        self.losses.append(float(loss.detach()))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures what is asked for and prints a table."""
    options = _parser().parse_args(arguments)
    torch.set_num_threads(options.threads)
    rows: list[Row] = []
    for name in options.tasks:
        torch._dynamo.reset()
        torch.manual_seed(0)
        task = TASKS[name]()
        trained = [Training(way, task) for way in options.ways]
        for _ in range(options.rounds):
            for item in trained:
                item.step()
        rows += [_row(name, item, trained[0]) for item in trained]
    notes = (
        f"threads: {options.threads}; PyTorch {torch.__version__}",
        f"{options.rounds} steps of each way, in turns; SGD with momentum; milliseconds a step",
        f"speed: the median of {options.ways[0]} over that of the row, wall time",
    )
    print_report("Training steps", rows, options.json, notes)


def _parser() -> argparse.ArgumentParser:
    parser = benchmark_parser(__doc__)
    parser.add_argument("--tasks", nargs="+", default=list(TASKS), choices=TASKS)
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=WAYS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=20)
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
