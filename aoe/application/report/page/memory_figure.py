"""The figure of the arena: where each buffer lies, and from which call to which it is in use."""

from __future__ import annotations

from typing import Any

from bokeh.models import ColumnDataSource, CustomJSTickFormatter, Range1d

from aoe.application.report.contents import Memory
from aoe.application.report.page.style import HEAT, SELECTED, add_hover, add_moving, plain_figure
from aoe.application.report.page.units import bytes_text

HEIGHT = 340


def memory_figure(memory: Memory) -> Any:
    """The figure."""
    calls = max((item.last for item in memory.buffers), default=0) + 1
    made = plain_figure(
        "memory",
        HEIGHT,
        x_range=Range1d(0, calls, bounds=(0, calls)),
        y_range=Range1d(0, max(memory.arena, 1) / (1 << 20)),
        x_axis_label="kernel calls in order",
        y_axis_label="MiB of the arena",
    )
    made.xgrid.visible = False
    made.xaxis.formatter = CustomJSTickFormatter(code="return Number.isInteger(tick) ? tick : ''")
    largest = max((item.bytes for item in memory.buffers), default=1)
    source = ColumnDataSource(
        {
            "left": [item.first for item in memory.buffers],
            "right": [item.last + 1 for item in memory.buffers],
            "bottom": [round(item.offset / (1 << 20), 6) for item in memory.buffers],
            "top": [round((item.offset + item.bytes) / (1 << 20), 6) for item in memory.buffers],
            "color": [HEAT[2 + round(3 * item.bytes / max(largest, 1))] for item in memory.buffers],
            "name": [item.name for item in memory.buffers],
            "size": [bytes_text(item.bytes) for item in memory.buffers],
            "used": [f"calls {item.first} to {item.last}" for item in memory.buffers],
        }
    )
    blocks = made.quad(
        "left", "right", "top", "bottom", source=source, fill_color="color", fill_alpha=0.85,
        line_color="#ffffff", line_alpha=0.5, line_width=0.75, hover_fill_color=SELECTED,
        hover_fill_alpha=0.8,
    )  # fmt: skip
    add_moving(made, "both")
    add_hover(made, [blocks], "@name", "@size", "@used")
    return made
