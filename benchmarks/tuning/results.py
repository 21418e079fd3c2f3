"""Checks whether results of tuning hold: reported gains beside those of fresh processes.

    python -m benchmarks.tuning.results MODEL… --budgets 60s            # is the report honest?
    python -m benchmarks.tuning.results MODEL… --budgets 90s 90s        # is it reproducible?
    python -m benchmarks.tuning.results MODEL… --budgets 90s 20m        # is a short budget enough?
    python -m benchmarks.tuning.results MODEL… --budgets 60s --load 1   # also on a busy machine?

Each budget is one tuning by the command `aoe` from an empty repository. Then the default model and
all tuned ones take turns in fresh processes that know nothing of the tuning
(`benchmarks.tuning.fresh_processes`). `--folder` keeps everything, so a long benchmark can be done
in pieces: `--limit` interrupts a tuning, and the same command goes on with it. `--load` has other
processes compute in bursts while tuning runs (`benchmarks.tuning.competing_load`), and not while
models are measured again.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from aoe.application.model.machine import this_machine
from aoe.backends.registry import backend_of
from aoe.settings import read_settings
from benchmarks.report import Row, benchmark_parser, existing_model, print_report
from benchmarks.tuning.competing_load import competing_load
from benchmarks.tuning.fresh_processes import Processes, time_in_fresh_processes
from benchmarks.tuning.runs import OPERATORS, Tuning, default_model

MEASURED = "measured.json"
#: Percentage points that a told gain may be off.
POINTS = 2.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Tunes, measures and prints one table.

    Returns:
        The exit status: 1 if a tuning was interrupted at its limit.
    """
    options = _parser().parse_args(arguments)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.folder or Path(temporary)).absolute()
        for model in options.models:
            place = folder / f"{model.stem}_{options.threads}"
            tunings = tunings_of(model, options.threads, options.budgets, place)
            with competing_load(options.load):
                done = all(tuning.carry_out(options.limit) for tuning in tunings)
            if not done:
                print(f"{model.stem}: the limit came first; go on with the same command")
                return 1
            measured = remeasured(tunings, place, options.uncertainty / 100, options.seconds)
            rows += result_rows(tunings, measured)
    notes = [
        f"threads: {options.threads}; budgets: {', '.join(options.budgets)}",
        "gain: time before / time after - 1, in percent; reported ±: as tuning told it, and ±: of "
        "the gain measured again, percentage points, 95 %",
        "difference: reported less measured again, in percentage points",
        f"told: right (within {POINTS:g} points, or what both ± allow), wrong, or undecided (± is "
        "not known or exceeds the gain)",
        f"competing processes while tuning: {options.load}",
    ]
    print_report("Results of tuning", rows, options.json, notes)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = benchmark_parser(__doc__)
    parser.add_argument(
        "models", nargs="+", type=existing_model, help=".onnx files of static shapes"
    )
    parser.add_argument("--budgets", nargs="+", default=["60s"], help="as `aoe --budget` takes it")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60.0, help="measuring time per model")
    parser.add_argument("--uncertainty", type=float, default=1.0, help="percent that are enough")
    parser.add_argument("--folder", type=Path, help="kept and reused; default: a new one")
    parser.add_argument("--load", type=int, default=0, help="competing processes while tuning")
    parser.add_argument("--limit", type=float, help="seconds after which a tuning is interrupted")
    return parser


def tunings_of(model: Path, threads: int, budgets: Sequence[str], folder: Path) -> list[Tuning]:
    """Returns a tuning for each budget; equal budgets get folders of their own."""
    counts = [budgets[:number].count(budget) + 1 for number, budget in enumerate(budgets)]
    return [
        Tuning(model, threads, budget, folder / f"{budget}_{count}", OPERATORS)
        for budget, count in zip(budgets, counts, strict=True)
    ]


def remeasured(
    tunings: Sequence[Tuning], folder: Path, uncertainty: float, seconds: float
) -> Processes:
    """Times the default model (number 0) and every tuned one, or reads an earlier measurement.

    Args:
        tunings: The tunings of one model.
        folder: Where the measurement is kept.
        uncertainty: The share to which ratios must be known.
        seconds: The limit of the measuring time.
    """
    kept = folder / MEASURED
    default = default_model(tunings[0].model, tunings[0].threads, folder)
    models = [default, *(tuning.offline_model for tuning in tunings)]
    names = [str(path.relative_to(folder)) for path in models]
    if kept.exists():
        data = json.loads(kept.read_text())
        if data["models"] == names:
            return Processes(tuple(map(tuple, data["medians"])))
    threads = tunings[0].threads
    target = this_machine(threads, read_settings())
    with backend_of(target).machine.watch(target) as watch:
        found = time_in_fresh_processes(models, threads, uncertainty, seconds, watch)
    kept.write_text(json.dumps({"models": names, **asdict(found)}))
    return found


def result_rows(tunings: Sequence[Tuning], measured: Processes) -> list[Row]:
    """Returns a row for each tuning."""
    rows: list[Row] = []
    for number, tuning in enumerate(tunings, 1):
        report = tuning.report
        before = report.get("model_baseline_performance(ms)")
        after = report.get("model_result_performance(ms)")
        again = measured.ratio(number, 0)
        gain = 100 * (again.value - 1)
        reported = None
        if isinstance(before, float) and isinstance(after, float):
            reported = 100 * (before / after - 1)
        off_by = _points(report.get("model_performance_improvement_uncertainty"))
        measured_to = 100 * again.value * again.uncertainty
        rows.append(
            {
                "model": tuning.model.stem,
                "budget": tuning.budget,
                "tuned for, s": report.get("tuning_time(s)"),
                "reported before, ms": before,
                "reported after, ms": after,
                "reported gain": reported,
                "reported ±": off_by,
                "before, ms": measured.seconds(0) * 1e3,
                "after, ms": measured.seconds(number) * 1e3,
                "gain": gain,
                "±": measured_to,
                "difference": None if reported is None else reported - gain,
                "told": told(reported, off_by, gain, measured_to),
                "to first tuning": measured.ratio(number, 1).value,
                "processes": len(measured.quiet),
            }
        )
    return rows


def told(
    reported: float | None, off_by: float | None, gain: float, measured_to: float
) -> str | None:
    """Whether a gain was told right, all in percentage points. None if none was told.

    Args:
        reported: The gain that tuning told.
        off_by: By how much it may be off, as told. None if that is not known.
        gain: The gain measured again.
        measured_to: By how much that may be off.
    """
    if reported is None:
        return None
    if off_by is None or off_by > abs(reported):
        return "undecided"
    return "right" if abs(reported - gain) <= max(POINTS, off_by + measured_to) else "wrong"


def _points(text: object) -> float | None:
    """Returns the percentage points of a text such as `0.85%`."""
    return float(text.removesuffix("%")) if isinstance(text, str) else None


if __name__ == "__main__":
    sys.exit(main())
