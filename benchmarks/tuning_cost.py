"""What tuning costs: time, memory and measurements, from an empty and from a full repository.

    python -m benchmarks.tuning_cost resnet50.onnx

Runs the command `aoe` twice as a user would, with a repository of its own. The first run searches
every operator; the second finds all of them and only compiles.
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Tunes the model twice and prints both rows."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("model", type=Path, help="an .onnx file")
    parser.add_argument("--budget", help="tuning time, as `aoe --budget` takes it")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            tune(options.model, options.budget, name, Path(folder)) for name in ("empty", "full")
        ]
    notes = ["peak memory: proportional set size of all processes together, sampled at 10 Hz"]
    print_report(f"Tuning cost of {options.model.stem}", rows, options.json, notes)
    return 0


def tune(model: Path, budget: str | None, name: str, folder: Path) -> Row:
    """One run of the command; `name` says what the repository in `folder` holds at its start."""
    bank = folder / "repository"
    results = folder / name
    bank.mkdir(exist_ok=True)
    results.mkdir()
    command = [sys.executable, "-m", "aoe", "--framework=5", f"--model={model}", "--job_type=2"]
    command += [f"--output={results / model.stem}", "--progress_bar=off"]
    command += [f"--budget={budget}"] if budget else []
    variables = {"TUNE_BANK_PATH": str(bank), "ASCEND_WORK_PATH": str(results)}
    start = time.perf_counter()
    finished = run_watched(command, {**os.environ, **variables})
    seconds = time.perf_counter() - start
    if finished.status != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{finished.output}")
    summary = opat_summary(results)
    return {
        "repository": name,
        "seconds": seconds,
        "peak memory, GB": finished.peak_bytes / 1e9,
        "operators searched": summary["total_num"] - summary["repo_reserved_num"],
        "operators found": summary["repo_hit_num"],
    }


def opat_summary(folder: Path) -> dict[str, int]:
    """`repo_summary` of the one result file in a folder."""
    (path,) = folder.glob("aoe_result_opat_*.json")
    report = json.loads(path.read_text())
    (opat,) = [part["OPAT"] for part in report if "OPAT" in part]
    return {name: int(value) for name, value in opat["repo_summary"].items()}


if __name__ == "__main__":
    sys.exit(main())
