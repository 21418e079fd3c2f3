"""Times the first step of a training script, with an empty compile cache and with a full one. Each
way runs in processes of its own.

    python -m benchmarks.training.start --tasks resnet18 --threads 2

The first step is a forward and a backward pass, with what Dynamo and AOTAutograd record before
them. Importing torch and making the model are not in it. *First* is a process with an empty cache,
*again* the next one with what that left there, and with bytecode, as an installed package has it.
`aot_eager` records the same graphs and lets PyTorch run them: what it takes beyond eager mode is
PyTorch's own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.training.memory import WAYS

_WAYS = (*WAYS, "aot_eager")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures what is asked for and prints a table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--tasks", nargs="+", default=["resnet18"])
    parser.add_argument("--ways", nargs="+", default=list(_WAYS), choices=_WAYS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--one", nargs=2, metavar=("TASK", "WAY"), help="measure in this process")
    options = parser.parse_args(arguments)
    if options.one:
        task, way = options.one
        print(json.dumps(_measured(task, way, options.threads)))
        return
    rows: list[Row] = []
    for task in options.tasks:
        for way in options.ways:
            with tempfile.TemporaryDirectory() as folder:
                first, again = (_in_process(task, way, options.threads, folder) for _ in range(2))
            rows.append(
                {
                    "task": task,
                    "way": way,
                    "first, s": first["seconds"],
                    "again, s": again["seconds"],
                    "again, CPU s": again["cpu"],
                    "models from the cache": again["cached"],
                }
            )
    notes = (f"threads: {options.threads}; seconds of the first step",)
    print_report("First steps", rows, options.json, notes)


def _in_process(task: str, way: str, threads: int, folder: str) -> dict[str, float | str]:
    command = [sys.executable, "-m", "benchmarks.training.start", "--one", task, way]
    caches = {"ASCEND_CACHE_PATH": folder, "TORCHINDUCTOR_CACHE_DIR": f"{folder}/inductor"}
    run = subprocess.run(
        [*command, "--threads", str(threads)],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env={**_environment(), **caches},
    )
    found: dict[str, float | str] = json.loads(run.stdout.splitlines()[-1])
    return found


def _environment() -> dict[str, str]:
    """This process's environment, in which Python keeps bytecode. Else each process compiles the
    modules of a checkout.
    """
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _measured(task: str, way: str, threads: int) -> dict[str, float | str]:
    import torch
    from torch.nn import functional

    import aoe.torch.compiler
    from benchmarks.training.tasks import TASKS

    torch.set_num_threads(threads)
    torch.manual_seed(0)
    made = TASKS[task]()
    model = made.model
    if way != "eager":
        compiler = aoe.torch.backend if way == "aoe" else way
        model = torch.compile(model, backend=compiler, dynamic=False)
    wall, cpu = time.perf_counter(), time.process_time()
    functional.cross_entropy(model(*made.inputs), made.labels).backward()
    found = aoe.torch.reports()
    return {
        "seconds": time.perf_counter() - wall,
        "cpu": time.process_time() - cpu,
        "cached": f"{sum(i.cached for i in found)} of {sum(i.parts for i in found)}",
    }


if __name__ == "__main__":
    main()
