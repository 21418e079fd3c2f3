"""Puts a page together: the template, the figures, and the script of Bokeh that draws them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bokeh.embed import components
from bokeh.resources import Resources
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from aoe import __version__
from aoe.application.report.comparison import Comparison
from aoe.application.report.contents import ModelContents, Report, TuningContents, to_json
from aoe.application.report.page.cards import Card, cards_of, tuning_cards
from aoe.application.report.page.comparison_figure import (
    comparison_cards,
    comparison_figure,
    comparison_rows,
)
from aoe.application.report.page.gradient_figure import gradient_figure
from aoe.application.report.page.graph_figure import graph_figures
from aoe.application.report.page.memory_figure import memory_figure
from aoe.application.report.page.style import HEAT
from aoe.application.report.page.timeline_figure import timeline_figure
from aoe.application.report.page.tuning_figures import (
    gains_figure,
    last_second,
    most_saved,
    progress_columns,
    progress_figure,
    trial_columns,
    trials_figure,
)
from aoe.application.report.page.tuning_table import HEADINGS, tuning_lead, tuning_rows
from aoe.application.report.page.units import bytes_text, time_text

FOLDER = Path(__file__).parent
SECTIONS = {
    "difference": "What changed",
    "graph": "Graph",
    "operators": "Operators",
    "timeline": "One inference",
    "memory": "Memory",
    "tuning": "Tuning",
    "gradients": "Gradients",
    "provenance": "Machine and provenance",
}


@dataclass
class _Parts:
    """What the template shows.

    Attributes:
        figures: The figures by name.
        values: Other values by name.
        cards: The key figures.
    """

    figures: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    cards: list[Card] = field(default_factory=list)


def page_of(
    report: Report, comparison: Comparison | None = None, follow: float | None = None
) -> str:
    """The page of a report, as HTML.

    Args:
        report: The report.
        comparison: What differs from another report.
        follow: Seconds between two looks for newer data; `None` for a page that stays as it is.
    """
    parts = _Parts(cards=cards_of(report))
    if comparison is not None:
        parts.cards = [*comparison_cards(comparison), *parts.cards]
        parts.figures["difference"] = comparison_figure(comparison)
        parts.values["differences"] = comparison_rows(comparison)
    if report.model is not None:
        _add_model(parts, report.model)
    if report.tuning is not None:
        progress = progress_figure(report.tuning)
        parts.figures["progress"] = progress
        if report.tuning.trials or follow is not None:
            parts.figures["trials"] = trials_figure(report.tuning, progress)
        gains = gains_figure(report.tuning)
        if gains is not None:
            parts.figures["gains"] = gains
        parts.values |= {
            "tuned": tuning_rows(report.tuning),
            "tuned_headings": HEADINGS,
            "tuning_lead": tuning_lead(report.tuning),
        }
    if report.gradients is not None:
        _add_gradients(parts, report)
    return _rendered(report, parts, follow)


def _add_model(parts: _Parts, model: ModelContents) -> None:
    parts.figures["graph"], parts.figures["graph_map"] = graph_figures(model)
    parts.figures["timeline"], kinds = timeline_figure(model)
    memory = model.memory
    text = (
        f"The arena has {bytes_text(memory.arena)}, scratch of all threads "
        f"{bytes_text(memory.scratch)}, constants {bytes_text(memory.constants)}, packed constants "
        f"{bytes_text(memory.packed)}. "
    )
    if memory.buffers:
        parts.figures["memory"] = memory_figure(memory)
        text += "Each block is a buffer of the arena, from the first call that uses it to the last."
    elif memory.arena:
        text += "Which buffers lie in the arena is not in this offline model; compile it again."
    parts.values |= {"kinds": kinds, "ramp": HEAT, "memory": text}


def _add_gradients(parts: _Parts, report: Report) -> None:
    gradients = report.gradients
    assert gradients is not None, "the caller looks"
    if gradients.before or gradients.after:
        parts.figures["gradients"] = gradient_figure(gradients)
    parts.values["plans"] = [
        (item.name, item.segments, time_text(item.step), time_text(item.tail))
        for item in gradients.plans
    ]


def _rendered(report: Report, parts: _Parts, follow: float | None) -> str:
    script, divs = components(parts.figures) if parts.figures else ("", {})
    environment = Environment(
        loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined
    )
    names: Mapping[str, str] = {name: str(divs.get(name, "")) for name in _figure_names()}
    return environment.get_template("report.html").render(
        report=report,
        subtitle=_subtitle(report),
        sections=[*_sections(report, parts)],
        cards=parts.cards,
        facts={title: _read_facts(group) for title, group in report.facts.items()},
        figures=names,
        figures_script=script,
        data=_script_json(to_json(report)),
        style=(FOLDER / "report.css").read_text("utf-8"),
        script=(FOLDER / "report.js").read_text("utf-8"),
        bokeh=Resources(mode="inline", components=["bokeh"], log_level="warn").js_raw,
        version=__version__,
        follow=follow,
        **{"differences": (), "plans": (), **parts.values},
    )


def _figure_names() -> Sequence[str]:
    return (
        "difference", "graph", "graph_map", "timeline", "memory", "progress", "trials", "gains",
        "gradients",
    )  # fmt: skip


def _sections(report: Report, parts: _Parts) -> Sequence[tuple[str, str]]:
    of_model = ("graph", "operators", "timeline", "memory") if report.model is not None else ()
    shown = {"provenance", *of_model}
    shown |= {"tuning"} if report.tuning is not None else set()
    shown |= {"gradients"} if report.gradients is not None else set()
    shown |= {"difference"} if "difference" in parts.figures else set()
    return [(name, title) for name, title in SECTIONS.items() if name in shown]


def _subtitle(report: Report) -> str:
    machine = report.facts.get("Machine", {})
    named = [machine.get("cpu", ""), machine.get("model", ""), machine.get("device model", "")]
    return " · ".join([*dict.fromkeys(text for text in named if text), report.made])


def _read_facts(group: Mapping[str, str]) -> dict[str, str]:
    """Facts as people read them: sizes with units."""
    return {
        name.removesuffix(" bytes"): bytes_text(int(text))
        if name.endswith(" bytes") and text.isdecimal()
        else text
        for name, text in group.items()
    }


def _script_json(data: Mapping[str, Any]) -> str:
    """JSON that can stand in a script element: no text in it can end the element."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c")


def live_data(tuning: TuningContents) -> dict[str, Any]:
    """What the script of a page takes to show the latest state of a job."""
    return {
        "columns": {
            "tuning_progress": progress_columns(tuning),
            "tuning_trials": trial_columns(tuning),
        },
        "ends": {
            "tuning_seconds": last_second(tuning),
            "tuning_saved": most_saved(tuning),
        },
        "cards": [asdict(card) for card in tuning_cards(tuning)],
        "lead": tuning_lead(tuning),
        "rows": tuning_rows(tuning),
        "state": tuning.state,
    }
