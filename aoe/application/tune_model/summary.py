"""The end of `aoe tune`: one table of the model and its most expensive operators, the files that
were written, and what to run next.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from aoe.application.display.live_table import figures, model_seconds, ordered, task_text
from aoe.application.display.table import printed_table
from aoe.application.display.times import measured_text
from aoe.application.tune.tune_result import TuneResult
from aoe.errors import counted
from aoe.results.improvement import percent_text
from aoe.tuning.observer import TaskProgress

#: Operators in the table.
TOP = 8
HEADINGS = ("", "share", "before", "after", "gain")


def summary_table(result: TuneResult, tasks: Sequence[TaskProgress], kind: str) -> str:
    """The model before and after, and the tasks that take most of its time.

    Args:
        result: What the job made and found.
        tasks: How far its operators or subgraphs came.
        kind: What they are, as a plural.
    """
    timed = [task for task in ordered(tasks) if task.after is not None and task.state != "waiting"]
    total = sum(map(model_seconds, timed))
    rows = [_model_row(result), *((task_text(task), *figures(task, total)) for task in timed[:TOP])]
    if len(timed) > TOP:
        rest = sum(map(model_seconds, timed[TOP:])) / total if total else 0.0
        more = counted(len(timed) - TOP, f"more {kind.removesuffix('s')}")
        rows.append((more, f"{rest:.1%}", "", "", ""))
    if len(tasks) > len(timed):
        others = counted(len(tasks) - len(timed), kind.removesuffix("s"))
        rows.append((f"{others} not measured", "", "", "", ""))
    return printed_table(HEADINGS, rows, numbers=(1, 2, 3, 4))


def _model_row(result: TuneResult) -> tuple[str, str, str, str, str]:
    name = f"{result.name}, one inference"
    if result.baseline_ms is None or result.result_ms is None:
        return (name, "", "not measured", "", "")
    before = measured_text(result.baseline_ms, result.baseline_spread_ms)
    if result.is_unchanged:
        return (name, "100.0%", before, "unchanged", "")
    after = measured_text(result.result_ms, result.result_spread_ms)
    return (name, "100.0%", before, after, _gain(result))


def _gain(result: TuneResult) -> str:
    assert result.baseline_ms is not None
    assert result.result_ms is not None
    gain = percent_text(result.baseline_ms, result.result_ms)
    off_by = result.improvement_uncertainty
    return gain if off_by is None else f"{gain} ± {off_by:.2f}"


def files_text(result: TuneResult, directory: Path) -> str:
    """Where the files are, a line each. `directory`: the directory that paths are shown from."""
    found = {
        "model": result.model_path,
        "subgraph results": result.subgraph_result_path,
        "results": result.result_path,
    }
    if found["subgraph results"] == found["results"]:
        del found["subgraph results"]
    lines = [f"  {name:<17} {_shown(path, directory)}" for name, path in found.items() if path]
    return "\n".join(["files", *lines])


def next_text(
    result: TuneResult,
    directory: Path,
    compare: bool,
    shapes: str | None = None,
    source: Path | None = None,
) -> str:
    """What to run next, a line each.

    Args:
        result: What the job made.
        directory: The directory that paths are shown from.
        compare: Whether ONNX Runtime runs the source model.
        shapes: Shapes to run a model at whose shapes are open.
        source: The file of the source model, if there is one. Of a model with open shapes, that is
            what `aoe report` takes.
    """
    model = shlex.quote(_shown(result.model_path, directory))
    at = "" if not shapes else f" --input_shape={shlex.quote(shapes)}"
    reported = model
    if shapes is not None:
        reported = "" if source is None else shlex.quote(_shown(source, directory))
    lines = [
        f"  aoe bench {model}{at}{' --compare onnxruntime' if compare else ''}",
        *([f"  aoe report {reported}{at}"] if reported else ()),
        f"  aoe run {model} --random{at}",
    ]
    return "\n".join(["next", *lines])


def _shown(path: Path, directory: Path) -> str:
    return str(path.relative_to(directory)) if path.is_relative_to(directory) else str(path)
