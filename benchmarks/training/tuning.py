"""Tunes a training step from an empty repository, and measures its gain again.

    python -m benchmarks.training.tuning --tasks resnet18 --budget 8m --threads 2 --rounds 40

One process tunes, with an empty repository and an empty compile cache, and says what it gained.
Another one trains two copies of the model in turns, one with that repository and one with an empty
repository. *Told* is the gain of the graphs that the first process prints, *measured* that of whole
steps in the second one, which the optimizer is part of. *Found* is how many operators the second
one has policies of the repository for.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.report import Row, benchmark_parser, print_report

#: Steps in which the programs from before and after tuning take turns, and a few more.
_STEPS = 40
_TOLD = re.compile(
    r"a step takes ([\d.]+) ms before tuning and ([\d.]+) ms after it, (.*?), in \d+ "
)
_FOUND = re.compile(r"; (\d+) of \d+ tuned")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures what is asked for and prints a table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--tasks", nargs="+", default=["resnet18"])
    parser.add_argument("--budget", default="8m", help="time to tune the graphs of a step")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=40, help="timed steps of each copy")
    parser.add_argument("--one", nargs=3, metavar=("PART", "TASK", "FOLDER"), help="a part of it")
    options = parser.parse_args(arguments)
    if options.one:
        part, task, folder = options.one
        if part == "tune":
            found = _tuned(task, folder, options.budget, options.threads)
        else:
            found = _measured(task, folder, options.rounds, options.threads)
        print(json.dumps(found))
        return
    rows: list[Row] = []
    for task in options.tasks:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("repository", "empty", "cache", "results"):
                (Path(folder) / name).mkdir()
            told = _in_process("tune", task, folder, options)
            measured = _in_process("measure", task, folder, options)
        rows.append({"task": task, **told, **measured})
    notes = (
        f"threads: {options.threads}; budget: {options.budget}; {options.rounds} steps in turns",
    )
    print_report("Tuning of training steps", rows, options.json, notes)


def _in_process(part: str, task: str, folder: str, options: argparse.Namespace) -> Row:
    """Carries out a part in a process. Tuning writes to a repository of the folder; what measures
    names two repositories itself, before which TUNE_BANK_PATH would be read.
    """
    command = [sys.executable, "-m", "benchmarks.training.tuning", "--one", part, task, folder]
    for name in ("budget", "threads", "rounds"):
        command += [f"--{name}", str(getattr(options, name))]
    variables = {**os.environ, "ASCEND_CACHE_PATH": f"{folder}/cache"}
    variables.pop("TUNE_BANK_PATH", None)
    if part == "tune":
        variables["TUNE_BANK_PATH"] = f"{folder}/repository"
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=variables)
    found: Row = json.loads(run.stdout.splitlines()[-1])
    return found


def _tuned(task: str, folder: str, budget: str, threads: int) -> Row:
    """What tuning says of its gain."""
    import torch

    from benchmarks.training.steps import Training
    from benchmarks.training.tasks import TASKS

    torch.set_num_threads(threads)
    torch.manual_seed(0)
    lines = _lines()
    start = time.perf_counter()
    chosen = {"aoe_mode": "2", "budget": budget, "work_path": f"{folder}/results"}
    training = Training("aoe", TASKS[task](), options=chosen)
    seconds = time.perf_counter() - start
    for _ in range(_STEPS):
        training.step()
    told = next((found for line in lines.texts if (found := _TOLD.search(line))), None)
    return {
        "tuned in, s": seconds,
        "told before, ms": float(told[1]) if told else None,
        "told after, ms": float(told[2]) if told else None,
        "told": told[3] if told else "nothing changed",
    }


def _measured(task: str, folder: str, rounds: int, threads: int) -> Row:
    """The gain of whole steps."""
    import torch

    from aoe.torch.turns import Gain
    from benchmarks.training.steps import Training
    from benchmarks.training.tasks import TASKS

    torch.set_num_threads(threads)
    torch.manual_seed(0)
    made, lines = TASKS[task](), _lines()
    ways, found = [], []
    for name in ("empty", "repository"):
        lines.texts.clear()
        ways.append(Training("aoe", made, options={"op_bank_path": f"{folder}/{name}"}))
        found.append(sum(int(item[1]) for text in lines.texts for item in _FOUND.finditer(text)))
    if found[0]:
        raise RuntimeError(f"{found[0]} operators have policies of a repository that is empty")
    for _ in range(rounds):
        for way in ways:
            way.step()
    gain = Gain.of([*zip(ways[0].wall, ways[1].wall, strict=True)])
    return {
        "found": found[1],
        "measured before, ms": gain.before * 1e3,
        "measured after, ms": gain.after * 1e3,
        "measured gain, %": 100 * (gain.before / gain.after - 1),
        "uncertainty, points": 100 * gain.uncertainty * gain.before / gain.after,
    }


def _lines() -> _Lines:
    """Keeps what is logged from now on."""
    lines = _Lines()
    logging.getLogger("aoe.torch").addHandler(lines)
    logging.getLogger("aoe.torch").setLevel("INFO")
    return lines


class _Lines(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


if __name__ == "__main__":
    main()
