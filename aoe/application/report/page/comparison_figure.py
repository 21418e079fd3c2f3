"""What a page says of the difference between two reports: cards, a figure and a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from aoe.application.report.comparison import Comparison, OperatorChange
from aoe.application.report.page.cards import Card
from aoe.application.report.page.units import time_text
from aoe.application.report.page.waterfall_figure import Step, waterfall_figure
from aoe.errors import counted

#: Operators in the figure, and in the table.
MOST_STEPS, MOST_ROWS = 12, 60
#: Seconds below which a difference is none.
NOTHING = 1e-9


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """A row of the table.

    Attributes:
        label: What the operator computes.
        name: Its name in the model.
        before: Its time in the first report.
        after: Its time in the second report.
        change: The difference.
        tone: "better", "worse" or nothing.
        policy: What differs in its policy.
    """

    label: str
    name: str
    before: str
    after: str
    change: str
    tone: str
    policy: str


def comparison_cards(comparison: Comparison) -> Iterator[Card]:
    """The key figures of a comparison."""
    before, after = comparison.before.seconds, comparison.after.seconds
    change = before / after - 1 if after else 0.0
    tone = "better" if change > 0 else "worse" if change < 0 else ""
    note = f"{time_text(before)} ({comparison.before.title}) → {time_text(after)}"
    title, value = "Speed against the other report", f"{100 * change:+.1f} %"
    if comparison.before.disturbed or comparison.after.disturbed:
        note += ". Other programs disturbed a measurement: measure again"
        value = tone = ""
    yield Card(title, value or "undecided", note, tone)


def comparison_figure(comparison: Comparison) -> Any:
    """The figure: from the time of the first report to that of the second one."""
    changes = comparison.changes
    steps = [Step(item.name, item.seconds, item.label) for item in changes[:MOST_STEPS]]
    steps = [step for step in steps if abs(step.seconds) > NOTHING]
    rest = sum(item.seconds for item in changes[MOST_STEPS:])
    if abs(rest) > NOTHING:
        steps.append(Step(counted(len(changes) - MOST_STEPS, "more operator"), rest))
    before, after = comparison.before, comparison.after
    other = after.seconds - before.seconds - sum(step.seconds for step in steps)
    if abs(other) > NOTHING:
        steps.append(Step("between operators", other, "what no operator accounts for"))
    ends = Step(f"{before.title}, before", before.seconds), Step("this report", after.seconds)
    return waterfall_figure("difference", ends[0], steps, ends[1])[0]


def comparison_rows(comparison: Comparison) -> list[DifferenceRow]:
    """The rows of the table, what differs most first."""
    return [_row(item) for item in comparison.changes[:MOST_ROWS]]


def _row(item: OperatorChange) -> DifferenceRow:
    sign = "+" if item.seconds > 0 else "−" if item.seconds < 0 else ""
    return DifferenceRow(
        label=item.label,
        name=item.name,
        before="" if item.before is None else time_text(item.before.seconds),
        after="" if item.after is None else time_text(item.after.seconds),
        change=f"{sign}{time_text(abs(item.seconds))}",
        tone="better" if item.seconds < 0 else "worse" if item.seconds > 0 else "",
        policy=_policy(item),
    )


def _policy(item: OperatorChange) -> str:
    if item.before is None:
        return "only in this report"
    if item.after is None:
        return "only in the other report"
    fresh = [line for line in item.after.policy if line not in item.before.policy]
    return "; ".join(line.partition(":")[0] for line in fresh) or "the same"
