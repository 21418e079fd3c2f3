"""Renders comparisons as Markdown: latencies by thread count, summaries by kind, and all results.

The kinds are those of `benchmarks.models.registry`; a model that is not built there has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import geometric_mean

from benchmarks.models.registry import BLOCKS, kind_of
from benchmarks.peers.engine import FLOAT32, PRECISIONS, STRICT
from benchmarks.peers.results import OURS, Comparison
from benchmarks.report import Cell, Row, markdown_table

NOTES = (
    "each engine has a process of its own, stopped unless it is its turn; turns rotate; times are "
    "ms, medians of the processes' medians",
    "f32: what an engine calls float32, open-aoe's default precision; strict: open-aoe with "
    "`--precision_mode=force_fp32`; mixed: narrower numbers allowed",
    "speed: the fastest peer's time over ours. At strict precision the peers' f32 times count; at "
    "mixed precision our f32 time counts where there is no other",
    "spread: half the range of the processes' medians, or half the interquartile range within one "
    "if that is more; error: largest difference from the outputs computed in float64, over the "
    "largest of these",
)
#: The engine that summaries by kind compare with.
BASE = "ONNX Runtime"


def report_text(comparisons: Sequence[Comparison]) -> str:
    """Returns the whole report."""
    lines = ["### Models, beside other engines", ""]
    lines += [f"- {line}" for line in (*_facts(comparisons), *NOTES)]
    for threads in sorted({item.threads for item in comparisons}, reverse=True):
        chosen = [item for item in comparisons if item.threads == threads]
        lines += ["", f"#### {threads} thread{'s' * (threads > 1)}, ms", ""]
        lines += markdown_table(latency_rows(chosen))
        summary = summary_rows(chosen)
        if summary:
            lines += ["", f"Speed over {BASE} by kind of model:", "", *markdown_table(summary)]
    lines += ["", "#### Everything that was measured", ""]
    lines += markdown_table([row for item in comparisons for row in result_rows(item)])
    absences = sorted({line for item in comparisons for line in _absences(item)})
    if absences:
        lines += ["", "#### Not measured", "", *(f"- {line}" for line in absences)]
    return "\n".join([*lines, ""])


def latency_rows(comparisons: Sequence[Comparison]) -> list[Row]:
    """Returns a row for each model: a column for each engine at each precision, and our speed."""
    columns = columns_of(comparisons)
    rows: list[Row] = []
    for item in comparisons:
        times = {(one.engine, one.precision): one.median * 1e3 for one in item.results}
        cells: dict[str, Cell] = {"model": item.model}
        cells |= {f"{engine} {precision}": times.get((engine, precision))
                  for engine, precision in columns}  # fmt: skip
        rows.append(cells | {_speed_title(name): item.speed(name) for name in PRECISIONS})
    means = {_speed_title(name): _mean_speed(comparisons, name) for name in PRECISIONS}
    blank: dict[str, Cell] = dict.fromkeys(rows[0])
    return [*rows, blank | {"model": "geometric mean"} | means]


def summary_rows(comparisons: Sequence[Comparison]) -> list[Row]:
    """Summarises our speed over `BASE` at default and strict precision.

    Returns:
        A row for each kind of model and one for all, each with the number of models, the geometric
        mean and the least speed, and the model that has it. No rows without `BASE`, and none but
        the last for models of no known kind.
    """
    kinds = {item.model: kind_of(item.model) for item in comparisons}
    groups: dict[str, list[Comparison]] = {
        kind: [item for item in comparisons if kinds[item.model] == kind]
        for kind in ("suite", *BLOCKS)
    }
    groups["all"] = list(comparisons)
    return [row for kind, chosen in groups.items() if (row := _summary(kind, chosen))]


def _summary(kind: str, comparisons: Sequence[Comparison]) -> Row | None:
    row: dict[str, Cell] = {"kind": kind, "models": 0}
    for name, precision in (("default", FLOAT32), ("strict", STRICT)):
        speeds = {
            item.model: speed
            for item in comparisons
            if (speed := item.speed_over(BASE, precision)) is not None
        }
        least = min(speeds, key=speeds.__getitem__, default=None)
        if precision == FLOAT32:
            if least is None:
                return None
            row["models"] = len(speeds)
        row[f"{name}: geometric mean"] = geometric_mean(speeds.values()) if speeds else None
        row[f"{name}: least"] = None if least is None else speeds[least]
        row[f"{name}: least model"] = least
    return row


def columns_of(comparisons: Sequence[Comparison]) -> list[tuple[str, str]]:
    """Returns engines with their precisions: float32, strict, mixed; ours first in each."""
    found = {(one.engine, one.precision) for item in comparisons for one in item.results}
    return sorted(
        found,
        key=lambda pair: (PRECISIONS.index(pair[1]), pair[0] not in OURS, pair[0].lower()),
    )


def result_rows(comparison: Comparison) -> list[Row]:
    """Returns a row for each engine that ran."""
    return [
        {
            "model": comparison.model,
            "threads": comparison.threads,
            "engine": item.engine,
            "precision": item.precision,
            "processes": len(item.processes),
            "runs": item.runs,
            "min": item.minimum * 1e3,
            "median": item.median * 1e3,
            "spread": item.spread * 1e3,
            "error": item.error,
            "prepared in, s": item.prepare_seconds or None,
        }
        for item in comparison.results
    ]


def _speed_title(precision: str) -> str:
    return "speed" if precision == FLOAT32 else f"speed, {precision}"


def _mean_speed(comparisons: Sequence[Comparison], precision: str) -> float | None:
    speeds = [speed for item in comparisons if (speed := item.speed(precision)) is not None]
    return geometric_mean(speeds) if speeds else None


def _facts(comparisons: Sequence[Comparison]) -> list[str]:
    """Returns the facts of the machine, with ranges of dates and loads, and the versions."""
    if not comparisons:
        return []
    machines = [item.machine for item in comparisons]
    lines = []
    for name in machines[0]:
        if name == "versions":
            continue
        values = sorted({machine.get(name, "") for machine in machines})
        lines.append(f"{name}: {values[0]}" + (f" to {values[-1]}" if len(values) > 1 else ""))
    versions = {f"{one.engine} {one.version}" for item in comparisons for one in item.results}
    return [*lines, f"versions: {', '.join(sorted(versions))}"]


def _absences(comparison: Comparison) -> list[str]:
    return [
        f"{item.engine} {item.precision}, {comparison.model}: {item.reason}"
        for item in comparison.absences
    ]
