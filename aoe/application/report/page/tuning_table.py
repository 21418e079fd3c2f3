"""What a page says of a tuning job in words: the sentence above the figures, and the outcomes."""

from __future__ import annotations

from aoe.application.report.contents import TunedItem, TuningContents
from aoe.application.report.page.units import ratio_text, time_text

HEADINGS = (
    "Operator",
    "Types",
    "Outcome",
    "Uses",
    "Before",
    "After",
    "Gain",
    "Tried",
    "Decided at",
)
OUTCOMES = {
    "add": "faster policy, new in the repository",
    "update": "faster policy, replaces the repository's",
    "reserved": "the repository's policy stays",
    "unsatisfied": "nothing faster than the default policy",
    "failed": "no candidate worked",
}


def tuning_lead(tuning: TuningContents) -> str:
    """What became of a job, in one or two sentences."""
    winners = sum(item.saved > 0 for item in tuning.items)
    searched = len(tuning.items)
    if tuning.state == "running":
        return (
            f"The job is running: {searched} searches have ended, {winners} found a faster policy."
        )
    ended = "It came to its end." if tuning.state == "finished" else "It was interrupted."
    if not winners:
        return f"{ended} None of {searched} searches found a faster policy than the one before."
    return f"{ended} {winners} of {searched} searches found a faster policy."


def tuning_rows(tuning: TuningContents) -> list[tuple[str, ...]]:
    """The outcomes, what saves most first, as cells of `HEADINGS`."""
    ordered = sorted(tuning.items, key=lambda item: (-item.saved, item.at))
    return [_row(item) for item in ordered]


def _row(item: TunedItem) -> tuple[str, ...]:
    known = item.before is not None and item.after is not None
    return (
        item.name,
        item.label or item.kind,
        OUTCOMES.get(item.decision, item.decision),
        str(item.uses),
        time_text(item.before) if known else "",
        time_text(item.after) if known else "",
        ratio_text(item.before or 0, item.after or 0),
        str(item.candidates),
        f"{item.at:.1f} s",
    )
