"""Times inference of a PyTorch model through `torch.compile`, with its weights frozen, beside the
same model through ONNX and a session of open-aoe, in turns in one process.

    python -m benchmarks.training.inference --tasks resnet18 encoder4 --threads 2 --rounds 60

Both run the same kernels. What differs is how PyTorch calls them: guards of Dynamo, tensors that
are made for results. Eager PyTorch takes no turns, because its threads spin after a call; it only
says what is right.
"""

from __future__ import annotations

import copy
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import torch

import aoe
import aoe.torch
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.training.task import Task
from benchmarks.training.tasks import TASKS

#: Calls of each way before any is timed.
_UNTIMED = 5


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures what is asked for and prints a table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument(
        "--tasks", nargs="+", choices=TASKS, default=["cnn", "resnet18", "encoder4"]
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=60)
    options = parser.parse_args(arguments)
    torch.set_num_threads(options.threads)
    rows = [row for name in options.tasks for row in _rows(name, options.threads, options.rounds)]
    notes = (
        f"threads: {options.threads}; PyTorch {torch.__version__}; {options.rounds} calls of each "
        "way, in turns; milliseconds a call",
        "beside ONNX: the median ratio of pairs of calls; above 1 is slower than through ONNX",
        "apart: the largest difference from eager, as a part of the largest result",
    )
    print_report("Inference through torch.compile and through ONNX", rows, options.json, notes)


def _rows(name: str, threads: int, rounds: int) -> list[Row]:
    torch.manual_seed(0)
    task = TASKS[name]()
    ways = _ways(task, threads)
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    results: dict[str, Any] = {}
    with torch.no_grad():
        for way, call in ways.items():
            for _ in range(_UNTIMED):
                results[way] = call()
        expected = copy.deepcopy(task.model).eval()(*task.inputs)
        for number in range(rounds):
            turns = list(ways.items())
            for way, call in turns if number % 2 else reversed(turns):
                start = time.perf_counter()
                call()
                seconds[way].append(time.perf_counter() - start)
    return [
        {
            "task": name,
            "way": way,
            "min": min(found) * 1e3,
            "median": median(found) * 1e3,
            "beside ONNX": median(
                mine / other for mine, other in zip(found, seconds["ONNX"], strict=True)
            ),
            "apart": float((results[way] - expected).abs().max() / expected.abs().max()),
        }
        for way, found in seconds.items()
    ]


def _ways(task: Task, threads: int) -> dict[str, Callable[[], Any]]:
    """Functions that run the model once, by their names."""
    plain, model = (copy.deepcopy(task.model).eval() for _ in range(2))
    options = {"freeze": True, "threads": threads}
    compiled: Any = torch.compile(model, backend=aoe.torch.backend, dynamic=False, options=options)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.onnx"
        torch.onnx.export(plain, task.inputs, str(path), dynamo=True, verbose=False)
        session = aoe.compile(path, threads=threads)
    names = [item.name for item in session.get_inputs()]
    feed = dict(zip(names, (tensor.numpy() for tensor in task.inputs), strict=True))
    return {
        "torch.compile": lambda: compiled(*task.inputs),
        "ONNX": lambda: torch.from_numpy(session.run(None, feed)[0]),
    }


if __name__ == "__main__":
    main()
