"""Jobs in a workspace: what was asked for, how far it is, who may go on with it.

A job is a folder of `aoe_workspace` with `job.json` (a `JobRecord`), `journal.jsonl`
(`aoe.application.tune.journal`), `trials.jsonl` (`aoe.tuning.trial_log`) and `tunespace/result`.
Its `.lock` is held while it runs, so a job that is neither finished nor locked was interrupted, by
the user or by whatever killed it.
`aoe.application.tune.reload` finds such jobs, `aoe.application.tune.clean` removes what is old.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from aoe.atomic_file import replace_file
from aoe.errors import AoeError, UsageError
from aoe.operators.graph_json import graph_to_json
from aoe.operators.operator_graph import OperatorGraph

logger = logging.getLogger(__name__)

RECORD, JOURNAL, LOCK, TRIALS = "job.json", "journal.jsonl", ".lock", "trials.jsonl"
FORMAT_VERSION = 1
#: What must not have changed when a job is continued, and what to do if it has.
_UNCHANGED = {
    "operator_graph": "the model, or what open-aoe makes of it,",
    "soc_version": "the device",
    "code_generator": "open-aoe's code generator",
    "repository": "the repository (TUNE_BANK_PATH)",
}


@dataclass(frozen=True, slots=True)
class JobRecord:
    """What a job is.

    `options`: as `options_of` in `aoe.application.request.tune_request` writes them.
    `operator_graph` (SHA-256), `soc_version`, `code_generator` and `repository` are what its
    searches are valid for. `repeat_tune`: as in `aoe.settings`. `finished`: it came to its end.
    """

    started: str
    options: Mapping[str, str]
    operator_graph: str
    soc_version: str
    code_generator: str
    repository: str
    repeat_tune: bool
    finished: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """A job found in a workspace."""

    folder: Path
    record: JobRecord
    running: bool

    @property
    def name(self) -> str:
        """What `--reload` calls it."""
        return f"{self.folder.parent.name}/{self.folder.name}"

    @property
    def interrupted(self) -> bool:
        """Whether it can be continued."""
        return not self.record.finished and not self.running


def graph_digest(graph: OperatorGraph) -> str:
    """The SHA-256 of a graph without the values of its constants, which no search depends on."""
    text = json.dumps(graph_to_json(graph), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def jobs_in(workspace: Path) -> list[Job]:
    """The jobs of a workspace, the oldest first; those whose record is damaged are told of."""
    found = [_job(path.parent) for path in workspace.glob(f"*/{RECORD}")]
    jobs = [job for job in found if job is not None]
    return sorted(jobs, key=lambda job: (job.record.started, job.folder.name))


def _job(folder: Path) -> Job | None:
    try:
        return Job(folder, _read(folder / RECORD), _is_locked(folder))
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        logger.warning("ignoring the job %s: %s is damaged (%r)", folder, RECORD, error)
        return None


@contextmanager
def running_job(folder: Path, record: JobRecord) -> Iterator[JobRecord]:
    """Within, the job is this process's: a new one, or the interrupted one that is in the folder,
    whose own record it gives.

    Raises `UsageError` if that is running elsewhere, or was made under other conditions; `AoeError`
    if the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / LOCK, blocking=False):
            if (folder / RECORD).exists():
                record = _unchanged(_read(folder / RECORD), record, folder)
            else:
                _write(folder, record)
            yield record
    except Timeout:
        raise UsageError(
            f"the job {folder} is running in another process; wait until it has ended"
        ) from None


def set_finished(folder: Path) -> None:
    """Notes that the job has come to its end. Raises `AoeError` if that is impossible."""
    _write(folder, replace(_read(folder / RECORD), finished=True))


def _unchanged(before: JobRecord, record: JobRecord, folder: Path) -> JobRecord:
    for name, words in _UNCHANGED.items():
        if getattr(before, name) != getattr(record, name):
            raise UsageError(
                f"--reload: {words} is not what it was when {folder.parent.name}/{folder.name} "
                f"was interrupted ({getattr(before, name)} then, {getattr(record, name)} now); "
                "restore that, or start afresh without --reload"
            )
    return before


def _is_locked(folder: Path) -> bool:
    if not (folder / LOCK).exists():
        return False
    try:
        with FileLock(folder / LOCK, blocking=False):
            return False
    except Timeout:
        return True


def _read(path: Path) -> JobRecord:
    data = json.loads(path.read_bytes())
    if data["format_version"] != FORMAT_VERSION:
        raise ValueError(f"it has version {data['format_version']}")
    record = JobRecord(**{item.name: data[item.name] for item in fields(JobRecord)})
    texts = [*record.options, *record.options.values(), record.started, record.repository]
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("an option is no text")
    return record


def _write(folder: Path, record: JobRecord) -> None:
    data: dict[str, Any] = {**asdict(record), "options": dict(record.options)}
    text = json.dumps({"format_version": FORMAT_VERSION, **data}, indent=1, ensure_ascii=False)
    try:
        replace_file(folder / RECORD, f"{text}\n".encode())
    except OSError as error:
        raise AoeError(f"cannot write {folder / RECORD}: {error.strerror or error}") from error
