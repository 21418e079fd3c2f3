"""Holds what happened to a model at its cases, and stores it as JSON.

A run over many models can so be interrupted and continued.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from aoe.atomic_file import replace_file
from benchmarks.field.catalogue import FieldModel
from benchmarks.timing import Timing

DEFAULT, TUNED, PEER = "default", "tuned", "ONNX Runtime"
RIGHT, WRONG, REFUSED, FAILED = "right", "wrong", "refused", "failed"
ROUNDING = "rounding"
#: Results of models that work.
AGREEING = (RIGHT, ROUNDING)


@dataclass(frozen=True, slots=True)
class Measuring:
    """How a model is measured.

    Attributes:
        threads: Threads of both engines.
        budget: Seconds of tuning, at the first case; 0 tunes nothing.
        seconds: Measuring time of each case; 0 measures no speed.
    """

    threads: int
    budget: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened to a model at one of its cases.

    Attributes:
        package: The package and its version.
        model: The model's name.
        task: What it is for.
        case: The shapes.
        result: `right`, `rounding` (outputs differ by more than the tolerance, and by no more than
            ONNX Runtime's do by rounding alone, see `benchmarks.field.spread`), `wrong` (they
            differ by more), `refused` (with a message of open-aoe), or `failed` (by any other
            exception, a crash or a time limit).
        cause: The message or reason, where the result is not `right` or tuning failed.
        nodes: Nodes of the model's main graph.
        error: The largest difference from ONNX Runtime over its largest output, of the worst
            output.
        difference: The largest difference from ONNX Runtime, of all outputs.
        compile_seconds: Time of compiling without a cache. The first case has that of reading the
            model too.
        times: Times of an inference by engine: `default`, `tuned`, `ONNX Runtime`.
        date: When it was measured.
    """

    package: str
    model: str
    task: str
    case: str
    result: str
    cause: str = ""
    nodes: int | None = None
    error: float | None = None
    difference: float | None = None
    compile_seconds: float | None = None
    times: Mapping[str, Timing] | None = None
    date: str = ""


def outcome(model: FieldModel, case: str, result: str, cause: str = "") -> Outcome:
    """Returns an outcome without figures."""
    return Outcome(f"{model.package} {model.version}", model.name, model.task, case, result, cause)


def finished(model: FieldModel, made: Sequence[Outcome], measuring: Measuring) -> bool:
    """Whether outcomes have everything that was to be measured, and all agree."""
    wanted = {DEFAULT, PEER} if measuring.seconds else set()
    first = {TUNED} if measuring.seconds and measuring.budget else set()
    needs = [wanted | first, *[wanted] * (len(model.cases) - 1)]
    return [item.case for item in made] == [case.text for case in model.cases] and all(
        item.result in AGREEING and need <= (item.times or {}).keys()
        for item, need in zip(made, needs, strict=True)
    )


def write_outcomes(path: Path, made: Sequence[Outcome], measuring: Measuring) -> None:
    """Writes the outcomes of a model; an interrupted write leaves the file as it was."""
    data = {"measuring": asdict(measuring), "outcomes": [asdict(item) for item in made]}
    replace_file(path, (json.dumps(data, indent=1) + "\n").encode())


def read_outcomes(path: Path, measuring: Measuring) -> list[Outcome]:
    """Returns the outcomes that a file holds: none if it is missing or was measured otherwise."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    if data["measuring"] != asdict(measuring):
        return []
    return [outcome_of(item) for item in data["outcomes"]]


def outcome_of(data: Mapping[str, object]) -> Outcome:
    """Returns an outcome that was written."""
    times = data["times"]
    assert times is None or isinstance(times, dict)
    read = times and {name: Timing(**timing) for name, timing in times.items()}
    return Outcome(**{**data, "times": read})  # type: ignore[arg-type]
