"""Tunings of a model by the command `aoe`, each from an empty repository in a folder of its own,
where it goes on if it was interrupted. Benchmarks of what tuning brings stand on it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import aoe
from benchmarks.sessions import repository_at

#: Kinds of tuning: of operators, and of subgraphs and then of operators.
OPERATORS, BOTH = "2", "1,2"
_DEFAULT, _TUNED = "default.om", "tuned.om"


@dataclass(frozen=True, slots=True)
class Tuning:
    """One tuning of a model: `budget` as `aoe --budget` takes it, `kinds` as `--job_type` does;
    `folder` with all that belongs to it: repository, workspace, offline model.
    """

    model: Path
    threads: int
    budget: str
    folder: Path
    kinds: str

    @property
    def offline_model(self) -> Path:
        """Where the tuned model is, once that is done."""
        return self.folder / _TUNED

    @property
    def repository(self) -> Path:
        """The custom repository, empty before."""
        return self.folder / "repository"

    @property
    def report(self) -> Mapping[str, float | str]:
        """The section of the whole model in the result file, with `tuning_time(s)`."""
        found: dict[str, float | str] = {}
        for path in sorted(self.folder.glob("aoe_result_opat_*.json")):
            for section in json.loads(path.read_text()):
                found |= section.get("basic", {}) | section.get("OPAT", {})
        return found

    def carry_out(self, limit: float | None) -> bool:
        """Tunes, unless that is done, for `limit` seconds; returns whether it is finished then."""
        if self.offline_model.exists():
            return True
        builtin = self.folder / "builtin"
        for path in (self.repository, builtin):
            path.mkdir(parents=True, exist_ok=True)
        unfinished = self.folder / "unfinished.om"
        command = [sys.executable, "-m", "aoe", f"--model={self.model.absolute()}"]
        command += [f"--job_type={self.kinds}", f"--threads={self.threads}"]
        command += [f"--budget={self.budget}", "--progress_bar=off"]
        command += [f"--output={unfinished.with_suffix('')}"]
        command += ["--reload"] if (self.folder / "aoe_workspace").exists() else []
        variables = {
            "TUNE_BANK_PATH": str(self.repository),
            "AOE_BUILTIN_PATH": str(builtin),
            "ASCEND_WORK_PATH": str(self.folder),
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        process = subprocess.Popen(command, cwd=self.folder, env={**os.environ, **variables})
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            process.wait()
            return False
        if status != 0:
            raise SystemExit(f"{' '.join(command)} failed in {self.folder}")
        unfinished.rename(self.offline_model)
        return True


def default_model(model: Path, threads: int, folder: Path) -> Path:
    """The model compiled with default policies, kept in `folder`."""
    path = folder / _DEFAULT
    if not path.exists():
        with repository_at(folder / "empty"):
            aoe.compile(model, threads=threads).save(path)
    return path
