"""A tuning job from the files in its folder: what was decided and tried, and when."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from aoe.application.report.contents import (
    TimedSaving,
    TimedTrial,
    TunedItem,
    TuningContents,
)
from aoe.application.tune.job_folder import JOURNAL, TRIALS, Job, jobs_in
from aoe.application.tune.journal import outcome_from_json, read_journal
from aoe.application.tune.workspace import WORKSPACE, workspace_of
from aoe.errors import AoeError, PolicyError
from aoe.policy import Policy, SubgraphPolicy
from aoe.settings import Settings
from aoe.tuning.observer import Outcome

#: What a damaged line of a file may raise.
_DAMAGE = (ValueError, TypeError, KeyError, AttributeError, PolicyError)


def tuning_contents(job: Job) -> TuningContents:
    """The job as its files tell it now. A line that is being written is left out.

    Raises:
        AoeError: A file of it cannot be read.
    """
    content = read_journal(job.folder / JOURNAL)
    lines = [*_lines(job, JOURNAL)]
    items = dict(_items(lines))
    trials = [*_lines(job, TRIALS)] if (job.folder / TRIALS).is_file() else []
    names = _types(trials) | {key: item.name for key, item in items.items()}
    times = content.times
    return TuningContents(
        job=job.folder.name,
        state="running" if job.running else "finished" if job.record.finished else "interrupted",
        seconds=content.seconds,
        items=tuple(sorted(items.values(), key=lambda item: item.at)),
        savings=tuple(_savings(lines, items, names)),
        trials=tuple(_trials(trials, names)),
        before=None if times is None else times.before,
        after=None if times is None else times.after,
        uncertainty=None if times is None else _share(times.improvement_uncertainty),
        budget=_budget(job),
    )


def _share(points: float | None) -> float | None:
    return None if points is None else points / 100


def _budget(job: Job) -> float | None:
    text = job.record.options.get("budget")
    with suppress(ValueError):
        return None if text is None else float(text)
    return None


def _items(lines: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, TunedItem]]:
    """What was decided, by key; of an item that was decided again, the later one is last."""
    kinds: Mapping[str, tuple[str, Any]] = {
        "outcome": ("operator", Policy.from_json),
        "subgraph": ("subgraph", SubgraphPolicy.from_json),
    }
    for data in lines:
        for name, (kind, policy) in kinds.items():
            with suppress(*_DAMAGE):
                if name in data:
                    outcome = outcome_from_json(data[name], policy)
                    yield outcome.key, _item(outcome, kind, float(data["seconds"]))


def _savings(
    lines: Iterable[Mapping[str, Any]], items: Mapping[str, TunedItem], names: Mapping[str, str]
) -> Iterator[TimedSaving]:
    """What was stored and what was decided, in order. How often an operator is used is known when
    its search has ended; until then it counts once.
    """
    for data in lines:
        with suppress(*_DAMAGE):
            at = float(data["seconds"])
            if "store" in data:
                key, entry = str(data["store"]["key"]), data["store"]["entry"]
                saved = float(entry["before"]["median_us"]) - float(entry["after"]["median_us"])
                uses = items[key].uses if key in items else 1
                yield TimedSaving(key, names.get(key, key), at, uses * saved * 1e-6)
            for key, item in _items([data]):
                yield TimedSaving(key, item.name, at, item.saved)


def _types(lines: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The types of the operators and subgraphs of a trial log, by key."""
    found = {}
    for data in lines:
        signature = data.get("signature")
        if isinstance(signature, dict):
            found[str(data.get("operator"))] = str(signature.get("type"))
        elif signature is not None:
            found[str(data.get("subgraph"))] = "subgraph"
    return found


def _item(outcome: Outcome[Any], kind: str, at: float) -> TunedItem:
    return TunedItem(
        outcome.name,
        "+".join(outcome.types),
        kind,
        outcome.uses,
        outcome.decision,
        at,
        None if outcome.before is None else outcome.before.median,
        None if outcome.after is None else outcome.after.median,
        outcome.candidates,
        len(outcome.failures),
    )


def _trials(lines: Iterable[Mapping[str, Any]], names: Mapping[str, str]) -> Iterator[TimedTrial]:
    """The trials whose time is recorded. `names`: those of operators and subgraphs, by key."""
    default: dict[str, Any] = {}
    base: dict[str, float] = {}
    for data in lines:
        with suppress(*_DAMAGE):
            key = str(data.get("operator") or data["subgraph"])
            if "signature" in data:
                default[key] = data["default"]
                continue
            seconds = data["seconds"]
            if seconds is not None and data["policy"] == default.get(key):
                base.setdefault(key, float(seconds))
            if "at" in data and key in base:
                ratio = None if seconds is None else float(seconds) / base[key]
                yield TimedTrial(names.get(key, key), float(data["at"]), ratio)


def _lines(job: Job, name: str) -> Iterator[dict[str, Any]]:
    path = job.folder / name
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return
    except OSError as error:
        raise AoeError(
            f"cannot read {path}: {error.strerror or error}; get permission, or remove it"
        ) from error
    for line in lines:
        with suppress(ValueError, RecursionError):
            data = json.loads(line)
            if isinstance(data, dict):
                yield data


def model_of_job(job: Job) -> Path | None:
    """The offline model that a job has written; `None` if it has not come so far."""
    return read_journal(job.folder / JOURNAL).model


def job_that_made(path: Path, settings: Settings) -> Job | None:
    """The latest job that has written this offline model, of the workspace or of one beside the
    model.
    """
    wanted = path.resolve()
    for workspace in dict.fromkeys((workspace_of(settings), wanted.parent / WORKSPACE)):
        for job in reversed(jobs_in(workspace)):
            made = None if job.running else model_of_job(job)
            if made is not None and made.resolve() == wanted:
                return job
    return None
