"""The gradient profiles of a repository for `aoe bank`: as a table, as JSON, and as text with the
settings of other tools.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from aoe.application.bank.entry_filter import EntryFilter
from aoe.application.bank.left_out import warn_of_gradients
from aoe.application.display.table import printed_table
from aoe.errors import counted
from aoe.gradient_tuning.backward import Backward, Plan, timeline
from aoe.gradient_tuning.backward_profile import BackwardProfile, item_bytes, link_of, unhidden_text
from aoe.gradient_tuning.exact import exact
from aoe.gradient_tuning.export import settings_of
from aoe.gradient_tuning.rules import MIB, ddp_default, one_segment
from aoe.repository.gradient_entry import GradientEntry, LinkPlan
from aoe.repository.gradient_file import (
    gradient_files,
    read_gradients,
    soc_version_of_gradients,
)
from aoe.results.improvement import percent_text

#: What `--type` calls these entries.
GRADIENTS = "Gradients"
HEADINGS = ("key", "gradients", "MiB", "backward ms", "link", "segments", "gain", "device")
NUMBERS = (1, 2, 3, 5, 6)


@dataclass(frozen=True, slots=True)
class GradientRecord:
    """A profile and its file.

    Attributes:
        path: The file.
        entry: The profile.
    """

    path: Path
    entry: GradientEntry

    @property
    def soc_version(self) -> str:
        """The device model it is for."""
        return soc_version_of_gradients(self.path)


def gradient_records(root: Path, first_digits: str = "") -> tuple[GradientRecord, ...]:
    """The profiles of a repository, ordered by file. Warns of those that are left out."""
    found = []
    for path in gradient_files(root):
        entries, damage = read_gradients(path)
        warn_of_gradients(path, damage)
        wanted = (entry for entry in entries if entry.model.startswith(first_digits))
        found += [GradientRecord(path, entry) for entry in wanted]
    return tuple(found)


def selected_gradients(selection: EntryFilter, root: Path) -> tuple[GradientRecord, ...]:
    """The profiles that a filter selects: none, if it is about operators."""
    if not _selects(selection):
        return ()
    return tuple(
        record
        for record in gradient_records(root)
        if selection.soc_version in (None, record.soc_version)
    )


def damaged_gradients(selection: EntryFilter, root: Path) -> tuple[Path, ...]:
    """The files of profiles that cannot be used, or not all of them. Warns of them."""
    if not _selects(selection):
        return ()
    damaged = {path: read_gradients(path)[1] for path in gradient_files(root)}
    for path, reasons in damaged.items():
        warn_of_gradients(path, reasons)
    return tuple(path for path, reasons in damaged.items() if reasons)


def _selects(selection: EntryFilter) -> bool:
    """Whether a filter may select profiles."""
    if selection.model is not None or selection.min_gain is not None:
        return False
    return selection.type is None or selection.type.lower() == GRADIENTS.lower()


def gradient_table(records: Sequence[GradientRecord]) -> str:
    """A row for each profile and link."""
    return printed_table(HEADINGS, [row for item in records for row in _rows(item)], NUMBERS)


def gradient_facts(record: GradientRecord, whole: bool = False) -> dict[str, Any]:
    """A profile as JSON. `whole` adds everything that the repository has."""
    entry = record.entry
    facts: dict[str, Any] = {
        "key": entry.model,
        "type": GRADIENTS,
        "soc_version": record.soc_version,
        "file": str(record.path),
        "gradients": len(entry.sizes),
        "bytes": sum(entry.sizes),
    }
    return facts | entry.to_json() if whole else facts


def gradient_text(record: GradientRecord) -> str:
    """Explains a profile."""
    return "\n".join(_lines(record))


def _rows(record: GradientRecord) -> Iterator[Sequence[str]]:
    entry = record.entry
    if entry.is_placeholder:
        yield (entry.model, "", "", "", "not measured yet", "", "", record.soc_version)
        return
    profile = BackwardProfile.of(entry)
    head = (
        entry.model,
        str(len(entry.sizes)),
        f"{sum(entry.sizes) / MIB:.1f}",
        f"{profile.ready[-1] * 1e3:.1f}",
    )
    if entry.details is None or not entry.details.plans:
        yield (*head, "", "", "", record.soc_version)
        return
    for plan in entry.details.plans:
        yield (*head, plan.link, _segments(plan), _gain(plan), record.soc_version)


def _segments(plan: LinkPlan) -> str:
    return "default" if plan.ends is None else str(len(plan.ends))


def _gain(plan: LinkPlan) -> str:
    return "" if plan.ends is None else percent_text(plan.default_ms, plan.tuned_ms)


def _lines(record: GradientRecord) -> Iterator[str]:
    entry = record.entry
    yield f"{entry.model}: gradients of a model"
    yield f"  in {record.path}"
    if entry.is_placeholder:
        yield "  a placeholder: its profile is not measured yet; tune with AOE_MODE=4"
        return
    profile = BackwardProfile.of(entry)
    yield (
        f"  {counted(len(entry.sizes), 'gradient')}, {sum(entry.sizes) / MIB:.1f} MiB; the last "
        f"is ready after {profile.ready[-1] * 1e3:.2f} ms"
    )
    if entry.details is None:
        yield "  of another tool: it does not say which parameter a gradient belongs to"
        return
    yield f"  measured {entry.details.date} by open-aoe {entry.details.package}"
    for plan in entry.details.plans:
        yield from _link_lines(profile, plan)


def _link_lines(profile: BackwardProfile, plan: LinkPlan) -> Iterator[str]:
    link = link_of(plan)
    backward, line = profile.backward(link), link.line()
    usual, whose = ddp_default(backward.sizes), "DistributedDataParallel's default"
    if plan.is_of_tensorflow:
        usual, whose = one_segment(backward.count), "TensorFlow's default, one pack"
    yield f"link {plan.link}, {plan.date}"
    yield f"  an all-reduce takes {line.text}; sizes are up to {line.worst:.0%} off that line"
    yield f"  expected tail of {whose}: {timeline(backward, usual).tail * 1e3:.2f} ms"
    if plan.ends is None:
        if plan.pairs:
            yield (
                f"  no plan was faster than the default in {counted(plan.pairs, 'pair')} of steps "
                f"({plan.default_ms:.2f} ms a step); the default stays"
            )
        else:
            yield "  no plan was compared with the default in a last comparison; it stays"
        yield from _unhidden(profile, backward, exact(backward))
        return
    sent = backward  # settings of other tools are for gradients that are sent as they are
    if plan.sends:
        sent = profile.backward(link, sends=plan.sends)
        yield f"  gradients are sent as {plan.sends}"
    if plan.updates:
        yield "  parameters are updated as soon as their segment is reduced"
    found = timeline(sent, plan.ends)
    sizes = ", ".join(
        f"{end - begin} ({sum(sent.sizes[begin:end]) / MIB:.2f} MiB)"
        for begin, end in pairwise((0, *plan.ends))
    )
    yield f"  {counted(len(plan.ends), 'segment')} of gradients: {sizes}"
    yield f"  expected tail: {found.tail * 1e3:.2f} ms, {found.hidden:.0%} hidden"
    yield (
        f"  measured: {plan.default_ms:.2f} -> {plan.tuned_ms:.2f} ms a step, "
        f"{_gain(plan)}; won {plan.wins} of {counted(plan.pairs, 'pair')}"
    )
    yield from _unhidden(profile, sent, plan.ends)
    widest = max(map(item_bytes, profile.types))
    yield "  in other tools, with the expected tail:"
    for setting in settings_of(profile, backward, plan.ends, widest):
        nearest = "" if setting.exact else ", nearest"
        yield f"    {setting.tool}: {setting.text}  ({setting.tail * 1e3:.2f} ms{nearest})"


def _unhidden(profile: BackwardProfile, backward: Backward, plan: Plan) -> Iterator[str]:
    """Names the gradient that no plan can hide, if there is one."""
    last = unhidden_text(profile, backward, plan)
    if last is not None:
        yield f"  {last}"
