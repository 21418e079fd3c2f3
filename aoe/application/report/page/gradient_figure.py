"""The figure of gradients in time: the backward pass, the segments reduced beside it, and the
updates of parameters behind them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bokeh.models import ColumnDataSource, FactorRange, Range1d, Span

from aoe.application.report.contents import GradientContents, ReducedGradients
from aoe.application.report.page.style import (
    BETTER,
    HEAT,
    LINE,
    NEUTRAL,
    add_hover,
    add_moving,
    plain_figure,
)
from aoe.application.report.page.units import bytes_text, time_text
from aoe.errors import counted

HEIGHT = 240
#: Where segments lie in their row: one may start before the one before it ends.
LANES = (-0.16, 0.16)
#: Where updates lie in it.
UPDATES = -0.38
COMPUTE, BEFORE, AFTER = "backward pass", "default split", "tuned split"


def gradient_figure(gradients: GradientContents) -> Any:
    """The figure."""
    splits = [(BEFORE, gradients.before, HEAT[3]), (AFTER, gradients.after, BETTER)]
    shown = [split for split in splits if split[1]]
    computed = max((item.ready for _, split, _ in shown for item in split), default=0.0)
    ends = (item.updated or item.end for _, split, _ in shown for item in split)
    end = max(ends, default=0.0)
    made = plain_figure(
        "gradients",
        HEIGHT,
        x_range=Range1d(0, (end or 1) * 1e3 * 1.02),
        y_range=FactorRange(factors=[name for name, _, _ in reversed(shown)] + [COMPUTE]),
        x_axis_label="milliseconds after the start of the backward pass",
    )
    made.ygrid.visible = False
    made.add_layout(
        Span(location=computed * 1e3, dimension="height", line_color=LINE, line_dash="dashed")
    )
    compute = ColumnDataSource(
        {"row": [COMPUTE], "left": [0.0], "right": [computed * 1e3], "time": [time_text(computed)]}
    )
    bar = made.hbar(
        y="row", left="left", right="right", height=0.55, source=compute, fill_color=NEUTRAL,
        line_color=None, border_radius=2,
    )  # fmt: skip
    add_hover(made, [bar], "backward pass", "@time")
    for name, split, color in shown:
        source = _segments(name, split)
        drawn = made.hbar(
            y="row", left="left", right="right", height=0.28, source=source, fill_color=color,
            line_color="#ffffff", line_width=1, border_radius=2,
        )  # fmt: skip
        made.scatter(
            "ready", "row", source=source, marker="dash", size=14, angle=1.5708, color=LINE
        )
        add_hover(made, [drawn], "@title", "@size", "@ready_text", "@time")
        updates = _updates(name, split, computed)
        if updates is not None:
            bar = made.hbar(
                y="row", left="left", right="right", height=0.12, source=updates,
                fill_color=NEUTRAL, line_color="#ffffff", line_width=1,
            )  # fmt: skip
            add_hover(made, [bar], "@title", "@time")
    add_moving(made, "width")
    return made


def _updates(
    row: str, split: Sequence[ReducedGradients], computed: float
) -> ColumnDataSource | None:
    """The updates behind segments, none of which begins before the backward pass is `computed`."""
    spans, free = [], computed
    for item in split:
        if item.updated is None:
            return None
        spans.append((max(free, item.end), item.updated))
        free = item.updated
    return ColumnDataSource(
        {
            "row": [(row, UPDATES)] * len(spans),
            "left": [begin * 1e3 for begin, _ in spans],
            "right": [end * 1e3 for _, end in spans],
            "title": [f"updates of segment {number + 1}" for number in range(len(spans))],
            "time": [f"updated in {time_text(end - begin)}" for begin, end in spans],
        }
    )


def _segments(row: str, split: Sequence[ReducedGradients]) -> ColumnDataSource:
    return ColumnDataSource(
        {
            "row": [(row, LANES[number % 2]) for number in range(len(split))],
            "left": [item.start * 1e3 for item in split],
            "right": [item.end * 1e3 for item in split],
            "ready": [item.ready * 1e3 for item in split],
            "title": [f"segment {number + 1} of {len(split)}" for number in range(len(split))],
            "size": [
                f"{counted(item.gradients, 'gradient')}, {bytes_text(item.bytes)}" for item in split
            ],
            "ready_text": [f"ready after {time_text(item.ready)}" for item in split],
            "time": [f"reduced in {time_text(item.end - item.start)}" for item in split],
        }
    )
