"""`aoe bank verify` and `aoe bank prune`: finds entries that no longer hold, and removes useless
entries.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path

import click

from aoe.application.bank.entry_filter import EntryFilter
from aoe.application.bank.format import short_text
from aoe.application.bank.gradients import damaged_gradients
from aoe.application.bank.left_out import warn_of_set_aside, warn_of_unreadable
from aoe.application.bank.records import (
    Contents,
    Record,
    defect,
    space_objection,
    target_of,
)
from aoe.application.bank.selection import selected
from aoe.application.display.table import printed_table
from aoe.application.request.values import budget_seconds
from aoe.backends.registry import backend_of
from aoe.errors import AoeError, UsageError, counted
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.repository.bank_file import update_bank
from aoe.repository.entry import SUBGRAPH, Entry
from aoe.settings import Settings, read_settings
from aoe.target import Target
from aoe.tuning.deadline import Deadline
from aoe.tuning.repository_check import Verification, verify_policies

#: Verdicts of entries that were not measured. "unusable": no run can use it; "passed over": it is
#: for another machine, or of a subgraph, which can only be measured inside its model.
UNUSABLE, PASSED_OVER, NOT_REACHED = "unusable", "passed over", "not reached"
#: Why an entry was not reached.
BUDGET_ENDED, INTERRUPTED = "the budget ended before", "the run was interrupted before"
#: Why the entry of a subgraph is passed over.
WITHIN_MODEL = "a subgraph is measured within its model only"
HEADINGS = ("key", "type", "shapes", "device", "verdict", "default us", "entry us", "why")


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about an entry.

    Attributes:
        record: The entry.
        verdict: The verdict of its verification, or one of those above.
        reason: Why; empty where the verdict says it all.
        verification: The measurement, if there was one.
    """

    record: Record
    verdict: str
    reason: str = ""
    verification: Verification | None = None

    @property
    def faulty(self) -> bool:
        """Whether the entry is useless."""
        return self.verdict not in ("holds", "not measured", PASSED_OVER, NOT_REACHED)


def verify_command(selection: EntryFilter, budget: str | None, as_json: bool) -> int:
    """Measures entries again. Returns the exit status. After Ctrl-C, the findings until then are
    shown.
    """
    deadline = Deadline(budget_seconds(budget), time.monotonic())
    settings = read_settings()
    contents = selected(selection, settings)
    warn_of_unreadable(contents)
    findings: list[Finding] = []
    interrupted = False
    try:
        _collect(findings, contents, settings, deadline, as_json)
    except KeyboardInterrupt:
        interrupted = True
        findings = _with_unreached(findings, contents.records)
    _tell(findings, contents, as_json)
    if any(finding.verdict == UNUSABLE for finding in findings) and not as_json:
        click.echo("aoe bank prune removes unusable entries")
    if interrupted:
        click.echo("interrupted: entries that were not reached are not checked", err=True)
    return 1 if interrupted or any(finding.faulty for finding in findings) else 0


def _collect(
    findings: list[Finding],
    contents: Contents,
    settings: Settings,
    deadline: Deadline,
    silent: bool,
) -> None:
    """Adds a finding for each entry. Unless silent, prints it and the time left."""
    total = len(contents.records)
    begin: float | None = None
    measured = 0
    with closing(_checked(contents.records, settings, deadline)) as found:
        for finding in found:
            findings.append(finding)
            left = ""
            if finding.verification is not None:
                measured += 1
                begin = deadline.used if begin is None else begin
            if begin is not None and measured > 1:
                seconds = (deadline.used - begin) / (measured - 1) * (total - len(findings))
                left = f" ({timedelta(seconds=round(deadline.within(seconds)))} left)"
            if not silent:
                record, verdict = finding.record, finding.verdict
                place = f"[{len(findings)}/{total}]"
                click.echo(f"{place} {record.key} ({record.type}): {verdict}{left}", err=True)


def _with_unreached(findings: Sequence[Finding], records: Sequence[Record]) -> list[Finding]:
    """The findings, with one more for each entry that was not reached."""
    reached = {(finding.record.path, finding.record.key) for finding in findings}
    rest = [record for record in records if (record.path, record.key) not in reached]
    return [*findings, *(Finding(record, NOT_REACHED, INTERRUPTED) for record in rest)]


def prune_command(
    selection: EntryFilter, verify: bool, budget: str | None, dry_run: bool, as_json: bool
) -> int:
    """Removes useless entries. Returns the exit status."""
    if budget is not None and not verify:
        raise UsageError("--budget limits the time of --verify; add that, or leave --budget out")
    if selection.builtin and not dry_run:
        raise UsageError(
            "the built-in repository came with open-aoe and is not changed; use --dry_run to see "
            "its useless entries"
        )
    deadline = Deadline(budget_seconds(budget), time.monotonic())
    settings = read_settings()
    contents = selected(selection, settings)
    warn_of_unreadable(contents)
    staying = len(contents.unreadable) + len(damaged_gradients(selection, contents.root))
    staying += len(warn_of_set_aside(contents.root))
    findings: list[Finding] = []
    try:
        if verify:
            _collect(findings, contents, settings, deadline, as_json)
        else:
            findings += [_unmeasured(record) for record in contents.records]
    except KeyboardInterrupt:
        raise AoeError("interrupted; no entry was removed") from None
    faulty = [finding for finding in findings if finding.faulty]
    if not dry_run:
        _remove(faulty)
    if faulty or as_json:
        _tell(faulty, contents, as_json)
    if not as_json:
        done = "would be removed" if dry_run else "removed"
        click.echo(
            f"{len(faulty)} of {counted(len(findings), 'entry', 'entries')} "
            f"{done}{_staying(staying)}"
        )
    return 0


