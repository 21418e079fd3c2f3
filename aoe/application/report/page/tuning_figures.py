"""The figures of a tuning job: how far it was at each second, and what made the difference."""

from __future__ import annotations

from typing import Any

from bokeh.models import ColumnDataSource, Range1d, Span

from aoe.application.report.contents import TunedItem, TuningContents
from aoe.application.report.page.style import (
    BETTER,
    HEAT,
    LINE,
    NEUTRAL,
    WORSE,
    add_hover,
    plain_figure,
)
from aoe.application.report.page.units import ratio_text, time_text
from aoe.application.report.page.waterfall_figure import Step, waterfall_figure

HEIGHT = 230
#: Times of candidates over that of the default policy that are shown; others lie on the border.
FASTEST, SLOWEST = 0.4, 3.0
#: Steps of the waterfall; the rest is one more.
MOST_STEPS = 14
#: Seconds below which a step is none.
NOTHING = 1e-9


def progress_columns(tuning: TuningContents) -> dict[str, list[Any]]:
    """The data of the figure of progress: winners and decisions in time, with what an inference
    saves by then.
    """
    columns: dict[str, list[Any]] = {
        name: [] for name in ("at", "saved", "color", "size", "title", "text")
    }
    known: dict[str, float] = {}
    for item in tuning.savings:
        lost = item.seconds < known.get(item.key, 0.0)
        known[item.key] = item.seconds
        values = (
            round(item.at, 3),
            round(sum(known.values()) * 1e6, 3),
            BETTER if item.seconds > 0 else WORSE if lost else NEUTRAL,
            9 if item.seconds > 0 or lost else 5,
            item.item,
            f"saves {time_text(item.seconds)} per inference"
            if item.seconds > 0
            else "its winner is taken back: not faster inside the model"
            if lost
            else "the policy of before stays",
        )
        for name, value in zip(columns, values, strict=True):
            columns[name].append(value)
    return columns


def trial_columns(tuning: TuningContents) -> dict[str, list[Any]]:
    """The data of the figure of candidates: when each was measured, and how fast it was."""
    ratios = [trial.ratio for trial in tuning.trials]
    shown = [min(max(ratio or SLOWEST, FASTEST), SLOWEST) for ratio in ratios]
    return {
        "at": [round(trial.at, 2) for trial in tuning.trials],
        "ratio": [round(value, 4) for value in shown],
        "color": [WORSE if ratio is None else BETTER if ratio < 1 else HEAT[4] for ratio in ratios],
        "title": [trial.item for trial in tuning.trials],
        "text": [
            "failed" if ratio is None else f"{ratio:.2f} times as long as the default policy"
            for ratio in ratios
        ],
    }


def progress_figure(tuning: TuningContents) -> Any:
    """What an inference saves, by the winners so far, over the seconds of the job."""
    source = ColumnDataSource(progress_columns(tuning), name="tuning_progress")
    made = plain_figure(
        "progress",
        HEIGHT,
        x_range=Range1d(0, last_second(tuning), name="tuning_seconds"),
        y_range=Range1d(-0.05 * most_saved(tuning), most_saved(tuning), name="tuning_saved"),
        x_axis_label="seconds of the job",
        y_axis_label="µs saved per inference",
    )
    made.xgrid.visible = False
    made.step("at", "saved", source=source, mode="after", line_color=BETTER, line_width=2)
    dots = made.scatter("at", "saved", size="size", color="color", source=source, line_color=None)
    add_hover(made, [dots], "@title", "@text")
    return made


def trials_figure(tuning: TuningContents, progress: Any) -> Any:
    """Each candidate when it was measured, by its time over that of the default policy."""
    source = ColumnDataSource(trial_columns(tuning), name="tuning_trials")
    made = plain_figure(
        "trials",
        HEIGHT,
        x_range=progress.x_range,
        y_range=Range1d(0.92 * FASTEST, 1.08 * SLOWEST),
        y_axis_type="log",
        x_axis_label="seconds of the job",
        y_axis_label="time / default policy",
    )
    made.xgrid.visible = False
    made.yaxis.ticker = [0.5, 0.75, 1, 1.5, 2, 3]
    made.add_layout(Span(location=1, dimension="width", line_color=LINE, line_width=1))
    dots = made.scatter(
        "at", "ratio", size=5, color="color", alpha=0.55, source=source, line_color=None
    )
    add_hover(made, [dots], "@title", "@text")
    return made


def gains_figure(tuning: TuningContents) -> Any | None:
    """What made the difference. `None` if nothing did."""
    winners = sorted((item for item in tuning.items if item.saved), key=lambda item: -item.saved)
    if not winners:
        return None
    steps = [Step(item.name, -item.saved, _outcome(item)) for item in winners[:MOST_STEPS]]
    rest = sum(item.saved for item in winners[MOST_STEPS:])
    if rest:
        steps.append(Step(f"{len(winners) - MOST_STEPS} more", -rest))
    saved = sum(item.saved for item in winners)
    if tuning.before is None or tuning.after is None:
        before = sum(item.uses * (item.before or 0.0) for item in winners)
        ends = Step("winners before", before), Step("winners after", before - saved)
    else:
        ends = Step("model before", tuning.before), Step("model after", tuning.after)
        other = tuning.after - (tuning.before - saved)
        if abs(other) > NOTHING:
            detail = "operators take another time inside the model than alone"
            steps.append(Step("not explained by operators alone", other, detail))
    made, _ = waterfall_figure("gains", ends[0], steps, ends[1])
    return made


def _outcome(item: TunedItem) -> str:
    if item.before is None or item.after is None:
        return {
            "reserved": "a fast policy is known",
            "unsatisfied": "nothing faster than the default policy",
            "failed": "no candidate worked",
        }.get(item.decision, item.decision)
    uses = f", {item.uses} uses" if item.uses > 1 else ""
    gain = ratio_text(item.before, item.after)
    return f"{time_text(item.before)} → {time_text(item.after)}, {gain}{uses}"


def last_second(tuning: TuningContents) -> float:
    """Where the axis of time ends."""
    return max(tuning.seconds, 1.0) * 1.02


def most_saved(tuning: TuningContents) -> float:
    """Where the axis of what is saved ends, in µs; some way up where nothing is saved."""
    return 1.15 * max(progress_columns(tuning)["saved"], default=0.0) or 10.0
