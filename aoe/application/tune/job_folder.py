"""The folder of a job in a workspace, and the lock that says who runs the job.

A folder of `aoe_workspace` holds `job.json` (a `JobRecord`), `journal.jsonl`
(`aoe.application.tune.journal`), `trials.jsonl` (`aoe.tuning.trial_log`) and `tunespace/result`.
The process that runs the job holds `.lock`. A job that is neither finished nor locked was
interrupted or killed. `reload.py` finds such jobs, and `clean.py` removes old ones.
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
from aoe.errors import AoeError, UsageError, not_written
from aoe.operators.graph_json import graph_to_json
from aoe.operators.operator_graph import OperatorGraph

logger = logging.getLogger(__name__)

RECORD, JOURNAL, LOCK, TRIALS = "job.json", "journal.jsonl", ".lock", "trials.jsonl"
FORMAT_VERSION = 1
#: What must be unchanged when a job is continued, as a message names it.
_UNCHANGED = {
    "operator_graph": "the model, or what open-aoe makes of it,",
    "soc_version": "the device",
    "code_generator": "open-aoe's code generator",
    "repository": "the repository (TUNE_BANK_PATH)",
}


@dataclass(frozen=True, slots=True)
class JobRecord:
    """What a job is and what its searches are valid for.

    Attributes:
        started: When it started, in ISO format.
        options: Its options, as `aoe.application.request.request_options` writes them.
        operator_graph: SHA-256 of the operator graph without constants.
        soc_version: Device model.
        code_generator: Version of the code generator.
        repository: Folder of the custom repository.
        repeat_tune: Whether known operators are searched again (`REPEAT_TUNE`).
        finished: Whether it came to its end.
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
    """A job found in a workspace.

    Attributes:
        folder: Its folder.
        record: What it is.
        running: Whether a process runs it now.
    """

    folder: Path
    record: JobRecord
    running: bool

    @property
    def name(self) -> str:
        """The name that `--reload` takes."""
        return f"{self.folder.parent.name}/{self.folder.name}"

    @property
    def interrupted(self) -> bool:
        """Whether it can be continued."""
        return not self.record.finished and not self.running


def graph_digest(graph: OperatorGraph) -> str:
    """The SHA-256 of a graph without the values of its constants, which no search depends on."""
    text = json.dumps(graph_to_json(graph), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()


def jobs_in(workspace: Path) -> list[Job]:
    """The jobs of a workspace, the oldest first. Warns of jobs with a damaged record."""
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
    """Within, this process runs the job: a new one, or the interrupted one in the folder. Yields
    the record, which for an interrupted job is that from its start.

    Raises `UsageError` if another process runs the job, or if its record does not fit; `AoeError`
    if the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise AoeError(
            f"cannot make the job folder {folder}: {error.strerror or error}; run in a folder "
            "where this user may make it"
        ) from error
    try:
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
    """Notes that the job came to its end. Raises `AoeError` if the record cannot be written."""
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
        # The name of a file may be no text; what is escaped so is an escape of JSON, too.
        replace_file(folder / RECORD, f"{text}\n".encode(errors="backslashreplace"))
    except OSError as error:
        raise AoeError(not_written(folder / RECORD, error)) from error
