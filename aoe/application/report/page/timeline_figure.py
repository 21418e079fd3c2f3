"""The figure of one inference in time: a bar for each kernel call on the threads that it takes."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from bokeh.models import ColumnDataSource, CustomJS, FixedTicker, Range1d, Span

from aoe.application.report.contents import ModelContents, TimedCall
from aoe.application.report.page.style import (
    KINDS,
    SELECTED,
    add_hover,
    add_moving,
    add_tap,
    plain_figure,
)
from aoe.application.report.page.units import time_text
from aoe.errors import counted

#: Pixels of a thread's row, of what is above and below, and of the highest figure.
ROW, REST, HIGHEST = 34, 84, 420
OTHERS = "other"


def timeline_figure(model: ModelContents) -> tuple[Any, list[tuple[str, str]]]:
    """The figure, and what its colours mean: implementations with colours."""
    colors = implementation_colors(model)
    end = max((call.start + call.seconds for call in model.calls), default=0.0) * 1e3
    made = plain_figure(
        "timeline",
        min(ROW * model.threads + REST, HIGHEST),
        x_range=Range1d(0, end or 1, bounds=(0, end or 1)),
        y_range=Range1d(model.threads - 0.02, -0.02),
        x_axis_label="milliseconds after the start",
    )
    made.ygrid.visible = False
    middles = [number + 0.5 for number in range(model.threads)]
    made.yaxis.ticker = FixedTicker(ticks=middles)
    made.yaxis.major_label_overrides = {
        middle: f"thread {number}" for number, middle in enumerate(middles)
    }
    used = [implementation_of(model, call) for call in model.calls]
    source = ColumnDataSource(
        {
            "left": [round(call.start * 1e3, 6) for call in model.calls],
            "right": [round((call.start + call.seconds) * 1e3, 6) for call in model.calls],
            "top": [call.thread + 0.06 for call in model.calls],
            "bottom": [call.thread + call.threads - 0.06 for call in model.calls],
            "color": [colors.get(name, KINDS[-1]) for name in used],
            "node": [call.node for call in model.calls],
            "title": [_title(model, call) for call in model.calls],
            "name": [call.name for call in model.calls],
            "time": [time_text(call.seconds) for call in model.calls],
            "threads": [counted(call.threads, "thread") for call in model.calls],
        },
        name="timeline_calls",
    )
    bars = made.quad(
        "left", "right", "top", "bottom", source=source, fill_color="color", line_color="#ffffff",
        line_alpha=0.9, line_width=1, nonselection_fill_alpha=1, nonselection_line_alpha=0.9,
        selection_line_color=SELECTED, selection_line_width=3, selection_line_alpha=1,
    )  # fmt: skip
    for number in range(1, model.threads):
        border = Span(location=number, dimension="width", line_color="#ffffff", line_width=3)
        made.add_layout(border)
    add_moving(made, "width")
    add_hover(made, [bars], "@title", "@time · @threads", "@name")
    add_tap(made, [bars])
    source.selected.js_on_change("indices", CustomJS(code="aoeReport.callSelected(cb_obj.indices)"))
    legend = [*colors.items()]
    if any(name not in colors for name in used):
        legend.append((OTHERS, KINDS[-1]))
    return made, legend


def implementation_colors(model: ModelContents) -> dict[str, str]:
    """A colour for each of the implementations that take most of the time."""
    spent: dict[str, float] = defaultdict(float)
    for call in model.calls:
        spent[implementation_of(model, call)] += call.seconds
    spent.pop(OTHERS, None)
    names = sorted(spent, key=lambda name: -spent[name])[: len(KINDS) - 1]
    return dict(zip(names, KINDS, strict=False))


def implementation_of(model: ModelContents, call: TimedCall) -> str:
    """The implementation that a call belongs to."""
    if call.node < 0:
        return OTHERS
    return str(model.operators[model.nodes[call.node].operator].policy["impl"])


def _title(model: ModelContents, call: TimedCall) -> str:
    if call.node < 0:
        return "copy"
    return model.operators[model.nodes[call.node].operator].label
