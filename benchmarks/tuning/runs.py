"""Runs tunings of a model by the command `aoe`, each from an empty repository in its own folder.

An interrupted tuning goes on where it was. `results` and `subgraph_gain` are built on it.
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
    """One tuning of a model.

    Attributes:
        model: The `.onnx` file.
        threads: The number of threads.
        budget: The tuning time, as `aoe --budget` takes it.
        folder: The folder of its repository, workspace and offline model.
        kinds: What is tuned, as `aoe --job_type` takes it.
    """

    model: Path
    threads: int
    budget: str
    folder: Path
    kinds: str

    @property
    def offline_model(self) -> Path:
        """The tuned model, once it is there."""
        return self.folder / _TUNED

    @property
    def repository(self) -> Path:
        """The custom repository, empty before."""
        return self.folder / "repository"

    @property
    def report(self) -> Mapping[str, float | str]:
        """The whole model's section of the result file, with `tuning_time(s)`."""
        found: dict[str, float | str] = {}
        for path in sorted(self.folder.glob("aoe_result_opat_*.json")):
            for section in json.loads(path.read_text()):
                found |= section.get("basic", {}) | section.get("OPAT", {})
        return found

    def carry_out(self, limit: float | None) -> bool:
        """Tunes for at most `limit` seconds, unless that was done before.

        Returns:
            Whether the tuning is finished.
        """
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
    """Returns the model compiled with default policies, which is kept in `folder`."""
    path = folder / _DEFAULT
    if not path.exists():
        with repository_at(folder / "empty"):
            aoe.compile(model, threads=threads).save(path)
    return path
