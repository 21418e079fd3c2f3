"""The figure of a difference in time: from one total to another, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bokeh.models import ColumnDataSource, FixedTicker, Range1d

from aoe.application.report.page.style import (
    BETTER,
    LINE,
    NEUTRAL,
    TEXT,
    WORSE,
    add_hover,
    plain_figure,
)
from aoe.application.report.page.units import time_text

ROW, REST = 27, 62
#: A change that is a smaller part of the total is shown on an axis that does not begin at 0.
CUT = 0.3
#: Room for the text of the longest bar, as a part of the axis, in a narrow window too.
ROOM = 0.3
#: Letters of a label.
LETTERS = 34


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a difference.

    Attributes:
        label: What makes it.
        seconds: Seconds that it adds; below 0 where it saves time.
        detail: More about it.
    """

    label: str
    seconds: float
    detail: str = ""


def waterfall_figure(
    name: str, before: Step, steps: Sequence[Step], after: Step
) -> tuple[Any, bool]:
    """The figure, and whether its axis does not begin at 0.

    Args:
        name: Its name.
        before: The total before.
        steps: What happens in between.
        after: The total after.
    """
    bars = [(before, 0.0, before.seconds, NEUTRAL)]
    reached = before.seconds
    for step in steps:
        color = BETTER if step.seconds < 0 else WORSE
        bars.append((step, reached, reached + step.seconds, color))
        reached += step.seconds
    bars.append((after, 0.0, after.seconds, NEUTRAL))
    ends = [end for _, start, end, _ in bars[1:-1] for end in (start, end)]
    ends += [before.seconds, after.seconds]
    least, most = min(ends), max(ends)
    cut = most - least < CUT * most
    origin = max(least - 0.6 * (most - least), 0.0) if cut and most > least else 0.0
    rows = [*range(len(bars))]
    made = plain_figure(
        name,
        ROW * len(bars) + REST,
        x_range=Range1d(origin * 1e3, (most + ROOM * (most - origin)) * 1e3),
        y_range=Range1d(len(bars) - 0.5, -0.5),
        x_axis_label="milliseconds per inference" + ", not from 0" * cut,
    )
    made.ygrid.visible = False
    made.yaxis.ticker = FixedTicker(ticks=rows)
    made.yaxis.major_label_overrides = {
        row: _label(step) for row, (step, *_) in zip(rows, bars, strict=True)
    }
    source = ColumnDataSource(
        {
            "row": rows,
            "left": [max(min(start, end), origin) * 1e3 for _, start, end, _ in bars],
            "right": [max(start, end) * 1e3 for _, start, end, _ in bars],
            "color": [color for *_, color in bars],
            "text": [
                _change(step, number in (0, len(bars) - 1))
                for number, (step, *_) in enumerate(bars)
            ],
            "detail": [step.detail for step, *_ in bars],
            "title": [step.label for step, *_ in bars],
        }
    )
    drawn = made.hbar(
        y="row", left="left", right="right", height=0.62, source=source, fill_color="color",
        line_color=None, border_radius=2,
    )  # fmt: skip
    made.text(
        "right", "row", "text", source=source, text_color=TEXT, text_font_size="12px",
        text_baseline="middle", x_offset=6,
    )  # fmt: skip
    made.xgrid.grid_line_color = LINE
    add_hover(made, [drawn], "@title", "@text", "@detail")
    return made, cut


def _label(step: Step) -> str:
    return step.label if len(step.label) <= LETTERS else f"{step.label[: LETTERS - 1]}…"


def _change(step: Step, total: bool) -> str:
    if total:
        return time_text(step.seconds)
    return f"{'+' if step.seconds > 0 else '−'}{time_text(abs(step.seconds))}"
