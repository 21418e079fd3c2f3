"""Compares open-aoe with other engines on whole models.

    python -m benchmarks.peers resnet50.onnx bert.onnx --budget open_aoe_tuned=300 \
        --output build/peers --python tvm=/path/to/python
    python -m benchmarks.peers build/blocks/*.onnx --threads 2 --engines open_aoe onnxruntime

Each model at each number of threads is one comparison. Its result is a JSON file in the output
folder, and a comparison whose file exists is not repeated, so the same command goes on after an
interruption. What engines prepared lies beside it and belongs to one version: use a new folder for
a new version. All comparisons of the folder become `report.md`, `report.json` and `report.svg`.
Block models (`benchmarks.models`) also get a summary for each kind.

open-aoe takes part with three precisions: its default (`f32`), `strict` (`force_fp32`) and `mixed`.
An engine that is not installed, or cannot run a model, is left out and named. The exit status is 1
if an engine failed or its outputs were wrong.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from types import FrameType

from benchmarks.peers.contest import Entry, Plan, compare
from benchmarks.peers.engine import PRECISIONS, engine_modules, engine_named
from benchmarks.peers.plot import draw
from benchmarks.peers.results import (
    Comparison,
    read_comparison,
    read_comparisons,
    result_path,
    write_comparison,
)
from benchmarks.peers.tables import report_text
from benchmarks.report import existing_model


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the comparisons that are asked for and writes the report.

    Exits with 2 if there is nothing to do.

    Returns:
        The exit status: 1 if an engine failed.
    """
    options = parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, _leave)
    folder: Path = options.output.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    plan = plan_of(options, folder / "prepared")
    done = [
        comparison_at(folder, model, threads, plan)
        for threads in options.threads
        for model in options.models
    ]
    comparisons = read_comparisons(folder)
    if not comparisons:
        parser().error(f"name models to compare; {folder} has no results to report")
    text = report_text(comparisons)
    (folder / "report.md").write_text(text)
    data = [asdict(item) for item in comparisons]
    (folder / "report.json").write_text(json.dumps(data, indent=1) + "\n")
    _draw(comparisons, folder / "report.svg")
    print(text)
    return int(any(item.failures for item in done))


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the options."""
    modules = engine_modules()
    made = argparse.ArgumentParser(
        prog="python -m benchmarks.peers",
        description="Compares open-aoe with other engines on whole models.",
    )
    made.add_argument(
        "models",
        nargs="*",
        type=existing_model,
        help=".onnx files of static shapes; none: a report only",
    )
    made.add_argument("--output", type=Path, default=Path("build/peers"), metavar="FOLDER")
    made.add_argument("--threads", nargs="+", type=int, default=[2, 1])
    made.add_argument("--engines", nargs="+", choices=modules, default=modules)
    made.add_argument("--precisions", nargs="+", choices=PRECISIONS, default=list(PRECISIONS))
    made.add_argument("--seconds", type=float, default=30.0, help="measuring time of a comparison")
    made.add_argument("--processes", type=int, default=3, help="how often each engine is started")
    made.add_argument(
        "--budget",
        nargs="+",
        default=[],
        metavar="ENGINE=SECONDS",
        help="how long an engine that tunes does so for a model",
    )
    made.add_argument(
        "--python",
        nargs="+",
        default=[],
        metavar="ENGINE=PATH",
        help="the interpreter that has an engine's library, if it is not this one",
    )
    made.add_argument("--repository", type=Path, help="open-aoe's, kept and reused")
    made.add_argument(
        "--builders",
        type=Path,
        help="a Python file that builds torch modules, for engines/torch_inductor.py",
    )
    return made


def plan_of(options: argparse.Namespace, folder: Path) -> Plan:
    """Returns the plan that the options describe.

    Raises:
        SystemExit: A setting names no engine, or a budget one that does not tune.
    """
    entries = [
        Entry(module, precision)
        for module in options.engines
        for precision in options.precisions
        if precision in engine_named(module).precisions
    ]
    budgets = {name: float(text) for name, text in _settings("--budget", options.budget)}
    for name in budgets:
        if not engine_named(name).tunes:
            raise SystemExit(f"--budget {name}: {engine_named(name).name} does not tune")
    return Plan(
        entries=entries,
        folder=folder,
        seconds=options.seconds,
        processes=options.processes,
        budgets=budgets,
        interpreters=interpreters_of(options.python),
        repository=None if options.repository is None else options.repository.absolute(),
        builders=None if options.builders is None else options.builders.absolute(),
    )


def comparison_at(folder: Path, model: Path, threads: int, plan: Plan) -> Comparison:
    """Returns a comparison from the folder, or makes it now and stores it there."""
    path = result_path(folder, model.stem, threads)
    if not path.exists():
        print(f"{model.stem}, {threads} thread{'s' * (threads > 1)}", file=sys.stderr, flush=True)
        write_comparison(path, compare(model, threads, plan))
    return read_comparison(path)


def interpreters_of(texts: Sequence[str]) -> dict[str, Path]:
    """Returns the interpreters that `--python` names, by engine."""
    return {name: Path(text) for name, text in _settings("--python", texts)}


def _settings(option: str, texts: Sequence[str]) -> list[tuple[str, str]]:
    """Splits texts `ENGINE=VALUE` into pairs."""
    pairs = []
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or name not in engine_modules():
            raise SystemExit(f"{option} {text}: give ENGINE=VALUE, ENGINE one of --engines")
        pairs.append((name, value))
    return pairs


def _draw(comparisons: Sequence[Comparison], path: Path) -> None:
    try:
        draw(comparisons, path)
    except ImportError:
        print(f"no {path.name}: it needs matplotlib, pip install '.[benchmarks]'", file=sys.stderr)


def _leave(number: int, frame: FrameType | None) -> None:
    """Exits, so that the stopped processes of engines are ended."""
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
