"""Times training steps with open-aoe, eager PyTorch and Inductor, in turns.

    python -m benchmarks.training --tasks resnet18 encoder4 --threads 2 --rounds 30
    python -m benchmarks.training --tasks gpt2 --autocast
    python -m benchmarks.training --set libraries --rounds 8 --limit 600

A step is forward pass, loss, backward pass and an SGD step with momentum. Each way trains a copy of
the same model in a process of its own, which is stopped while another one's turn is: Dynamo leaves
a module to eager mode for the whole process once one compiler has given it up. Losses of the first
steps are compared with eager's. With `--threads 1` the CPU time of the process is what a quiet
machine's clock would show. A task is given up after `--limit` seconds; compilers take most of that.
Needs torch (`pip install '.[benchmarks,torch]'`).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from math import ceil, exp, log
from statistics import mean, median

import torch

from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.training.library_tasks import LIBRARY_TASKS, VIDEO_TASKS
from benchmarks.training.steps import WAYS
from benchmarks.training.tasks import TASKS
from benchmarks.training.trainer import Trainer, serve
from benchmarks.turn_process import TurnError, TurnProcess

#: Timed steps of a turn.
_TURN = 3
#: Seconds after which a task without a limit is given up.
_LONGEST = 3600.0
#: Steps whose losses are compared.
_COMPARED = 3
#: Tasks that are measured together, by name.
_SETS = {
    "own": tuple(name for name in TASKS if name not in LIBRARY_TASKS),
    "libraries": tuple(
        name for name in LIBRARY_TASKS if name not in ("resnet50", "vit-tiny", *VIDEO_TASKS)
    ),
    "video": VIDEO_TASKS,
}
#: The columns of a row.
_COLUMNS = (
    *("task", "way", "min", "median", "CPU min", "CPU median", "speed", "speed, CPU min"),
    *("beside the best other", "first steps, s", "loss apart"),
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures what is asked for and prints a table."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = _parser().parse_args(given)
    if options.one:
        task, way = options.one
        serve(task, way, options.threads, options.autocast)
        return
    tasks = options.tasks or _SETS[options.set]
    rows = [row for name in tasks for row in _rows(name, given, options)]
    precision = "bfloat16 by autocast" if options.autocast else "float32"
    notes = [
        f"threads: {options.threads}; PyTorch {torch.__version__}; {precision}",
        f"{options.rounds} steps of each way, in turns of {_TURN} behind one that is not timed; "
        "SGD with momentum; milliseconds a step",
        f"speed: the median of {options.ways[0]} over that of the row, wall time",
        *_means(rows),
    ]
    print_report("Training steps", rows, options.json, notes)


def _parser() -> argparse.ArgumentParser:
    parser = benchmark_parser(__doc__)
    parser.add_argument("--tasks", nargs="+", choices=TASKS)
    parser.add_argument("--set", default="own", choices=_SETS, help="without --tasks")
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=WAYS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--autocast", action="store_true", help="bfloat16 by autocast")
    parser.add_argument("--limit", type=float, help="most seconds of a task; by default any")
    parser.add_argument("--one", nargs=2, metavar=("TASK", "WAY"), help="answer in this process")
    return parser


def _rows(name: str, given: Sequence[str], options: argparse.Namespace) -> list[Row]:
    """The rows of a task."""
    command = [sys.executable, "-m", "benchmarks.training", *given, "--one", name]
    end = time.monotonic() + (options.limit or _LONGEST)
    try:
        with ExitStack() as stack:
            trained = [
                Trainer(way, stack.enter_context(TurnProcess([*command, way])), end)
                for way in options.ways
            ]
            for _ in range(ceil(options.rounds / _TURN)):
                for item in trained:
                    item.turn(_TURN)
    except TurnError as error:
        return [_empty(name, str(error))]
    return [_row(name, item, trained) for item in trained]


def _row(name: str, item: Trainer, trained: Sequence[Trainer]) -> Row:
    base = trained[0]
    pairs = zip(item.losses[:_COMPARED], base.losses[:_COMPARED], strict=True)
    others = [median(other.wall) for other in trained if other is not item]
    return {
        "task": name,
        "way": item.way,
        "min": min(item.wall) * 1e3,
        "median": median(item.wall) * 1e3,
        "CPU min": min(item.cpu) * 1e3,
        "CPU median": median(item.cpu) * 1e3,
        "speed": median(base.wall) / median(item.wall),
        "speed, CPU min": min(base.cpu) / min(item.cpu),
        "beside the best other": min(others) / median(item.wall) if others else None,
        "first steps, s": item.first,
        "loss apart": max(abs(one - other) for one, other in pairs),
    }


def _empty(name: str, reason: str) -> Row:
    return {**dict.fromkeys(_COLUMNS), "task": name, "way": reason}


def _means(rows: Sequence[Row]) -> list[str]:
    """The geometric means of speeds of open-aoe beside each other way."""
    medians = {(row["task"], row["way"]): row["median"] for row in rows}
    found = []
    for way in WAYS[:-1]:
        ratios = [
            float(medians[task, way] or 0.0) / float(medians[task, "aoe"] or 1.0)
            for task, named in medians
            if named == way and (task, "aoe") in medians
        ]
        if len(ratios) > 1:
            worst = min(ratios)
            average = exp(mean(map(log, ratios)))
            found.append(
                f"open-aoe beside {way}: geometric mean of {len(ratios)} tasks {average:.2f}, "
                f"least {worst:.2f}"
            )
    return found


if __name__ == "__main__":
    main()
