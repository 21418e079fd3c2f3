"""A tuning job from the files in its folder: what was decided and tried, and when."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from aoe.application.report.contents import TimedTrial, TunedItem, TuningContents
from aoe.application.tune.job_folder import JOURNAL, TRIALS, Job, jobs_in
from aoe.application.tune.journal import outcome_from_json, read_journal
from aoe.application.tune.workspace import workspace_of
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
    items = {(item.kind, item.name): item for item in _items(job)}
    times = content.times
    return TuningContents(
        job=job.folder.name,
        state="running" if job.running else "finished" if job.record.finished else "interrupted",
        seconds=content.seconds,
        items=tuple(sorted(items.values(), key=lambda item: item.at)),
        trials=tuple(_trials(job, {item.key: item.name for item in content.finished.values()})),
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


def _items(job: Job) -> Iterator[TunedItem]:
    """What was decided; of an item that was decided again, the later one is last."""
    kinds: Mapping[str, tuple[str, Any]] = {
        "outcome": ("operator", Policy.from_json),
        "subgraph": ("subgraph", SubgraphPolicy.from_json),
    }
    for data in _lines(job, JOURNAL):
        for name, (kind, policy) in kinds.items():
            with suppress(*_DAMAGE):
                if name in data:
                    outcome = outcome_from_json(data[name], policy)
                    yield _item(outcome, kind, float(data["seconds"]))


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


def _trials(job: Job, names: Mapping[str, str]) -> Iterator[TimedTrial]:
    """The trials whose time is recorded. `names`: those of operators, by key."""
    default: dict[str, Any] = {}
    base: dict[str, float] = {}
    if not (job.folder / TRIALS).is_file():
        return
    for data in _lines(job, TRIALS):
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
        raise AoeError(f"cannot read {path}: {error.strerror or error}") from error
    for line in lines:
        with suppress(ValueError, RecursionError):
            data = json.loads(line)
            if isinstance(data, dict):
                yield data


def model_of_job(job: Job) -> Path | None:
    """The offline model that a job has written; `None` if it has not come so far."""
    return read_journal(job.folder / JOURNAL).model


def job_that_made(path: Path, settings: Settings) -> Job | None:
    """The latest job of the workspace that has written this offline model."""
    wanted = path.resolve()
    for job in reversed(jobs_in(workspace_of(settings))):
        made = None if job.running else model_of_job(job)
        if made is not None and made.resolve() == wanted:
            return job
    return None
