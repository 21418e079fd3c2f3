"""The result of tuning a folder of models, which `aoe.tune_folder` returns."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aoe.application.tune.tune_result import TuneResult


@dataclass(frozen=True, slots=True)
class ModelOutcome:
    """What became of one model.

    Attributes:
        name: Its name in reports and files.
        source: Its file or folder.
        result: What tuning it made and found; `None` if it failed.
        failure: Why it failed, in one sentence; `None` if it did not.
    """

    name: str
    source: Path
    result: TuneResult | None = None
    failure: str | None = None

    @property
    def interrupted(self) -> bool:
        """Whether the user ended the job before this model was done."""
        return self.result is not None and self.result.interrupted


@dataclass(frozen=True, slots=True)
class FolderResult:
    """What a job that tunes a folder made and found.

    Attributes:
        name: Name of the folder.
        models: What became of its models, in order of their names.
        skipped: Names of what the folder holds and is no model.
        result_path: Result file of operator tuning, or of subgraph tuning where only that was asked
            for. It has a report of each model.
        subgraph_result_path: Result file of subgraph tuning; `None` where that was not asked for.
        seconds: Duration of the job.
    """

    name: str
    models: tuple[ModelOutcome, ...]
    skipped: tuple[str, ...]
    result_path: Path
    subgraph_result_path: Path | None
    seconds: float

    @property
    def interrupted(self) -> bool:
        """Whether the user ended the job early."""
        return any(item.interrupted for item in self.models)

    @property
    def results(self) -> dict[str, TuneResult]:
        """The results of the models that did not fail, by name."""
        return {item.name: item.result for item in self.models if item.result is not None}

    @property
    def failures(self) -> dict[str, str]:
        """Why the other models failed, by name."""
        return {item.name: item.failure for item in self.models if item.failure is not None}
