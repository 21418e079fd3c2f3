"""Writes `results.json`, and the page `RESULTS.md` from it.

The page has the machine and one row for each case.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import geometric_mean

from aoe.atomic_file import replace_file
from benchmarks.field.outcome import (
    AGREEING,
    DEFAULT,
    PEER,
    ROUNDING,
    TUNED,
    Measuring,
    Outcome,
    outcome_of,
)
from benchmarks.machine import describe_machine
from benchmarks.report import Cell, Row, markdown_table
from benchmarks.timing import Timing

PAGE, DATA = "RESULTS.md", "results.json"
INTRODUCTION = """# Trained models of public packages

`make field` downloads packages of the Python package registry and runs the trained models in them
beside ONNX Runtime. Nobody of this project made these models. The list with versions, shapes and
inputs is [models.json](models.json). This page is written by `python -m benchmarks.field`.
"""
LEGEND = """\
- *Error* is the largest difference from ONNX Runtime over the largest output (worst output).
  *Difference* is the largest difference itself. Inputs are random, in the range a model expects.
- *Rounding*: outputs differ by at most twice as much as those of ONNX Runtime do when the last bits
  of the model's constants change, or when it gets other threads. Models of 8 bits are such.
- *Compile* is seconds from nothing to the first result, without a cache, in a new process. The
  row of a second shape has the time for that shape only.
- *Times* are milliseconds of an inference, fastest / median. Engines take turns in one process.
  *Default* has default policies, *tuned* is after tuning operators from an empty repository.
- *Speed* is the median of ONNX Runtime over ours: above 1 we are faster. Where the cell has two
  numbers, the second one is tuned.
"""


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that a page shows.

    Attributes:
        machine: Facts of the machine (`benchmarks.machine`).
        measuring: How it was measured.
        outcomes: What happened, in the order of the list.
    """

    machine: Mapping[str, str]
    measuring: Measuring
    outcomes: tuple[Outcome, ...]

    @property
    def agreeing(self) -> int:
        """How many cases agree with ONNX Runtime."""
        return sum(item.result in AGREEING for item in self.outcomes)

    def speeds(self, engine: str) -> list[float]:
        """The speeds over ONNX Runtime of all cases that an engine ran."""
        found = [item for item in self.outcomes if engine in (item.times or {})]
        return [speed for item in found if (speed := _speed(item, engine)) is not None]


def write_results(folder: Path, outcomes: Sequence[Outcome], measuring: Measuring) -> Results:
    """Writes both files to a folder.

    Args:
        folder: Where to.
        outcomes: What happened, in the order of the list.
        measuring: How it was measured.
    """
    results = Results(describe_machine(), measuring, tuple(outcomes))
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(asdict(results), indent=1, ensure_ascii=False) + "\n"
    replace_file(folder / DATA, text.encode())
    replace_file(folder / PAGE, page_text(results).encode())
    return results


def read_results(path: Path) -> Results:
    """Returns the results of a `results.json`."""
    data = json.loads(path.read_text(encoding="utf-8"))
    outcomes = tuple(outcome_of(item) for item in data["outcomes"])
    return Results(data["machine"], Measuring(**data["measuring"]), outcomes)


def page_text(results: Results) -> str:
    """Returns the page."""
    lines = [INTRODUCTION, summary(results), "", LEGEND]
    lines += markdown_table([agreement_row(item) for item in results.outcomes])
    timed = [item for item in results.outcomes if item.times]
    if timed:
        lines += ["", "## Times", "", *markdown_table([time_row(item) for item in timed])]
    for title, rounding in (("What is not right", False), ("What differs by rounding", True)):
        causes = [
            f"- {item.package}, {item.model}, {item.case}: {item.result}: {item.cause}"
            for item in results.outcomes
            if item.cause and (item.result == ROUNDING) is rounding
        ]
        if causes:
            lines += ["", f"## {title}", "", *causes]
    lines += ["", "## How it was measured", "", *(f"- {line}" for line in _facts(results))]
    return "\n".join([*lines, ""])


def summary(results: Results) -> str:
    """Returns the sentences that sum up the results."""
    models = {(item.package, item.model) for item in results.outcomes}
    packages = {item.package for item in results.outcomes}
    text = [
        f"{results.agreeing} of {len(results.outcomes)} cases agree with ONNX Runtime: "
        f"{_counted(len(models), 'model')} of {_counted(len(packages), 'package')}."
    ]
    rounding = sum(item.result == ROUNDING for item in results.outcomes)
    if rounding:
        text.append(f"In {_counted(rounding, 'case')} of these outputs differ by rounding.")
    for engine in (DEFAULT, TUNED):
        speeds = results.speeds(engine)
        if speeds:
            text.append(
                f"The geometric mean of the speed is {geometric_mean(speeds):.2f} ({engine}, "
                f"{_counted(len(speeds), 'case')}, least {min(speeds):.2f})."
            )
    return "\n".join(text)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def agreement_row(item: Outcome) -> Row:
    """Returns the row of a case without its times."""
    return {
        "package": item.package,
        "model": item.model,
        "task": item.task,
        "nodes": item.nodes,
        "inputs": item.case,
        "result": item.result,
        "error": item.error,
        "difference": item.difference,
        "compile, s": None if item.compile_seconds is None else f"{item.compile_seconds:.1f}",
    }


def time_row(item: Outcome) -> Row:
    """Returns the row of a case with its times."""
    times = item.times or {}
    return {
        "model": f"{item.package.split()[0]}: {item.model}",
        "inputs": item.case,
        **{f"{engine}, ms": _pair(times.get(engine)) for engine in (PEER, DEFAULT, TUNED)},
        "speed": " / ".join(
            f"{speed:.2f}"
            for engine in (DEFAULT, TUNED)
            if (speed := _speed(item, engine)) is not None
        ),
        "runs": min(timing.runs for timing in times.values()) if times else None,
    }


def _pair(timing: Timing | None) -> Cell:
    if timing is None:
        return None
    return f"{timing.minimum * 1e3:.3g} / {timing.median * 1e3:.3g}"


def _speed(item: Outcome, engine: str) -> float | None:
    times = item.times or {}
    if not {engine, PEER} <= times.keys():
        return None
    return times[PEER].median / times[engine].median


def _facts(results: Results) -> list[str]:
    measuring = results.measuring
    dates = sorted({item.date for item in results.outcomes if item.date})
    facts = [f"{name}: {value}" for name, value in results.machine.items() if name != "date"]
    if dates:
        facts.append(f"dates: {dates[0]} to {dates[-1]}")
    tuning = f"{measuring.budget:g} s, the first shape of a model" if measuring.budget else "none"
    return [*facts, f"threads of both engines: {measuring.threads}", f"tuning: {tuning}"]
