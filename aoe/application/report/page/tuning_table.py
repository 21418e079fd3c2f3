"""What a page says of a tuning job in words: the sentence above the figures, and the outcomes."""

from __future__ import annotations

from aoe.application.report.contents import TunedItem, TuningContents
from aoe.application.report.page.units import ratio_text, time_text
from aoe.errors import counted

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
    "reserved": "a fast policy is known",
    "unsatisfied": "nothing faster than the default policy",
    "failed": "no candidate worked",
}


def tuning_lead(tuning: TuningContents) -> str:
    """What became of a job, in a few sentences."""
    winners, searched = tuning.winners, len(tuning.items)
    if tuning.state == "running":
        ended = counted(searched, "search has", "searches have")
        faster = counted(winners, "operator")
        return f"The job is running: {ended} ended, and {faster} got a faster policy."
    found = ["It came to its end." if tuning.state == "finished" else "It was interrupted."]
    if winners:
        found.append(f"{winners} of {counted(searched, 'operator')} got a faster policy.")
    else:
        found.append(f"None of {counted(searched, 'operator')} got a faster policy.")
    if tuning.taken_back:
        found.append(
            f"Taken back: {tuning.taken_back} that are faster alone but not inside the model."
        )
    return " ".join(found)


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
