"""Colours, and what all figures have in common.

Figures have no background of their own, and their text has a grey that can be read on white and on
black, so that the page may be light or dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from bokeh.models import HoverTool, PanTool, ResetTool, TapTool, WheelZoomTool, ZoomInTool
from bokeh.models import ZoomOutTool as ZoomOut
from bokeh.plotting import figure

TEXT = "#7d8793"
LINE = "#a9b2bd"
SELECTED = "#e07b1a"
BETTER, WORSE, NEUTRAL = "#2f9e77", "#c8553d", "#8fa3b8"
#: From little to much time.
HEAT = ("#dfe9f3", "#c3d8ea", "#9fc2df", "#74a7d0", "#4b8bc0", "#2a6cab", "#174f8a", "#0c3566")
#: Of kinds of operators; the last one is for all others.
KINDS = ("#4b8bc0", "#e0a458", "#5aa897", "#c47a8a", "#8f7cc0", "#9aa85a", "#6d9db8", "#a3acb6")
FONT = "system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif"


def heat(share: float) -> str:
    """The colour of a share of the time, from 0 to 1 of the largest one. Small shares differ more
    than large ones.
    """
    position = round(sqrt(min(max(share, 0.0), 1.0)) * (len(HEAT) - 1))
    return HEAT[position]


def ink(color: str) -> str:
    """The colour of text on another colour."""
    red, green, blue = (int(color[start : start + 2], 16) for start in (1, 3, 5))
    return "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < 150 else "#17324f"


def plain_figure(name: str, height: int, **options: Any) -> Any:
    """A figure without anything in it, as wide as its place. `options`: of Bokeh's figure."""
    made = figure(
        name=name,
        height=height,
        sizing_mode="stretch_width",
        tools="",
        toolbar_location=None,
        background_fill_alpha=0,
        border_fill_alpha=0,
        outline_line_color=None,
        min_border_left=4,
        min_border_right=12,
        **options,
    )
    made.grid.grid_line_color = LINE
    made.grid.grid_line_alpha = 0.25
    made.axis.axis_line_color = None
    made.axis.major_tick_line_color = None
    made.axis.minor_tick_line_color = None
    made.axis.major_label_text_color = TEXT
    made.axis.major_label_text_font = FONT
    made.axis.major_label_text_font_size = "12px"
    made.axis.axis_label_text_color = TEXT
    made.axis.axis_label_text_font = FONT
    made.axis.axis_label_text_font_style = "normal"
    made.axis.axis_label_text_font_size = "12px"
    return made


def add_moving(made: Any, dimensions: str) -> None:
    """Lets a figure be moved by dragging and zoomed with Ctrl and the wheel; the wheel alone moves
    the page.
    """
    made.toolbar_location = "above"
    made.toolbar.logo = None
    drag = PanTool(dimensions=dimensions)
    wheel = WheelZoomTool(dimensions=dimensions, modifiers={"ctrl": True}, zoom_on_axis=False)
    made.add_tools(drag, wheel, ZoomInTool(), ZoomOut(), ResetTool())
    made.toolbar.active_drag = drag
    made.toolbar.active_scroll = wheel


def add_hover(made: Any, renderers: Sequence[Any], title: str, *lines: str) -> None:
    """Shows a small box beside the pointer: a title, and lines below it."""
    rows = "".join(f"<div class='line'>{line}</div>" for line in lines)
    html = f"<div class='aoe-tip'><div class='title'>{title}</div>{rows}</div>"
    made.add_tools(HoverTool(renderers=[*renderers], tooltips=html, visible=False))


def add_tap(made: Any, renderers: Sequence[Any]) -> None:
    """Lets what is drawn be selected by a click."""
    made.add_tools(TapTool(renderers=[*renderers], mode="replace", visible=False))
