"""The figure of the graph: operators coloured by their time, beside a small map of the whole."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from bokeh.models import ColumnDataSource, CustomJS, Range1d, RangeTool

from aoe.application.report.contents import GraphNode, ModelContents
from aoe.application.report.page.graph_layout import NODE_WIDTH, GraphLayout, layout_of
from aoe.application.report.page.style import (
    LINE,
    SELECTED,
    add_hover,
    add_moving,
    add_tap,
    heat,
    ink,
    plain_figure,
)
from aoe.application.report.page.units import shape_text, time_text

HEIGHT = 620
#: Height of a node, where rows of nodes are 1 apart.
NODE_HEIGHT = 0.58
#: Rows that are seen at first, about; the script of the page fits them to the window.
SEEN_ROWS = 12
#: Nodes of a graph whose map has edges; in a larger one they are no more than a shade.
MOST_MAPPED = 1000
#: Letters of a label that fit into a node.
LETTERS = 24
ENDS = "#b9c2cc"


def graph_figures(model: ModelContents) -> tuple[Any, Any]:
    """The graph, and the map of it that shows which part is seen."""
    layout = layout_of([node.reads for node in model.nodes])
    nodes, edges = _node_source(model, layout), _edge_source(layout)
    columns, rows = layout.size
    first = layout.centres[0][0] if layout.centres else 0.0
    shown = plain_figure(
        "graph",
        HEIGHT,
        x_range=Range1d(first - SEEN_ROWS, first + SEEN_ROWS),
        y_range=Range1d(SEEN_ROWS, -1),
        x_axis_type=None,
        y_axis_type=None,
    )
    shown.grid.visible = False
    shown.bezier(
        "x0", "y0", "x1", "y1", "cx0", "cy0", "cx1", "cy1",
        source=edges, line_color=LINE, line_width=1.4,
    )  # fmt: skip
    boxes = _boxes(shown, nodes)
    # The script of the page gives labels to the nodes that are seen; all of them would take long.
    labels = ColumnDataSource({"x": [], "y": [], "label": [], "ink": []}, name="graph_labels")
    shown.text(
        "x", "y", "label", source=labels, name="graph_texts", text_color="ink",
        text_align="center", text_baseline="middle", text_font_size="12px", y_offset=-1,
    )  # fmt: skip
    add_moving(shown, "both")
    add_hover(shown, [boxes], "@title", "@time", "@shape", "@name")
    add_tap(shown, [boxes])
    nodes.selected.js_on_change("indices", CustomJS(code="aoeReport.nodeSelected(cb_obj.indices)"))
    for name in ("start", "end"):
        shown.y_range.js_on_change(name, CustomJS(code="aoeReport.graphMoved()"))
    shown.js_on_change("inner_width", CustomJS(code="aoeReport.fitGraph()"))
    shown.js_on_event("reset", CustomJS(code="aoeReport.fitGraph(true)"))
    return shown, _map(nodes, edges, shown, columns, rows)


def _boxes(made: Any, nodes: ColumnDataSource) -> Any:
    return made.rect(
        "x", "y", NODE_WIDTH, NODE_HEIGHT, source=nodes, border_radius=5, fill_color="color",
        line_color=None, nonselection_fill_alpha=1, nonselection_line_color=None,
        selection_fill_color="color", selection_line_color=SELECTED, selection_line_width=3,
    )  # fmt: skip


def _map(
    nodes: ColumnDataSource, edges: ColumnDataSource, shown: Any, columns: float, rows: float
) -> Any:
    made = plain_figure(
        "graph_map",
        HEIGHT,
        x_range=Range1d(-NODE_WIDTH, columns + NODE_WIDTH),
        y_range=Range1d(rows + 1, -1),
        x_axis_type=None,
        y_axis_type=None,
    )
    made.grid.visible = False
    if len(nodes.data["x"]) <= MOST_MAPPED:
        made.segment("x0", "y0", "x1", "y1", source=edges, line_color=LINE, line_alpha=0.6)
    made.rect(
        "x", "y", NODE_WIDTH, 0.8, source=nodes, fill_color="color", line_color=None,
        nonselection_fill_alpha=1, selection_fill_color=SELECTED,
    )  # fmt: skip
    frame = RangeTool(x_range=shown.x_range, y_range=shown.y_range, start_gesture="tap")
    frame.overlay.fill_color = SELECTED
    frame.overlay.fill_alpha = 0.07
    frame.overlay.line_color = SELECTED
    frame.overlay.line_alpha = 0.8
    frame.overlay.line_dash = "solid"
    frame.overlay.line_width = 1
    made.add_tools(frame)
    return made


def _node_source(model: ModelContents, layout: GraphLayout) -> ColumnDataSource:
    most = max((node.seconds for node in model.nodes), default=0.0)
    whole = sum(node.seconds for node in model.nodes)
    colors = [_color(node, most) for node in model.nodes]
    return ColumnDataSource(
        {
            "x": [x for x, _ in layout.centres],
            "y": [y for _, y in layout.centres],
            "color": colors,
            "ink": [ink(color) for color in colors],
            "label": [_label(model, node) for node in model.nodes],
            "title": [_title(model, node) for node in model.nodes],
            "time": [_time(node, whole) for node in model.nodes],
            "shape": [shape_text(node.shape) for node in model.nodes],
            "name": [node.name for node in model.nodes],
        },
        name="graph_nodes",
    )


def _edge_source(layout: GraphLayout) -> ColumnDataSource:
    """Curves from the lower edge of a node, by way points, to the upper edge of one that reads
    it.
    """
    columns: dict[str, list[float]] = {
        name: [] for name in ("x0", "y0", "x1", "y1", "cx0", "cy0", "cx1", "cy1")
    }
    half = NODE_HEIGHT / 2
    for way in layout.ways:
        (left, top), *middle, (right, bottom) = way
        points = [(left, top + half), *middle, (right, bottom - half)]
        for (x0, y0), (x1, y1) in pairwise(points):
            pull = 0.5 * (y1 - y0)
            values = (x0, y0, x1, y1, x0, y0 + pull, x1, y1 - pull)
            for name, value in zip(columns, values, strict=True):
                columns[name].append(round(value, 3))
    return ColumnDataSource(columns)


def _time(node: GraphNode, whole: float) -> str:
    if node.operator < 0:
        return f"{node.kind} of the model"
    if not node.seconds:
        return "no kernel of its own"
    return f"{time_text(node.seconds)}, {100 * node.seconds / whole:.1f} % of the model"


def _color(node: GraphNode, most: float) -> str:
    return heat(node.seconds / most) if most and node.operator >= 0 else ENDS


def _title(model: ModelContents, node: GraphNode) -> str:
    return model.operators[node.operator].label if node.operator >= 0 else node.name


def _label(model: ModelContents, node: GraphNode) -> str:
    """What a node computes and its time, shortened until they fit."""
    title = _title(model, node)
    time = f"  {time_text(node.seconds)}" if node.seconds else ""
    room = LETTERS - len(time)
    return (title if len(title) <= room else f"{title[: room - 1]}…") + time
