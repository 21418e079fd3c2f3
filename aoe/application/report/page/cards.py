"""The key figures at the top of a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aoe.application.report.contents import (
    GradientContents,
    ModelContents,
    Report,
    TuningContents,
    is_disturbed,
)
from aoe.application.report.page.units import bytes_text, time_text
from aoe.errors import counted


@dataclass(frozen=True, slots=True)
class Card:
    """A key figure.

    Attributes:
        label: What it is.
        value: Its value, with the unit.
        note: What one should know beside it.
        tone: "better", "worse" or nothing.
    """

    label: str
    value: str
    note: str = ""
    tone: str = ""


def cards_of(report: Report) -> list[Card]:
    """The key figures of a report."""
    found: list[Card] = []
    if report.model is not None:
        found += _of_model(report.model)
    if report.tuning is not None:
        found += tuning_cards(report.tuning)
    if report.gradients is not None:
        found += _of_gradients(report.gradients)
    return found


def _of_model(model: ModelContents) -> Iterator[Card]:
    threads = counted(model.threads, "thread")
    if model.profiles > 1:
        threads += f", the first of {model.profiles} shapes"
    note = f"{threads}; the fastest took {time_text(model.least)}"
    if is_disturbed(model.seconds, model.least):
        note += ". Other programs disturbed it: measure again"
    yield Card("One inference", time_text(model.seconds), note)
    operators = sum(node.kind == "operator" for node in model.nodes)
    yield Card("Fused operators", str(operators), f"{len(model.operators)} of them differ")
    known = [item for item in model.operators if item.lower_bound]
    spent, bound = (
        sum(getattr(item, name) for item in known) for name in ("seconds", "lower_bound")
    )
    if spent:
        note = "least possible time / time taken"
        yield Card("Of the roofline", f"{100 * bound / spent:.0f} %", note)
    memory = model.memory
    yield Card(
        "Memory of an inference",
        bytes_text(memory.arena + memory.scratch),
        f"weights {bytes_text(max(memory.constants, memory.packed))}",
    )


def tuning_cards(tuning: TuningContents) -> Iterator[Card]:
    """The key figures of a tuning job."""
    if tuning.before is not None and tuning.after is not None:
        change = tuning.before / tuning.after - 1
        unsure = tuning.uncertainty
        tone = "" if unsure is not None and abs(change) < unsure else _tone(change)
        spread = "" if unsure is None else f" ± {100 * unsure:.1f} points"
        note = f"{time_text(tuning.before)} → {time_text(tuning.after)}{spread}"
        if tuning.before == tuning.after:
            yield Card("Gain of the model", "none", "it is the same model as before the job")
        else:
            yield Card("Gain of the model", f"{100 * change:+.1f} %", note, tone)
    winners = tuning.winners
    tried = sum(item.candidates for item in tuning.items)
    if tuning.state == "running":  # searches that go on have tried some, too
        tried = max(tried, len(tuning.trials))
    yield Card(
        "Faster policies",
        str(winners),
        f"of {len(tuning.items)} decided, {counted(tried, 'policy', 'policies')} tried",
    )
    budget = "" if tuning.budget is None else f" of {tuning.budget:.0f} s"
    yield Card("Job", tuning.state, f"{tuning.seconds:.0f} s{budget}")


def _of_gradients(gradients: GradientContents) -> Iterator[Card]:
    before, after = gradients.step_before, gradients.step_after
    if before is not None and after is not None:
        change = before / after - 1
        note = f"{time_text(before)} → {time_text(after)}"
        if before == after:
            yield Card("Gain of a step", "none", f"the default split stays: {time_text(after)}")
        else:
            yield Card("Gain of a step", f"{100 * change:+.1f} %", note, _tone(change))
    yield Card("Workers", str(gradients.workers), gradients.link)
    segments = f"{len(gradients.before)} → {len(gradients.after)}"
    yield Card("Segments", segments, "default split → tuned split")
    yield Card("Job", gradients.verdict.removeprefix("tuning "))


def _tone(change: float) -> str:
    return "better" if change > 0 else "worse" if change < 0 else ""
