"""Measures what tuning costs: time, memory and searches, from an empty and from a full repository.

    python -m benchmarks.overheads.tuning_cost resnet50.onnx

Three runs, each in a fresh process, are what a user would do: the command `aoe` with an empty
repository; the same again, which searches only where no policy beat the default; and `aoe.compile`,
which looks up policies and never measures.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.memory import run_watched
from benchmarks.report import Row, benchmark_parser, print_report

COMPILE = "import sys, aoe; aoe.compile(sys.argv[1])"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs all three and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("model", type=Path, help="an .onnx file of static shapes")
    parser.add_argument("--budget", help="tuning time, as `aoe --budget` takes it")
    options = parser.parse_args(arguments)
    model = options.model.absolute()
    tune = ["-m", "aoe", f"--model={model}", "--job_type=2", "--progress_bar=off", "--output=tuned"]
    tune += [f"--budget={options.budget}"] if options.budget else []
    commands = {
        "tune, empty repository": tune,
        "tune again": tune,
        "compile only": ["-c", COMPILE, str(model)],
    }
    with tempfile.TemporaryDirectory() as folder:
        rows = [measure(name, command, Path(folder)) for name, command in commands.items()]
    notes = ["peak memory: proportional set size of all processes together, sampled at 10 Hz"]
    print_report(f"Tuning cost of {options.model.stem}", rows, options.json, notes)
    return 0


def measure(name: str, command: Sequence[str], folder: Path) -> Row:
    """Runs Python once with the repository in `folder` and a working directory of its own."""
    work = folder / name.replace(" ", "_")
    work.mkdir()
    bank = folder / "repository"
    bank.mkdir(exist_ok=True)
    builtin = folder / "builtin"
    builtin.mkdir(exist_ok=True)
    variables = {
        "TUNE_BANK_PATH": str(bank),
        "AOE_BUILTIN_PATH": str(builtin),
        "ASCEND_WORK_PATH": str(work),
    }
    start = time.perf_counter()
    finished = run_watched([sys.executable, *command], {**os.environ, **variables}, work)
    seconds = time.perf_counter() - start
    if finished.status != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{finished.output}")
    summary = opat_summary(work)
    return {
        "run": name,
        "seconds": seconds,
        "peak memory, GB": finished.peak_bytes / 1e9,
        "operators searched": summary.get("total_num", 0) - summary.get("repo_hit_num", 0),
        "operators found": summary.get("repo_hit_num"),
    }


def opat_summary(folder: Path) -> dict[str, int]:
    """Returns `repo_summary` of the result file in a folder; empty where nothing was tuned."""
    reports = [json.loads(path.read_text()) for path in folder.glob("aoe_result_opat_*.json")]
    sections = [part["OPAT"] for report in reports for part in report if "OPAT" in part]
    return {name: int(value) for part in sections for name, value in part["repo_summary"].items()}


if __name__ == "__main__":
    sys.exit(main())
