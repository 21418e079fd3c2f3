"""Draws a comparison: for every model the speed of each engine, ONNX Runtime being 1."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

from benchmarks.peers.results import OURS, Comparison
from benchmarks.peers.tables import columns_of

BASE = "ONNX Runtime"
GREYS = ("#4d4d4d", "#7f7f7f", "#a6a6a6", "#c8c8c8", "#dedede")
OUR_COLOURS = ("#c0392b", "#e59866", "#922b21", "#f5b7b1", "#cb4335", "#f0b27a")


def draw(comparisons: Sequence[Comparison], path: Path) -> None:
    """Writes a picture with one panel for each number of threads.

    Args:
        comparisons: What to draw.
        path: The file; its suffix is the format.

    Raises:
        ImportError: matplotlib is not installed.
    """
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "open-aoe"  # the same picture gives the same file
    from matplotlib import pyplot

    counts = sorted({item.threads for item in comparisons}, reverse=True)
    widest = max(
        (sum(item.threads == count for item in comparisons) for count in counts), default=1
    )
    figure, panels = pyplot.subplots(
        len(counts), 1, squeeze=False, figsize=(max(6.0, 0.95 * widest + 2), 3.6 * len(counts))
    )
    for (panel,), threads in zip(panels, counts, strict=True):
        chosen = [item for item in comparisons if item.threads == threads]
        bars = [(column, speeds(chosen, *column)) for column in columns_of(chosen)]
        width = 0.84 / max(1, len(bars))
        colours, peers = cycle(OUR_COLOURS), cycle(GREYS)
        for number, ((engine, precision), heights) in enumerate(bars):
            colour = next(colours if engine in OURS else peers)
            places = [
                index + (number - (len(bars) - 1) / 2) * width for index in range(len(chosen))
            ]
            panel.bar(places, heights, width, color=colour, label=f"{engine} {precision}")
        panel.axhline(1.0, color="black", linewidth=0.6)
        panel.set_xticks(
            range(len(chosen)), [item.model for item in chosen], rotation=30, ha="right"
        )
        panel.set_ylabel(f"speed, {BASE} = 1")
        panel.set_title(f"{threads} thread{'s' * (threads > 1)}")
        panel.legend(fontsize=7, ncols=3, frameon=False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    pyplot.close(figure)


def speeds(comparisons: Sequence[Comparison], engine: str, precision: str) -> list[float]:
    """Returns an engine's speed relative to `BASE` on each model; 0 where either did not run."""
    found = []
    for item in comparisons:
        medians = {(one.engine, one.precision): one.median for one in item.results}
        base, taken = medians.get((BASE, "f32")), medians.get((engine, precision))
        found.append(0.0 if base is None or taken is None else base / taken)
    return found
