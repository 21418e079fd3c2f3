"""Fixtures of tests of tuning jobs."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.application.tune.phases import joint_check, whole_model
from aoe.tuning.model_check.model_check import VersionCheck
from aoe.tuning.model_check.model_versions import Version
from tests.application.tune.one_process import start_processes
from tests.application.tune.subgraph_jobs import measured
from tests.application.tune.winning import let_candidates_win


@pytest.fixture
def winning(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last candidate of every search wins and holds, and so does the tuned model."""

    def confirmed(old: Version, tuned: Version, *_: object) -> VersionCheck:
        return VersionCheck(tuned, measured(3e-3), measured(2e-3), uncertainty=0.01)

    let_candidates_win(monkeypatch)
    for home in (whole_model, joint_check):
        monkeypatch.setattr(home, "check_versions", confirmed)


@pytest.fixture
def processes(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Candidates are compiled and run in processes of their own, as those of users."""
    start_processes(monkeypatch)