def _staying(files: int) -> str:
    """That files which cannot be read stay, as the end of a sentence."""
    if not files:
        return ""
    count = (
        "1 file that cannot be read stays"
        if files == 1
        else f"{files} files that cannot be read stay"
    )
    return f"; {count}, because prune removes entries only"


def _unmeasured(record: Record) -> Finding:
    """The finding about an entry without a measurement: whether it is worth one."""
    fault = defect(record)
    if fault is not None:
        return Finding(record, UNUSABLE, fault)
    target = target_of(record.soc_version)
    if target is None:
        return Finding(record, PASSED_OVER, f"it is for another machine, {record.soc_version}")
    if record.type == SUBGRAPH:
        return Finding(record, PASSED_OVER, WITHIN_MODEL)
    fault = space_objection(record, target)
    if fault is not None:
        return Finding(record, UNUSABLE, fault)
    return Finding(record, NOT_REACHED, BUDGET_ENDED)


def _checked(
    records: Sequence[Record], settings: Settings, deadline: Deadline
) -> Generator[Finding, None, None]:
    """Yields a finding for each entry. Entries to measure come last, by device model."""
    waiting: dict[str, list[Finding]] = {}
    for record in records:
        finding = _unmeasured(record)
        if finding.verdict == NOT_REACHED:
            waiting.setdefault(record.soc_version, []).append(finding)
        else:
            yield finding
    for soc_version, findings in waiting.items():
        target = target_of(soc_version)
        assert target is not None, "entries for other machines are passed over"
        yield from _measured(findings, target, settings, deadline)


def _measured(
    findings: Sequence[Finding], target: Target, settings: Settings, deadline: Deadline
) -> Iterator[Finding]:
    requests = [_request(finding.record) for finding in findings]
    # Measures constants as cold as in a model that is larger than the caches.
    backend = backend_of(target)
    working_set = backend.cost.cold_bytes(target)
    done = 0
    with closing(backend.compiler(target, max(2, settings.compile_processes))) as pool:
        for verification in verify_policies(requests, target, pool, working_set, deadline):
            record = findings[done].record
            yield Finding(record, verification.verdict, verification.detail, verification)
            done += 1
    yield from findings[done:]


def _request(record: Record) -> tuple[Operator, Policy]:
    operator = record.operator
    assert operator is not None
    assert record.entry is not None
    assert isinstance(record.entry.policy, Policy)
    return operator, record.entry.policy


def _remove(findings: Sequence[Finding]) -> None:
    """Removes entries from their files, except those that another process has changed meanwhile."""
    by_path: dict[Path, dict[str, Record]] = {}
    for finding in findings:
        by_path.setdefault(finding.record.path, {})[finding.record.key] = finding.record
    for path, records in by_path.items():
        update_bank(path, partial(_without, records))


def _without(records: Mapping[str, Record], present: Mapping[str, Entry]) -> dict[str, None]:
    """What removes those of the records that are as they were."""
    return {key: None for key, record in records.items() if present.get(key) == record.entry}


def _tell(findings: Sequence[Finding], contents: Contents, as_json: bool) -> None:
    """Prints a table of the findings. Entries that were not measured are only counted, with
    reasons.
    """
    if as_json:
        click.echo(json.dumps([_facts(finding) for finding in findings], indent=1))
        return
    rows = [_row(item) for item in findings if item.verdict not in (PASSED_OVER, NOT_REACHED)]
    if rows:
        click.echo(printed_table(HEADINGS, rows, numbers=(5, 6)), nl=False)
    click.echo(f"{contents.root}: {_counts(findings) or 'nothing to check'}")


def _counts(findings: Sequence[Finding]) -> str:
    """How many entries have each verdict, with reasons for those that were not measured."""
    counts = Counter(
        f"{finding.verdict} ({finding.reason})"
        if finding.verdict in (PASSED_OVER, NOT_REACHED)
        else finding.verdict
        for finding in findings
    )
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.items())


def _times(finding: Finding) -> tuple[float, float] | None:
    """Medians of the default policy and of the entry, in µs."""
    comparison = None if finding.verification is None else finding.verification.comparison
    if comparison is None:
        return None
    return comparison.incumbent.median * 1e6, comparison.candidate.median * 1e6


def _row(finding: Finding) -> Sequence[str]:
    record = finding.record
    times = _times(finding)
    return (
        record.key,
        record.type,
        short_text(record),
        record.soc_version,
        finding.verdict,
        "" if times is None else f"{times[0]:.3f}",
        "" if times is None else f"{times[1]:.3f}",
        finding.reason,
    )


def _facts(finding: Finding) -> dict[str, object]:
    times = _times(finding)
    return {
        "key": finding.record.key,
        "type": finding.record.type,
        "soc_version": finding.record.soc_version,
        "file": str(finding.record.path),
        "verdict": finding.verdict,
        "reason": finding.reason or None,
        "default_us": None if times is None else round(times[0], 3),
        "entry_us": None if times is None else round(times[1], 3),
    }
