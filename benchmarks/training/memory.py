"""Peak memory of training steps with open-aoe, eager PyTorch and Inductor, each in a process of its
own.

    python -m benchmarks.training.memory --tasks resnet18 --threads 2

After two steps, which compile, the system's record of the largest resident memory is reset (Linux,
proc(5): clear_refs). It is read after further steps, so what compiling took is not in it. "Beside
an idle process" subtracts what the process had before the model was made.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.report import Row, benchmark_parser, print_report

WAYS = ("eager", "inductor", "aoe")
_STEPS = 5
_MEBI = 1 << 20


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures what is asked for and prints a table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument(
        "--tasks", nargs="+", default=["mlp", "cnn", "resnet18", "encoder4", "lstm"]
    )
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=WAYS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--one", nargs=2, metavar=("TASK", "WAY"), help="measure in this process")
    options = parser.parse_args(arguments)
    if options.one:
        task, way = options.one
        print(json.dumps(_measured(task, way, options.threads)))
        return
    rows: list[Row] = []
    for task in options.tasks:
        found = {way: _in_process(task, way, options.threads) for way in options.ways}
        base = found[options.ways[0]]
        rows += [
            {
                "task": task,
                "way": way,
                "peak, MiB": peak / _MEBI,
                "beside an idle process, MiB": (peak - idle) / _MEBI,
                "peak, times the first way": peak / base[0],
                "peak, times Inductor's": peak / found["inductor"][0]
                if "inductor" in found
                else None,
            }
            for way, (peak, idle) in found.items()
        ]
    notes = (f"threads: {options.threads}; {_STEPS} steps after two that compile",)
    print_report("Memory of training steps", rows, options.json, notes)


def _in_process(task: str, way: str, threads: int) -> tuple[int, int]:
    command = [sys.executable, "-m", "benchmarks.training.memory", "--one", task, way]
    run = subprocess.run(
        [*command, "--threads", str(threads)], check=True, stdout=subprocess.PIPE, text=True
    )
    peak, idle = json.loads(run.stdout.splitlines()[-1])
    return peak, idle


def _measured(task: str, way: str, threads: int) -> tuple[int, int]:
    """Bytes of the largest resident memory of steps, and before the model was made."""
    import torch

    import aoe.torch.compiler  # noqa: F401 - so that the same is loaded in each way
    from benchmarks.training.steps import Training
    from benchmarks.training.tasks import TASKS

    torch.set_num_threads(threads)
    torch.manual_seed(0)
    idle = _status("VmRSS")
    training = Training(way, TASKS[task]())
    Path("/proc/self/clear_refs").write_text("5")
    for _ in range(_STEPS):
        training.step()
    return _status("VmHWM"), idle


def _status(field: str) -> int:
    """A size of this process, in bytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        name, _, value = line.partition(":")
        if name == field:
            return int(value.split()[0]) * 1024
    raise ValueError(f"/proc/self/status has no {field}")


if __name__ == "__main__":
    main()
