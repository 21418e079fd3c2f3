"""Comparisons as Markdown: latencies for each number of threads, and all that was measured."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import geometric_mean

from benchmarks.peers.engine import FLOAT32, PRECISIONS
from benchmarks.peers.results import OURS, Comparison
from benchmarks.report import Cell, Row, markdown_table

NOTES = (
    "one process for each engine, stopped unless it is its turn; turns in rotating order; times in "
    "ms, medians of the processes' medians",
    "speed: the fastest peer's time over ours at that precision (ours in f32 where we have no "
    "other), and the geometric mean of it",
    "spread: half the range of the processes' medians, or half the interquartile range within one "
    "if that is more; error: largest difference from the outputs computed in float64, over the "
    "largest of these",
)


def report_text(comparisons: Sequence[Comparison]) -> str:
    """The whole report."""
    lines = ["### Models, beside other engines", ""]
    lines += [f"- {line}" for line in (*_facts(comparisons), *NOTES)]
    for threads in sorted({item.threads for item in comparisons}, reverse=True):
        chosen = [item for item in comparisons if item.threads == threads]
        lines += ["", f"#### {threads} thread{'s' * (threads > 1)}, ms", ""]
        lines += markdown_table(latency_rows(chosen))
    lines += ["", "#### Everything that was measured", ""]
    lines += markdown_table([row for item in comparisons for row in result_rows(item)])
    absences = sorted({line for item in comparisons for line in _absences(item)})
    if absences:
        lines += ["", "#### Not measured", "", *(f"- {line}" for line in absences)]
    return "\n".join([*lines, ""])


def latency_rows(comparisons: Sequence[Comparison]) -> list[Row]:
    """A row for each model, a column for each engine at each precision, and how we compare."""
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


def columns_of(comparisons: Sequence[Comparison]) -> list[tuple[str, str]]:
    """Engines with their precisions, ours first, float32 before mixed."""
    found = {(one.engine, one.precision) for item in comparisons for one in item.results}
    return sorted(
        found,
        key=lambda pair: (PRECISIONS.index(pair[1]), pair[0] not in OURS, pair[0].lower()),
    )


def result_rows(comparison: Comparison) -> list[Row]:
    """A row for each engine that ran."""
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
    """The machine, which must be one, with the range of dates and loads, and the versions."""
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
